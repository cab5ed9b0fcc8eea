# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Writes the data of the nitrogen map exam, and the reference by plain loops; run it in its folder."""
import csv
import json
import math
import os
import random

HERE = os.path.dirname(os.path.abspath(__file__))
VARIANTS = {
    "wheat": dict(seed=5801, columns=14, rows=11, base=7.6, target=dict(low=6.0, medium=8.0, high=9.5), need=24, soil=dict(low=45, medium=38, high=30), quota=730, stream=[(-10, 43), (110, 77), (175, 61), (300, 113)], header=7.5),
    "barley": dict(seed=5802, columns=12, rows=13, base=6.1, target=dict(low=4.8, medium=6.4, high=7.6), need=22, soil=dict(low=40, medium=30, high=26), quota=480, stream=[(62, -10), (87, 121), (73, 191), (133, 280)], header=6.0),
}


def away(x, y, path):
    best = math.inf
    for (x0, y0), (x1, y1) in zip(path, path[1:]):
        t = min(1, max(0, ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / ((x1 - x0) ** 2 + (y1 - y0) ** 2)))
        best = min(best, math.hypot(x - x0 - t * (x1 - x0), y - y0 - t * (y1 - y0)))
    return best


def fill(have, columns, rows):
    mean = sum(have.values()) / len(have)
    out = {}
    for c in range(columns):
        for r in range(rows):
            if (c, r) in have:
                out[c, r] = have[c, r]
            else:
                near = [have[c + i, r + j] for i in (-1, 0, 1) for j in (-1, 0, 1) if (c + i, r + j) in have]
                out[c, r] = sum(near) / len(near) if near else mean
    return out


