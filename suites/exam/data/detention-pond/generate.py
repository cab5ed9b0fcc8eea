# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Writes the data of the detention pond exam; run it in its folder."""
import csv
import json
import os
import random
import shutil
import tempfile

import solve

HERE = os.path.dirname(os.path.abspath(__file__))
VARIANTS = {
    "suburb": dict(seed=5701, fields=9, areas=(0.6, 2.6), depth={"2y": 24, "10y": 41, "100y": 66}, hours=2, limits={"2y": 0.16, "10y": 0.33, "100y": 0.62}, size=(150, 90, 3.2), slope=3, prices=(19.0, 34.0)),
    "logistics": dict(seed=5702, fields=7, areas=(1.2, 3.9), depth={"2y": 31, "10y": 52, "100y": 84}, hours=3, limits={"2y": 0.30, "10y": 0.62, "100y": 1.15}, size=(190, 120, 3.5), slope=2.5, prices=(23.0, 18.0)),
}


def write(name, header, rows):
    with open(f"{HERE}/{name}", "w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(header)
        out.writerows(rows)


def main():
    for name, v in VARIANTS.items():
        rng = random.Random(v["seed"])
        rows = []
        for i in range(v["fields"]):
            ha = rng.uniform(*v["areas"])
            acre = i % 3 == 0
            rows.append((f"C{i + 1}", f"{ha / 0.40468564224:.3f}" if acre else f"{ha:.3f}", "acre" if acre else "ha", f"{rng.uniform(0.35, 0.85):.2f}", f"{rng.uniform(8, 28):.1f}",
                         "drains to river" if i in (2, 6) else "drains to pond"))
        write(f"{name}-catchments.csv", ["catchment", "area", "unit", "runoff_coefficient", "k_min", "status"], rows)
        rain = []
        for storm, depth in v["depth"].items():
            n = v["hours"] * 12
            shape = [max(0.02, 1 - abs((k + 0.5) / n - 0.4) / (0.4 if (k + 0.5) / n < 0.4 else 0.6)) ** 1.25 * rng.uniform(0.85, 1.15) for k in range(n)]
            for k in range(n):
                mm = depth * shape[k] / sum(shape)
                per_step = storm == "10y"
                rain.append((storm, 5 * k, 5, f"{mm:.4f}" if per_step else f"{mm * 12:.3f}", "mm" if per_step else "mm/h"))
        rng.shuffle(rain)
        write(f"{name}-storms.csv", ["storm", "start_min", "minutes", "rain", "unit"], rain)
        write(f"{name}-orifices.csv", ["diameter_mm", "status"], [(d, "discontinued" if d in (225, 450) else "in stock") for d in (100, 125, 150, 175, 200, 225, 250, 300, 350, 400, 450, 500, 600)])
        site = dict(limits_m3_s=v["limits"], max_length_m=v["size"][0], max_width_m=v["size"][1], max_depth_m=v["size"][2], side_slope=v["slope"], freeboard_m=0.3, price_m3=v["prices"][0], price_m2=v["prices"][1])
        with open(f"{HERE}/{name}-site.json", "w") as file:
            json.dump(site, file, indent=1)
            file.write("\n")
        with tempfile.TemporaryDirectory() as folder:
            for part in ("catchments.csv", "storms.csv", "orifices.csv", "site.json"):
                shutil.copy(f"{HERE}/{name}-{part}", f"{folder}/{part}")
            found = [solve.design(*solve.load(folder), 30, seed=s) for s in (8, 9)]
        best = min(found, key=lambda f: f[1])
        print(name, [round(f[1]) for f in found], best)
        with open(f"{HERE}/{name}-ref-facts.json", "w") as file:
            json.dump(dict(best=round(best[1], 2), hidden=[0.15, 0.3, 0.65, 0.85]), file)
            file.write("\n")


main()
