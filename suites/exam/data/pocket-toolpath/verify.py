# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Cuts a height map with the G-code that was handed in, and holds it against the target."""
import json
import math
import os
import re
import sys

import numpy as np
from scipy.ndimage import distance_transform_edt

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from marking import Checks, Wrong, near, read_json, read_rows, read_text, REF  # noqa: E402

CELL = 0.25
stock = read_json("stock.json", REF)
facts = read_json("facts.json", REF)
tools = {}
for r in read_rows("tools.csv", ["tool", "diameter", "unit", "max_stepdown_mm", "max_feed_mm_min", "max_plunge_mm_min", "status"], folder=REF):
    if r["status"] == "ok":
        tools[r["tool"]] = dict(d=float(r["diameter"]) * (25.4 if r["unit"] == "in" else 1), down=float(r["max_stepdown_mm"]), feed=float(r["max_feed_mm_min"]), plunge=float(r["max_plunge_mm_min"]))
features = {}
for r in read_rows("features.csv", ["feature", "rev", "kind", "depth_mm", "outline"], folder=REF):
    if r["feature"] not in features or features[r["feature"]]["rev"] < r["rev"]:
        features[r["feature"]] = r
X, Y = np.meshgrid(np.arange(CELL / 2, stock["x_mm"], CELL), np.arange(CELL / 2, stock["y_mm"], CELL))


def inside(text):
    if text.startswith("circle"):
        x, y, r = (float(t) for t in text.split()[1:])
        return np.hypot(X - x, Y - y) <= r
    points = [tuple(map(float, p.split())) for p in text.split(";")]
    out = np.zeros_like(X, bool)
    for (x0, y0), (x1, y1) in zip(points, points[1:] + points[:1]):
        if y0 != y1:
            out ^= ((Y < y0) != (Y < y1)) & (X < x0 + (Y - y0) * (x1 - x0) / (y1 - y0))
    return out


target = np.zeros_like(X)
for f in features.values():
    if f["kind"] == "pocket":
        target = np.minimum(target, np.where(inside(f["outline"]), -float(f["depth_mm"]), 0))
for f in features.values():
    if f["kind"] == "island":
        target[inside(f["outline"])] = 0
depths = sorted(set(target[target < 0].tolist()), reverse=True)
smallest = tools[stock["smallest_tool"]]["d"] / 2
wanted = np.zeros_like(X, bool)
allowed = target.copy()
for z in depths:
    region = np.pad(target <= z, 1)
    opened = distance_transform_edt(~(distance_transform_edt(region) * CELL >= smallest)) * CELL <= smallest - 0.4
    wanted |= opened[1:-1, 1:-1] & (target == z)
    # A cell may be as low as its neighbours within 0.3 mm: the grid blurs walls.
    close = distance_transform_edt(~(target <= z)) * CELL <= 0.3
    allowed = np.where(close, np.minimum(allowed, z), allowed)
WORD = re.compile(r"([A-Z])\s*([+-]?(?:\d+\.?\d*|\.\d+))")


def moves():
    """(kind, start, end, feed) of each straight piece, and the tool."""
    text = read_text("part.nc", 4 << 20)
    at, motion, feed, tool, out, scale, spin, ended = [0.0, 0.0, 50.0], None, None, None, [], None, False, False
    for number, line in enumerate(text.split("\n"), 1):
        line = re.sub(r"\([^)]*\)|;.*|%", "", line).upper().strip()
        words = WORD.findall(line)
        if WORD.sub("", line).strip():
            raise Wrong(f"line {number} is not G-code: {line[:40]!r}")
        if ended and words:
            raise Wrong(f"line {number} follows the end of the program")
        goal, axes, centre = list(at), False, {}
        for letter, value in words:
            value = float(value)
            if letter == "G":
                if value in (0, 1, 2, 3):
                    motion = int(value)
                elif value == 21:
                    scale = 1.0
                elif value not in (17, 90, 94, 40, 49, 54, 80):
                    raise Wrong(f"line {number}: G{value:g} is not in use here")
            elif letter == "M":
                if value not in (3, 5, 6, 7, 8, 9, 2, 30):
                    raise Wrong(f"line {number}: M{value:g} is not in use here")
                spin = True if value == 3 else False if value == 5 else spin
                ended = value in (2, 30)
            elif letter == "T":
                name = f"T{value:g}"
                if name not in tools or tool not in (None, name):
                    raise Wrong(f"line {number}: {name} cannot be used")
                tool = name
            elif letter == "F":
                feed = value
            elif letter in "XYZ":
                goal["XYZ".index(letter)], axes = value, True
            elif letter in "IJ":
                centre[letter] = value
            elif letter not in "NS":
                raise Wrong(f"line {number}: the word {letter} is not in use here")
        if not axes:
            continue
        if scale is None or motion is None or tool is None or not spin or (motion and not feed):
            raise Wrong(f"line {number} moves without G21, tool, spindle or feed")
        ends = [tuple(goal)]
        if motion in (2, 3):
            cx, cy = at[0] + centre.get("I", 0), at[1] + centre.get("J", 0)
            r = math.hypot(at[0] - cx, at[1] - cy)
            if not centre or abs(math.hypot(goal[0] - cx, goal[1] - cy) - r) > 0.02:
                raise Wrong(f"line {number}: the ends of the arc are not on one circle about I, J")
            a0, a1 = math.atan2(at[1] - cy, at[0] - cx), math.atan2(goal[1] - cy, goal[0] - cx)
            turn = (a1 - a0) % (2 * math.pi) if motion == 3 else -((a0 - a1) % (2 * math.pi))
            turn = turn or (2 * math.pi if motion == 3 else -2 * math.pi)
            n = max(1, min(400, math.ceil(abs(turn) * math.sqrt(max(r, 0.01)) / 0.25)))
            ends = [(cx + r * math.cos(a0 + turn * k / n), cy + r * math.sin(a0 + turn * k / n), at[2] + (goal[2] - at[2]) * k / n) for k in range(1, n)] + ends
        for end in ends:
            out.append(("rapid" if motion == 0 else "cut", tuple(at), end, feed))
            at = list(end)
        if len(out) > 25000:
            raise Wrong("the program has more than 25,000 moves")
    if not ended:
        raise Wrong("the program has no M2 or M30 at its end")
    if not any(kind == "cut" for kind, *_ in out):
        raise Wrong("the program cuts nothing")
    return out, tool


