# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Paints, for each variant, the surroundings of a film set in linear light, photographs a mirror ball in them, and writes what the surroundings are."""
import csv
import json
import os

import numpy as np
from PIL import Image
from scipy.ndimage import gaussian_filter, map_coordinates

HERE = os.path.dirname(os.path.abspath(__file__))
W, H = 1440, 720
SIDE, WIDE, HIGH = 384, 360, 180
VARIANTS = {
    "quay": dict(seed=6201, azimuth=101.7, key=(-52.0, 27.0), reflectance=0.58, exposure=0.9, matte=0.4, gamma=(2.1, 2.2, 2.28), stop=2.4),
    "studio": dict(seed=6202, azimuth=-93.4, key=(38.0, 41.0), reflectance=0.63, exposure=1.6, matte=0.5, gamma=(2.3, 2.2, 2.12), stop=3.1),
}


def directions(wide, high):
    azimuth = np.radians((np.arange(wide) + 0.5) / wide * 360 - 180)
    elevation = np.radians(90 - (np.arange(high) + 0.5) / high * 180)
    a, e = np.meshgrid(azimuth, elevation)
    return np.stack([np.cos(e) * np.sin(a), np.sin(e), np.cos(e) * np.cos(a)], -1)


def towards(azimuth, elevation):
    a, e = np.radians(azimuth), np.radians(elevation)
    return np.array([np.cos(e) * np.sin(a), np.sin(e), np.cos(e) * np.cos(a)])


def noise(rng, sigma):
    field = gaussian_filter(rng.standard_normal((H, W)), sigma, mode=["nearest", "wrap"])
    return field / field.std()


def put(env, where, colour):
    env[where] = np.asarray(colour) if np.ndim(colour) < 2 else colour[where]


def quay(rng, d):
    azimuth, elevation = np.degrees(np.arctan2(d[..., 0], d[..., 2])), np.degrees(np.arcsin(d[..., 1]))
    up = np.clip(elevation / 90, 0, 1)[..., None]
    env = (1 - up) * np.array([1.1, 1.05, 1.0]) + up * np.array([0.22, 0.42, 0.9])
    cloud = np.clip(noise(rng, 14) + 0.7 * noise(rng, 5) - 0.2, 0, 1.5)[..., None] * 0.5
    env = env * (1 - np.clip(cloud, 0, 0.8)) + cloud * np.array([1.5, 1.45, 1.4])
    ground = elevation < 0
    far = 1.6 / np.maximum(np.tan(np.radians(-elevation)), 0.02)
    x, z = far * np.sin(np.radians(azimuth)), far * np.cos(np.radians(azimuth))
    tile = rng.random((64, 64))[np.floor(x / 0.8).astype(int) % 64, np.floor(z / 0.8).astype(int) % 64]
    joint = (np.abs(x / 0.8 % 1 - 0.5) > 0.46) | (np.abs(z / 0.8 % 1 - 0.5) > 0.46)
    fade = np.clip(1.2 - far / 14, 0, 1)
    shade = (0.30 + 0.22 * fade * (tile - 0.5)) * np.where(joint, 1 - 0.55 * fade, 1)
    put(env, ground, shade[..., None] * np.array([1.0, 0.9, 0.78]))
    at = -180.0
    while at < 180:
        wide, tall = rng.uniform(9, 24), rng.uniform(7, 27)
        wall = np.array([rng.uniform(0.2, 0.7), rng.uniform(0.18, 0.5), rng.uniform(0.12, 0.42)])
        inside = (azimuth >= at) & (azimuth < at + wide) & (elevation >= 0) & (elevation < tall)
        env[inside] = wall * (1 + 0.08 * noise(rng, 2)[inside][:, None])
        across, storey = (azimuth - at) / 3.4, elevation / 3.6
        pane = inside & (np.abs(across % 1 - 0.5) < 0.27) & (np.abs(storey % 1 - 0.5) < 0.3) & (elevation < tall - 1)
        lit = rng.random((40, 40)) < 0.12
        bright = lit[np.floor(across).astype(int) % 40, np.floor(storey).astype(int) % 40]
        env[pane] = np.where(bright[pane][:, None], np.array([9.0, 6.5, 3.5]), np.array([0.05, 0.06, 0.08]))
        at += wide + rng.choice([0, 0, rng.uniform(3, 10)])
    for k in range(14):  # glints of the sun on panes and chrome
        put(env, d @ towards(rng.uniform(-180, 180), rng.uniform(-20, 25)) > np.cos(np.radians(rng.uniform(0.7, 1.1))), np.array([1.0, 0.85, 0.6]) * rng.uniform(25, 140))
    return env


