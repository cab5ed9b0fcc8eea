# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Marks a month-end close: hledger adds up the journal that was handed in."""
import csv
import os
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from marking import Checks, Wrong, compare, folded, keyed, number, read_json, read_rows, read_text, within, REF  # noqa: E402

facts = read_json("facts.json", REF)
expected = {k[0]: float(r["balance"]) for k, r in keyed("balances.csv", ["account"], ["balance"], REF).items()}
opening = {a: float(x) for a, x in facts["opening"].items()}
checks = Checks()


def hledger(*words):
    text = read_text("close.journal", 2 << 20)
    # A journal that reads other files is none of its own.
    if re.search(r"^\s*!?\s*include\b", text, re.M | re.I):
        raise Wrong("close.journal includes other files")
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/close.journal", "w") as file:
            file.write(text)
        run = subprocess.run(["hledger", "-f", "close.journal", *words], cwd=folder, capture_output=True, text=True, timeout=20, env={"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "HOME": folder})
    if run.returncode:
        raise Wrong("hledger refuses the journal: " + " ".join(run.stderr.split())[:200])
    return run.stdout


def balances():
    out = {}
    for row in csv.DictReader(hledger("balance", "--flat", "-N", "-E", "-O", "csv", "-e", facts["end"]).splitlines()):
        text = row["balance"].replace(",", "").strip()
        if text in ("0", ""):
            value = 0.0
        else:
            found = re.fullmatch(r"(-?[\d.]+) EUR|EUR ?(-?[\d.]+)", text)
            if not found:
                raise Wrong(f"{row['account'][:60]} is not in EUR alone: {text[:60]}")
            value = float(found[1] or found[2])
        out[row["account"]] = value
    return out


def sound():
    seen = balances()
    if abs(sum(seen.values())) > 0.005:
        return 0.0, "balances that add up to 0", f"{sum(seen.values()):.2f}"
    missing = [a for a, x in opening.items() if x and a not in seen]
    return float(not missing), "a journal that hledger accepts, with the opening balances", f"no {missing[0]}" if missing else "it is"


def movements():
    """Only accounts that the month has moved count; surplus ones cost as much."""
    seen = balances()
    moved = [a for a in expected if abs(expected[a] - opening.get(a, 0.0)) > 0.005]
    right = [a for a in moved if abs(seen.get(a, 0.0) - expected[a]) <= 0.011]
    surplus = [a for a, x in seen.items() if a not in expected and abs(x) > 0.005]
    wrong = next((a for a in moved if a not in right), None)
    share = len(right) / (len(moved) + len(surplus))
    # One wrong rule moves a few accounts only: half of them right is no close.
    return max(0.0, 2 * share - 1), f"{len(moved)} balances to the cent", f"{len(right)} are right, {len(surplus)} accounts are surplus" + (f"; first: {wrong} {seen.get(wrong, 0.0):.2f}" if wrong else "")


def trial():
    rows = {k[0]: number(r["balance"].replace(" EUR", "").replace(",", "")) for k, r in keyed("trial_balance.csv", ["account"], ["balance"]).items()}
    seen = {a: x for a, x in balances().items() if abs(x) > 0.005}
    if len(seen) <= len(opening):
        raise Wrong("the journal has no transactions of the month")
    bad = [a for a, x in seen.items() if rows.get(a) is None or abs(rows[a] - x) > 0.011] + [a for a, x in rows.items() if a not in seen and (x is None or abs(x) > 0.005)]
    return float(not bad), "the journal's balances", f"{len(bad)} differ, first {bad[0][:60]}" if bad else "they are"


def unmatched():
    seen, wanted = {r["ref"] for r in read_rows("unmatched.csv", ["ref"], 5000)}, set(facts["unmatched"])
    return len(seen & wanted) / len(seen | wanted), f"{len(wanted)} lines", f"{len(seen & wanted)} of them among {len(seen)}"


checks.add("sound", sound)
checks.add("balances", movements)
checks.add("trial_balance", trial)
checks.add("open_items", lambda: compare(keyed("open_items.csv", ["invoice"], ["side", "currency", "open_amount"]), keyed("open.csv", ["invoice"], ["side", "currency", "open_amount"], REF),
                                         {"side": folded, "currency": folded, "open_amount": within(0.011)}))
checks.add("unmatched", unmatched)
checks.print()
