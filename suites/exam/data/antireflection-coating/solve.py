# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Designs an anti-reflection coating: random designs for every sequence of materials, then local refinement of the best.

Arguments: how many designs to refine, then a flaw for a near-miss.
"""
import csv
import itertools
import json
import os
import sys

import numpy as np
from scipy.optimize import minimize


def load(folder="input", flaw=""):
    spec = json.load(open(f"{folder}/spec.json"))
    released = {r["batch"]: r["status"] for r in csv.DictReader(open(f"{folder}/batches.csv"))}
    table = {}
    for r in csv.DictReader(open(f"{folder}/indices.csv")):
        if released[r["batch"]] != "released" and flaw != "batch":
            continue
        wave = float(r["wavelength"]) * (1000 if r["unit"] == "um" else 1)
        table.setdefault(r["material"], {})[wave] = (float(r["n"]), float(r["k"]))
    return spec, table


class Stack:
    def __init__(self, spec, table, step=1, flaw=""):
        low, high, by = spec["band_nm"]["from"], spec["band_nm"]["to"], spec["band_nm"]["step"]
        self.waves = np.arange(low, high + by / 2, by)[::step]
        self.angles = [0.0] if flaw == "normal" else spec["angles_deg"]
        self.polarisations = ["s", "p"] if spec["polarisation"] == "unpolarised" else [spec["polarisation"]]
        self.scales = [1.0]
        self.n = {}
        for name, rows in table.items():
            at = np.array(sorted(rows))
            n, k = (np.array([rows[w][i] for w in at]) for i in (0, 1))
            waves = np.full_like(self.waves, self.waves.mean()) if flaw == "dispersion" else self.waves
            self.n[name] = np.interp(waves, at, n) - 1j * np.interp(waves, at, k)
        self.substrate = spec["substrate"]

    def reflectance(self, names, thick):
        """Share reflected: (designs, wavelengths), the mean over angles and polarisations, by characteristic matrices."""
        thick = np.atleast_2d(np.asarray(thick, float))
        total = 0
        for angle in self.angles:
            side = np.sin(np.radians(angle))
            for polarisation in self.polarisations:
                def admittance(n):
                    cosine = np.sqrt(1 - (side / n) ** 2 + 0j)
                    return cosine, n * cosine if polarisation == "s" else n / cosine
                outer = admittance(np.ones(1))[1]
                b = np.ones((thick.shape[0], len(self.waves)), complex)
                c = b * admittance(self.n[self.substrate])[1]
                for i in reversed(range(len(names))):
                    n = self.n[names[i]]
                    cosine, eta = admittance(n)
                    phase = 2 * np.pi / self.waves * n * cosine * thick[:, i:i + 1]
                    cs, sn = np.cos(phase), np.sin(phase)
                    b, c = cs * b + 1j * sn / eta * c, 1j * eta * sn * b + cs * c
                total = total + np.abs((outer * b - c) / (outer * b + c)) ** 2
        return total / len(self.angles) / len(self.polarisations)

    def merit(self, names, thick, errors):
        thick = np.atleast_2d(thick)
        return sum(self.reflectance(names, thick * (1 + e)).mean(axis=1) for e in errors) / len(errors)


def design(spec, table, refine, samples=200, seed=5, flaw=""):
    rng = np.random.default_rng(seed)
    errors = [0.0] if flaw == "nominal" else [e / 100 for e in spec["thickness_errors_percent"]]
    coarse, fine = Stack(spec, table, 4, flaw), Stack(spec, table, 1, flaw)
    low, high, total = spec["min_thickness_nm"], spec["max_thickness_nm"], spec["max_total_nm"]
    layers = spec["max_layers"]
    names = [m for m in spec["permitted"]]
    tried = []
    for sequence in itertools.product(names, repeat=layers):
        if any(a == b for a, b in zip(sequence, sequence[1:])):
            continue
        thick = rng.uniform(low, high, (samples, layers))
        thick *= np.minimum(1, total / thick.sum(axis=1))[:, None]
        thick = np.maximum(thick, low)
        merit = coarse.merit(sequence, thick, errors)
        for i in np.argsort(merit)[:1]:
            tried.append((merit[i], sequence, thick[i]))
    tried.sort(key=lambda t: t[0])
    best = None
    for _, sequence, start in tried[:refine]:
        def cost(t):
            return 1e3 * coarse.merit(sequence, t[None], errors)[0] + max(0.0, t.sum() - total) ** 2
        found = minimize(cost, start, bounds=[(low, high)] * layers, method="L-BFGS-B")
        thick = found.x * min(1, total / found.x.sum())
        thick = np.round(np.maximum(thick, low), 2)
        if thick.sum() > total:
            continue
        value = fine.merit(sequence, thick[None], errors)[0]
        if best is None or value < best[0]:
            best = value, sequence, thick
    return best


def main():
    refine = int(sys.argv[1])
    flaw = sys.argv[2] if len(sys.argv) > 2 else ""
    spec, table = load("input", flaw)
    if flaw == "quarter":
        middle = Stack(spec, table)
        sequence = sys.argv[3].split("+")
        wave = middle.waves.mean()
        thick = np.array([wave / 4 / middle.n[m].real.mean() for m in sequence])
    else:
        _, sequence, thick = design(spec, table, refine, flaw=flaw)
    if flaw == "reversed":
        sequence, thick = sequence[::-1], thick[::-1]
    judge = Stack(spec, table, flaw=flaw if flaw in ("dispersion", "normal") else "")
    spectrum = 100 * judge.reflectance(sequence, thick[None])[0]
    bare = 100 * judge.reflectance([], np.zeros((1, 0)))[0]
    errors = [e / 100 for e in spec["thickness_errors_percent"]]
    summary = dict(
        mean_r_percent=spectrum.mean(), max_r_percent=spectrum.max(), bare_mean_r_percent=bare.mean(),
        merit_percent=100 * judge.merit(sequence, thick[None], errors)[0], total_thickness_nm=thick.sum())
    if flaw == "fraction":
        spectrum = spectrum / 100
    os.makedirs("output", exist_ok=True)
    with open("output/layers.csv", "w") as file:
        file.write("layer,material,thickness_nm\n")
        for i, (name, t) in enumerate(zip(sequence, thick), 1):
            file.write(f"{i},{name},{t:.2f}\n")
    with open("output/spectrum.csv", "w") as file:
        file.write("wavelength_nm,r_percent\n")
        for w, r in zip(judge.waves, spectrum):
            file.write(f"{w:.0f},{r:.5f}\n")
    json.dump({k: round(float(v), 5) for k, v in summary.items()}, open("output/summary.json", "w"))


if __name__ == "__main__":
    main()
