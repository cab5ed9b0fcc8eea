# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Writes the inputs and references of the nuclei exam. Deterministic: `python3 generate.py` beside this file."""
import csv
import json
import os

import numpy as np
from PIL import Image
from scipy import ndimage
from scipy.optimize import curve_fit

HERE = os.path.dirname(os.path.abspath(__file__))
SIZE = 144
VARIANTS = {
    "agonist": dict(seed=1801, doses=(0, 3, 10, 30, 100, 300, 1000, 3000, 10000), ec50=140.0, hill=1.3, low=18.0, high=92.0, count=26, dark=6, radius=(5.6, 8.2)),
    "inhibitor": dict(seed=1802, doses=(0, 1, 4, 15, 60, 240, 960, 4000, 16000), ec50=420.0, hill=1.1, low=95.0, high=24.0, count=30, dark=9, radius=(5.2, 7.4)),
}


def save(name, array):
    Image.fromarray(array).save(os.path.join(HERE, name), optimize=True)


def write(name, header, rows):
    with open(os.path.join(HERE, name), "w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(header)
        out.writerows(rows)


def logistic(x, low, high, ec50, hill):
    return low + (high - low) * x**hill / (ec50**hill + x**hill)


def build(name, v):
    rnd = np.random.default_rng(v["seed"])
    yy, xx = np.mgrid[0:SIZE, 0:SIZE].astype(float)
    flat = 1.25 - 0.75 * (((xx - 0.62 * SIZE) / SIZE) ** 2 + ((yy - 0.35 * SIZE) / SIZE) ** 2) / 0.6
    flat = np.clip(flat, 0.3, None)
    flat /= flat.mean()
    save(f"{name}-flat.png", np.round(flat * 120).astype(np.uint8) + v["dark"])
    wells, cells, medians = [], [], []
    order = rnd.permutation(len(v["doses"]))
    for k, d in enumerate(order):
        well, dose = f"{'ABC'[k // 3]}{k % 3 + 1:02d}", v["doses"][d]
        # Nuclei, a third of them touching a neighbour.
        spots = []
        tries = 0
        while len(spots) < v["count"] and tries < 4000:
            tries += 1
            a = rnd.uniform(*v["radius"])
            b = a * rnd.uniform(0.75, 1.0)
            if spots and rnd.random() < 0.45:
                near = spots[rnd.integers(len(spots))]
                t = rnd.uniform(0, 2 * np.pi)
                gap = (near[2] + a) * rnd.uniform(0.90, 0.98)
                x, y = near[0] + gap * np.cos(t), near[1] + gap * np.sin(t)
            else:
                x, y = rnd.uniform(12, SIZE - 12, 2)
            if not (10 < x < SIZE - 10 and 10 < y < SIZE - 10):
                continue
            if any(np.hypot(x - s[0], y - s[1]) < 0.89 * (a + s[2]) for s in spots):
                continue
            spots.append((x, y, a, b, rnd.uniform(0, np.pi)))
        depth = np.full((SIZE, SIZE), np.inf)
        label = np.zeros((SIZE, SIZE), np.uint8)
        for n, (x, y, a, b, t) in enumerate(spots, 1):
            u, w = (xx - x) * np.cos(t) + (yy - y) * np.sin(t), -(xx - x) * np.sin(t) + (yy - y) * np.cos(t)
            r = np.sqrt((u / a) ** 2 + (w / b) ** 2)
            here = (r < 1) & (r < depth)
            label[here], depth[here] = n, r[here]
        stain, signal = np.full((SIZE, SIZE), 9.0), np.full((SIZE, SIZE), 5.0)
        level = logistic(float(dose), v["low"], v["high"], v["ec50"], v["hill"]) if dose else v["low"]
        for n in range(1, len(spots) + 1):
            inside = label == n
            bright = rnd.uniform(70, 110)
            stain[inside] = bright * (1.0 - 0.35 * depth[inside] ** 2)
            mine = level * rnd.lognormal(0, 0.12)
            signal[inside] = mine
        noisy = lambda image, blur: np.clip(np.round(rnd.normal(v["dark"] + ndimage.gaussian_filter(image, blur) * flat, 1.6)), 0, 255).astype(np.uint8)
        save(f"{name}-{well}-dna.png", noisy(stain, 0.8))
        save(f"{name}-{well}-rep.png", noisy(signal, 0.5))
        save(f"{name}-ref-{well}.png", label)
        blurred = ndimage.gaussian_filter(signal, 0.5)
        values = [blurred[label == n].mean() for n in range(1, len(spots) + 1)]
        cells += [[well, n, int((label == n).sum()), f"{x:.4f}"] for n, x in enumerate(values, 1)]
        medians.append((dose, float(np.median(values)), well, len(spots)))
        unit = "uM" if dose >= 1000 or dose and k % 3 == 1 else "nM"
        wells.append([well, f"{dose / 1000:g}" if unit == "uM" else f"{dose:g}", unit])
    write(f"{name}-plate.csv", ["well", "concentration", "unit"], sorted(wells))
    write(f"{name}-ref-cells.csv", ["well", "label", "area", "mean_intensity"], cells)
    medians.sort()
    x, y = np.array([max(m[0], 1e-6) for m in medians]), np.array([m[1] for m in medians])
    fit, _ = curve_fit(logistic, x, y, p0=[y[0], y[-1], np.sqrt(x[1] * x[-1]), 1.0], maxfev=20000)
    with open(os.path.join(HERE, f"{name}-ref-facts.json"), "w") as file:
        json.dump(dict(wells={m[2]: dict(count=m[3], median=m[1]) for m in medians}, ec50_nm=float(fit[2]), hill=float(fit[3]), bottom=float(fit[0]), top=float(fit[1])), file, indent=1)
        file.write("\n")
    print(name, "cells", len(cells), "ec50", fit)


for name, v in VARIANTS.items():
    build(name, v)
