# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Measures the handed-in meshes with rays, as a probe on a measuring machine would, and marks the tables."""
import math
import os
import re
import sys

import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from marking import Checks, Wrong, near, read_bytes, read_json, read_rows, REF  # noqa: E402

MOST = 60_000
HANDS = ("-1", "-2")
facts = read_json("facts.json", REF)
NUMBER = rb"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
VERTEX = re.compile(rb"vertex\s+(" + NUMBER + rb")\s+(" + NUMBER + rb")\s+(" + NUMBER + rb")\s", re.I)


def read_stl(path):
    data = read_bytes(path, 24 << 20)
    count = int.from_bytes(data[80:84], "little")
    if len(data) == 84 + 50 * count:
        if count > MOST:
            raise Wrong(f"{path} has more than {MOST} triangles")
        mesh = np.frombuffer(data[84:], dtype=[("n", "<f4", 3), ("t", "<f4", (3, 3)), ("a", "<u2")])["t"].astype(float)
    else:
        if not data.lstrip()[:5].lower() == b"solid":
            raise Wrong(f"{path} is not an STL file")
        found = VERTEX.findall(data)
        if len(found) % 3 or len(found) > 3 * MOST:
            raise Wrong(f"{path} has {len(found)} corners")
        mesh = np.array([[float(t) for t in v] for v in found]).reshape(-1, 3, 3)
    if not len(mesh) or not np.isfinite(mesh).all() or np.abs(mesh).max() > 1e5:
        raise Wrong(f"{path} has no triangles, or coordinates that are none")
    return mesh


def first_hit(mesh, at, to):
    """Distance along a ray to the first triangle; infinite where there is none."""
    a, e1, e2 = mesh[:, 0], mesh[:, 1] - mesh[:, 0], mesh[:, 2] - mesh[:, 0]
    h = np.cross(to, e2)
    det = np.einsum("ij,ij->i", e1, h)
    with np.errstate(divide="ignore", invalid="ignore"):
        s = at - a
        u = np.einsum("ij,ij->i", s, h) / det
        q = np.cross(s, e1)
        v = q @ to / det
        t = np.einsum("ij,ij->i", e2, q) / det
        good = (np.abs(det) > 1e-12) & (u >= -1e-7) & (v >= -1e-7) & (u + v <= 1 + 1e-7) & (t > 1e-9)
    return float(t[good].min()) if good.any() else math.inf


def around(mesh, at, reach):
    """The triangles that come that near in every direction."""
    return mesh[((mesh.min(1) <= at + reach) & (mesh.max(1) >= at - reach)).all(1)]


def fault(mesh, hole):
    """What is wrong with a hole in the mesh, or nothing."""
    along = np.array([0.0, 0, 1] if hole["on"] == "BASE" else [0.0, 1, 0])
    p, q = (np.array([1.0, 0, 0]), np.array([0.0, 1, 0])) if hole["on"] == "BASE" else (np.array([1.0, 0, 0]), np.array([0.0, 0, 1]))
    axis = np.array(hole["at"]) * (1 - along)
    where = f"{hole['name']} at {', '.join(f'{t:g}' for t in hole['at'])}"
    for d, height in hole["spans"]:
        centre = axis + along * height
        close = around(mesh, centre, d / 2 + 1.0)
        for k in range(12):
            turn = 0.123 + 2 * math.pi * k / 12
            seen = first_hit(close, centre, p * math.cos(turn) + q * math.sin(turn))
            if abs(seen - d / 2) > 0.1:
                return f"{where}: radius {seen:.2f} for {d / 2:.2f}"
    deepest = axis + along * hole["spans"][-1][1] + 0.01 * p
    if hole["floor"] is not None:
        wanted = abs(hole["floor"] - hole["spans"][-1][1])
        seen = first_hit(mesh, deepest, along if hole["up"] else -along)
        if abs(seen - wanted) > 0.1:
            return f"{where}: the floor is off by {seen - wanted:.2f}"
    return None


MESH = {}


def mesh_of(hand):
    if hand not in MESH:
        try:
            MESH[hand] = read_stl(f"bracket{hand}.stl")
        except Wrong as wrong:
            MESH[hand] = wrong
    if isinstance(MESH[hand], Wrong):
        raise MESH[hand]
    return MESH[hand]


