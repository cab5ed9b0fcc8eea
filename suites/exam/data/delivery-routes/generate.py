# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Writes the inputs and references of the delivery routes exam. Deterministic: `python3 generate.py` beside this file (a few minutes).

The cost that earns full marks comes from a long search with a fixed number of rounds, the one that earns nothing from nearest neighbours.
"""
import csv
import json
import math
import os
import random
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import solve  # noqa: E402

VARIANTS = {"groceries": dict(seed=3501, orders=58, cold=0.3, vans=12, trucks=6), "pharmacy": dict(seed=3502, orders=64, cold=0.4, vans=12, trucks=6)}
ROUNDS = 14_000


def write(name, header, rows):
    with open(os.path.join(HERE, name), "w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(header)
        out.writerows(rows)


def clock(m):
    return f"{m // 60:02d}:{m % 60:02d}"


def build(name, v):
    rnd = random.Random(v["seed"])
    places = {"DEPOT": (-4.0, 2.0)}
    rows, cancelled = [], []
    towns = [(rnd.uniform(-22, 22), rnd.uniform(-16, 16)) for _ in range(9)]
    for k in range(v["orders"] + 6):
        code = f"O{101 + k}"
        cx, cy = rnd.choice(towns)
        x, y = rnd.gauss(cx, 2.5), rnd.gauss(cy, 2.5)
        places[code] = (x + (0.6 if x >= 0 else -0.6), y)
        kg = round(rnd.uniform(30, 320))
        cold = rnd.random() < v["cold"]
        service = rnd.choice([6, 8, 10, 12, 15])
        if rnd.random() < 0.45:
            a = rnd.randrange(450, 840, 15)
            window = (a, a + rnd.choice([75, 90, 120, 150]))
        else:
            window = rnd.choice([(420, 720), (720, 1020), (420, 1020)])
        row = [code, "2026-03-02", kg, "kg", "yes" if cold else "no", f"{clock(window[0])}-{clock(window[1])}", service]
        if rnd.random() < 0.2:
            row[2:4] = [round(kg / 0.45359237), "lb"]
        if rnd.random() < 0.1:
            old = list(row)
            old[1], old[2], old[5] = "2026-03-01", round(float(old[2]) * rnd.uniform(0.5, 1.4)), "07:00-08:00"
            rows.append(old)
        rows.append(row)
        if k >= v["orders"]:
            cancelled.append([code, "2026-03-03"])
    rnd.shuffle(rows)
    # A river along x = 0 with two bridges.
    bridges = [(0.0, -7.0), (0.0, 9.0)]
    names = list(places)

    def km(a, b):
        if (places[a][0] < 0) != (places[b][0] < 0):
            return min(math.dist(places[a], c) + math.dist(c, places[b]) for c in bridges) * 1.22
        return math.dist(places[a], places[b]) * 1.22

    write(f"{name}-orders.csv", ["order", "entered_on", "weight", "unit", "cold", "window", "service_minutes"], rows)
    write(f"{name}-cancelled.csv", ["order", "cancelled_on"], cancelled)
    write(f"{name}-distances.csv", ["from", *names], [[a, *(f"{km(a, b):.2f}" for b in names)] for a in names])
    fleet = [[f"V{k + 1}", 850, "yes" if k % 2 else "no", 55, 0.55] for k in range(v["vans"])] + [[f"T{k + 1}", 1700, "yes", 120, 0.9] for k in range(v["trucks"])]
    write(f"{name}-fleet.csv", ["vehicle", "capacity_kg", "cooled", "fixed_cost", "cost_per_km"], fleet)
    folder = {k: os.path.join(HERE, f"{name}-{k}.csv") for k in ("orders", "cancelled", "distances", "fleet")}
    problem = solve.Problem(folder)
    naive = problem.nearest_neighbours()
    best = min((problem.search(ROUNDS, seed) for seed in (1, 2)), key=problem.cost)
    assert not problem.faults(naive), problem.faults(naive)
    assert not problem.faults(best), problem.faults(best)
    with open(os.path.join(HERE, f"{name}-ref-costs.json"), "w") as file:
        json.dump(dict(best=round(problem.cost(best), 2), naive=round(problem.cost(naive), 2)), file)
        file.write("\n")
    print(name, len(problem.orders), "best", problem.cost(best), "naive", problem.cost(naive), problem.faults(naive), {k: r for k, r in best.items() if r})


if __name__ == "__main__":
    for name, v in VARIANTS.items():
        build(name, v)
