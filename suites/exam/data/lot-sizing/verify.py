# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Checks a plan of lots, and turns multipliers of the capacities into a lower bound by a dynamic program for each item."""
import json
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from marking import Checks, Wrong, near, number, read_json, read_rows, REF  # noqa: E402

facts = read_json("facts.json", REF)
items = {}
for r in read_rows("items.csv", ["item", "setup_cost", "holding_cost", "setup_time", "unit_time", "time_unit"], folder=REF):
    f = 60 if r["time_unit"] == "h" else 1
    items[r["item"]] = float(r["setup_cost"]), float(r["holding_cost"]), float(r["setup_time"]) * f, float(r["unit_time"]) * f
capacity = [60 * (float(r["hours"]) - float(r["maintenance_hours"])) for r in sorted(read_rows("capacity.csv", ["week", "hours", "maintenance_hours"], folder=REF), key=lambda r: int(r["week"]))]
N = len(capacity)
latest = {}
for r in read_rows("orders.csv", ["order", "entered", "item", "due_week", "quantity", "status"], folder=REF):
    if r["order"] not in latest or latest[r["order"]]["entered"] < r["entered"]:
        latest[r["order"]] = r
demand = {i: [0.0] * N for i in items}
for r in latest.values():
    if r["status"] != "cancelled":
        demand[r["item"]][int(r["due_week"]) - 1] += float(r["quantity"])


def plan():
    made = {}
    for r in read_rows("plan.csv", ["item", "week", "quantity"], 5000):
        week, q = number(r["week"]), number(r["quantity"])
        if r["item"] not in items or week not in range(1, N + 1) or q is None or q < 0 or (r["item"], int(week)) in made:
            raise Wrong(f"plan.csv: {r['item'][:20]!r} in week {r['week'][:10]!r} is unknown, doubled, or has no quantity")
        if q > 0:
            made[r["item"], int(week)] = q
    faults, cost, used = [], 0.0, [0.0] * N
    for i, (setup_cost, holding, setup, unit) in items.items():
        stock = 0.0
        for t in range(N):
            q = made.get((i, t + 1), 0.0)
            stock += q - demand[i][t]
            if stock < -1e-3:
                faults.append(f"{i} is short by {-stock:.1f} in week {t + 1}")
                stock = 0.0
            cost += (setup_cost if q > 0 else 0) + holding * max(0.0, stock)
            used[t] += (setup if q > 0 else 0) + unit * q
    faults += [f"week {t + 1} takes {used[t]:.0f} of {capacity[t]:.0f} min" for t in range(N) if used[t] > capacity[t] + 0.01]
    return made, faults, cost


def bound():
    given = {}
    for r in read_rows("multipliers.csv", ["week", "multiplier"], 1000):
        week, m = number(r["week"]), number(r["multiplier"])
        if week not in range(1, N + 1) or week in given or m is None or m < 0 or m > 1e6:
            raise Wrong("multipliers.csv needs each week once, with a number of 0 or more")
        given[week] = m
    if len(given) != N:
        raise Wrong(f"multipliers.csv has {len(given)} of {N} weeks")
    price = [given[t + 1] for t in range(N)]
    total = -sum(m * c for m, c in zip(price, capacity))
    for i, (setup_cost, holding, setup, unit) in items.items():
        # best[t]: the cheapest way to meet the demand of the weeks from t on, where a lot in week t serves the weeks t to e. Costs are
        # concave in the quantities, so that some best plan makes a lot only when the stock is empty.
        d, best = demand[i], [0.0] * (N + 1)
        for t in reversed(range(N)):
            best[t] = best[t + 1] if d[t] == 0 else float("inf")  # without a lot in this week
            run, lot = 0.0, setup_cost + price[t] * setup
            for e in range(t, N):
                run += d[e] * (holding * (e - t) + price[t] * unit)
                best[t] = min(best[t], lot + run + best[e + 1])
        total += best[0]
    return total


def feasible():
    _, faults, _ = plan()
    return float(not faults), "demand met, capacities kept", "; ".join(faults[:3]) if faults else "so it is"


def cost():
    _, faults, seen = plan()
    if faults:
        raise Wrong("the plan is not feasible")
    return min(1.0, max(0.0, (1.12 * facts["best"] - seen) / (0.105 * facts["best"]))), f"{1.015 * facts['best']:.0f} or less", f"{seen:.2f}"


def proof():
    seen, full = bound(), facts["free"] + 0.95 * (facts["bound"] - facts["free"])
    return min(1.0, max(0.0, (seen - facts["free"]) / (full - facts["free"]))), f"a bound of {full:.0f} or more", f"{seen:.2f}"


def summary():
    made, faults, total = plan()
    if faults:
        raise Wrong("the plan is not feasible")
    low = bound()
    right = dict(cost=(total, 0.5), lots=(len(made), 0), bound=(low, 0.5), gap_percent=(100 * (total - low) / low, 0.02))
    data = read_json("summary.json")
    bad = [k for k, (v, slack) in right.items() if not near(data.get(k), v, slack)]
    return 1 - len(bad) / len(right), json.dumps({k: round(v, 2) for k, (v, _) in right.items()}), f"wrong: {', '.join(bad)}" if bad else "all are right"


checks = Checks()
for name, work in (("feasible", feasible), ("cost", cost), ("proof", proof), ("summary", summary)):
    checks.add(name, work)
checks.print()