def cut():
    path, name = moves()
    tool, faults, minutes = tools[name], [], 0.0
    radius, height = tool["d"] / 2, np.zeros_like(X)
    rows, columns = X.shape
    for kind, (x0, y0, z0), (x1, y1, z1), feed in path:
        flat, length = math.hypot(x1 - x0, y1 - y0), math.dist((x0, y0, z0), (x1, y1, z1))
        if kind == "rapid":
            minutes += length / stock["rapid_mm_min"]
            if min(z0, z1) < stock["safe_z_mm"] - 0.001 and not (flat < 1e-6 and z1 >= z0):
                faults.append(f"rapid move to X{x1:g} Y{y1:g} Z{z1:g} below the safe height")
            continue
        minutes += length / feed
        steep = z1 < z0 - 1e-6 and (z0 - z1) > 0.1 * flat
        if feed > (tool["plunge"] if steep else tool["feed"]) * 1.001:
            faults.append(f"feed {feed:g} towards X{x1:g} Y{y1:g} Z{z1:g}")
        if min(z0, z1) >= 0:
            continue
        i0, i1 = (max(0, min(rows, int(v))) for v in ((min(y0, y1) - radius) / CELL - 1, (max(y0, y1) + radius) / CELL + 2))
        j0, j1 = (max(0, min(columns, int(v))) for v in ((min(x0, x1) - radius) / CELL - 1, (max(x0, x1) + radius) / CELL + 2))
        if i0 >= i1 or j0 >= j1:
            continue
        px, py, now = X[i0:i1, j0:j1], Y[i0:i1, j0:j1], height[i0:i1, j0:j1]
        t = np.zeros_like(px) if flat < 1e-9 else np.clip(((px - x0) * (x1 - x0) + (py - y0) * (y1 - y0)) / flat**2, 0, 1)
        depth = z0 + t * (z1 - z0) if flat >= 1e-9 else np.full_like(px, min(z0, z1))
        touched = ((px - x0 - t * (x1 - x0)) ** 2 + (py - y0 - t * (y1 - y0)) ** 2 <= radius**2) & (depth < now)
        if touched.any():
            taken = float((now - depth)[touched].max())
            if taken > tool["down"] + 0.05:
                faults.append(f"{taken:.2f} mm deep in one pass near X{x1:g} Y{y1:g}")
            now[touched] = depth[touched]
    gouged = int((height < allowed - 0.05).sum())
    if gouged:
        faults.append(f"{gouged * CELL**2:.1f} mm2 gouged")
    return height, faults, minutes, name


try:
    RESULT = cut()
except Wrong as wrong:
    RESULT = wrong
except Exception as error:  # whatever a program that was handed in brings about is a wrong answer
    RESULT = Wrong(f"cannot be used: {type(error).__name__} {error}"[:200])


def result():
    if isinstance(RESULT, Wrong):
        raise RESULT
    return RESULT


def safe():
    faults = result()[1]
    return float(not faults), "a program within the limits, without a gouge", f"{len(faults)} faults: {'; '.join(faults[:3])}" if faults else "it is"


def finished():
    height, faults, _, _ = result()
    if faults:
        raise Wrong("the program is not safe")
    share = float((np.abs(height - target) <= 0.05)[wanted].mean())
    return min(1.0, max(0.0, (share - 0.75) / 0.225)), "97.5 % of the floors within 0.05 mm", f"{100 * share:.2f} %"


def time():
    height, faults, minutes, _ = result()
    share = float((np.abs(height - target) <= 0.05)[wanted].mean())
    if faults or share < 0.9:
        raise Wrong("the program is not safe, or leaves more than a tenth of the floors")
    ratio = minutes / facts["minutes"]
    return min(1.0, max(0.0, (4 - ratio) / 2.5)), f"{1.5 * facts['minutes']:.2f} minutes or less", f"{minutes:.2f}"


def setup():
    _, _, minutes, name = result()
    data = read_json("setup.json")
    right = dict(tool=name, diameter_mm=tools[name]["d"], deepest_mm=-min(depths), minutes=minutes)
    bad = [k for k, v in right.items() if not (str(data.get(k)).upper() == v if k == "tool" else near(data.get(k), v, 0.02 if k != "minutes" else 0, 0.03 if k == "minutes" else 0))]
    return 1 - len(bad) / 4, json.dumps(right), f"wrong: {', '.join(bad)}" if bad else "all are right"


checks = Checks()
for name, work in (("safe", safe), ("finished", finished), ("time", time), ("setup", setup)):
    checks.add(name, work)
checks.print()
