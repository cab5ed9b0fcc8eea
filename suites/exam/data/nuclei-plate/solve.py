# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Segments and measures input/ with numpy and scipy. Arguments: dark level, and what to do wrong (none: nothing)."""
import csv
import json
import os
import sys

import numpy as np
from PIL import Image
from scipy import ndimage
from scipy.optimize import curve_fit

DARK = float(sys.argv[1])
SLIP = sys.argv[2] if len(sys.argv) > 2 else ""
read = lambda path: np.asarray(Image.open(path)).astype(float)
flat = read("input/flat.png") - DARK
flat /= flat.mean()
if SLIP == "flat":
    flat[:] = 1.0
os.makedirs("output/masks", exist_ok=True)


def otsu(x):
    counts, edges = np.histogram(x, 256)
    mid = (edges[1:] + edges[:-1]) / 2
    w0, w1 = np.cumsum(counts), np.cumsum(counts[::-1])[::-1]
    m0, m1 = np.cumsum(counts * mid) / np.maximum(w0, 1), (np.cumsum((counts * mid)[::-1]) / np.maximum(np.cumsum(counts[::-1]), 1))[::-1]
    return mid[np.argmax(w0[:-1] * w1[1:] * (m0[:-1] - m1[1:]) ** 2)]


rows, doses, medians, counts = [], [], [], {}
for plate in csv.DictReader(open("input/plate.csv")):
    well = plate["well"]
    dna = ndimage.gaussian_filter((read(f"input/{well}_dna.png") - DARK) / flat, 0.7)
    rep = (read(f"input/{well}_rep.png") - DARK) / flat
    mask = ndimage.binary_fill_holes(dna > otsu(dna))
    mask = ndimage.binary_opening(mask)
    if SLIP == "touching":
        label, n = ndimage.label(mask)
    else:
        depth = ndimage.gaussian_filter(ndimage.distance_transform_edt(mask), 0.8)
        # Nuclei are brightest in the middle, which tells neighbours apart where the outline does not.
        height = depth + 5 * ndimage.gaussian_filter(dna, 1.0) / np.percentile(dna[mask], 90) * mask
        disc = np.hypot(*np.mgrid[-4:5, -4:5]) <= 4
        peaks = (ndimage.maximum_filter(height, footprint=disc) == height) & (depth > 2.0)
        markers, n = ndimage.label(ndimage.binary_dilation(peaks))
        # Each pixel belongs to the peak to which it is nearest in units of that peak's depth.
        centres = np.array(ndimage.center_of_mass(markers > 0, markers, range(1, n + 1)))
        radius = ndimage.maximum(depth, markers, range(1, n + 1))
        yy, xx = np.indices(mask.shape)
        far = np.array([np.hypot(yy - y, xx - x) / r for (y, x), r in zip(centres, radius)])
        label = np.where(mask, far.argmin(0) + 1, 0)
    keep = [k for k in range(1, n + 1) if (label == k).sum() >= 30]
    final = np.zeros(label.shape, np.uint8)
    for new, k in enumerate(keep, 1):
        final[label == k] = new
    if SLIP == "binary":
        final = (final > 0).astype(np.uint8)
        keep = [1]
    Image.fromarray(final).save(f"output/masks/{well}.png")
    values = []
    for k in range(1, len(keep) + 1):
        values.append(rep[final == k].mean())
        rows.append((well, k, int((final == k).sum()), f"{values[-1]:.3f}"))
    counts[well] = len(values)
    doses.append(float(plate["concentration"]) * (1000 if plate["unit"] == "uM" and SLIP != "units" else 1))
    medians.append((well, float(np.median(values))))

with open("output/cells.csv", "w", newline="") as file:
    out = csv.writer(file)
    out.writerow(["well", "label", "area", "mean_intensity"])
    out.writerows(rows)
order = np.argsort(doses, kind="stable")
x, y = np.maximum(np.array(doses)[order], 1e-6), np.array([m for _, m in medians])[order]
curve = lambda x, low, high, ec50, hill: low + (high - low) / (1 + (np.abs(ec50) / x) ** hill)
try:
    fit, _ = curve_fit(curve, x, y, p0=[y[0], y[-1], np.sqrt(x[1] * x[-1]), 1.0], maxfev=20000)
except RuntimeError:
    fit = [y[0], y[-1], 1.0, 1.0]
with open("output/response.json", "w") as file:
    json.dump({"wells": {w: {"count": counts[w], "median": m} for w, m in medians}, "ec50_nm": abs(float(fit[2])), "hill": float(fit[3]), "bottom": float(fit[0]), "top": float(fit[1])}, file)
