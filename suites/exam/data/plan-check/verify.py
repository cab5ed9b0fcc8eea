# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Marks the plan check: tolerances are about four times what honest methods differ by."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from marking import Checks, Wrong, compare, folded, keyed, near, read_json, within, REF  # noqa: E402

checks = Checks()


def table(name, keys, rules, floor=0.0):
    return lambda: compare(keyed(name, keys, list(rules)), keyed(name, keys, list(rules), REF), rules, floor)


def curves():
    """Each curve counts by its mean distance to the right one: 1 point of volume is full, 5 are nothing."""
    seen = {}
    for (s, g), row in keyed("dvh.csv", ["structure", "dose_gy"], ["volume_percent"]).items():
        try:
            seen[s, round(float(g), 3)] = row["volume_percent"]
        except ValueError:
            raise Wrong(f"`dose_gy` is not a number: {g[:20]!r}")
    wanted = {}
    for (s, g), row in keyed("dvh.csv", ["structure", "dose_gy"], ["volume_percent"], REF).items():
        wanted.setdefault(s, {})[float(g)] = float(row["volume_percent"])
    marks = {}
    for s, points in wanted.items():
        off = []
        for g, x in points.items():
            value = seen.get((s, g), "")
            off.append(abs(float(value) - x) if near(value, x, 100.0) else 100.0)
        mean = sum(off) / len(off)
        marks[s] = 1.0 if mean <= 1 and max(off) <= 6 else max(0.0, min(1.0, (5 - mean) / 4)) * 0.9
    poor = [s for s, m in marks.items() if m < 1]
    return sum(marks.values()) / len(marks), f"{len(marks)} curves", f"off: {', '.join(poor)}" if poor else "all are right"


def decision():
    seen, wanted = read_json("decision.json"), read_json("decision.json", REF)
    flat = lambda value: ",".join(sorted(x.strip() for x in (",".join(map(str, value)) if isinstance(value, list) else str(value)).split(",") if x.strip())).lower()
    right = [k for k in wanted if k in seen and flat(seen[k]) == flat(wanted[k])]
    # A guess of yes or no alone is no decision.
    score = len(right) / len(wanted) if "limiting" in right else 0.0
    return score, "approve, failed, limiting", f"right: {', '.join(right) or 'none'}"


checks.add("volumes", table("volumes.csv", ["structure"], {"volume_cc": within(0.15, 0.025)}))
checks.add("metrics", table("metrics.csv", ["structure", "metric"], {"value": within(0.5, 0.02)}))
checks.add("dvh", curves)
checks.add("constraints", table("constraints.csv", ["id"], {"value": within(0.5, 0.02), "result": folded}))
checks.add("decision", decision)
checks.print()
