# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Computes the plan check from input/: stored dose grid, trilinear, points 2 mm apart. Arguments: derived structure, added and subtracted structures (by +), and what to do wrong."""
import csv
import json
import sys

import numpy as np

DERIVED, PLUS, MINUS = sys.argv[1], sys.argv[2].split("+"), sys.argv[3].split("+")
SLIP = sys.argv[4] if len(sys.argv) > 4 else ""
head = json.load(open("input/dose.json"))
nx, ny, nz = head["size_xyz"]
grid = np.fromfile("input/dose.raw", "<u2").astype(float).reshape(nz, ny, nx)
if SLIP == "axes":
    grid = np.fromfile("input/dose.raw", "<u2").astype(float).reshape(nx, ny, nz).transpose(2, 1, 0)
grid *= head["scaling"] / (1 if SLIP == "centigray" else 100) * (1 if SLIP == "fraction" else head["fractions"])
ox, oy, oz = (0, 0, head["origin_mm_xyz"][2]) if SLIP == "origin" else head["origin_mm_xyz"]
sx, sy, sz = head["spacing_mm_xyz"]


def dose_at(x, y, z):
    out = np.zeros(x.shape)
    parts = []
    for value, origin, step, size in ((z, oz, sz, nz), (y, oy, sy, ny), (x, ox, sx, nx)):
        t = np.clip((value - origin) / step, 0, size - 1.000001)
        parts.append((t.astype(int), t - t.astype(int)))
    (k, c), (j, b), (i, a) = parts
    for dk in (0, 1):
        for dj in (0, 1):
            for di in (0, 1):
                out += np.where(dk, c, 1 - c) * np.where(dj, b, 1 - b) * np.where(di, a, 1 - a) * grid[k + dk, j + dj, i + di]
    return out


data = json.load(open("input/structures.json"))
thick, step = data["slice_distance_mm"], 1.25 if SLIP == "fine" else 2.0
rois = {}
for roi in data["rois"]:
    if roi["status"] == "approved" or SLIP == "rejected" and roi["name"] not in rois:
        if SLIP == "rejected" and roi["name"] in rois:
            continue
        rois[roi["name"]] = roi
points = np.concatenate([np.array(c["points_mm"]) for r in rois.values() for c in r["contours"]])
low, high = points.min(0) - step, points.max(0) + step
gx, gy = np.meshgrid(np.arange(low[0], high[0], step), np.arange(low[1], high[1], step))
levels = sorted({c["z_mm"] for r in rois.values() for c in r["contours"]})
masks = {n: np.zeros((len(levels), *gx.shape), bool) for n in rois}
for name, roi in rois.items():
    for c in roi["contours"]:
        p = np.array(c["points_mm"])
        odd = np.zeros(gx.shape, bool)
        for (x1, y1), (x2, y2) in zip(p, np.roll(p, -1, axis=0)):
            if y1 != y2:
                odd ^= ((y1 > gy) != (y2 > gy)) & (gx < (x2 - x1) * (gy - y1) / (y2 - y1) + x1)
        k = levels.index(c["z_mm"])
        masks[name][k] ^= odd
field = np.array([dose_at(gx, gy, np.full(gx.shape, z)) for z in levels])
both = np.logical_or.reduce([masks[n] for n in PLUS])
if SLIP != "whole":
    for n in MINUS:
        both &= ~masks[n]
masks[DERIVED] = both
cc = step * step * thick / 1000


def metric(s, k):
    d = np.sort(field[masks[s]])[::-1]
    if k == "Dmean":
        return d.mean()
    if k[0] == "V":
        return 100 * (d >= float(k[1:-2])).mean()
    n = float(k[1:-1]) / 100 * len(d) if k.endswith("%") else float(k[1:-2]) / cc
    return np.interp(n, np.arange(1, len(d) + 1), d)


def write(name, header, lines):
    with open(f"output/{name}", "w", newline="") as file:
        out = csv.writer(file)
        out.writerow(header)
        out.writerows(lines)


write("volumes.csv", ["structure", "volume_cc"], [(s, f"{m.sum() * cc:.3f}") for s, m in masks.items()])
write("metrics.csv", ["structure", "metric", "value"], [(r["structure"], r["metric"], f"{metric(r['structure'], r['metric']):.3f}") for r in csv.DictReader(open("input/metrics.csv"))])
write("dvh.csv", ["structure", "dose_gy", "volume_percent"], [(s, g, f"{100 * (field[m] >= g).mean():.3f}") for s, m in masks.items() for g in range(0, int(head["prescription_gy"] * 1.1) + 1, 2)])
rows, ratios = [], {}
for r in csv.DictReader(open("input/constraints.csv")):
    x, limit = metric(r["structure"], r["metric"]), float(r["limit"])
    rows.append((r["id"], f"{x:.3f}", "pass" if (x >= limit if r["kind"] == "at least" else x <= limit) else "fail"))
    if r["kind"] == "at most" and r["structure"] != "PTV":
        ratios[r["id"]] = x / limit
write("constraints.csv", ["id", "value", "result"], rows)
failed = [r[0] for r in rows if r[2] == "fail"]
with open("output/decision.json", "w") as file:
    json.dump({"approve": "no" if failed else "yes", "failed": ",".join(failed), "limiting": max(ratios, key=ratios.get)}, file)
