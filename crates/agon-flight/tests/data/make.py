"""Makes the references beside it: python make.py COUNTRIES_JSON, with PyPI geographiclib 2.1 and shapely 2.2. None of our own code is used."""

import json
import pathlib
import random
import sys

from geographiclib.geodesic import Geodesic
from shapely.geometry import Point, Polygon
from shapely.prepared import prep

SPHERE = Geodesic(6371008.8, 0)
HERE = pathlib.Path(__file__).parent
UNIT = 10000
chance = random.Random(5)


def place():
    return chance.randrange(-850000, 850001), chance.randrange(-1800000, 1800000)


def inverse(a, b):
    return SPHERE.Inverse(a[0] / UNIT, a[1] / UNIT, b[0] / UNIT, b[1] / UNIT)


def write(name, rows):
    (HERE / name).write_text("&[\n" + "".join(f"    ({row}),\n" for row in rows) + "]\n")


def geodesics():
    for i in range(160):
        a = place()
        b = place()
        if i % 2 == 0:
            lon = (a[1] + chance.randrange(-30000, 30001) + 1800000) % 3600000 - 1800000
            b = (a[0] + chance.randrange(-20000, 20001), lon)
        found = inverse(a, b)
        yield f"{a}, {b}, {found['s12'] / 1000:.9f}, {found['azi1'] % 360:.9f}"


def distance_to_arc(p, a, b):
    """The least distance along the arc, found by looking at 200 places and then by golden sections."""
    whole = inverse(a, b)
    line = SPHERE.DirectLine(a[0] / UNIT, a[1] / UNIT, whole["azi1"], whole["s12"])

    def away(metres):
        there = line.Position(metres)
        return SPHERE.Inverse(p[0] / UNIT, p[1] / UNIT, there["lat2"], there["lon2"])["s12"]

    length = whole["s12"]
    best = min(range(201), key=lambda k: away(length * k / 200))
    low, high = length * max(0, best - 1) / 200, length * min(200, best + 1) / 200
    golden = (5**0.5 - 1) / 2
    for _ in range(80):
        c, d = high - golden * (high - low), low + golden * (high - low)
        low, high = (low, d) if away(c) < away(d) else (c, high)
    return min(away((low + high) / 2), away(0), away(length)) / 1000


def arcs():
    for _ in range(80):
        a = place()
        a = (a[0] * 8 // 10, a[1] * 9 // 10)
        b = (a[0] + chance.randrange(-20000, 20001), a[1] + chance.randrange(-30000, 30001))
        p = (a[0] + chance.randrange(-15000, 15001), a[1] + chance.randrange(-15000, 15001))
        yield f"{p}, {a}, {b}, {distance_to_arc(p, a, b):.9f}"


def polygons(source):
    topology = json.loads(pathlib.Path(source).read_text())
    lines = []
    for arc in topology["arcs"]:
        x = y = 0
        points = []
        for dx, dy in zip(arc[::2], arc[1::2]):
            x, y = x + dx, y + dy
            points.append((x * 10, y * 10))
        lines.append(points)

    def ring(indices):
        points = []
        for index in indices:
            points += lines[index] if index >= 0 else lines[-1 - index][::-1]
        return points + points[:1]

    for country in topology["countries"]:
        for outer, *holes in country["polygons"]:
            yield country["name"], Polygon(ring(outer), [ring(hole) for hole in holes])


def countries(source):
    shapes = [(name, shape, prep(shape)) for name, shape in polygons(source)]
    made = 0
    while made < 400:
        if made % 4 == 0:
            lat, lon = chance.randrange(-550000, 700000), chance.randrange(-1799000, 1799000)
        else:
            lat, lon = chance.randrange(360000, 600000), chance.randrange(-100000, 300000)
        point = Point(lon, lat)
        near = [entry for entry in shapes if entry[1].bounds[0] <= lon <= entry[1].bounds[2] and entry[1].bounds[1] <= lat <= entry[1].bounds[3]]
        if any(not shape.is_valid for _, shape, _ in near):
            continue
        names = {name for name, _, prepared in near if prepared.contains(point)}
        if len(names) > 1:
            continue
        made += 1
        yield f"({lat}, {lon}), {json.dumps(names.pop() if names else '')}"


write("geodesics.in", geodesics())
write("arcs.in", arcs())
write("countries.in", countries(sys.argv[1]))