def studio(rng, d):
    half = np.array([3.2, 1.6, 4.1])
    reach = half / np.maximum(np.abs(d), 1e-6)
    axis = reach.argmin(-1)
    p = d * reach.min(-1)[..., None]
    sign = np.take_along_axis(np.sign(d), axis[..., None], -1)[..., 0]
    env = np.full(d.shape, 0.32) * np.array([1.0, 0.94, 0.86]) * (1 + 0.05 * noise(rng, 3)[..., None])
    floor, ceiling = (axis == 1) & (sign < 0), (axis == 1) & (sign > 0)
    check = (np.floor(p[..., 0] / 0.6) + np.floor(p[..., 2] / 0.6)) % 2
    put(env, floor, np.where(check[..., None] > 0, np.array([0.42, 0.3, 0.18]), np.array([0.1, 0.08, 0.07])))
    put(env, ceiling, [0.25, 0.26, 0.27])
    beam = ceiling & (np.abs(p[..., 2] % 1.3 - 0.65) < 0.12)
    put(env, beam, [0.03, 0.03, 0.03])
    shelf = (axis == 0) & (sign < 0) & (np.abs(p[..., 2]) < 3.2) & (p[..., 1] < 1.0)
    book = np.floor((p[..., 2] + 4) / 0.13).astype(int) % 64 + 64 * (np.floor((p[..., 1] + 2) / 0.5).astype(int) % 4)
    spines = rng.uniform(0.03, 0.75, (256, 3)) ** 1.5
    put(env, shelf, spines[book])
    put(env, shelf & ((p[..., 1] + 2) % 0.5 < 0.05), [0.12, 0.07, 0.04])
    for k in range(9):  # posters
        z0, y0, side = rng.uniform(-3.4, 2.4), rng.uniform(-1.0, 0.4), rng.choice([0, 2])
        place = p[..., 2] if side == 0 else p[..., 0]
        on = (axis == side) & (sign > 0 if side == 0 or k % 2 else sign < 0) & (place > z0) & (place < z0 + 0.8) & (p[..., 1] > y0) & (p[..., 1] < y0 + 1.0)
        put(env, on, rng.uniform(0.04, 0.9, 3))
        put(env, on & ((p[..., 1] - y0) % 0.25 < 0.08) & (place < z0 + rng.uniform(0.3, 0.7)), rng.uniform(0.04, 0.9, 3))
    window = (axis == 2) & (sign < 0) & (np.abs(p[..., 0] + 0.9) < 1.1) & (np.abs(p[..., 1] - 0.3) < 0.8)
    put(env, window, [3.2, 3.8, 4.6])
    put(env, window & ((np.abs((p[..., 0] + 0.9) % 0.55 - 0.27) < 0.03) | (np.abs(p[..., 1] - 0.3) < 0.03)), [0.2, 0.2, 0.2])
    for k in range(16):  # bulbs
        put(env, d @ towards(-170 + 22 * k + rng.uniform(-8, 8), rng.uniform(-15, 45)) > np.cos(np.radians(rng.uniform(0.8, 1.2))), np.array([1.0, 0.8, 0.5]) * rng.uniform(20, 90))
    return env


def surroundings(name):
    v = VARIANTS[name]
    rng = np.random.default_rng(v["seed"])
    d = directions(W, H)
    env = {"quay": quay, "studio": studio}[name](rng, d)
    away = np.degrees(np.arccos(np.clip(d @ towards(*v["key"]), -1, 1)))
    if name == "quay":
        env += (7 * np.exp(-away / 5))[..., None] * np.array([1.0, 0.9, 0.75])
        put(env, away < 2.6, np.array([1.0, 0.84, 0.62]) * 900)
    else:
        put(env, away < 4.4, [0.02, 0.02, 0.02])
        put(env, away < 3.6, np.array([0.86, 0.95, 1.0]) * 330)
    return np.clip(env, 0.01, None), rng


