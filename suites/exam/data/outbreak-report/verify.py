# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Marks the outbreak work-up: tables against the reference, and the memo's claims against both."""
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from marking import Checks, Wrong, compare, exact, keyed, majority, near, number, read_json, read_text, within, REF  # noqa: E402

checks = Checks()
COUNTS = within(0)


def cases():
    expected = keyed("cases.csv", ["contact_id"], ["status"], REF)
    return compare(keyed("cases.csv", ["contact_id"], ["status"]), expected, {"status": exact}, floor=majority(expected, "status"))


def epicurve():
    columns = ["confirmed", "probable"]
    expected = keyed("epicurve.csv", ["bin_start"], columns, REF)
    return compare(keyed("epicurve.csv", ["bin_start"], columns), expected, dict.fromkeys(columns, COUNTS), floor=0.3)


ATTACK = ["exposed_ill", "exposed_total", "unexposed_ill", "unexposed_total", "rr", "ci_low", "ci_high"]


def attack_counts():
    expected = keyed("attack.csv", ["item"], ATTACK, REF)
    return compare(keyed("attack.csv", ["item"], ATTACK), expected, dict.fromkeys(ATTACK[:4], COUNTS))


def risk_ratios():
    expected = keyed("attack.csv", ["item"], ATTACK, REF)
    return compare(keyed("attack.csv", ["item"], ATTACK), expected, dict.fromkeys(ATTACK[4:], within(0.006, 0.01)))


def adjusted():
    expected = keyed("adjusted.csv", ["item", "adjusted_for"], ["mh_rr"], REF)
    return compare(keyed("adjusted.csv", ["item", "adjusted_for"], ["mh_rr"]), expected, {"mh_rr": within(0.006, 0.01)})


def claims_of_memo():
    text = read_text("memo.md", 1 << 20)
    found = {}
    for key, value in re.findall(r"^[ \t>*-]*claim:[ \t]*(\w+)[ \t]*=[ \t]*(.+?)[ \t]*$", text, re.M | re.I):
        key = key.lower()
        if key in found:
            raise Wrong(f"memo.md claims {key} twice")
        found[key] = value.strip("`*_ ")
    if not found:
        raise Wrong("memo.md has no claim lines")
    return found


ROUNDING = {"attack_rate_percent": 0.051, "vehicle_rr": 0.06, "vehicle_rr_ci_low": 0.06, "median_incubation_hours": 0.11}


def right(key, seen, wanted):
    if key in ("vehicle", "peak_bin"):
        return seen.casefold() == str(wanted).casefold()
    return near(seen, wanted, ROUNDING.get(key, 0.0))


def memo():
    wanted, found = read_json("claims.json", REF), claims_of_memo()
    bad = [k for k, value in wanted.items() if k not in found or not right(k, found[k], value)]
    # Counts alone are not the finding: the vehicle has to be right for any mark.
    score = 0.0 if "vehicle" in bad else 1 - len(bad) / len(wanted)
    return score, f"{len(wanted)} true claims", f"{len(bad)} are missing or wrong" + (f"; first: {bad[0]} = {found.get(bad[0], 'missing')[:40]}" if bad else "")


def agreement():
    """Every figure of the memo stands in the tables that came with it."""
    found = claims_of_memo()
    status = [r["status"] for r in keyed("cases.csv", ["contact_id"], ["status"]).values()]
    attack = keyed("attack.csv", ["item"], ATTACK)
    curve = keyed("epicurve.csv", ["bin_start"], ["confirmed", "probable"])
    c, p = status.count("confirmed"), status.count("probable")
    cohort = len(status) - status.count("not_in_cohort")
    row = attack.get((found.get("vehicle", ""),))
    if row is None or cohort == 0 or c + p == 0:
        raise Wrong("the vehicle has no row in attack.csv, or there are no cases")
    most = max(((number(r["confirmed"]) or 0) + (number(r["probable"]) or 0), k[0]) for k, r in curve.items())[1]
    derived = {"attendees": cohort, "confirmed": c, "probable": p, "attack_rate_percent": 100 * (c + p) / cohort,
               "vehicle_rr": row["rr"], "vehicle_rr_ci_low": row["ci_low"], "peak_bin": most}
    bad = [k for k, value in derived.items() if k not in found or not right(k, found[k], value)]
    # Tables that are nowhere right cannot vouch for a memo.
    if adjusted()[0] + attack_counts()[0] + cases()[0] == 0:
        raise Wrong("no table is right in any row")
    return (0.0 if bad else 1.0), "claims as in the tables", f"differ: {', '.join(bad)}" if bad else "they agree"


for name, work in [("cases", cases), ("epicurve", epicurve), ("attack_counts", attack_counts), ("risk_ratios", risk_ratios),
                   ("adjusted", adjusted), ("memo", memo), ("agreement", agreement)]:
    checks.add(name, work)
checks.print()