def write(name, header, rows):
    with open(f"{HERE}/{name}", "w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(header)
        out.writerows(rows)


def main():
    for name, v in VARIANTS.items():
        rng = random.Random(v["seed"])
        C, R = v["columns"], v["rows"]
        waves = [(rng.uniform(0, 6.3), rng.uniform(0.008, 0.03), rng.uniform(0.008, 0.03), rng.uniform(0.05, 0.11)) for _ in range(4)]
        vigour = lambda x, y: 1 + sum(a * math.sin(p + fx * x + fy * y) for p, fx, fy, a in waves)  # noqa: E731
        points = []
        for k in range(int(20 * C / v["header"])):
            x = (k + 0.5) * v["header"]
            y = rng.uniform(0, 6)
            while y < 20 * R:
                speed, moisture = rng.uniform(1.2, 1.9), rng.uniform(12.5, 17.5)
                swath = v["header"] if rng.random() > 0.06 else v["header"] * rng.choice([0.3, 0.45, 0.8])
                dry = v["base"] * vigour(x, y) * (1 + rng.gauss(0, 0.05))
                flow = dry * 86 / (100 - moisture) * speed * swath / 10
                fault = rng.random()
                if fault < 0.02:
                    flow *= rng.choice([0, 6])
                if 0.02 <= fault < 0.04:
                    speed = rng.uniform(0.05, 0.4)
                kmh = rng.random() < 0.3
                gap = 30 < y < 75 and 60 < x < 110 and rng.random() < 0.9
                if not gap:
                    points.append((f"{x + rng.gauss(0, 0.2):.2f}", f"{y:.2f}", f"{flow:.3f}", f"{speed * 3.6:.2f}" if kmh else f"{speed:.3f}", "km/h" if kmh else "m/s", f"{swath:.2f}", f"{moisture:.1f}"))
                y += rng.uniform(4, 8)
        write(f"{name}-yield.csv", ["x_m", "y_m", "flow_kg_s", "speed", "speed_unit", "swath_m", "moisture_percent"], points)
        pixels = []
        for i in range(2 * C):
            for j in range(2 * R):
                x, y = 10 * i + 5, 10 * j + 5
                cloud = math.hypot(x - 15 * C, y - 9 * R) < 28 or rng.random() < 0.02
                pixels.append((x, y, f"{(0.15 if cloud else 0.72) * vigour(x, y) ** 0.6 + rng.gauss(0, 0.012):.3f}", "cloud" if cloud else "clear"))
        rng.shuffle(pixels)
        write(f"{name}-ndvi.csv", ["x_m", "y_m", "ndvi", "mask"], pixels)
        spec = dict(columns=C, rows=R, cell_m=20, header_m=v["header"], target_t_ha=v["target"], kg_n_per_t=v["need"], soil_n_kg_ha=v["soil"], min_kg_ha=40, max_kg_ha=190, quota_kg=v["quota"], stream=v["stream"], buffer_m=15)
        with open(f"{HERE}/{name}-spec.json", "w") as file:
            json.dump(spec, file)
            file.write("\n")
        # The reference.
        cells = {}
        for x, y, flow, speed, unit, swath, moisture in points:
            speed = float(speed) / (3.6 if unit == "km/h" else 1)
            if speed < 0.5 or float(swath) < v["header"] / 2:
                continue
            dry = float(flow) / (speed * float(swath)) * 10 * (100 - float(moisture)) / 86
            key = math.floor(float(x) / 20), math.floor(float(y) / 20)
            if 1 <= dry <= 15 and 0 <= key[0] < C and 0 <= key[1] < R:
                cells.setdefault(key, []).append(dry)
        crop = fill({k: sum(q) / len(q) for k, q in cells.items() if len(q) >= 3}, C, R)
        green = {}
        for x, y, n, mask in pixels:
            if mask == "clear":
                green.setdefault((x // 20, y // 20), []).append(float(n))
        green = fill({k: sum(q) / len(q) for k, q in green.items()}, C, R)
        ym, nm = sum(crop.values()) / len(crop), sum(green.values()) / len(green)
        zones, wish = {}, {}
        table = []
        for k in sorted(crop):
            index = 0.6 * crop[k] / ym + 0.4 * green[k] / nm
            assert min(abs(index - 0.94), abs(index - 1.06)) > 0.0001, (name, k, index)
            zones[k] = "low" if index < 0.94 else "high" if index > 1.06 else "medium"
            table.append((*k, f"{crop[k]:.4f}", f"{green[k]:.5f}", f"{index:.5f}", zones[k]))
            rate = min(190, max(40, v["target"][zones[k]] * v["need"] - v["soil"][zones[k]]))
            d = away(20 * k[0] + 10, 20 * k[1] + 10, v["stream"])
            assert abs(d - 15) > 0.02, (name, "stream", k, d)
            wish[k] = 0 if d < 15 else rate
        asked = sum(wish.values()) * 0.04
        factor = min(1, v["quota"] / asked)
        rates = {k: math.floor(r * factor / 5 + 1e-9) * 5 for k, r in wish.items()}
        for r in set(wish.values()):
            assert abs(r * factor / 5 - round(r * factor / 5)) > 1e-3 or r == 0, r * factor
        write(f"{name}-ref-cells.csv", ["column", "row", "yield_t_ha", "ndvi", "index", "zone"], table)
        write(f"{name}-ref-prescription.csv", ["column", "row", "rate_kg_ha"], [(*k, r) for k, r in sorted(rates.items())])
        count = lambda z: sum(x == z for x in zones.values())  # noqa: E731
        summary = dict(mean_yield_t_ha=ym, low_cells=count("low"), high_cells=count("high"), buffer_cells=sum(r == 0 for r in wish.values()), wished_kg=asked, applied_kg=sum(rates.values()) * 0.04)
        print(name, len(points), summary, "factor", factor, sorted(set(rates.values())))
        with open(f"{HERE}/{name}-ref-summary.json", "w") as file:
            json.dump({k: round(x, 4) for k, x in summary.items()}, file)
            file.write("\n")


main()
