# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Cuts pockets with islands by contours offset inwards, level by level. Argument: a flaw for a near-miss."""
import csv
import json
import math
import sys

from shapely.geometry import Point, Polygon
from shapely.ops import unary_union

FLAW = sys.argv[1] if len(sys.argv) > 1 else ""
stock = json.load(open("input/stock.json"))
features = {}
for r in csv.DictReader(open("input/features.csv")):
    old = features.get(r["feature"])
    if old is None or (r["rev"] > old["rev"]) == (FLAW != "revision"):
        features[r["feature"]] = r
tools = [dict(r, d=float(r["diameter"]) * (25.4 if r["unit"] == "in" else 1)) for r in csv.DictReader(open("input/tools.csv")) if r["status"] == "ok"]


def shape(text):
    if text.startswith("circle"):
        x, y, r = (float(t) for t in text.split()[1:])
        return Point(x, y).buffer(r, 64)
    return Polygon([tuple(map(float, p.split())) for p in text.split(";")])


islands = unary_union([shape(f["outline"]) for f in features.values() if f["kind"] == "island"] + [Point(-99, -99).buffer(0.1)])
if FLAW == "islands":
    islands = Point(-99, -99).buffer(0.1)
pockets = [(float(f["depth_mm"]), shape(f["outline"])) for f in features.values() if f["kind"] == "pocket"]
depths = sorted({d for d, _ in pockets})
regions = [(d, unary_union([s for e, s in pockets if e >= d]).difference(islands)) for d in depths]


def rings(region, radius, step):
    """Rings from the inside out; the last ones lie along the walls."""
    out, inset = [], radius if FLAW != "compensation" else 0.0
    while True:
        inner = region.buffer(-inset, 32)
        if inner.is_empty:
            break
        layer = []
        for part in getattr(inner, "geoms", [inner]):
            layer += [list(r.simplify(0.004).coords) for r in (part.exterior, *part.interiors)]
        out.append(layer)
        inset += step
    return [r for layer in reversed(out) for r in layer]


def program(tool):
    radius, step_down = tool["d"] / 2, float(tool["max_stepdown_mm"])
    feed, plunge = float(tool["max_feed_mm_min"]), float(tool["max_plunge_mm_min"])
    rapid, safe = stock["rapid_mm_min"], stock["safe_z_mm"]
    lines = ["(pockets)", "G21 G90 G17", f"{tool['tool']} M6", "M3 S9000", f"G0 Z{safe:.3f}"]
    minutes, at, top = 0.0, (0.0, 0.0), 0.0
    for depth, region in regions:
        if FLAW == "shallow" and depth == depths[-1]:
            break
        levels = math.ceil((depth - top) / step_down - 1e-9) if FLAW != "stepdown" else 1
        path = rings(region, radius, 0.85 * radius)
        for i in range(1, levels + 1):
            z = -(top + (depth - top) * i / levels)
            for ring in path:
                x, y = ring[0]
                lines.append(f"G0 X{x:.3f} Y{y:.3f}")
                minutes += (math.dist(at, ring[0])) / rapid
                lines.append(f"G1 Z{z:.3f} F{plunge:g}" if FLAW != "rapid" else f"G0 Z{z:.3f}")
                minutes += (safe - z) / plunge
                for k, (x, y) in enumerate(ring[1:]):
                    lines.append(f"G1 X{x:.3f} Y{y:.3f}" + (f" F{feed * (25.4 if FLAW == 'inches' else 1):g}" if k == 0 else ""))
                    minutes += math.dist(ring[k], (x, y)) / feed
                lines.append(f"G0 Z{safe:.3f}")
                minutes += (safe - z) / rapid
                at = ring[-1]
        top = depth
    return lines + ["M5", "M30"], minutes


best = None
for tool in tools:
    reach = all(r.difference(r.buffer(-tool["d"] / 2, 32).buffer(tool["d"] / 2, 32)).area < 0.03 * r.area for _, r in regions)
    if not reach:
        continue
    # Fits through every gap if the region does not fall apart and loses little more than with the smallest tool.
    least = next(t["d"] for t in tools if t["tool"] == stock["smallest_tool"]) / 2
    lost = sum(r.buffer(-least, 32).buffer(least, 32).difference(r.buffer(-tool["d"] / 2, 32).buffer(tool["d"] / 2, 32)).area for _, r in regions)
    if lost > 0.005 * sum(r.area for _, r in regions) and FLAW != "big":
        continue
    made = program(tool)
    if best is None or made[1] < best[1][1]:
        best = tool, made
if FLAW == "big":
    best = tools[0], program(tools[0])
tool, (lines, minutes) = best
open("output/part.nc", "w").write("\n".join(lines) + "\n")
json.dump(dict(tool=tool["tool"], diameter_mm=round(tool["d"], 3), deepest_mm=depths[-1], minutes=round(minutes, 3)), open("output/setup.json", "w"))
