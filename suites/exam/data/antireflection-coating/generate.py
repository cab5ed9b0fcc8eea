# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Writes the data of the anti-reflection coating exam; run it in its folder."""
import csv
import json
import os
import random
import tempfile

import numpy as np

import solve

HERE = os.path.dirname(os.path.abspath(__file__))
# Cauchy-like dispersion (A, B in um^2, C in um^4) and absorption (k at 400 nm, decay length in nm).
MODELS = {
    "MgF2": (1.3706, 0.0029, 0.0, 0, 1), "SiO2": (1.4492, 0.0034, 0.00001, 0, 1), "Al2O3": (1.6220, 0.0058, 0.0001, 0, 1),
    "Ta2O5": (2.0380, 0.0165, 0.0008, 0.0012, 40), "TiO2": (2.2100, 0.0320, 0.0042, 0.012, 35), "ZrO2": (1.9300, 0.0150, 0.0004, 0.0005, 40),
    "N-BK7": (1.5046, 0.0042, 0.00002, 0, 1), "N-SF11": (1.7320, 0.0130, 0.0005, 0, 1),
}
VARIANTS = {
    "camera": dict(seed=1201, substrate="N-BK7", permitted=["MgF2", "Al2O3", "ZrO2", "TiO2"], bad="Al2O3", shift=0.12,
                   band=(420, 680, 5), angles=[0, 30], polarisation="unpolarised", layers=4, total=420),
    "telecom": dict(seed=1202, substrate="N-SF11", permitted=["MgF2", "SiO2", "Ta2O5", "TiO2"], bad="Ta2O5", shift=-0.15,
                    band=(950, 1650, 10), angles=[45], polarisation="s", layers=4, total=900),
}


def main():
    for name, v in VARIANTS.items():
        rng = random.Random(v["seed"])
        low, high, step = v["band"]
        spec = dict(
            substrate=v["substrate"], incident_medium="air (n = 1)", permitted=v["permitted"], max_layers=v["layers"], min_thickness_nm=10, max_thickness_nm=400,
            max_total_nm=v["total"], band_nm={"from": low, "to": high, "step": step}, angles_deg=v["angles"], polarisation=v["polarisation"],
            thickness_errors_percent=[-2, 0, 2])
        rows, batches = [], []
        for m in [v["substrate"], *v["permitted"]]:
            a, b, c, k0, decay = MODELS[m]
            for turn in range(2 if m == v["bad"] else 1):
                batch = f"{m.replace('-', '')}-{rng.randrange(100, 999)}"
                bad = m == v["bad"] and turn == 1
                batches.append((batch, m, f"2025-0{rng.randrange(1, 9)}-{rng.randrange(10, 28)}", "scrapped" if bad else "released"))
                shift = (v["shift"] if bad else 0) + rng.uniform(-0.004, 0.004)
                start, end, by = (380, 740, 20) if high < 800 else (900, 1720, 40)
                for w in range(start, end + 1, by):
                    um = w / 1000
                    n = a + b / um**2 + c / um**4 + shift + rng.gauss(0, 0.0004)
                    k = k0 * np.exp(-(w - 400) / decay) if k0 else 0.0
                    micro = (w // by) % 3 == 0
                    rows.append((m, batch, f"{um:.3f}" if micro else str(w), "um" if micro else "nm", f"{n:.4f}", f"{k:.5f}" if k > 5e-6 else "0"))
        rng.shuffle(rows)
        with open(f"{HERE}/{name}-spec.json", "w") as file:
            json.dump(spec, file, indent=1)
            file.write("\n")
        with open(f"{HERE}/{name}-indices.csv", "w", newline="") as file:
            out = csv.writer(file, lineterminator="\n")
            out.writerow(["material", "batch", "wavelength", "unit", "n", "k"])
            out.writerows(rows)
        with open(f"{HERE}/{name}-batches.csv", "w", newline="") as file:
            out = csv.writer(file, lineterminator="\n")
            out.writerow(["batch", "material", "evaporated_on", "status"])
            out.writerows(batches)
        with tempfile.TemporaryDirectory() as folder:
            for part in ("spec.json", "indices.csv", "batches.csv"):
                with open(f"{HERE}/{name}-{part}") as source, open(f"{folder}/{part}", "w") as target:
                    target.write(source.read())
            spec, table = solve.load(folder)
        merit, sequence, thick = solve.design(spec, table, 60, samples=500, seed=77)
        bare = solve.Stack(spec, table).merit([], np.zeros((1, 0)), [0.0])[0]
        print(name, merit * 100, sequence, thick, bare * 100)
        with open(f"{HERE}/{name}-ref-facts.json", "w") as file:
            json.dump(dict(best_percent=round(100 * float(merit), 5)), file)
            file.write("\n")


main()
