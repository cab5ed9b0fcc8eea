# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Writes the data of the feeder plan exam; run it in its folder."""
import csv
import json
import os
import random
import shutil
import tempfile

import solve

HERE = os.path.dirname(os.path.abspath(__file__))
VARIANTS = {"valley": dict(seed=701, buses=24, kv=11.0, load=(60, 210), years=8, sun=3, km=(0.5, 1.5)), "harbour": dict(seed=702, buses=22, kv=20.0, load=(240, 700), years=10, sun=3, km=(0.7, 2.4))}


def write(name, header, rows):
    with open(f"{HERE}/{name}", "w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(header)
        out.writerows(rows)


def main():
    for name, v in VARIANTS.items():
        rng = random.Random(v["seed"])
        lines, loads, sun = [], [], []
        for i in range(1, v["buses"]):
            up = i - 1 if rng.random() < 0.7 else max(0, i - rng.randrange(2, 6))
            km = rng.uniform(*v["km"])
            metres = rng.random() < 0.3
            lines.append((f"L{i:02d}", f"B{up:02d}", f"B{i:02d}", f"{km * 1000:.0f}" if metres else f"{km:.3f}", "m" if metres else "km", "AL95" if i < 6 else rng.choice(["AL50", "AL50", "AL95"])))
            for _ in range(rng.choice([1, 1, 2])):
                kw = rng.uniform(*v["load"])
                mega = rng.random() < 0.2
                loads.append((f"B{i:02d}", rng.choice(["homes", "homes", "trade", "works"]), f"{kw / 1000:.4f}" if mega else f"{kw:.1f}", "MW" if mega else "kW", rng.choice(["0.90", "0.92", "0.95", "0.97"])))
        for k, i in enumerate(rng.sample(range(v["buses"] // 2, v["buses"]), v["sun"] + 1)):
            sun.append((f"B{i:02d}", round(rng.uniform(1.5, 3.0) * v["load"][1]), "withdrawn" if k == 0 else "connected"))
        rng.shuffle(loads)
        write(f"{name}-lines.csv", ["line", "from", "to", "length", "unit", "cable"], lines)
        write(f"{name}-loads.csv", ["bus", "class", "power", "unit", "power_factor"], loads)
        write(f"{name}-solar.csv", ["bus", "kw", "status"], sun)
        write(f"{name}-cables.csv", ["cable", "r_ohm_km", "x_ohm_km", "ampacity_a", "price_per_km", "status"],
              [("AL50", 0.641, 0.120, 145, 38000, "available"), ("AL95", 0.320, 0.112, 215, 52000, "available"), ("AL150", 0.206, 0.106, 275, 69000, "available"), ("CU185", 0.099, 0.100, 375, 60000, "withdrawn"),
               ("AL240", 0.125, 0.100, 360, 92000, "available"), ("AL400", 0.0778, 0.095, 470, 128000, "available")])
        spec = dict(kv=v["kv"], source_bus="B00", source_pu=1.02, min_pu=0.95, max_pu=1.05, years=v["years"], growth_percent=dict(homes=2.5, trade=1.8, works=3.4), light_share=0.22, capacitors={"150": 9000, "300": 14000, "600": 23000})
        with open(f"{HERE}/{name}-spec.json", "w") as file:
            json.dump(spec, file, indent=1)
            file.write("\n")
        with tempfile.TemporaryDirectory() as folder:
            for part in ("lines.csv", "loads.csv", "solar.csv", "cables.csv", "spec.json"):
                shutil.copy(f"{HERE}/{name}-{part}", f"{folder}/{part}")
            net = solve.Net(*solve.load(folder))
        now = {k: x["cable"] for k, x in net.lines.items()}
        for case in net.s:
            volts, amps, _ = net.flow(case, now, {})
            print(name, case, "today's net: volts", abs(volts).min().round(3), abs(volts).max().round(3), "loading", max(a / net.cables[now[k]]["amps"] for a, k in zip(amps, net.order)).round(2))
        found = [net.search(5000, s) for s in (5, 6)]
        best = min(f[0] for f in found)
        naive = net.cost({k: "AL400" for k in net.order}, {})
        print(name, [round(f[0]) for f in found], "all new", round(naive))
        with open(f"{HERE}/{name}-ref-facts.json", "w") as file:
            json.dump(dict(best=round(best, 2)), file)
            file.write("\n")


main()