def sample(env, d):
    column = (np.degrees(np.arctan2(d[..., 0], d[..., 2])) + 180) / 360 * W - 0.5
    row = (90 - np.degrees(np.arcsin(np.clip(d[..., 1], -1, 1)))) / 180 * H - 0.5
    return np.stack([map_coordinates(env[..., c], [row, column], order=1, mode="grid-wrap") for c in range(3)], -1)


def turned(d, azimuth):
    a = np.radians(azimuth)
    return np.stack([np.cos(a) * d[..., 0] + np.sin(a) * d[..., 2], d[..., 1], np.cos(a) * d[..., 2] - np.sin(a) * d[..., 0]], -1)


def photograph(env, azimuth, centre, radius, rear):
    """The mirror ball before a plain backdrop, as the camera at this azimuth sees it: the mean over 3 by 3 points of each pixel."""
    total = np.zeros((SIDE, SIDE, 3))
    for k in range(9):
        x = np.arange(SIDE) + (k % 3 - 1) / 3
        y = np.arange(SIDE) + (k // 3 - 1) / 3
        u, v = np.meshgrid((x - centre[0]) / radius, (centre[1] - y) / radius)
        inside = u * u + v * v < 1
        n = np.sqrt(np.where(inside, 1 - u * u - v * v, 0))
        d = np.stack([2 * n * u, 2 * n * v, 2 * n * n - 1], -1)
        total += np.where(inside[..., None], sample(env, turned(d, azimuth)), 0) + np.where(inside, 0, rear * (1 - 0.2 * v))[..., None]
    return total / 9


def with_crew(env, azimuth):
    """The photographer stands where the camera is."""
    d = turned(directions(W, H), -azimuth)
    a, e = np.degrees(np.arctan2(d[..., 0], d[..., 2])), np.degrees(np.arcsin(d[..., 1]))
    out = env.copy()
    out[(np.abs(a) < 9 - 0.08 * e) & (e < 6)] = [0.05, 0.06, 0.12]
    out[a * a + (e - 8) ** 2 < 36] = [0.3, 0.2, 0.15]
    out[(np.abs(a) < 5) & (np.abs(e) < 4)] = [0.02, 0.02, 0.02]
    return out


def srgb(x):
    x = np.clip(x, 0, 1)
    return np.where(x <= 0.0031308, 12.92 * x, 1.055 * x ** (1 / 2.4) - 0.055)


def levels(x):
    return np.round(255 * srgb(x)).astype(np.uint8)


def irradiance(env, normals):
    """The irradiance on surfaces with these normals, over all directions of the map."""
    high, wide = env.shape[:2]
    d = directions(wide, high).reshape(-1, 3)
    weight = np.repeat(np.cos(np.radians(90 - (np.arange(high) + 0.5) / high * 180)), wide) * (2 * np.pi / wide) * (np.pi / high)
    light = env.reshape(-1, 3) * weight[:, None]
    flat = normals.reshape(-1, 3)
    out = np.concatenate([np.maximum(flat[k : k + 2000] @ d.T, 0) @ light for k in range(0, len(flat), 2000)])
    return out.reshape(normals.shape)


def reduced(env, high):
    """Mean radiance over squares, each row by the solid angle of its pixels."""
    f = env.shape[0] // high
    weight = np.cos(np.radians(90 - (np.arange(env.shape[0]) + 0.5) / env.shape[0] * 180))[:, None, None] * np.ones_like(env)
    block = lambda a: a.reshape(high, f, env.shape[1] // f, f, 3).sum((1, 3))
    return block(env * weight) / block(weight)


def main(name):
    v = VARIANTS[name]
    env, rng = surroundings(name)
    curve = np.linspace(0, 1, 256)[:, None] ** np.array(v["gamma"])
    curve = 0.93 * curve + 0.07 * np.linspace(0, 1, 256)[:, None]
    with open(os.path.join(HERE, f"{name}-response.csv"), "w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(["level", "r", "g", "b"])
        out.writerows([k, *(f"{x:.7f}" for x in curve[k])] for k in range(256))
    settings = [("1/15", 8.0, 800, 0), ("1/125", 8.0, 640, 0), ("1/500", 11.0, 400, 0), ("1/1000", 11.0, 200, 2)]
    shots, shifts, balls = [], [], {}
    for view, azimuth in (("a", 0.0), ("b", v["azimuth"])):
        centre, radius = np.array([SIDE / 2 + rng.uniform(-4, 4), SIDE / 2 + rng.uniform(-4, 4)]), rng.uniform(168, 173)
        balls[view] = dict(x=round(float(centre[0]), 2), y=round(float(centre[1]), 2), radius=round(float(radius), 2))
        crew = with_crew(env, azimuth)
        order = [1, 0, 2, 3] if view == "a" else [1, 3, 0, 2]
        for n, k in enumerate(order):
            shutter, aperture, iso, nd = settings[k]
            if view == "b" and k == 1:
                shutter, iso = "1/60", 320
            move = np.zeros(2) if n == 0 else rng.uniform(3, 10, 2) * rng.choice([-1, 1], 2)
            seconds = 1 / float(shutter[2:])
            exposure = seconds * iso / 100 / aperture**2 / 2**nd
            light = photograph(crew, azimuth, centre + move, radius, 0.06) * v["reflectance"] * exposure * v["stop"] * 50
            light = light * (1 + 0.012 * rng.standard_normal(light.shape)) + 0.0008 * rng.standard_normal(light.shape)
            picture = np.stack([np.interp(light[..., c], curve[:, c], np.arange(256)) for c in range(3)], -1)
            frame = f"{view}{n + 1}.jpg"
            Image.fromarray(np.round(picture).astype(np.uint8)).save(os.path.join(HERE, f"{name}-{frame}"), quality=90, subsampling=0, optimize=True)
            shots.append([frame, view, shutter, aperture, iso, nd])
            if n:
                shifts.append([frame, f"{move[0]:.2f}", f"{move[1]:.2f}"])
    for kind, header, rows in (("shots.csv", "frame,view,shutter,aperture,iso,nd_stops", shots), ("ref-shifts.csv", "frame,dx,dy", shifts)):
        with open(os.path.join(HERE, f"{name}-{kind}"), "w", newline="") as file:
            out = csv.writer(file, lineterminator="\n")
            out.writerow(header.split(","))
            out.writerows(rows)
    spec = dict(ball=balls, ball_reflectance=v["reflectance"], calibration=round(v["stop"] * 50, 3), panorama=dict(width=WIDE, height=HIGH, scale=v["exposure"]),
                matte=dict(side=256, radius=120, albedo=0.5, scale=v["matte"]), camera_b_azimuth_about_deg=round(v["azimuth"] / 15) * 15, key_cap_deg=7)
    json.dump(spec, open(os.path.join(HERE, f"{name}-spec.json"), "w"), indent=1)
    truth = reduced(env, HIGH)
    shown = v["exposure"] * truth
    Image.fromarray(levels(shown / (1 + shown))).save(os.path.join(HERE, f"{name}-ref-panorama.png"), optimize=True)
    x = (np.arange(256) - 127.5) / 120
    u, w = np.meshgrid(x, -x)
    inside = u * u + w * w < 1
    normals = np.stack([u, w, np.sqrt(np.where(inside, 1 - u * u - w * w, 0))], -1)
    matte = np.zeros((256, 256, 4), np.uint8)
    matte[inside, :3] = levels(v["matte"] * 0.5 / np.pi * irradiance(reduced(env, 90), normals[inside]))
    matte[..., 3] = 255 * inside
    Image.fromarray(matte).save(os.path.join(HERE, f"{name}-ref-matte.png"), optimize=True)
    key = towards(*v["key"])
    d = directions(W, H)
    near = np.where((d @ key > np.cos(np.radians(spec["key_cap_deg"])))[..., None], env, 0)
    up = irradiance(env, np.array([[0.0, 1.0, 0.0]]))[0]
    facing = irradiance(near, key[None])[0]
    facts = dict(camera_b_azimuth_deg=v["azimuth"], key_azimuth_deg=v["key"][0], key_elevation_deg=v["key"][1], key_irradiance=[round(float(e), 4) for e in facing], up_irradiance=[round(float(e), 4) for e in up])
    json.dump(facts, open(os.path.join(HERE, f"{name}-ref-lights.json"), "w"), indent=1)
    print(name, facts, env.max(), np.percentile(env, [1, 50, 99]))


if __name__ == "__main__":
    for variant in VARIANTS:
        main(variant)
