# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Drives the routes that were handed in, minute by minute, and marks their cost."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from marking import Checks, Wrong, near, number, read_json, read_rows, REF  # noqa: E402

checks = Checks()
costs = read_json("costs.json", REF)
cancelled = {r["order"] for r in read_rows("cancelled.csv", ["order"], folder=REF)}
orders = {}
for r in read_rows("orders.csv", ["order", "entered_on", "weight", "unit", "cold", "window", "service_minutes"], folder=REF):
    known = orders.get(r["order"])
    if r["order"] not in cancelled and (known is None or known["entered_on"] < r["entered_on"]):
        orders[r["order"]] = r
fleet = {r["vehicle"]: r for r in read_rows("fleet.csv", ["vehicle", "capacity_kg", "cooled", "fixed_cost", "cost_per_km"], folder=REF)}
places = ["DEPOT", *{r["from"] for r in read_rows("distances.csv", ["from"], folder=REF)} - {"DEPOT"}]
km = {r["from"]: {p: float(r[p.lower()]) for p in places} for r in read_rows("distances.csv", ["from"] + [p.lower() for p in places], folder=REF)}


def minutes(text):
    parts = text.split(":")
    if len(parts) not in (2, 3) or not all(p.isdigit() and len(p) <= 2 for p in parts):
        raise Wrong(f"{text[:20]!r} is not a time HH:MM")
    return int(parts[0]) * 60 + int(parts[1])


def kilos(order):
    r = orders[order]
    return float(r["weight"]) * (0.45359237 if r["unit"] == "lb" else 1)


def routes():
    out = {}
    for row in read_rows("routes.csv", ["vehicle", "seq", "stop", "arrival", "begin"], 5000):
        if row["vehicle"] not in fleet:
            raise Wrong(f"there is no vehicle {row['vehicle'][:20]!r}")
        stop = row["stop"].upper()
        if stop != "BREAK" and stop not in orders:
            raise Wrong(f"{row['stop'][:20]!r} is not an order to be delivered")
        place = number(row["seq"])
        if place is None:
            raise Wrong("`seq` is not a number")
        out.setdefault(row["vehicle"], []).append((place, stop, row))
    for v, stops in out.items():
        stops.sort(key=lambda s: s[0])
        if len({s[0] for s in stops}) != len(stops):
            raise Wrong(f"{v} has two stops of one number")
    if not out:
        raise Wrong("routes.csv has no rows")
    return out


def drive(stops):
    """Arrival and begin at each stop, km, and faults."""
    now, at, way, times, faults, rest = 420.0, "DEPOT", 0.0, [], [], None
    for _, stop, _ in stops:
        if stop == "BREAK":
            begin = max(now, 600.0)
            times.append((now, begin))
            faults += ["two breaks"] if rest is not None else []
            rest = begin
            now = begin + 30
            continue
        way += km[at][stop]
        now += km[at][stop] * 1.5
        opens, closes = (minutes(t) for t in orders[stop]["window"].split("-"))
        begin = max(now, opens)
        times.append((now, begin))
        if begin > closes + 0.01:
            faults.append(f"{stop} is begun too late")
        now, at = begin + int(orders[stop]["service_minutes"]), stop
    way += km[at]["DEPOT"]
    now += km[at]["DEPOT"] * 1.5
    if now > 1080.01:
        faults.append("back after 18:00")
    if now > 780.01 and (rest is None or rest > 720.01):
        faults.append("no break in time")
    return times, way, faults


def facts():
    plan = routes()
    faults, way, cost, kg = [], 0.0, 0.0, 0.0
    done = [s for stops in plan.values() for _, s, _ in stops if s != "BREAK"]
    if sorted(done) != sorted(orders):
        faults.append(f"{len(set(orders) - set(done))} orders are missing, {len(done) - len(set(done))} are delivered twice")
    for v, stops in plan.items():
        mine = [s for _, s, _ in stops if s != "BREAK"]
        if not mine:
            raise Wrong(f"{v} has no orders")
        _, length, wrong = drive(stops)
        faults += [f"{v}: {w}" for w in wrong]
        load = sum(map(kilos, mine))
        if load > float(fleet[v]["capacity_kg"]) + 0.05:
            faults.append(f"{v} carries {load:.1f} kg")
        if fleet[v]["cooled"] != "yes" and any(orders[s]["cold"] == "yes" for s in mine):
            faults.append(f"{v} is not cooled")
        way += length
        kg += load
        cost += float(fleet[v]["fixed_cost"]) + float(fleet[v]["cost_per_km"]) * length
    return plan, faults, dict(orders=len(done), vehicles=len(plan), total_km=way, total_kg=kg, total_cost=cost)


def feasible():
    _, faults, _ = facts()
    return float(not faults), "routes that keep all rules", "; ".join(faults[:4]) if faults else "they do"


def cost():
    _, faults, seen = facts()
    if faults:
        raise Wrong("the routes break the rules")
    full, zero = 1.1 * costs["best"], costs["naive"]
    return min(1.0, max(0.0, (zero - seen["total_cost"]) / (zero - full))), f"a cost of {full:.2f} or less", f"{seen['total_cost']:.2f}"


def timetable():
    plan, faults, _ = facts()
    right = total = 0
    for stops in plan.values():
        for (_, _, row), (arrival, begin) in zip(stops, drive(stops)[0]):
            total += 1
            right += abs(minutes(row["arrival"]) - arrival) <= 1.01 and abs(minutes(row["begin"]) - begin) <= 1.01
    if faults:
        raise Wrong("the routes break the rules")
    return right / total, f"{total} times of arrival and begin", f"{right} are right"


def figures():
    _, faults, seen = facts()
    given = read_json("kpi.json")
    if faults:
        raise Wrong("the routes break the rules")
    slack = dict(orders=0, vehicles=0, total_km=0.5, total_kg=2.0, total_cost=0.5)
    bad = [k for k, s in slack.items() if not near(given.get(k), seen[k], s)]
    return 1 - len(bad) / len(slack), ", ".join(f"{k} {seen[k]:.2f}" for k in seen), f"wrong: {', '.join(bad)}" if bad else "all are right"


for name, work in (("feasible", feasible), ("cost", cost), ("timetable", timetable), ("figures", figures)):
    checks.add(name, work)
checks.print()
