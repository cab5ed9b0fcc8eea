# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Registers the exposures of both views, merges them into one panorama of radiance, and lights a matte ball with it.

The argument, if any, is a flaw for a near-miss.
"""
import csv
import json
import os
import sys

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # threads only wait for each other on a busy machine

import numpy as np
from PIL import Image
from scipy.ndimage import gaussian_filter, map_coordinates, minimum_filter, shift as moved

FLAW = sys.argv[1] if len(sys.argv) > 1 else ""
spec = json.load(open("input/spec.json"))
response = np.array([[float(r[c]) for c in "rgb"] for r in csv.DictReader(open("input/response.csv"))])
shots = list(csv.DictReader(open("input/shots.csv")))
if FLAW == "linear":
    response = np.linspace(0, 1, 256)[:, None] * np.ones(3)


class Shot:
    def __init__(self, row):
        self.frame, self.view = row["frame"], row["view"]
        parts = row["shutter"].split("/")
        seconds = float(parts[0]) / (float(parts[1]) if len(parts) > 1 else 1)
        stops = 0 if FLAW == "nd" else float(row["nd_stops"])
        self.exposure = seconds * float(row["iso"]) / 100 / float(row["aperture"]) ** 2 / 2**stops
        levels = np.asarray(Image.open(f"input/{self.frame}").convert("RGB"))
        self.radiance = np.stack([response[levels[..., c], c] for c in range(3)], -1) / (self.exposure * spec["calibration"] * spec["ball_reflectance"])
        grey = levels.astype(float)
        # Beside what is white in one channel a pixel between two others would be mixed with a cut-off value.
        white = minimum_filter(np.clip((250 - grey.max(-1)) / 12, 0, 1), 1 if FLAW == "cut-off" else 3)[..., None]
        self.weight = np.clip((grey - 6) / 16, 0, 1) * white * self.exposure
        self.shift = np.zeros(2)


def offset(frame, base):
    """How far the ball of one frame is from where it is in another: to the pixel, then below it."""
    # Both are cut to what both can show: above the noise of the shorter exposure, below the white of the longer one.
    long, short = sorted((frame, base), key=lambda s: -s.exposure)
    low, high = (response[k, 1] / (s.exposure * spec["calibration"] * spec["ball_reflectance"]) for k, s in ((24, short), (245, long)))
    a, b = (gaussian_filter(np.log(np.clip(s.radiance[..., 1], low, max(high, 1.5 * low))), 0.7) for s in (base, frame))

    def cost(dx, dy, every=1):
        return np.abs(a[24:-24:every, 24:-24:every] - b[24 + dy : len(b) - 24 + dy : every, 24 + dx : len(b) - 24 + dx : every]).sum() * every**2
    costs = {(dx, dy): cost(dx, dy, 3) for dx in range(-20, 21, 2) for dy in range(-20, 21, 2)}
    best = min(costs, key=costs.get)
    costs = {best: cost(*best)}
    for _ in range(4):
        best = min(costs, key=costs.get)
        costs.update({(best[0] + i, best[1] + j): cost(best[0] + i, best[1] + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if (best[0] + i, best[1] + j) not in costs})
    dx, dy = min(costs, key=costs.get)
    out = []
    for i, j in ((1, 0), (0, 1)):
        low, mid, high = costs.get((dx - i, dy - j)), costs[dx, dy], costs.get((dx + i, dy + j))
        out.append(0.5 * (low - high) / max(low - 2 * mid + high, 1e-9) if low is not None and high is not None else 0.0)
    return np.array([dx + out[0], dy + out[1]])


def directions(wide, high):
    a, e = np.meshgrid(np.radians((np.arange(wide) + 0.5) / wide * 360 - 180), np.radians(90 - (np.arange(high) + 0.5) / high * 180))
    return np.stack([np.cos(e) * np.sin(a), np.sin(e), np.cos(e) * np.cos(a)], -1)


WIDE, HIGH = spec["panorama"]["width"], spec["panorama"]["height"]
D = directions(WIDE, HIGH)
A, E = np.degrees(np.arctan2(D[..., 0], D[..., 2])), np.degrees(np.arcsin(D[..., 1]))


def unwrapped(view, turn=0.0):
    """The radiance in every direction by one view, whose camera is at this azimuth, and how much it is worth there."""
    r = np.radians(turn)
    d = np.stack([np.cos(r) * D[..., 0] - np.sin(r) * D[..., 2], D[..., 1], np.cos(r) * D[..., 2] + np.sin(r) * D[..., 0]], -1)
    ball = spec["ball"][view]
    half = np.sqrt(np.maximum(2 * (1 + d[..., 2]), 1e-6))
    x, y = ball["x"] + ball["radius"] * np.minimum(d[..., 0] / half, 1), ball["y"] - ball["radius"] * d[..., 1] / half
    total, whole, rest = np.zeros(D.shape), np.zeros(D.shape), None
    mine = [s for s in SHOTS if s.view == view]
    for s in sorted(mine, key=lambda s: s.exposure):
        place = [y + s.shift[1], x + s.shift[0]]
        light = np.stack([map_coordinates(s.radiance[..., c], place, order=1, mode="nearest") for c in range(3)], -1)
        weight = np.stack([map_coordinates(s.weight[..., c], place, order=1, mode="nearest") for c in range(3)], -1)
        rest = light if rest is None else rest
        total, whole = total + weight * light, whole + weight
    merged = np.where(whole > 1e-9, total / np.maximum(whole, 1e-9), rest)
    a, e = np.degrees(np.arctan2(d[..., 0], d[..., 2])), np.degrees(np.arcsin(np.clip(d[..., 1], -1, 1)))
    worth = np.clip((d[..., 2] + 0.97) / 1.0, 1e-4, 1) ** 2
    crew = (np.abs(a) < 14 - 0.08 * e) & (e < 18)
    return merged, worth * np.where(crew, 1e-3, 1)


SHOTS = [Shot(r) for r in shots if FLAW != "one-exposure" or r["frame"] in ("a1.jpg", "b1.jpg")]
for view in "ab":
    mine = [s for s in SHOTS if s.view == view]
    first = mine[0]
    if FLAW == "unregistered":
        continue
    ranked = sorted(mine, key=lambda s: -s.exposure)
    k = ranked.index(first)
    for n in [*range(k - 1, -1, -1), *range(k + 1, len(ranked))]:
        base = ranked[n + 1] if n < k else ranked[n - 1]
        ranked[n].shift = base.shift + offset(ranked[n], base)

panorama, worth = unwrapped("a")
azimuth = float(spec["camera_b_azimuth_about_deg"])
if FLAW != "one-view":
    start = azimuth
    own, fit = (a[::2] for a in unwrapped("b", start))
    for step in (1.0, 0.25):
        tried = []
        for turn in azimuth + step * np.arange(-10, 11):
            by = (0, (turn - start) / 360 * WIDE)  # to turn the camera is to shift columns
            other = np.log(moved(own[..., 1], by, order=1, mode="grid-wrap") + 1e-3)
            both = np.minimum(worth[::2], moved(fit, by, order=1, mode="grid-wrap"))
            weight = both * (np.abs(E[::2]) < 60) * (both > 0.1)
            tried.append(((np.minimum(np.abs(other - np.log(panorama[::2, :, 1] + 1e-3)), 1) * weight).sum() / weight.sum(), turn))
        azimuth = min(tried)[1]
    k = [t for _, t in tried].index(azimuth)
    if 0 < k < len(tried) - 1:
        low, mid, high = (tried[k + i][0] for i in (-1, 0, 1))
        azimuth += 0.25 * 0.5 * (low - high) / max(low - 2 * mid + high, 1e-9)
    other, good = unwrapped("b", azimuth)
    panorama = (panorama * worth[..., None] + other * good[..., None]) / (worth + good)[..., None]

solid = np.cos(np.radians(E)) * (2 * np.pi / WIDE) * (np.pi / HIGH)
bright = panorama.sum(-1)
peak = D[np.unravel_index(gaussian_filter(bright, 1).argmax(), bright.shape)]
near = D @ peak > np.cos(np.radians(8))
light = np.where(near & (bright > 0.5 * np.median(np.sort(bright[near])[-10:])), solid, 0)
key = (D * light[..., None]).sum((0, 1))
key /= np.linalg.norm(key)
cap = D @ key > np.cos(np.radians(spec["key_cap_deg"]))
facing = (panorama * (cap * np.maximum(D @ key, 0) * solid)[..., None]).sum((0, 1))
up = (panorama * (np.maximum(D[..., 1], 0) * solid)[..., None]).sum((0, 1))


def block(a, f):
    return a.reshape(a.shape[0] // f, f, a.shape[1] // f, f, -1).mean((1, 3))


def levels(x):
    x = np.clip(x, 0, 1)
    return np.round(255 * np.where(x <= 0.0031308, 12.92 * x, 1.055 * x ** (1 / 2.4) - 0.055)).astype(np.uint8)


shown = spec["panorama"]["scale"] * panorama
picture = levels(shown / (1 + shown))
if FLAW == "bgr":
    picture = picture[..., ::-1]
if FLAW == "mirrored":
    picture = picture[:, ::-1]
if FLAW == "blurred":
    picture = np.stack([gaussian_filter(picture[..., c].astype(float), 1.5) for c in range(3)], -1).astype(np.uint8)
Image.fromarray(np.ascontiguousarray(picture)).save("output/panorama.png")

m = spec["matte"]
x = (np.arange(m["side"]) - (m["side"] - 1) / 2) / m["radius"]
u, v = np.meshgrid(x, -x)
inside = u * u + v * v < 1
normals = np.stack([u, v, np.sqrt(np.where(inside, 1 - u * u - v * v, 0))], -1)[inside]
coarse = block(panorama * solid[..., None], 10) * 100
centres = block(D * (bright * solid)[..., None], 10)  # where the light of each patch comes from
centres = (centres / np.linalg.norm(centres, axis=-1, keepdims=True)).reshape(-1, 3)
matte = np.zeros((m["side"], m["side"], 4), np.uint8)
falls = np.concatenate([np.maximum(normals[k : k + 2000] @ centres.T, 0) @ coarse.reshape(-1, 3) for k in range(0, len(normals), 2000)])
matte[inside, :3] = levels(m["scale"] * m["albedo"] / np.pi * falls)
matte[inside, 3] = 255
Image.fromarray(matte).save("output/matte.png")

json.dump(dict(camera_b_azimuth_deg=round(azimuth, 2), key_azimuth_deg=round(float(np.degrees(np.arctan2(key[0], key[2]))), 2), key_elevation_deg=round(float(np.degrees(np.arcsin(key[1]))), 2),
               key_irradiance=[round(float(e), 4) for e in facing], up_irradiance=[round(float(e), 4) for e in up]), open("output/lights.json", "w"), indent=1)
with open("output/shifts.csv", "w") as file:
    file.write("frame,dx,dy\n")
    for r in shots:
        s = next((s for s in SHOTS if s.frame == r["frame"]), None)
        if not r["frame"].endswith("1.jpg"):
            file.write(f"{r['frame']},{s.shift[0]:.2f},{s.shift[1]:.2f}\n" if s else f"{r['frame']},0,0\n")
