# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Writes the data of the field trend exam, and the reference by plain loops; run it in its folder."""
import csv
import json
import math
import os
import random

HERE = os.path.dirname(os.path.abspath(__file__))
VARIANTS = {
    "atlantic": dict(seed=1501, lats=range(25, 70, 6), lons=range(-60, 0, 5), start=2001, years=20, switch="2009-07", trend=0.12, polar=0.35, ar=0.55, base=(2004, 2013)),
    "pacific": dict(seed=1513, lats=range(-58, -5, 7), lons=range(160, 215, 5), start=1998, years=22, switch="2011-01", trend=0.34, polar=-0.30, ar=0.45, base=(2001, 2010)),
}


def months(v):
    return [f"{v['start'] + k // 12}-{k % 12 + 1:02d}" for k in range(12 * v["years"])]


def fit(times, values, index):
    """Trend, standard error with the sample's size cut by the lag-1 autocorrelation of residuals, that, and the effective size."""
    n = len(times)
    tm, vm = sum(times) / n, sum(values) / n
    sxx = sum((t - tm) ** 2 for t in times)
    slope = sum((t - tm) * (y - vm) for t, y in zip(times, values)) / sxx
    rest = {k: y - vm - slope * (t - tm) for k, t, y in zip(index, times, values)}
    sse = sum(e * e for e in rest.values())
    r = sum(rest[k] * rest[k + 1] for k in rest if k + 1 in rest) / sse
    size = n * (1 - r) / (1 + r)
    return slope, math.sqrt(sse / (size - 2) / sxx), r, size, n


def main():
    for name, v in VARIANTS.items():
        rng = random.Random(v["seed"])
        names = months(v)
        cells = []
        for lat in v["lats"]:
            for lon in v["lons"]:
                cells.append((f"c{len(cells) + 1:03d}", lat, lon, round(min(1.0, max(0.0, rng.choice([0, 0, 0, 0.1, 0.3, 0.45, 0.55, 0.8, 1.0]))), 2)))
        bad = rng.sample(names[20:-20], 3)
        field, shared = {}, 0.0
        noise = {c[0]: 0.0 for c in cells}
        for k, month in enumerate(names):
            shared = v["ar"] * shared + rng.gauss(0, 0.13)
            row = []
            for code, lat, lon, land in cells:
                noise[code] = v["ar"] * noise[code] + rng.gauss(0, 0.28)
                season = (8 - abs(lat) * 0.06) * math.cos(2 * math.pi * (k % 12 - (7 if lat > 0 else 1)) / 12)
                slope = v["trend"] + v["polar"] * (abs(lat) / 60) ** 2 + (0.5 if land >= 0.5 else 0) + 0.1 * math.sin(lon / 9)
                value = 24 - abs(lat) * 0.32 + season * (1.6 if land >= 0.5 else 1) + slope * k / 120 + shared + noise[code] + (4.5 if month in bad else 0)
                if month < v["switch"]:
                    value += 273.15
                row.append(None if rng.random() < 0.015 else round(value, 2))
            if k in (70, 131):
                row = [None if rng.random() < 0.5 else x for x in row]
            field[month] = row
        with open(f"{HERE}/{name}-field.csv", "w", newline="") as file:
            out = csv.writer(file, lineterminator="\n")
            out.writerow(["month"] + [c[0] for c in cells])
            for month in names:
                out.writerow([month] + [-999 if x is None else f"{x:.2f}" for x in field[month]])
        for part, header, rows in (("cells", ["cell", "lat", "lon", "land_fraction"], cells), ("flags", ["month", "flag"], sorted([(m, "bad calibration") for m in bad] + [(m, "late delivery") for m in rng.sample([n for n in names if n not in bad], 4)]))):
            with open(f"{HERE}/{name}-{part}.csv", "w", newline="") as file:
                out = csv.writer(file, lineterminator="\n")
                out.writerow(header)
                out.writerows(rows)
        # The reference.
        sea = [(j, c[0], math.cos(math.radians(c[1]))) for j, c in enumerate(cells) if c[3] < 0.5]
        odd = {}
        for j, code, _ in sea:
            values = {k: field[m][j] - (273.15 if m < v["switch"] else 0) for k, m in enumerate(names) if m not in bad and field[m][j] is not None}
            mean = {}
            for q in range(12):
                part = [x for k, x in values.items() if k % 12 == q and v["base"][0] <= v["start"] + k // 12 <= v["base"][1]]
                mean[q] = sum(part) / len(part)
            odd[code] = {k: x - mean[k % 12] for k, x in values.items()}
        whole = sum(w for _, _, w in sea)
        series = {}
        for k in range(len(names)):
            there = [(odd[code][k], w) for _, code, w in sea if k in odd[code]]
            if sum(w for _, w in there) >= 0.7 * whole:
                series[k] = sum(x * w for x, w in there) / sum(w for _, w in there)
        with open(f"{HERE}/{name}-ref-series.csv", "w") as file:
            file.write("month,anomaly\n")
            for k, x in series.items():
                file.write(f"{names[k]},{x:.5f}\n")
        marked = 0.0
        with open(f"{HERE}/{name}-ref-trends.csv", "w") as file:
            file.write("cell,trend,se,significant\n")
            for _, code, w in sea:
                slope, error, *_ = fit([k / 120 for k in odd[code]], list(odd[code].values()), list(odd[code]))
                assert not 1.98 < abs(slope) / error < 2.02, (name, code, slope / error)
                file.write(f"{code},{slope:.5f},{error:.5f},{'yes' if abs(slope) > 2 * error else 'no'}\n")
                marked += w * (abs(slope) > 2 * error)
        slope, error, r, size, n = fit([k / 120 for k in series], list(series.values()), list(series))
        summary = dict(trend=slope, se=error, autocorrelation=r, effective_months=size, months=n, ocean_cells=len(sea), significant_area_percent=100 * marked / whole)
        print(name, {k: round(x, 4) for k, x in summary.items()}, len(names))
        with open(f"{HERE}/{name}-ref-summary.json", "w") as file:
            json.dump({k: round(x, 6) for k, x in summary.items()}, file)
            file.write("\n")


main()