def share_of(list_, judge, floor):
    """The share of right ones over both hands; a hand without a mesh has none."""
    right, total, first = 0, 0, None
    for hand in HANDS:
        for one in facts[hand][list_]:
            total += 1
            try:
                bad = judge(mesh_of(hand), one)
            except Wrong as wrong:
                bad = str(wrong)
            right += bad is None
            if bad and first is None:
                first = f"{hand}: {bad}"
    return max(0.0, (right / total - floor) / (1 - floor)), f"{total} of them within 0.1 mm", f"{right} are" + (f"; first: {first}" if first else "")


def holes_made():
    return share_of("holes", fault, 0.5)


def sizes():
    def judge(mesh, ray):
        seen = first_hit(mesh, np.array(ray["at"]) + 1e-5, np.array(ray["to"], float))
        return None if abs(seen - ray["distance"]) <= 0.1 else f"{ray['what']}: {seen:.2f} for {ray['distance']:.2f}"
    return share_of("rays", judge, 0.5)


PLACE = ["x_mm", "y_mm", "z_mm"]
COLUMNS = ["part", "group", *PLACE, "diameter_mm", "depth_mm", "wall_mm", "wall_ok"]


def matched():
    """Each expected hole with the row at its place, and how many rows are left over."""
    wanted = read_rows("holes.csv", COLUMNS, folder=REF)
    seen = read_rows("holes.csv", COLUMNS, most=2000)
    pairs, free = [], list(range(len(seen)))
    for w in wanted:
        hit = next((i for i in free if seen[i]["part"] == w["part"] and seen[i]["group"].upper() == w["group"] and all(near(seen[i][c], w[c], 0.06) for c in PLACE)), None)
        if hit is not None:
            free.remove(hit)
        pairs.append((w, None if hit is None else seen[hit]))
    return pairs, len(free)


def rows_right(columns, judge, only=lambda w: True):
    pairs, surplus = matched()
    pairs = [p for p in pairs if only(p[0])]
    right, first = 0, None
    for w, s in pairs:
        fine = s is not None and all(judge(c, s[c], w[c]) for c in columns)
        right += fine
        if not fine and first is None:
            first = f"{w['part']} {w['group']} at {w['x_mm']}, {w['y_mm']}, {w['z_mm']}: " + ("no row" if s is None else ", ".join(f"{c} {s[c][:20]}" for c in columns))
    return right / (len(pairs) + surplus), f"{len(pairs)} holes", f"{right} are right, {surplus} rows are surplus" + (f"; first: {first}" if first else "")


def hole_table():
    return rows_right(["diameter_mm", "depth_mm"], lambda c, s, w: near(s, w, 0.02 if c == "diameter_mm" else 0.06))


def wall_table():
    def judge(column, seen, wanted):
        return seen.strip().lower() == wanted if column == "wall_ok" else near(seen, wanted, 0.1)
    return rows_right(["wall_mm", "wall_ok"], judge, lambda w: w["wall_ok"] != "")


MASS = ["material", "volume_cm3", "mass_g", "cg_x_mm", "cg_y_mm", "cg_z_mm"]


def mass():
    seen = {}
    for r in read_rows("mass.csv", ["part", *MASS], most=100):
        if r["part"] in seen:
            raise Wrong(f"mass.csv has two rows for {r['part'][:20]}")
        seen[r["part"]] = r
    right, bad = 0, []
    for w in read_rows("mass.csv", ["part", *MASS], folder=REF):
        s = seen.get(w["part"])
        if s is None:
            bad.append(f"{w['part']}: no row")
            continue
        marks = {"volume": near(s["volume_cm3"], w["volume_cm3"], 0, 0.003), "mass": s["material"].upper() == w["material"] and near(s["mass_g"], w["mass_g"], 0, 0.004),
                 "centre": all(near(s[c], w[c], 0.12) for c in MASS[3:])}
        right += sum(marks.values())
        bad += [f"{w['part']}: {k}" for k, fine in marks.items() if not fine]
    return right / 6, "6 figures", f"{right} are right" + (f"; wrong: {', '.join(bad)}" if bad else "")


checks = Checks()
for name, work in (("holes_made", holes_made), ("sizes", sizes), ("hole_table", hole_table), ("wall_table", wall_table), ("mass", mass)):
    checks.add(name, work)
checks.print()
