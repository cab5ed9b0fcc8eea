# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Trend of a gridded field with numpy. Arguments: first month in Celsius, first and last year of the base period, a flaw for a near-miss."""
import json
import sys

import numpy as np
import pandas as pd

switch, first, last = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
flaw = sys.argv[4] if len(sys.argv) > 4 else ""
field = pd.read_csv("input/field.csv", index_col="month", na_values=[-999])
cells = pd.read_csv("input/cells.csv", index_col="cell")
flags = pd.read_csv("input/flags.csv")
if flaw != "kelvin":
    field[field.index < switch] -= 273.15
if flaw != "flags":
    field.loc[flags.loc[flags.flag == "bad calibration", "month"]] = np.nan
if flaw == "all-flags":
    field.loc[flags.month] = np.nan
sea = cells.index[cells.land_fraction < (2 if flaw == "land" else 0.5)]
field = field[sea]
year, calendar = field.index.str[:4].astype(int), field.index.str[5:].astype(int)
base = field[(year >= first) & (year <= last)] if flaw != "base" else field
odd = field - base.groupby(base.index.str[5:].astype(int)).mean().reindex(calendar).to_numpy()
weight = np.cos(np.radians(cells.lat[sea].to_numpy())) if flaw != "weights" else np.ones(len(sea))
there = odd.notna().to_numpy() * weight
series = pd.Series(np.nansum(odd.to_numpy() * weight, axis=1) / np.maximum(there.sum(axis=1), 1e-9), odd.index)
series[there.sum(axis=1) < 0.7 * weight.sum()] = np.nan


def fit(y):
    y = y.to_numpy()
    k = np.arange(len(y))
    ok = ~np.isnan(y)
    t = k / 120
    slope, level = np.polyfit(t[ok], y[ok], 1)
    rest = y - level - slope * t
    sse = np.nansum(rest**2)
    r = np.nansum(rest[1:] * rest[:-1]) / sse
    n = ok.sum()
    size = n if flaw == "plain" else n * (1 - r) / (1 + r)
    return slope, np.sqrt(sse / (size - 2) / ((t[ok] - t[ok].mean()) ** 2).sum()), r, size, n


series.dropna().rename("anomaly").to_csv("output/series.csv", index_label="month")
rows = {c: fit(odd[c]) for c in sea}
marked = np.array([abs(r[0]) > 2 * r[1] for r in rows.values()])
with open("output/trends.csv", "w") as file:
    file.write("cell,trend,se,significant\n")
    for (c, r), m in zip(rows.items(), marked):
        file.write(f"{c},{r[0]:.6f},{r[1]:.6f},{'yes' if m else 'no'}\n")
trend, se, r, size, n = fit(series)
json.dump(dict(trend=trend, se=se, autocorrelation=r, effective_months=float(size), months=int(n), ocean_cells=len(sea), significant_area_percent=100 * weight[marked].sum() / weight.sum()), open("output/summary.json", "w"))
