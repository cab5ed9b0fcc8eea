# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Oracle of the handed bracket: reads the drawing's tables, models both hands as stacks of prisms, and writes closed meshes.

With words as arguments it makes the mistakes of the near-misses; `openscad` lets OpenSCAD do the modelling.
"""
import csv
import math
import os
import re
import struct
import subprocess
import sys

import numpy as np
from shapely.geometry import LineString, Point, Polygon, box
from shapely.ops import polygonize, unary_union


# Solids: prisms along one direction, glued together at whole faces.

def pieces(r, chord):
    """Sides of a polygon that stays within `chord` of a circle."""
    return max(16, 4 * math.ceil(math.pi / math.acos(1 - chord / r) / 4))


def circle(u, v, r, chord):
    n = pieces(r, chord)
    turn = math.pi / n
    return Polygon([(u + r * math.cos(turn + 2 * math.pi * k / n), v + r * math.sin(turn + 2 * math.pi * k / n)) for k in range(n)])


def rounded(u0, v0, u1, v1, r, chord):
    q = pieces(r, chord) // 4
    points = []
    for cu, cv, start in ((u1 - r, v1 - r, 0), (u0 + r, v1 - r, 90), (u0 + r, v0 + r, 180), (u1 - r, v0 + r, 270)):
        points += [(cu + r * math.cos(math.radians(start + 90 * k / q)), cv + r * math.sin(math.radians(start + 90 * k / q))) for k in range(q + 1)]
    return Polygon(points)


def cross(o, a, b):
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def bridge(ring, hole, others):
    """One ring of an outer ring and a hole in it, joined where nothing lies between."""
    edges = []
    for r in [ring, hole] + others:
        edges += list(zip(r, r[1:] + r[:1]))
    e = np.array(edges)
    ax, ay, bx, by = e[:, 0, 0], e[:, 0, 1], e[:, 1, 0], e[:, 1, 1]
    start = max(range(len(hole)), key=lambda i: hole[i])
    m = hole[start]
    order = sorted(range(len(ring)), key=lambda i: (ring[i][0] - m[0]) ** 2 + (ring[i][1] - m[1]) ** 2)
    for i in order:
        p, before, after = ring[i], ring[i - 1], ring[(i + 1) % len(ring)]
        if cross(before, p, after) > 0:
            inside = cross(before, p, m) > 0 and cross(p, after, m) > 0
        else:
            inside = not (cross(before, p, m) <= 0 and cross(p, after, m) <= 0)
        if not inside:
            continue
        d1 = (p[0] - m[0]) * (ay - m[1]) - (p[1] - m[1]) * (ax - m[0])
        d2 = (p[0] - m[0]) * (by - m[1]) - (p[1] - m[1]) * (bx - m[0])
        d3 = (bx - ax) * (m[1] - ay) - (by - ay) * (m[0] - ax)
        d4 = (bx - ax) * (p[1] - ay) - (by - ay) * (p[0] - ax)
        touches = ((ax == p[0]) & (ay == p[1])) | ((bx == p[0]) & (by == p[1])) | ((ax == m[0]) & (ay == m[1])) | ((bx == m[0]) & (by == m[1]))
        if not np.any((d1 * d2 <= 0) & (d3 * d4 <= 0) & ~touches):
            return ring[:i + 1] + hole[start:] + hole[:start + 1] + ring[i:]
    raise ValueError("a hole cannot be joined to its outline")


def triangulate(face):
    ring = list(face.exterior.coords)[:-1]
    ring = ring if face.exterior.is_ccw else ring[::-1]
    holes = [list(h.coords)[:-1] if not h.is_ccw else list(h.coords)[:-1][::-1] for h in face.interiors]
    holes.sort(key=lambda h: -max(h)[0])
    for k, hole in enumerate(holes):
        ring = bridge(ring, hole, holes[k + 1:])
    points, out, i, tried = np.array(ring), [], 0, 0
    while len(points) > 3:
        n = len(points)
        i %= n
        a, b, c = points[i - 1], points[i], points[(i + 1) % n]
        area = cross(a, b, c)
        fine = area > 1e-9
        if fine:
            s1 = (b[0] - a[0]) * (points[:, 1] - a[1]) - (b[1] - a[1]) * (points[:, 0] - a[0])
            s2 = (c[0] - b[0]) * (points[:, 1] - b[1]) - (c[1] - b[1]) * (points[:, 0] - b[0])
            s3 = (a[0] - c[0]) * (points[:, 1] - c[1]) - (a[1] - c[1]) * (points[:, 0] - c[0])
            corner = (points == a).all(1) | (points == b).all(1) | (points == c).all(1)
            fine = not np.any((s1 >= -1e-9) & (s2 >= -1e-9) & (s3 >= -1e-9) & ~corner)
        if fine or tried > 2 * n:
            out.append((tuple(a), tuple(b), tuple(c)))
            points, tried = np.delete(points, i, 0), 0
            i += 1  # leaving one corner out each time keeps the triangles from becoming a fan
        else:
            i, tried = i + 1, tried + 1
    out.append(tuple(tuple(p) for p in points))
    return out


def stack(ops, place, omit_cap=None, marks=(), omit_wall=None):
    """Triangles of the solid that `ops` (add or cut, outline, low, high) make in turn; `place` puts (u, v, h) into space."""
    levels = sorted({round(z, 9) for _, _, lo, hi in ops for z in (lo, hi)})
    lines = unary_union([p.exterior for _, p, _, _ in ops] + [LineString(m.exterior.coords) for m in marks])
    faces = list(polygonize(lines))
    solid = []
    for face in faces:
        at, pattern = face.representative_point(), []
        covering = [(add, lo, hi) for add, p, lo, hi in ops if p.contains(at)]
        for lo, hi in zip(levels, levels[1:]):
            full = False
            for add, low, high in covering:
                if low < (lo + hi) / 2 < high:
                    full = add
            pattern.append(full)
        solid.append([False] + pattern + [False])
    needed, left = {}, {}
    for index, face in enumerate(faces):
        changes = {k for k in range(len(levels)) if solid[index][k] != solid[index][k + 1]}
        rings = [(face.exterior, True)] + [(r, False) for r in face.interiors]
        for ring, ccw in rings:
            points = list(ring.coords)
            points = points if ring.is_ccw == ccw else points[::-1]
            for u, v in zip(points, points[1:]):
                left[u, v] = index
                needed.setdefault(u, set()).update(changes)
    out = []
    for index, face in enumerate(faces):
        changes = [k for k in range(len(levels)) if solid[index][k] != solid[index][k + 1]]
        changes = [k for k in changes if not (omit_cap and omit_cap(face.representative_point(), levels[k]))]
        if changes:
            flat = triangulate(face)
            for k in changes:
                z, up = levels[k], solid[index][k]
                out += [[place(*p, z) for p in (t if up else t[::-1])] for t in flat]
    nothing = [False] * (len(levels) + 1)
    for (u, v), index in left.items():
        mine = solid[index]
        other = solid[left[v, u]] if (v, u) in left else nothing
        wall = [a and not b for a, b in zip(mine, other)]
        k = 1
        while k < len(levels):
            if not wall[k]:
                k += 1
                continue
            end = k
            while end + 1 < len(levels) and wall[end + 1]:
                end += 1
            us = [z for z in range(k - 1, end + 1) if z in needed[u] or z in (k - 1, end)]
            vs = [z for z in range(k - 1, end + 1) if z in needed[v] or z in (k - 1, end)]
            if not (omit_wall and omit_wall(u, v)):
                i = j = 0
                while i + 1 < len(us) or j + 1 < len(vs):
                    a, b = place(*u, levels[us[i]]), place(*v, levels[vs[j]])
                    if j + 1 < len(vs) and (i + 1 == len(us) or vs[j + 1] <= us[i + 1]):
                        j += 1
                        out.append([a, b, place(*v, levels[vs[j]])])
                    else:
                        i += 1
                        out.append([a, b, place(*u, levels[us[i]])])
            k = end + 1
    return out


def measure(mesh):
    """Volume and centre of mass."""
    m = np.array(mesh)
    six = np.einsum("ij,ij->i", m[:, 0], np.cross(m[:, 1], m[:, 2]))
    return six.sum() / 6, ((m.sum(1) / 4) * six[:, None]).sum(0) / six.sum()


def write_stl(path, mesh):
    m = np.array(mesh, dtype="<f4")
    normal = np.cross(m[:, 1] - m[:, 0], m[:, 2] - m[:, 0])
    length = np.linalg.norm(normal, axis=1)
    normal = normal / np.where(length > 0, length, 1)[:, None]
    with open(path, "wb") as file:
        file.write(b"bracket".ljust(80) + struct.pack("<I", len(m)))
        for n, t in zip(normal.astype("<f4"), m):
            file.write(n.tobytes() + t.tobytes() + b"\0\0")


def write_ply(path, mesh):
    """Smaller than STL: every corner once."""
    corners, faces = np.unique(np.array(mesh, dtype="<f4").reshape(-1, 3), axis=0, return_inverse=True)
    faces = faces.reshape(-1, 3)
    head = f"ply\nformat binary_little_endian 1.0\nelement vertex {len(corners)}\nproperty float x\nproperty float y\nproperty float z\nelement face {len(faces)}\nproperty list uchar ushort vertex_indices\nend_header\n"
    packed = np.empty(len(faces), dtype=[("n", "u1"), ("v", "<u2", 3)])
    packed["n"], packed["v"] = 3, faces
    with open(path, "wb") as file:
        file.write(head.encode() + corners.tobytes() + packed.tobytes())


def base_place(x, y, z):
    return (x, y, z)


def lug_place(z, x, y):
    return (x, y, z)


def operations(part, chord):
    """The stacks of a part: (name, ops) with outlines in (x, y) for the base and (z, x) for lugs."""
    b = part["base"]
    ops = [(True, rounded(0, 0, b["l"], b["w"], b["r"], chord), 0, b["t"])]
    for p in part["pockets"]:
        outline = rounded(p["x"] - p["l"] / 2, p["y"] - p["w"] / 2, p["x"] + p["l"] / 2, p["y"] + p["w"] / 2, p["r"], chord)
        ops.append((False, outline, b["t"] - p["d"], b["t"]) if p["top"] else (False, outline, 0, p["d"]))
    for s in part["slots"]:
        half = (s["l"] / 2, s["w"] / 2) if s["along_x"] else (s["w"] / 2, s["l"] / 2)
        ops.append((False, rounded(s["x"] - half[0], s["y"] - half[1], s["x"] + half[0], s["y"] + half[1], s["w"] / 2, chord), 0, b["t"]))
    stacks = {"BASE": ops}
    for name, g in part["lugs"].items():
        n = pieces(g["r"], chord)
        arc = [(g["z"] + g["r"] * math.sin(math.pi * k / (n // 2)), g["x"] + g["r"] * math.cos(math.pi * k / (n // 2))) for k in range(n // 2 + 1)]
        outline = Polygon([(b["t"], g["x"] - g["r"]), *arc[::-1], (b["t"], g["x"] + g["r"])])
        lug = [(True, outline, g["y0"], g["y1"])]
        for s in g["bosses"]:
            lug.append((True, circle(g["z"], g["x"], s["d"] / 2, chord), *((g["y0"] - s["h"], g["y0"]) if s["front"] else (g["y1"], g["y1"] + s["h"]))))
        stacks[name] = lug
    for h in part["cuts"]:
        for d, lo, hi in h["steps"]:
            u, v = (h["at"][0], h["at"][1]) if h["on"] == "BASE" else (h["at"][2], h["at"][0])
            stacks[h["on"]].append((False, circle(u, v, d / 2, chord), lo, hi))
    return stacks


def model(part, chord):
    stacks, b = operations(part, chord), part["base"]
    feet = [box(g["x"] - g["r"], g["y0"], g["x"] + g["r"], g["y1"]) for g in part["lugs"].values()]
    under = lambda at, z: abs(z - b["t"]) < 1e-9 and any(f.contains(at) for f in feet)  # noqa: E731
    mesh = stack(stacks.pop("BASE"), base_place, under, feet)
    for ops in stacks.values():
        mesh += stack(ops, lug_place, omit_wall=lambda u, v: abs(u[0] - b["t"]) < 1e-9 and abs(v[0] - b["t"]) < 1e-9)
    return mesh


def scad(part, chord):
    """The same as text for OpenSCAD, by its own booleans."""
    text = ""
    for name, ops in operations(part, chord).items():
        body = ""
        for add, outline, lo, hi in ops:
            points = "[" + ",".join(f"[{u:.7f},{v:.7f}]" for u, v in list(outline.exterior.coords)[:-1]) + "]"
            # Cuts start a little outside of the material, and lugs a little inside of the base.
            lo, hi = (lo, hi) if add else (lo - 0.001, hi + 0.001)
            piece = f"translate([0,0,{lo:.6f}]) linear_extrude({hi - lo:.6f}) polygon({points});\n"
            body = body + piece if add else f"difference() {{ union() {{ {body} }}\n{piece} }}\n"
        place = "" if name == "BASE" else "multmatrix([[0,1,0,0],[0,0,1,0],[1,0,0,-0.0005],[0,0,0,1]]) "
        text += f"{place}{{ {body} }}\n"
    return f"union() {{ {text} }}\n"


# The drawing.

MM = {"mm": 1.0, "in": 25.4}


def rows(name):
    with open(f"input/{name}.csv", newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def read(wrong):
    notes = open("input/notes.txt", encoding="utf-8").read()
    frozen = re.search(r"frozen on (\d{4}-\d\d-\d\d)", notes).group(1)
    radius = float(re.search(r"pocket corners R (\S+) mm", notes).group(1))
    limits = re.search(r"at least (\S+) mm and at least (\S+) times", notes)
    code = re.search(r"Material: (\S+) of materials.csv", notes).group(1)
    dims = {(r["feature"], r["quantity"]): dict(r) for r in rows("dimensions")}
    schedule = {r["group"]: dict(r) for r in rows("hole_schedule")}
    changes = [r for r in rows("changes") if "all" in wrong or (r["status"].strip().upper() == "RELEASED" and r["effective"] <= frozen)]
    cancelled = set() if "all" in wrong else {r["cancels"] for r in changes if r["cancels"]}
    changes = [r for r in changes if r["ecn"] not in cancelled and "revision" not in wrong]
    for r in sorted(changes, key=lambda r: (r["effective"], r["ecn"])):
        if not r["target"]:
            continue
        feature, quantity = r["target"].split(".")
        if feature in schedule:
            row = schedule[feature]
            factor = MM[r["unit"]] / MM[row["unit"]] if r["unit"] else 1
            row[quantity] = str(float(r["value"]) * factor) if r["unit"] else r["value"]
        else:
            row = dims[feature, quantity]
            row["value"], row["unit"] = r["value"], r["unit"]
            row["from"] = r["from"] or row["from"]
    unit = {"mm": 1.0, "in": 25.0} if "inch" in wrong else MM

    def at(reference, axis):
        if reference in ("A", "B", "C"):
            return 0.0, 1
        if reference in ("E", "F"):
            return size("BASE", "length" if reference == "E" else "width"), -1
        feature, quantity = reference.split(".")
        if quantity == "y_far":
            return size(feature, "y_near") + size(feature, "thickness"), 1
        return size(feature, quantity), 1

    def size(feature, quantity, default=None):
        if (feature, quantity) not in dims:
            return default
        r = dims[feature, quantity]
        value = float(r["value"]) * unit[r["unit"]]
        if not r["from"]:
            return value
        origin, sign = at(r["from"], quantity[0])
        return origin + sign * value

    b = dict(l=size("BASE", "length"), w=size("BASE", "width"), t=size("BASE", "thickness"), r=size("BASE", "corner_radius"))
    part = dict(base=b, lugs={}, pockets=[], slots=[], cuts=[], holes=[])
    features = rows("features")
    for f in features:
        name = f["feature"]
        if f["kind"] == "lug":
            y = size(name, "y_near")
            part["lugs"][name] = dict(x=size(name, "x"), z=size(name, "axis_height"), r=size(name, "radius"), y0=y, y1=y + size(name, "thickness"), bosses=[])
    for f in features:
        name, on = f["feature"], f["on"]
        if f["kind"] == "boss":
            part["lugs"][on]["bosses"].append(dict(d=size(name, "diameter"), h=size(name, "height"), front=f["side"] == "front"))
        elif f["kind"] == "pocket":
            part["pockets"].append(dict(x=size(name, "x"), y=size(name, "y"), l=size(name, "length"), w=size(name, "width"), d=size(name, "depth"), r=size(name, "corner_radius", radius), top=f["side"] == "top"))
        elif f["kind"] == "slot":
            part["slots"].append(dict(x=size(name, "x"), y=size(name, "y"), l=size(name, "length"), w=size(name, "width"), along_x=f["side"] == "along X"))
    for f in features:
        name, on = f["feature"], f["on"]
        if f["kind"] in ("bore", "counterbore"):
            if on == "BASE":
                place, lo, hi, front = (size(name, "x"), size(name, "y"), 0.0), 0, b["t"], f["side"] == "bottom"
            else:
                g = part["lugs"][on]
                place, front = (g["x"], 0.0, g["z"]), f["side"] == "front"
                lo = g["y0"] - sum(s["h"] for s in g["bosses"] if s["front"]) if f["kind"] == "bore" else g["y0"]
                hi = g["y1"] + sum(s["h"] for s in g["bosses"] if not s["front"]) if f["kind"] == "bore" else g["y1"]
            if f["kind"] == "counterbore":
                lo, hi = (lo, lo + size(name, "depth")) if front else (hi - size(name, "depth"), hi)
            part["cuts"].append(dict(on=on, at=place, steps=[(size(name, "diameter"), lo, hi)], hand="mirrored", name=name))
    table = {r["size"]: r for r in rows("fasteners")}
    for group, r in schedule.items():
        k, hole = unit[r["unit"]], table.get(r["callout"])
        if r["fit"] == "ream":
            d = float(r["callout"]) * k
        else:
            column = {"tap": "tap_drill", "close": "close_fit", "normal": "normal_fit"}[r["fit"]]
            d = float(hole["nominal" if "tap" in wrong and r["fit"] == "tap" else column]) * unit[hole["unit"]]
        cbore = (float(hole["cbore_diameter"]) * unit[hole["unit"]], float(hole["cbore_depth"]) * unit[hole["unit"]]) if r["counterbore"] == "yes" else None
        cu, su = at(r["from_u"], "x") if r["from_u"] else (0, 1)
        cv, sv = at(r["from_v"], "y") if r["from_v"] else (0, 1)
        u0, v0 = cu + su * float(r["u"]) * k, cv + sv * float(r["v"]) * k
        spots = []
        if r["layout"] == "circle":
            for i in range(int(r["count"])):
                a = math.radians(float(r["start_deg"]) + 360 * i / int(r["count"]))
                spots.append((u0 + float(r["pcd"]) * k / 2 * math.cos(a), v0 + float(r["pcd"]) * k / 2 * math.sin(a)))
        else:
            nu, nv = (int(t) for t in r["count"].split("x"))
            pu, pv = float(r["pitch_u"] or 0) * k, float(r["pitch_v"] or 0) * k
            spots = [(u0 + pu * (i - (nu - 1) / 2), v0 + pv * (j - (nv - 1) / 2)) for i in range(nu) for j in range(nv)]
        on, face = r["face"].split()
        lo, hi = (0, b["t"]) if on == "BASE" else (part["lugs"][on]["y0"], part["lugs"][on]["y1"])
        low_side = face in ("bottom", "front")
        through = r["depth"].strip().upper() == "THRU" or "depth" in wrong
        depth = hi - lo if through else float(r["depth"]) * k
        span = lambda d: (lo, lo + d) if low_side else (hi - d, hi)  # noqa: E731
        for u, v in spots:
            place = (u, v, lo if low_side else hi) if on == "BASE" else (u, lo if low_side else hi, v)
            steps = [(d, *span(depth))] + ([(cbore[0], *span(cbore[1]))] if cbore else [])
            part["cuts"].append(dict(on=on, at=place, steps=steps, hand=r["opposite_hand"], name=group, d=d, depth=depth, low=low_side, through=through))
    materials = {r["code"]: r for r in rows("materials")}
    while materials[code]["status"] == "withdrawn" and "alloy" not in wrong:
        code = materials[code]["replaced_by"]
    density = float(materials[code]["density"]) * {"g/cm3": 1, "kg/m3": 0.001, "lb/in3": 453.59237 / 16.387064}[materials[code]["unit"]]
    return part, code, density, (float(limits.group(1)), float(limits.group(2)))


def other_hand(part, wrong=()):
    """The -2 part: everything mirrored in X but what the schedule says."""
    L = part["base"]["l"]
    if "onehand" in wrong:
        return part
    turned = lambda f: {**f, "x": L - f["x"]}  # noqa: E731
    cuts = []
    for c in part["cuts"]:
        hand = "mirrored" if "mirrorall" in wrong else c["hand"]
        if hand == "mirrored":
            cuts.append({**c, "at": (L - c["at"][0], *c["at"][1:])})
        elif hand == "same":
            cuts.append(c)
    return {**part, "lugs": {k: turned(g) for k, g in part["lugs"].items()}, "pockets": [turned(p) for p in part["pockets"]],
            "slots": [turned(s) for s in part["slots"]], "cuts": cuts}


def walls(part):
    """For each hole in the base the least material around it in plan."""
    b, fine = part["base"], 0.001
    edges = [rounded(0, 0, b["l"], b["w"], b["r"], fine).exterior]
    edges += [rounded(p["x"] - p["l"] / 2, p["y"] - p["w"] / 2, p["x"] + p["l"] / 2, p["y"] + p["w"] / 2, p["r"], fine).exterior for p in part["pockets"]]
    for s in part["slots"]:
        hu, hv = (s["l"] / 2, s["w"] / 2) if s["along_x"] else (s["w"] / 2, s["l"] / 2)
        edges.append(rounded(s["x"] - hu, s["y"] - hv, s["x"] + hu, s["y"] + hv, s["w"] / 2, fine).exterior)
    cuts = [c for c in part["cuts"] if c["on"] == "BASE"]
    out = {}
    for i, c in enumerate(cuts):
        r = max(d for d, _, _ in c["steps"]) / 2
        least = min(e.distance(Point(c["at"][:2])) for e in edges)
        for j, o in enumerate(cuts):
            if i != j and math.dist(c["at"][:2], o["at"][:2]) > 1e-6:
                least = min(least, math.dist(c["at"][:2], o["at"][:2]) - max(d for d, _, _ in o["steps"]) / 2)
        out[id(c)] = least - r
    return out


def main():
    wrong, chord = set(sys.argv[1:]), 0.03
    part, code, density, (least, share) = read(wrong)
    table, mass = [], []
    for hand, solid in (("-1", part), ("-2", other_hand(part, wrong))):
        path = f"output/bracket{hand}.stl"
        mesh = model(solid, chord)
        if "block" in wrong:
            corners = np.array(mesh).reshape(-1, 3)
            lo, hi = corners.min(0), corners.max(0)
            mesh = stack([(True, box(lo[0], lo[1], hi[0], hi[1]), lo[2], hi[2])], base_place)
        if "open" in wrong:
            mesh = mesh[: -len(mesh) // 30]
        if "inverted" in wrong and hand == "-2":
            mesh = [t[::-1] for t in mesh]
        if "openscad" in wrong:
            with open("bracket.scad", "w") as file:
                file.write(scad(solid, chord))
            subprocess.run(["openscad", "-q", "-o", "bracket.stl", "bracket.scad"], check=True)
            os.replace("bracket.stl", path)
        else:
            write_stl(path, mesh)
        wall = walls(solid)
        for c in solid["cuts"]:
            if "d" in c:
                w = wall.get(id(c))
                fine = "" if w is None else "yes" if w >= max(least, share * c["d"]) else "no"
                table.append([hand, c["name"], *(round(t, 4) for t in c["at"]), round(c["d"], 4), round(c["depth"], 4), "" if w is None else round(w, 3), fine])
        volume, centre = measure(mesh)
        mass.append([hand, code, round(volume / 1000, 4), round(volume / 1000 * density, 3), *(round(t, 4) for t in centre)])
    with open("output/holes.csv", "w", newline="") as file:
        csv.writer(file).writerows([["part", "group", "x_mm", "y_mm", "z_mm", "diameter_mm", "depth_mm", "wall_mm", "wall_ok"], *table])
    with open("output/mass.csv", "w", newline="") as file:
        csv.writer(file).writerows([["part", "material", "volume_cm3", "mass_g", "cg_x_mm", "cg_y_mm", "cg_z_mm"], *mass])


if __name__ == "__main__":
    main()
