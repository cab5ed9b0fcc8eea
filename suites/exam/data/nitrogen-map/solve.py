# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Makes a nitrogen map with pandas and numpy. Argument: a flaw for a near-miss."""
import json
import sys

import numpy as np
import pandas as pd

flaw = sys.argv[1] if len(sys.argv) > 1 else ""
spec = json.load(open("input/spec.json"))
C, R, size = spec["columns"], spec["rows"], spec["cell_m"]
p = pd.read_csv("input/yield.csv")
speed = np.where((p.speed_unit == "km/h") & (flaw != "speed"), p.speed / 3.6, p.speed)
dry = p.flow_kg_s / (speed * p.swath_m) * 10 * (1 if flaw == "wet" else (100 - p.moisture_percent) / 86)
keep = (speed >= 0.5) & (p.swath_m >= spec["header_m"] / 2) & dry.between(1, 15)
if flaw == "raw":
    keep = np.isfinite(dry)


def grid(x, y, value, least):
    c, r = np.floor(x / size).astype(int), np.floor(y / size).astype(int)
    good = (c >= 0) & (c < C) & (r >= 0) & (r < R)
    found = pd.DataFrame(dict(c=c, r=r, v=value))[good].groupby(["c", "r"]).v.agg(["mean", "size"])
    out = np.full((C, R), np.nan)
    for (a, b), row in found.iterrows():
        if row["size"] >= least:
            out[a, b] = row["mean"]
    wide = np.pad(out, 1, constant_values=np.nan)
    around = np.stack([wide[1 + i:1 + i + C, 1 + j:1 + j + R] for i in (-1, 0, 1) for j in (-1, 0, 1)])
    count = (~np.isnan(around)).sum(axis=0)
    near = np.where(count > 0, np.nansum(around, axis=0) / np.maximum(count, 1), np.nanmean(out))
    return np.where(np.isnan(out), near, out)


crop = grid(p.x_m[keep], p.y_m[keep], dry[keep], 3)
n = pd.read_csv("input/ndvi.csv")
n = n[(n["mask"] == "clear") | (flaw == "cloud")]
green = grid(n.x_m, n.y_m, n.ndvi, 1)
index = 0.6 * crop / crop.mean() + 0.4 * green / green.mean()
zone = np.where(index < 0.94, "low", np.where(index > 1.06, "high", "medium"))
wish = np.zeros((C, R))
for z, target in spec["target_t_ha"].items():
    wish[zone == z] = np.clip(target * spec["kg_n_per_t"] - spec["soil_n_kg_ha"][z], spec["min_kg_ha"], spec["max_kg_ha"])
x, y = np.meshgrid(size * np.arange(C) + size / 2, size * np.arange(R) + size / 2, indexing="ij")
away = np.full((C, R), np.inf)
for (x0, y0), (x1, y1) in zip(spec["stream"], spec["stream"][1:]):
    t = np.clip(((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / ((x1 - x0) ** 2 + (y1 - y0) ** 2), 0, 1)
    away = np.minimum(away, np.hypot(x - x0 - t * (x1 - x0), y - y0 - t * (y1 - y0)))
if flaw != "stream":
    wish[away < spec["buffer_m"]] = 0
area = size * size / 10000
factor = min(1, spec["quota_kg"] / (wish.sum() * area)) if flaw != "quota" else 1
rate = np.floor(wish * factor / 5 + 1e-9) * 5
with open("output/cells.csv", "w") as cells, open("output/prescription.csv", "w") as rates:
    cells.write("column,row,yield_t_ha,ndvi,index,zone\n")
    rates.write("column,row,rate_kg_ha\n")
    for c in range(C):
        for r in range(R):
            cells.write(f"{c},{r},{crop[c, r]:.4f},{green[c, r]:.5f},{index[c, r]:.5f},{zone[c, r]}\n")
            rates.write(f"{c},{r},{rate[c, r]:.0f}\n")
json.dump(dict(mean_yield_t_ha=crop.mean(), low_cells=int((zone == "low").sum()), high_cells=int((zone == "high").sum()), buffer_cells=int((wish == 0).sum()), wished_kg=wish.sum() * area, applied_kg=rate.sum() * area), open("output/summary.json", "w"))
