# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Marks the assembled form: whether it keeps to the blueprint, and how good it is."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from marking import Checks, Wrong, read_json, read_rows, keyed, REF  # noqa: E402

facts = read_json("facts.json", REF)
bank = {k[0]: r for k, r in keyed("bank.csv", ["item"], ["area", "level", "seconds"], REF).items()}
stats = {k[0]: r for k, r in keyed("items.csv", ["item"], ["p", "r"], REF).items()}
plan = facts["blueprint"]


def chosen():
    form = [row["item"] for row in read_rows("form.csv", ["item"], 2000)]
    if not form or any(q not in bank for q in form) or len(set(form)) != len(form):
        raise Wrong("form.csv does not list items of the bank, each once")
    return form


def broken(form):
    count = lambda field, value: sum(bank[q][field] == value for q in form)
    out = [f"{a}: {count('area', a)} items" for a, k in plan["areas"].items() if count("area", a) != k]
    if len(form) != sum(plan["areas"].values()):
        out.append(f"{len(form)} items")
    if count("level", "1") > plan["most_level_1"]:
        out.append("too many of level 1")
    if count("level", "3") < plan["least_level_3"]:
        out.append("too few of level 3")
    if sum(int(bank[q]["seconds"]) for q in form) > plan["seconds"]:
        out.append("too long")
    mean = sum(float(stats[q]["p"]) for q in form) / len(form)
    if not 0.549 <= mean <= 0.601:
        out.append(f"mean difficulty {mean:.4f}")
    if any(float(stats[q]["r"]) < 0.148 for q in form):
        out.append("an item that is not eligible")
    if any(a in form and b in form for a, b in plan["enemies"]):
        out.append("enemies together")
    return out


def valid():
    faults = broken(chosen())
    # Half of the rules kept is no form.
    return (1.0 if not faults else 0.3 if len(faults) == 1 else 0.0), "every rule of the blueprint", "; ".join(faults) or "all are kept"


def quality():
    form = chosen()
    if broken(form):
        raise Wrong("the form breaks the blueprint")
    got = sum(float(stats[q]["r"]) for q in form)
    best, zero = 0.995 * facts["best"], facts["average"]
    return min(1.0, max(0.0, (got - zero) / (best - zero))), f"a sum of r of {best:.3f} or more", f"{got:.4f}"


checks = Checks()
checks.add("form_valid", valid)
checks.add("form_quality", quality)
checks.print()
