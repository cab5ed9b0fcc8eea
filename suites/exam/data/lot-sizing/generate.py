# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Writes the data of the lot sizing exam; run it in its folder."""
import csv
import json
import os
import random
import shutil
import tempfile

import solve

HERE = os.path.dirname(os.path.abspath(__file__))
VARIANTS = {"paints": dict(seed=4701, items=7, weeks=12, load=0.9), "castings": dict(seed=4702, items=6, weeks=14, load=0.88)}


def write(name, header, rows):
    with open(f"{HERE}/{name}", "w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(header)
        out.writerows(rows)


def main():
    for name, v in VARIANTS.items():
        rng = random.Random(v["seed"])
        items, rows, orders, work = [], [], [], [0.0] * v["weeks"]
        number = rng.randrange(20000, 40000)
        for k in range(v["items"]):
            code, base = f"{name[0].upper()}{k + 11}", rng.uniform(60, 160)
            setup_min, unit_min = rng.randrange(60, 200), rng.uniform(0.9, 2.4)
            hours = rng.random() < 0.4
            items.append((code, rng.randrange(250, 900), f"{rng.uniform(0.6, 2.2):.2f}", f"{setup_min / 60:.4f}" if hours else setup_min, f"{unit_min / 60:.5f}" if hours else f"{unit_min:.3f}", "h" if hours else "min"))
            for week in range(1, v["weeks"] + 1):
                parts = rng.choice([1, 2, 2, 3])
                for _ in range(parts):
                    number += rng.randrange(1, 7)
                    q = max(4, round(rng.gauss(base, base * 0.35) / parts * (1.35 if week % 5 == 4 else 0.9)))
                    status, entered = "open", f"2025-0{rng.randrange(1, 4)}-{rng.randrange(10, 28)}"
                    if rng.random() < 0.08:
                        orders.append((number, entered, code, week, round(q * rng.uniform(0.3, 0.8)), "open"))
                        entered = f"2025-04-{rng.randrange(10, 28)}"
                    elif rng.random() < 0.06:
                        orders.append((number, entered, code, week, q, "open"))
                        entered, status = f"2025-04-{rng.randrange(10, 28)}", "cancelled"
                    orders.append((number, entered, code, week, q, status))
                    if status == "open":
                        work[week - 1] += q * unit_min
            work = [w + setup_min * 0.5 for w in work]
        rng.shuffle(orders)
        write(f"{name}-items.csv", ["item", "setup_cost", "holding_cost", "setup_time", "unit_time", "time_unit"], items)
        write(f"{name}-orders.csv", ["order", "entered", "item", "due_week", "quantity", "status"], orders)
        mean = sum(work) / len(work) / v["load"] / 60
        capacity = []
        for week in range(1, v["weeks"] + 1):
            off = rng.choice([0, 0, 0, 0, round(0.15 * mean)]) if week > 2 else 0
            extra = max(0, work[0] / 60 * 1.25 - mean) if week == 1 else 0
            capacity.append((week, f"{mean + extra + off * 0.6 + (0.1 * mean if week <= 3 else 0):.1f}", off))
        write(f"{name}-capacity.csv", ["week", "hours", "maintenance_hours"], capacity)
        with tempfile.TemporaryDirectory() as folder:
            for part in ("items.csv", "orders.csv", "capacity.csv"):
                shutil.copy(f"{HERE}/{name}-{part}", f"{folder}/{part}")
            loaded = solve.load(folder)
        made, multipliers, bound, best = solve.plan(*loaded, 0.002)
        lowest = solve.plan(loaded[0], loaded[1], [1e9] * v["weeks"], 0.5)[2]
        print(name, "orders", len(orders), "best", best, "bound", bound, "without capacity", lowest)
        with open(f"{HERE}/{name}-ref-facts.json", "w") as file:
            json.dump(dict(best=round(best, 2), bound=round(bound, 2), free=round(lowest, 2)), file)
            file.write("\n")


main()
