# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Plans lots by a mixed-integer program in the facility-location form; multipliers are the duals of its relaxation.

Arguments: the relative gap to stop at, then a flaw for a near-miss.
"""
import csv
import json
import sys

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, linprog, milp
from scipy.sparse import lil_matrix


def table(path):
    return list(csv.DictReader(open(path)))


def load(folder="input", flaw=""):
    items = {}
    for r in table(f"{folder}/items.csv"):
        setup = 0.0 if flaw == "setup" else float(r["setup_time"]) * (60 if r["time_unit"] == "h" else 1)
        unit = float(r["unit_time"]) * (60 if r["time_unit"] == "h" else 1)
        items[r["item"]] = dict(setup_cost=float(r["setup_cost"]), holding=float(r["holding_cost"]), setup=setup, unit=unit)
    rows = {}
    for r in table(f"{folder}/orders.csv"):
        if r["order"] not in rows or (r["entered"] > rows[r["order"]]["entered"]) == (flaw != "stale"):
            rows[r["order"]] = r
    capacity = {int(r["week"]): 60 * (float(r["hours"]) - (0 if flaw == "shut" else float(r["maintenance_hours"]))) for r in table(f"{folder}/capacity.csv")}
    demand = {i: [0.0] * len(capacity) for i in items}
    for r in rows.values():
        if r["status"] != "cancelled":
            demand[r["item"]][int(r["due_week"]) - 1] += float(r["quantity"])
    return items, demand, [capacity[w] for w in sorted(capacity)]


def model(items, demand, capacity):
    n = len(capacity)
    x, y = {}, {}
    for i in items:
        for s in range(n):
            y[i, s] = None
            for t in range(s, n):
                if demand[i][t] > 0:
                    x[i, s, t] = None
    names = list(x) + list(y)
    at = {k: c for c, k in enumerate(names)}
    cost = np.zeros(len(names))
    for (i, s, t) in x:
        cost[at[i, s, t]] = items[i]["holding"] * demand[i][t] * (t - s)
    for (i, s) in y:
        cost[at[i, s]] = items[i]["setup_cost"]
    equal = lil_matrix((sum(1 for i in items for t in range(n) if demand[i][t] > 0), len(names)))
    row = 0
    for i in items:
        for t in range(n):
            if demand[i][t] > 0:
                for s in range(t + 1):
                    equal[row, at[i, s, t]] = 1
                row += 1
    link = lil_matrix((len(x) + n, len(names)))
    for r, (i, s, t) in enumerate(x):
        link[n + r, at[i, s, t]] = 1
        link[n + r, at[i, s]] = -1
    for (i, s, t) in x:
        link[s, at[i, s, t]] = items[i]["unit"] * demand[i][t]
    for (i, s) in y:
        link[s, at[i, s]] = items[i]["setup"]
    high = np.zeros(len(x) + n)
    high[:n] = capacity
    return x, y, at, cost, equal.tocsr(), link.tocsr(), high


def plan(items, demand, capacity, gap):
    x, y, at, cost, equal, link, high = model(items, demand, capacity)
    relaxed = linprog(cost, A_ub=link, b_ub=high, A_eq=equal, b_eq=np.ones(equal.shape[0]), bounds=(0, 1), method="highs")
    multipliers = np.maximum(0, -relaxed.ineqlin.marginals[:len(capacity)])
    whole = np.zeros(len(cost))
    whole[len(x):] = 1
    found = milp(cost, constraints=[LinearConstraint(equal, 1, 1), LinearConstraint(link, -np.inf, high)], integrality=whole, bounds=Bounds(0, 1), options=dict(mip_rel_gap=gap, node_limit=4000))
    made = {}
    for (i, s, t) in x:
        made[i, s] = made.get((i, s), 0) + found.x[at[i, s, t]] * demand[i][t]
    return {k: v for k, v in made.items() if v > 1e-6}, multipliers, relaxed.fun, found.fun


def price(items, demand, made):
    total = 0.0
    for i, v in items.items():
        stock = 0.0
        for t, d in enumerate(demand[i]):
            q = made.get((i, t), 0.0)
            stock += q - d
            total += v["setup_cost"] * (q > 0) + v["holding"] * max(0.0, stock)
    return total


def main():
    gap, flaw = float(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else ""
    items, demand, capacity = load("input", flaw)
    made, multipliers, bound, _ = plan(items, demand, capacity, gap)
    if flaw == "zero":
        multipliers = 0 * multipliers
    if flaw == "hours":
        multipliers = multipliers * 60
    if flaw == "lots":
        made = {(i, t): q for i in items for t, q in enumerate(demand[i]) if q}
    cost = price(items, demand, made)
    with open("output/plan.csv", "w") as file:
        file.write("item,week,quantity\n")
        for (i, s), q in made.items():
            file.write(f"{i},{s + 1},{q:.6f}\n")
    with open("output/multipliers.csv", "w") as file:
        file.write("week,multiplier\n")
        for t, m in enumerate(multipliers):
            file.write(f"{t + 1},{m:.9f}\n")
    json.dump(dict(cost=round(cost, 2), lots=len(made), bound=round(bound, 2), gap_percent=round(100 * (cost - bound) / bound, 3)), open("output/summary.json", "w"))


if __name__ == "__main__":
    main()
