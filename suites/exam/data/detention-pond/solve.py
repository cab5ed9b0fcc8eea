# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Sizes a detention pond by an evolutionary search over designs that are routed all at once.

Arguments: generations, then a flaw for a near-miss.
"""
import csv
import json
import math
import sys

import numpy as np


def table(path):
    return list(csv.DictReader(open(path)))


def load(folder="input", flaw=""):
    site = json.load(open(f"{folder}/site.json"))
    land = []
    for r in table(f"{folder}/catchments.csv"):
        if r["status"] == "drains to pond" or flaw == "all":
            land.append((float(r["area"]) * (4046.8564224 if r["unit"] == "acre" and flaw != "acres" else 10000), float(r["runoff_coefficient"]), 60 * float(r["k_min"])))
    storms = {}
    for r in table(f"{folder}/storms.csv"):
        value = float(r["rain"])
        rate = value if r["unit"] == "mm/h" or flaw == "rain" else value * 60 / float(r["minutes"])
        storms.setdefault(r["storm"], []).append((int(r["start_min"]), float(r["minutes"]), rate))
    storms = {s: [(m, rate) for _, m, rate in sorted(v)] for s, v in storms.items()}
    sizes = sorted(float(r["diameter_mm"]) / 1000 for r in table(f"{folder}/orifices.csv") if r["status"] == "in stock")
    return site, land, storms, sizes


def other_peaks(storm, places, minutes=5):
    """Triangles of the same depth and duration."""
    total = sum(m for m, _ in storm)
    depth = sum(m * r / 60 for m, r in storm)
    out = []
    for place in places:
        peak, at = 2 * depth / (total / 60), place * total
        mid = [(k + 0.5) * minutes for k in range(int(total / minutes))]
        out.append([(minutes, peak * (t / at if t < at else (total - t) / (total - at))) for t in mid])
    return out


def inflow(land, storm, step=60.0, hours=30):
    """m3/s at each step, from a linear reservoir for each catchment."""
    n = int(hours * 3600 / step)
    rain = np.zeros(n)
    at = 0.0
    for m, rate in storm:
        rain[round(at / step):round((at + 60 * m) / step)] = rate / 3.6e6
        at += 60 * m
    out = np.zeros(n + 1)
    for area, c, k in land:
        q, fall = 0.0, math.exp(-step / k)
        for i in range(n):
            q = rain[i] * area * c + (q - rain[i] * area * c) * fall
            out[i + 1] += q
    return out


def route(designs, flows, slope, step=60.0):
    """Peak outflow, highest level, and level after 24 h beyond the storm: designs by storms."""
    length, width, _, d1, d2, h2 = (designs[:, i:i + 1] for i in range(6))
    n = flows.shape[1] - 1
    h = np.zeros((len(designs), len(flows)))
    peak, top, late = h.copy(), h.copy(), h.copy()

    def orifice(h, d, invert):
        head = np.maximum(0, h - invert)
        return 0.6 * np.pi / 4 * d**2 * np.sqrt(2 * 9.81 * head) * np.minimum(1, head / np.maximum(d, 1e-6))

    for i in range(n):
        out = orifice(h, d1, 0) + orifice(h, d2, h2)
        peak = np.maximum(peak, out)
        q = 0.5 * (flows[:, i] + flows[:, i + 1])
        area = (length + 2 * slope * h) * (width + 2 * slope * h)
        guess = np.maximum(0, h + step * (q - out) / area)
        out2 = orifice(guess, d1, 0) + orifice(guess, d2, h2)
        area2 = (length + 2 * slope * guess) * (width + 2 * slope * guess)
        h = np.maximum(0, h + step * 0.5 * ((q - out) / area + (q - out2) / area2))
        top = np.maximum(top, h)
    return peak, top, h


def volume(l, w, d, s):
    a, b, m = l * w, (l + 2 * s * d) * (w + 2 * s * d), (l + s * d) * (w + s * d)
    return d / 6 * (a + b + 4 * m)


def cost(x, site):
    l, w, d = x[:, 0], x[:, 1], x[:, 2]
    s = site["side_slope"]
    return site["price_m3"] * volume(l, w, d, s) + site["price_m2"] * (l + 2 * s * d) * (w + 2 * s * d)


def design(site, land, storms, sizes, generations, seed=8, flaw="", crowd=60):
    rng = np.random.default_rng(seed)
    slope = 0 if flaw == "prism" else site["side_slope"]
    names = list(storms)[:1] if flaw == "one" else list(storms)
    cases, limits = [], []
    for s in names:
        for one in [storms[s]] + ([] if flaw in ("one", "given") else other_peaks(storms[s], (0.1, 0.5, 0.9))):
            cases.append(inflow(land, one, 150.0))
            limits.append(site["limits_m3_s"][s])
    flows, limits = np.array(cases), np.array(limits)
    low = np.array([10, 10, 1.0, 0, 0, 0.3])
    high = np.array([site["max_length_m"], site["max_width_m"], site["max_depth_m"], 1, 1, 2.0])

    def snap(x):
        x = np.clip(x, low, high)
        x[:, :3] = np.ceil(x[:, :3] * 20) / 20
        x[:, 5] = np.round(x[:, 5], 2)
        return x

    def real(x):
        y = x.copy()
        for c in (3, 4):
            y[:, c] = np.array(sizes)[np.minimum((x[:, c] * len(sizes)).astype(int), len(sizes) - 1)]
        return y

    def judge(x):
        y = real(x)
        peak, top, late = route(y, flows, slope, 150.0)
        s = site["side_slope"]
        wrong = np.maximum(0, peak / limits / 0.99 - 1).sum(axis=1) + np.maximum(0, top - (y[:, 2:3] - site["freeboard_m"] - 0.005)).sum(axis=1) + np.maximum(0, late - 0.09).sum(axis=1)
        wrong += np.maximum(0, y[:, 0] + 2 * s * y[:, 2] - site["max_length_m"]) / 5 + np.maximum(0, y[:, 1] + 2 * s * y[:, 2] - site["max_width_m"]) / 5
        return cost(y, site) * (1 + 6 * wrong) + 3e5 * (wrong > 0), y

    x = snap(rng.uniform(low, high, (crowd * 3, 6)))
    value, y = judge(x)
    for g in range(generations):
        order = np.argsort(value)[:crowd // 3]
        x, value = x[order], value[order]
        a, b = rng.integers(0, len(x), (2, crowd))
        spread = (high - low) * (0.12 * 0.93**g)
        child = x[a] + 0.5 * (x[b] - x[a]) * rng.random((crowd, 1)) + rng.standard_normal((crowd, 6)) * spread * (rng.random((crowd, 6)) < 0.5)
        child = snap(child)
        new, _ = judge(child)
        x, value = np.vstack([x, child]), np.concatenate([value, new])
    best = np.argmin(value)
    return real(x[best:best + 1])[0], float(value[best])


def main():
    generations, flaw = int(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else ""
    site, land, storms, sizes = load("input", flaw)
    best, _ = design(site, land, storms, sizes, generations, flaw=flaw)
    flows = np.array([inflow(land, storms[s]) for s in storms])
    peak, top, _ = route(best[None], flows, 0 if flaw == "prism" else site["side_slope"])
    with open("output/routing.csv", "w") as file:
        file.write("storm,peak_inflow_m3_s,peak_outflow_m3_s,max_level_m,inflow_volume_m3\n")
        for i, s in enumerate(storms):
            file.write(f"{s},{flows[i].max():.4f},{peak[0, i]:.4f},{top[0, i]:.3f},{flows[i].sum() * 60:.1f}\n")
    keys = ["bottom_length_m", "bottom_width_m", "depth_m", "low_orifice_m", "high_orifice_m", "high_invert_m"]
    made = {k: round(float(v), 4) for k, v in zip(keys, best)}
    made["cost"] = round(float(cost(best[None], site)[0]), 2)
    json.dump(made, open("output/pond.json", "w"))


if __name__ == "__main__":
    main()
