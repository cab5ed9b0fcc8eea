# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Writes the inputs and references of the plan check exam. Deterministic: `python3 generate.py` beside this file.

The reference samples the contours at 1 mm with the dose as a formula; the oracle interpolates the stored grid at 2 mm.
"""
import csv
import json
import os

import numpy as np

HERE = os.path.dirname(os.path.abspath(__file__))
STEP = 4.0  # distance of contour slices
VARIANTS = {
    "lung": dict(rx=60.0, fractions=30, centre=(42.0, 8.0, 12.0), radius=(24.0, 20.0, 22.0), soft=6.5, beams=(15.0, 70.0, 130.0), low=0.36, origin=(-116.3, -92.1, -58.0), shape=(30, 47, 58), spacing=(4.0, 4.0, 4.0),
                 structures={
                     "PTV": ("ellipsoid", (42.0, 8.0, 12.0), (21.0, 17.0, 19.0)),
                     "Lung_R": ("ellipsoid", (58.0, 2.0, 0.0), (38.0, 56.0, 54.0)),
                     "Lung_L": ("ellipsoid", (-58.0, 2.0, 0.0), (38.0, 56.0, 54.0)),
                     "Heart": ("ellipsoid", (-4.0, 30.0, -14.0), (34.0, 28.0, 30.0)),
                     "Cord": ("tube", (0.0, -52.0), 6.5, (-52.0, 52.0)),
                     "Oesophagus": ("tube", (2.0, -20.0), 8.0, (-52.0, 52.0)),
                 }, old=(30.0, 2.0, 4.0),
                 derived={"Lungs-PTV": (["Lung_L", "Lung_R"], ["PTV"])},
                 metrics=[("PTV", "D95%"), ("PTV", "D2%"), ("PTV", "Dmean"), ("PTV", "V57Gy"), ("Lungs-PTV", "V20Gy"), ("Lungs-PTV", "Dmean"), ("Heart", "Dmean"), ("Heart", "V30Gy"), ("Cord", "D0.1cc"), ("Oesophagus", "D1cc"), ("Oesophagus", "Dmean"), ("Lung_L", "V5Gy")],
                 constraints=[("C1", "PTV", "D95%", "min", 57.0), ("C2", "PTV", "D2%", "max", 66.0), ("C3", "Lungs-PTV", "V20Gy", "max", 40.0), ("C4", "Lungs-PTV", "Dmean", "max", 20.0), ("C5", "Heart", "Dmean", "max", 20.0),
                              ("C6", "Cord", "D0.1cc", "max", 45.0), ("C7", "Oesophagus", "D1cc", "max", 40.0)]),
    "pelvis": dict(rx=72.0, fractions=36, centre=(2.0, 0.0, -4.0), radius=(30.0, 26.0, 28.0), soft=6.5, beams=(0.0, 60.0, 120.0), low=0.33, origin=(-118.7, -80.4, -62.0), shape=(31, 40, 60), spacing=(4.0, 4.0, 4.0),
                   structures={
                       "PTV": ("ellipsoid", (2.0, 0.0, -4.0), (26.0, 22.0, 24.0)),
                       "Bladder": ("ellipsoid", (0.0, 34.0, 20.0), (34.0, 26.0, 26.0)),
                       "Rectum": ("tube", (0.0, -34.0), 15.0, (-48.0, 44.0)),
                       "Bowel": ("ellipsoid", (6.0, 34.0, 38.0), (50.0, 30.0, 16.0)),
                       "Femur_L": ("ellipsoid", (-82.0, 4.0, -12.0), (22.0, 22.0, 26.0)),
                       "Femur_R": ("ellipsoid", (82.0, 4.0, -12.0), (22.0, 22.0, 26.0)),
                   }, old=(-6.0, 6.0, 0.0),
                   derived={"Bladder-PTV": (["Bladder"], ["PTV"])},
                   metrics=[("PTV", "D95%"), ("PTV", "D2%"), ("PTV", "Dmean"), ("PTV", "V68.4Gy"), ("Rectum", "V50Gy"), ("Rectum", "D1cc"), ("Rectum", "Dmean"), ("Bladder-PTV", "V60Gy"), ("Bladder", "Dmean"), ("Femur_L", "Dmean"), ("Femur_R", "D2%"), ("Bowel", "V10Gy")],
                   constraints=[("C1", "PTV", "D95%", "min", 68.4), ("C2", "PTV", "D2%", "max", 79.0), ("C3", "Rectum", "V50Gy", "max", 50.0), ("C4", "Rectum", "D1cc", "max", 72.0), ("C5", "Bladder-PTV", "V60Gy", "max", 25.0),
                                ("C6", "Femur_L", "Dmean", "max", 40.0), ("C7", "Bowel", "V10Gy", "max", 75.0)]),
}


def write(name, header, rows):
    with open(os.path.join(HERE, name), "w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(header)
        out.writerows(rows)


def dose(v, x, y, z):
    """Gy over all fractions."""
    cx, cy, cz = v["centre"]
    a, b, c = v["radius"]
    r = np.sqrt(((x - cx) / a) ** 2 + ((y - cy) / b) ** 2 + ((z - cz) / c) ** 2)
    out = v["rx"] * 0.96 / (1 + np.exp((r - 1.16) * a / v["soft"]))
    for angle in v["beams"]:
        t = np.radians(angle)
        across = -(x - cx) * np.sin(t) + (y - cy) * np.cos(t)
        out += v["rx"] * v["low"] * np.exp(-(across / (a * 1.1)) ** 4) * np.exp(-(((z - cz) / (c * 1.5)) ** 4)) * (1 / (1 + np.exp(-(r - 1.05) * a / v["soft"])))
    return out


def polygon(shape, z):
    """The contour on a slice, or None."""
    t = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    if shape[0] == "ellipsoid":
        (cx, cy, cz), (a, b, c) = shape[1:]
        k = 1 - ((z - cz) / c) ** 2
        if k <= 0.02:
            return None
        wobble = 1 + 0.05 * np.sin(3 * t + z / 17)
        return np.column_stack([cx + a * np.sqrt(k) * wobble * np.cos(t), cy + b * np.sqrt(k) * wobble * np.sin(t)])
    (cx, cy), radius, (low, high) = shape[1:]
    if not low <= z <= high:
        return None
    return np.column_stack([cx + 4 * np.sin(z / 40) + radius * np.cos(t), cy + 3 * np.cos(z / 50) + radius * np.sin(t)])


def inside(points, x, y):
    """Even-odd rule."""
    odd = np.zeros(x.shape, bool)
    for (x1, y1), (x2, y2) in zip(points, np.roll(points, -1, axis=0)):
        if y1 != y2:
            odd ^= ((y1 > y) != (y2 > y)) & (x < (x2 - x1) * (y - y1) / (y2 - y1) + x1)
    return odd


def sample(v, contours, step):
    """Masks of all structures on a grid of `step` mm, by slice, with the dose there."""
    xs = np.arange(-110, 110, step) + step / 2
    ys = np.arange(-75, 75, step) + step / 2
    gx, gy = np.meshgrid(xs, ys)
    out = {name: [] for name in contours}
    slices = sorted({z for c in contours.values() for z in c})
    values = []
    for z in slices:
        values.append(dose(v, gx, gy, np.full(gx.shape, z)))
        for name, c in contours.items():
            mask = np.zeros(gx.shape, bool)
            for points in c.get(z, []):
                mask ^= inside(points, gx, gy)
            out[name].append(mask)
    return {n: np.array(m) for n, m in out.items()}, np.array(values), step * step * STEP / 1000


def metric(name, d, cc):
    """`d`: dose of each sample, `cc`: volume of one."""
    d = np.sort(d)[::-1]
    if name == "Dmean":
        return d.mean()
    if name.startswith("V"):
        return 100 * (d >= float(name[1:-2])).mean()
    count = float(name[1:-1]) / 100 * len(d) if name.endswith("%") else float(name[1:-2]) / cc
    return np.interp(count, np.arange(1, len(d) + 1), d)


def build(name, v):
    zs = np.arange(-56, 57, STEP)
    contours, rois = {}, []
    for k, (label, shape) in enumerate(v["structures"].items()):
        contours[label] = {float(z): [polygon(shape, z)] for z in zs if polygon(shape, z) is not None}
        if label == "Bladder":
            # A catheter balloon, drawn as a second contour inside: not part of the organ.
            for z in (8.0, 12.0, 16.0, 20.0, 24.0):
                t = np.linspace(0, 2 * np.pi, 24, endpoint=False)
                contours[label][z].append(np.column_stack([9 * np.cos(t), 34 + 9 * np.sin(t)]))
        rois.append(dict(number=3 * k + 2, name=label, status="approved", contours=[dict(z_mm=z, points_mm=[[round(float(a), 2), round(float(b), 2)] for a, b in p]) for z, ps in contours[label].items() for p in ps]))
    old = ("ellipsoid", v["old"], tuple(1.25 * r for r in v["structures"]["PTV"][2]))
    rois.insert(0, dict(number=1, name="PTV", status="rejected", contours=[dict(z_mm=float(z), points_mm=[[round(float(a), 2), round(float(b), 2)] for a, b in polygon(old, z)]) for z in zs if polygon(old, z) is not None]))
    for roi in rois:
        roi["contours"].sort(key=lambda c: (hash((c["z_mm"] * 7919) % 13), c["z_mm"]))
    with open(os.path.join(HERE, f"{name}-structures.json"), "w") as file:
        json.dump(dict(frame="patient, mm: x to the left, y to the back, z to the head", slice_distance_mm=STEP, rois=rois), file, separators=(",", ":"))
        file.write("\n")
    (oz, oy, ox), (nz, ny, nx), (sz, sy, sx) = v["origin"][::-1], v["shape"], v["spacing"][::-1]
    gz, gy, gx = np.meshgrid(oz + sz * np.arange(nz), oy + sy * np.arange(ny), ox + sx * np.arange(nx), indexing="ij")
    grid = dose(v, gx, gy, gz) / v["fractions"] * 100
    scaling = 0.0125
    np.round(grid / scaling).astype("<u2").tofile(os.path.join(HERE, f"{name}-dose.raw"))
    with open(os.path.join(HERE, f"{name}-dose.json"), "w") as file:
        json.dump(dict(file="dose.raw", type="uint16, little endian", order="z slowest, then y, x fastest", size_xyz=[nx, ny, nz], origin_mm_xyz=[ox, oy, oz], spacing_mm_xyz=[sx, sy, sz],
                       scaling=scaling, units="cGy", dose_summation="FRACTION", fractions=v["fractions"], prescription_gy=v["rx"]), file, indent=1)
        file.write("\n")
    results = {}
    for step in (1.0, 2.0):
        masks, values, cc = sample(v, contours, step)
        for label, (plus, minus) in v["derived"].items():
            m = np.logical_or.reduce([masks[p] for p in plus])
            for p in minus:
                m &= ~masks[p]
            masks[label] = m
        results[step] = {(s, k): metric(k, values[masks[s]], cc) for s, k in v["metrics"]}
        if step == 1.0:
            fine = {s: (masks[s].sum() * cc, values[masks[s]]) for s in masks}
    shift = max(abs(results[1.0][k] - results[2.0][k]) / max(results[1.0][k], 1) for k in results[1.0])
    write(f"{name}-ref-volumes.csv", ["structure", "volume_cc"], [[s, f"{x:.3f}"] for s, (x, _) in fine.items()])
    write(f"{name}-ref-metrics.csv", ["structure", "metric", "value"], [[s, k, f"{x:.4f}"] for (s, k), x in results[1.0].items()])
    write(f"{name}-ref-dvh.csv", ["structure", "dose_gy", "volume_percent"], [[s, g, f"{100 * (d >= g).mean():.3f}"] for s, (_, d) in fine.items() for g in range(0, int(v["rx"] * 1.1) + 1, 2)])
    rows, worst = [], None
    for cid, s, k, side, limit in v["constraints"]:
        x = results[1.0][s, k]
        ok = x >= limit if side == "min" else x <= limit
        ratio = x / limit if side == "max" else limit / x
        rows.append([cid, f"{x:.4f}", "pass" if ok else "fail"])
        print("  ", cid, s, k, side, limit, f"{x:.2f} ratio {ratio:.3f}", "ok" if ok else "FAIL")
        if side == "max" and s != "PTV" and (worst is None or ratio > worst[0]):
            worst = (ratio, cid)
    write(f"{name}-constraints.csv", ["id", "structure", "metric", "kind", "limit"], [[c, s, k, "at least" if side == "min" else "at most", limit] for c, s, k, side, limit in v["constraints"]])
    write(f"{name}-ref-constraints.csv", ["id", "value", "result"], rows)
    write(f"{name}-metrics.csv", ["structure", "metric"], v["metrics"])
    fails = [r[0] for r in rows if r[2] == "fail"]
    with open(os.path.join(HERE, f"{name}-ref-decision.json"), "w") as file:
        json.dump(dict(approve="no" if fails else "yes", failed=",".join(fails), limiting=worst[1]), file)
        file.write("\n")
    print(name, "2 mm against 1 mm:", f"{shift:.4f}", {f"{s} {k}": round(float(x), 2) for (s, k), x in results[1.0].items()}, fails, worst)


for name, v in VARIANTS.items():
    build(name, v)
