# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Writes the drawings and references of the handed bracket. Deterministic: `python3 generate.py` beside this file.

The finished part is written here in mm; the drawing's tables (units, datums, superseded values) are derived from it.
"""
import csv
import json
import math
import os

import numpy as np

import solve

HERE = os.path.dirname(os.path.abspath(__file__))
IN = 25.4

FASTENERS = [  # size, unit, nominal, tap drill, close fit, normal fit, counterbore diameter and depth
    ("M3", "mm", 3, 2.5, 3.2, 3.4, 6.5, 3.4), ("M4", "mm", 4, 3.3, 4.3, 4.5, 8, 4.6), ("M5", "mm", 5, 4.2, 5.3, 5.5, 10, 5.7),
    ("M6", "mm", 6, 5, 6.4, 6.6, 11, 6.8), ("M8", "mm", 8, 6.8, 8.4, 9, 15, 9), ("M10", "mm", 10, 8.5, 10.5, 11, 18, 11),
    ("8-32", "in", 0.164, 0.136, 0.177, 0.18, 0.3125, 0.19), ("10-32", "in", 0.19, 0.159, 0.196, 0.201, 0.375, 0.22),
    ("1/4-20", "in", 0.25, 0.201, 0.257, 0.266, 0.4375, 0.28), ("5/16-18", "in", 0.3125, 0.257, 0.323, 0.332, 0.53125, 0.345),
    ("3/8-16", "in", 0.375, 0.3125, 0.386, 0.397, 0.625, 0.41),
]
MATERIALS = [
    ("AL-11", "aluminium 2024-T351 plate", "2.78", "g/cm3", "withdrawn", "AL-17"),
    ("AL-17", "aluminium 7075-T651 plate", "0.1015", "lb/in3", "withdrawn", "AL-22"),
    ("AL-22", "aluminium 7050-T7451 plate", "2830", "kg/m3", "current", ""),
    ("ST-04", "steel 1.0503 plate", "7.85", "g/cm3", "withdrawn", "ST-09"),
    ("ST-09", "steel 1.7225 plate", "0.2836", "lb/in3", "current", ""),
    ("CI-02", "cast iron EN-GJL-250", "7200", "kg/m3", "current", ""),
    ("TI-01", "titanium Ti-6Al-4V bar", "4.43", "g/cm3", "current", ""),
]
NOTES = """{title}
Drawing {number}, sheet 1 of 1. This drawing was frozen on {frozen}.

1. Right-handed coordinates: X to the right, Y to the rear, Z up. Datum A is the left end face (X = 0), B the front face (Y = 0), C the bottom face (Z = 0)
   of the base; E is the right end face and F the rear face of the base. A dimension with an entry in `from` is a position: measured in +X, +Y or +Z
   from A, B or C, in -X from E, in -Y from F, or in the positive direction from the position named, after all changes. `LUG1.y_far` is the rear face
   of LUG1 (y_near plus thickness). Dimensions without `from` are sizes. The dimension row's own unit counts; 1 in = 25.4 mm.
2. BASE: length in X, width in Y, thickness in Z; corner_radius at its four vertical edges.
3. A lug stands on the base's top face: x is its middle, y_near its front face, thickness in Y, radius the round top about the axis, which is
   parallel to Y at axis_height above C; its sides go straight down from the round top to the base (so it is 2 x radius wide).
4. A boss is a disc about the lug's axis that stands out from the side given (front: towards -Y) by its height. A bore in a lug is about its axis and goes
   through lug and bosses; a counterbore in a lug is about its axis, its depth measured from the lug's own face on the side given. A bore in the base goes through.
5. Pockets and slots: x and y are of the centre, length in X and width in Y of a pocket; the length of a slot is overall and along the axis
   given, its ends are round, it goes through. Unless given, pocket corners R {radius} mm (vertical edges only; floors meet walls sharply).
6. Holes as in hole_schedule.csv; all lengths of a row in the row's unit. u is X; v is Y on the base and Z on a lug. `grid` counts are u x v about the centre
   (u, v); `circle` holes start at start_deg, measured from +u towards +v. `tap`, `close`, `normal`: the plain drilled diameter of that column of
   fasteners.csv (threads are not modelled); `ream`: the callout is the diameter. counterbore yes: as in fasteners.csv, from the face given.
   depth is measured from the face given, the end is flat; THRU goes through the base or the lug.
7. Changes: one counts if its status is RELEASED, its date `effective` is not after the date on which the drawing was frozen, and no change that
   counts names it in `cancels`. Of those that count for one target the latest counts, on equal dates the one with the higher number. `unit` and
   `from` of a change replace those of the dimension (an empty `from` leaves it); a change of the schedule has its own unit.
8. Part -1 is as drawn. Part -2 is the opposite hand: mirrored left to right within the base's length (X becomes length - X). Exception: what the
   schedule's column opposite_hand says: `same` stays at the same X, Y and Z as on -1, `omitted` is not made on -2.
9. Around each hole of the base there shall be, in plan view and whatever the depths, at least {least} mm and at least {share} times its drilled diameter of
   material between it (at its largest diameter, counterbore included) and the base's outline, every pocket, slot and bore and every other hole (at
   their largest diameters).
10. Material: {code} of materials.csv, or where that is withdrawn what replaces it. Edges are left sharp in the model. No coating.
"""


def clevis():
    base = dict(l=150.0, w=3.5 * IN, t=0.625 * IN, r=10.0)
    lug1 = dict(x=60.0, z=2.75 * IN, r=0.875 * IN, y0=0.75 * IN, y1=0.75 * IN + 14, bosses=[dict(d=1.25 * IN, h=4.0, front=True)])
    lug2 = dict(x=60.0, z=2.75 * IN, r=0.875 * IN, y0=0.75 * IN + 14 + 24, y1=0.75 * IN + 14 + 24 + 12.5, bosses=[dict(d=1.125 * IN, h=3.5, front=False)])
    return dict(
        title="ACTUATOR CLEVIS BRACKET, LEFT HAND (-1) AND RIGHT HAND (-2)", number="AB-20417", frozen="2026-03-31", radius=6.0, code="AL-11", material="AL-22",
        density=2.83, least=2.5, share=0.5,
        part=dict(base=base, lugs={"LUG1": lug1, "LUG2": lug2},
                  pockets=[dict(name="POCKET1", x=60.0, y=45.0, l=36.0, w=16.0, d=0.25 * IN, r=6.0, top=True),
                           dict(name="POCKET2", x=19.0, y=44.0, l=16.0, w=30.0, d=7.0, r=5.0, top=False)],
                  slots=[dict(name="SLOT1", x=141.0, y=44.45, l=30.0, w=7.0, along_x=False)]),
        bores=[("BORE1", "LUG1", "", 0.75 * IN, None), ("BORE2", "LUG2", "", 16.0, None), ("CBORE2", "LUG2", "front", 22.0, 3.0), ("BORE3", "BASE", "", 0.875 * IN, (110.0, 44.45))],
        # group, callout, fit, counterbore, face, unit, layout, count, u, from, v, from, pitches or pcd and start, depth, opposite hand
        holes=[("H1", "M8", "normal", "yes", "BASE top", "mm", "grid", "2x2", 77.0, "A", 44.45, "B", (123.0, 62.9), "THRU", "mirrored"),
               ("H2", "0.2500", "ream", "no", "BASE top", "in", "grid", "1x2", 3.5 * IN, "A", 1.75 * IN, "B", (0, 2.25 * IN), "THRU", "mirrored"),
               ("H3", "10-32", "tap", "no", "BASE bottom", "in", "circle", "6", 110.0, "BORE3.x", 44.45, "BORE3.y", (1.5 * IN, 15.0), 0.5 * IN, "mirrored"),
               ("H4", "M4", "tap", "no", "BASE top", "mm", "grid", "3x1", 48.0, "A", 3.9, "B", (14.0, 0), 9.0, "same"),
               ("H5", "M4", "tap", "no", "LUG1 front", "mm", "circle", "4", 60.0, "LUG1.x", 2.75 * IN, "LUG1.axis_height", (38.2, 35.0), 8.0, "mirrored"),
               ("H6", "M5", "tap", "no", "LUG2 rear", "mm", "grid", "2x1", 60.0, "LUG2.x", 1.375 * IN, "C", (24.0, 0), 9.0, "mirrored"),
               ("H7", "8-32", "close", "no", "BASE bottom", "in", "grid", "2x1", 4.25 * IN, "A", 3.5 * IN - 0.3 * IN, "F", (1.25 * IN, 0), "THRU", "omitted")],
        froms={"LUG1.x": ("mm", "A"), "LUG1.y_near": ("in", "B"), "LUG1.axis_height": ("in", "C"), "LUG2.x": ("mm", "LUG1.x"), "LUG2.y_near": ("mm", "LUG1.y_far"),
               "LUG2.axis_height": ("in", "LUG1.axis_height"), "POCKET1.x": ("mm", "LUG1.x"), "POCKET1.y": ("mm", "F"), "POCKET2.x": ("mm", "A"), "POCKET2.y": ("mm", "B"),
               "SLOT1.x": ("mm", "E"), "SLOT1.y": ("in", "B"), "BORE3.x": ("mm", "E"), "BORE3.y": ("in", "B")},
        inches={"BASE.width", "BASE.thickness", "LUG1.radius", "LUG2.radius", "BOSS1.diameter", "BOSS2.diameter", "POCKET1.depth", "BORE1.diameter", "BORE3.diameter"},
        # target: what the table says (value, unit, from), then the changes for it: number, value, unit, from, status, date, cancels
        changes=[("BASE.length", (142.0, "mm", ""), [("ECN-1042", "NEW", "mm", "", "RELEASED", "2025-09-12", ""), ("ECN-1099", 156.0, "mm", "", "PENDING", "2026-02-20", "")]),
                 ("LUG1.thickness", (12.0, "mm", ""), [("ECN-1051", 16.0, "mm", "", "RELEASED", "2025-10-02", ""), ("ECN-1047", "NEW", "mm", "", "RELEASED", "2025-12-15", "")]),
                 ("LUG1.axis_height", (2.5, "in", "C"), [("ECN-1060", "NEW", "in", "C", "RELEASED", "2025-11-20", ""), ("ECN-1088", 3.0, "in", "C", "REJECTED", "2026-01-18", "")]),
                 ("POCKET1.depth", (0.1875, "in", ""), [("ECN-1066", "NEW", "in", "", "RELEASED", "2026-01-09", ""), ("ECN-1110", 8.0, "mm", "", "RELEASED", "2026-04-15", "")]),
                 ("BORE2.diameter", (0.75, "in", ""), [("ECN-1071", "NEW", "mm", "", "RELEASED", "2026-01-22", "")]),
                 ("BORE3.x", (1.5, "in", "E"), [("ECN-1074", "NEW", "mm", "E", "RELEASED", "2026-02-03", "")]),
                 ("POCKET2.x", (20.5, "mm", "A"), [("ECN-1076", "NEW", "mm", "A", "RELEASED", "2026-02-03", ""), ("ECN-1081", 26.0, "mm", "A", "RELEASED", "2026-02-25", "")]),
                 ("", None, [("ECN-1093", "", "", "", "RELEASED", "2026-03-05", "ECN-1081"), ("ECN-1095", "", "", "", "PENDING", "2026-03-12", "ECN-1047")]),
                 ("H3.depth", (0.375, "in", ""), [("ECN-1079", "NEW", "in", "", "RELEASED", "2026-02-11", "")]),
                 ("H5.pcd", (1.4375, "in", ""), [("ECN-1083", "NEW", "mm", "", "RELEASED", "2026-02-27", ""), ("ECN-1085", 39.0, "mm", "", "REJECTED", "2026-02-28", "")]),
                 ("H1.pitch_u", (114.0, "mm", ""), [("ECN-1044", "NEW", "mm", "", "RELEASED", "2025-09-12", "")]),
                 ("H1.u", (73.0, "mm", "A"), [("ECN-1045", "NEW", "mm", "", "RELEASED", "2025-09-12", "")]),
                 ("CBORE2.depth", (4.0, "mm", ""), [("ECN-1090", "NEW", "mm", "", "RELEASED", "2026-03-31", "")])])


def pedestal():
    base = dict(l=8.25 * IN, w=115.0, t=19.0, r=0.5 * IN)
    lug = dict(x=82.0, z=84.0, r=42.0, y0=1.25 * IN, y1=1.25 * IN + 34, bosses=[dict(d=2.75 * IN, h=5.0, front=True)])
    return dict(
        title="BEARING PEDESTAL, DRIVE SIDE (-1) AND IDLER SIDE (-2)", number="BP-00938", frozen="2026-05-15", radius=8.0, code="ST-04", material="ST-09",
        density=0.2836 * 453.59237 / 16.387064, least=3.0, share=0.6,
        part=dict(base=base, lugs={"LUG1": lug},
                  pockets=[dict(name="POCKET1", x=164.0, y=56.0, l=42.0, w=52.0, d=0.3125 * IN, r=8.0, top=True),
                           dict(name="POCKET2", x=82.0, y=91.0, l=60.0, w=0.75 * IN, d=6.5, r=6.0, top=False),
                           dict(name="POCKET3", x=82.0, y=17.0, l=2.5 * IN, w=14.0, d=9.0, r=4.0, top=True)],
                  slots=[dict(name="SLOT1", x=20.0, y=57.5, l=1.5 * IN, w=12.0, along_x=False), dict(name="SLOT2", x=195.0, y=57.5, l=32.0, w=0.4375 * IN, along_x=False)]),
        bores=[("BORE1", "LUG1", "", 52.0, None), ("CBORE1", "LUG1", "rear", 2.375 * IN, 6.5), ("BORE2", "BASE", "", 14.0, (164.0, 100.0))],
        holes=[("H1", "3/8-16", "normal", "yes", "BASE top", "in", "grid", "2x2", 4.0 * IN, "A", 2.25 * IN, "B", (7.0 * IN, 3.5 * IN), "THRU", "mirrored"),
               ("H2", "8.000", "ream", "no", "BASE bottom", "mm", "grid", "2x1", 131.0, "A", 103.0, "F", (20.0, 0), 12.0, "mirrored"),
               ("H3", "M6", "tap", "no", "BASE top", "mm", "grid", "2x2", 164.0, "POCKET1.x", 56.0, "POCKET1.y", (28.0, 66.0), 13.0, "mirrored"),
               ("H4", "8-32", "tap", "no", "BASE top", "in", "grid", "2x1", 1.5 * IN, "A", 0.3 * IN, "B", (0.5 * IN, 0), 0.4375 * IN, "same"),
               ("H5", "M5", "tap", "no", "LUG1 rear", "mm", "circle", "6", 82.0, "LUG1.x", 84.0, "LUG1.axis_height", (72.4, 20.0), 14.0, "mirrored"),
               ("H6", "M4", "tap", "no", "LUG1 front", "mm", "circle", "3", 82.0, "LUG1.x", 84.0, "LUG1.axis_height", (3.0 * IN, 10.0), 0.375 * IN, "mirrored"),
               ("H7", "1/4-20", "close", "no", "BASE top", "in", "grid", "1x2", 5.25 * IN, "A", 2.2 * IN, "B", (0, 1.4 * IN), "THRU", "omitted")],
        froms={"LUG1.x": ("mm", "A"), "LUG1.y_near": ("in", "B"), "LUG1.axis_height": ("mm", "C"), "POCKET1.x": ("mm", "LUG1.x"), "POCKET1.y": ("mm", "B"), "POCKET2.x": ("mm", "LUG1.x"),
               "POCKET2.y": ("mm", "F"), "POCKET3.x": ("mm", "LUG1.x"), "POCKET3.y": ("mm", "B"), "SLOT1.x": ("mm", "A"), "SLOT1.y": ("mm", "F"), "SLOT2.x": ("mm", "A"),
               "SLOT2.y": ("mm", "SLOT1.y"), "BORE2.x": ("mm", "POCKET1.x"), "BORE2.y": ("mm", "B")},
        inches={"BASE.length", "BASE.corner_radius", "BOSS1.diameter", "POCKET1.depth", "POCKET2.width", "POCKET3.length", "SLOT1.length", "SLOT2.width", "CBORE1.diameter"},
        changes=[("LUG1.x", (76.0, "mm", "A"), [("ECN-311", "NEW", "mm", "A", "RELEASED", "2025-11-03", ""), ("ECN-340", 90.0, "mm", "A", "PENDING", "2026-04-10", "")]),
                 ("BASE.thickness", (0.75, "in", ""), [("ECN-313", 20.0, "mm", "", "RELEASED", "2025-11-17", ""), ("ECN-309", "NEW", "mm", "", "RELEASED", "2026-01-30", "")]),
                 ("BORE1.diameter", (2.0, "in", ""), [("ECN-318", "NEW", "mm", "", "RELEASED", "2025-12-08", "")]),
                 ("CBORE1.depth", (0.1875, "in", ""), [("ECN-321", "NEW", "mm", "", "RELEASED", "2026-01-12", ""), ("ECN-352", 8.0, "mm", "", "RELEASED", "2026-06-01", "")]),
                 ("LUG1.radius", (40.0, "mm", ""), [("ECN-319", "NEW", "mm", "", "RELEASED", "2025-12-08", ""), ("ECN-333", 44.0, "mm", "", "REJECTED", "2026-03-02", "")]),
                 ("POCKET1.length", (1.5, "in", ""), [("ECN-325", "NEW", "mm", "", "RELEASED", "2026-02-02", "")]),
                 ("POCKET3.depth", (7.0, "mm", ""), [("ECN-327", "NEW", "mm", "", "RELEASED", "2026-02-16", ""), ("ECN-331", 11.0, "mm", "", "RELEASED", "2026-03-20", "")]),
                 ("", None, [("ECN-338", "", "", "", "RELEASED", "2026-04-02", "ECN-331"), ("ECN-344", "", "", "", "PENDING", "2026-04-20", "ECN-309")]),
                 ("SLOT2.x", (0.75, "in", "E"), [("ECN-329", "NEW", "mm", "A", "RELEASED", "2026-02-23", "")]),
                 ("H5.pcd", (70.0, "mm", ""), [("ECN-320", "NEW", "mm", "", "RELEASED", "2025-12-08", "")]),
                 ("H2.depth", (0.375, "in", ""), [("ECN-335", "NEW", "mm", "", "RELEASED", "2026-03-09", ""), ("ECN-336", 0.5625, "in", "", "PENDING", "2026-03-16", "")]),
                 ("H7.pitch_v", (1.25, "in", ""), [("ECN-346", "NEW", "in", "", "RELEASED", "2026-05-15", "")]),
                 ("H6.depth", (7.0, "mm", ""), [("ECN-342", "NEW", "in", "", "RELEASED", "2026-04-13", "")])])


def tidy(value):
    assert abs(value - round(value, 4)) < 1e-9, value
    return f"{round(value, 4):g}"


def write(name, header, rows):
    with open(os.path.join(HERE, name), "w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(header)
        out.writerows(rows)


def drawing(v):
    """Truth in mm of every dimension, as FEATURE.quantity."""
    part, b, true = v["part"], v["part"]["base"], {}
    features = [("BASE", "base", "", "")]
    true.update({"BASE.length": b["l"], "BASE.width": b["w"], "BASE.thickness": b["t"], "BASE.corner_radius": b["r"]})
    bosses = 0
    for name, g in part["lugs"].items():
        features.append((name, "lug", "BASE", "top"))
        true.update({f"{name}.x": g["x"], f"{name}.y_near": g["y0"], f"{name}.thickness": g["y1"] - g["y0"], f"{name}.axis_height": g["z"], f"{name}.radius": g["r"]})
        for s in g["bosses"]:
            bosses += 1
            features.append((f"BOSS{bosses}", "boss", name, "front" if s["front"] else "rear"))
            true.update({f"BOSS{bosses}.diameter": s["d"], f"BOSS{bosses}.height": s["h"]})
    for p in part["pockets"]:
        features.append((p["name"], "pocket", "BASE", "top" if p["top"] else "bottom"))
        true.update({f"{p['name']}.{q}": p[k] for q, k in (("x", "x"), ("y", "y"), ("length", "l"), ("width", "w"), ("depth", "d"))})
        if p["r"] != v["radius"]:
            true[f"{p['name']}.corner_radius"] = p["r"]
    for s in part["slots"]:
        features.append((s["name"], "slot", "BASE", "along X" if s["along_x"] else "along Y"))
        true.update({f"{s['name']}.{q}": s[k] for q, k in (("x", "x"), ("y", "y"), ("length", "l"), ("width", "w"))})
    for name, on, side, d, more in v["bores"]:
        features.append((name, "counterbore" if name.startswith("C") else "bore", on, side))
        true[f"{name}.diameter"] = d
        if name.startswith("C"):
            true[f"{name}.depth"] = more
        elif on == "BASE":
            true[f"{name}.x"], true[f"{name}.y"] = more
    return features, true


def origin(reference, true):
    if reference in "ABC":
        return 0.0, 1
    if reference in "EF":
        return true["BASE.length" if reference == "E" else "BASE.width"], -1
    name, quantity = reference.split(".")
    return (true[f"{name}.y_near"] + true[f"{name}.thickness"] if quantity == "y_far" else true[reference]), 1


def with_cuts(v):
    """The part with every cut as cylinders between two heights."""
    part = dict(v["part"], cuts=[])
    b, sizes = part["base"], {f[0]: f for f in FASTENERS}
    for name, on, side, d, more in v["bores"]:
        if on == "BASE":
            part["cuts"].append(dict(on=on, at=(*more, 0.0), steps=[(d, 0, b["t"])], hand="mirrored", name=name))
            continue
        g = part["lugs"][on]
        lo, hi = g["y0"] - sum(s["h"] for s in g["bosses"] if s["front"]), g["y1"] + sum(s["h"] for s in g["bosses"] if not s["front"])
        span = (lo, hi) if more is None else (g["y0"], g["y0"] + more) if side == "front" else (g["y1"] - more, g["y1"])
        part["cuts"].append(dict(on=on, at=(g["x"], 0.0, g["z"]), steps=[(d, *span)], hand="mirrored", name=name))
    for group, callout, fit, counter, face, unit, layout, count, u, _, w, _, more, depth, hand in v["holes"]:
        scale = IN if unit == "in" else 1.0
        if fit == "ream":
            d = float(callout) * scale
        else:
            f = sizes[callout]
            s = IN if f[1] == "in" else 1.0
            d = f[{"tap": 3, "close": 4, "normal": 5}[fit]] * s
        on, side = face.split()
        lo, hi = (0.0, b["t"]) if on == "BASE" else (part["lugs"][on]["y0"], part["lugs"][on]["y1"])
        low = side in ("bottom", "front")
        length = hi - lo if depth == "THRU" else depth
        steps = [(d, lo, lo + length) if low else (d, hi - length, hi)]
        if counter == "yes":
            steps.append((f[6] * s, lo, lo + f[7] * s) if low else (f[6] * s, hi - f[7] * s, hi))
        if layout == "circle":
            n, (pcd, start) = int(count), more
            spots = [(u + pcd / 2 * math.cos(math.radians(start + 360 * i / n)), w + pcd / 2 * math.sin(math.radians(start + 360 * i / n))) for i in range(n)]
        else:
            nu, nv = (int(t) for t in count.split("x"))
            spots = [(u + more[0] * (i - (nu - 1) / 2), w + more[1] * (j - (nv - 1) / 2)) for i in range(nu) for j in range(nv)]
        for p, q in spots:
            at = (p, q, lo if low else hi) if on == "BASE" else (p, lo if low else hi, q)
            part["cuts"].append(dict(on=on, at=at, steps=steps, hand=hand, name=group, d=d, depth=length, low=low, through=depth == "THRU"))
    return part


def rays(part):
    """Places in the air (or in the material) of a right part, a direction, and how far it is to the surface."""
    b, out = part["base"], []
    mid = b["t"] / 2

    def add(what, at, direction, distance):
        out.append(dict(what=what, at=[round(t, 5) for t in at], to=direction, distance=round(distance, 5)))

    for p in part["pockets"]:
        z, sign = (b["t"] - p["d"] / 2, -1) if p["top"] else (p["d"] / 2, 1)
        add(f"{p['name']} depth", (p["x"], p["y"], z), [0, 0, sign], p["d"] / 2)
        for d in ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0)):
            add(f"{p['name']} side", (p["x"], p["y"], z), list(d), p["l"] / 2 if d[0] else p["w"] / 2)
    for s in part["slots"]:
        for d in ((1, 0, 0), (-1, 0, 0), (0, 1, 0), (0, -1, 0)):
            add(f"{s['name']} side", (s["x"], s["y"], mid), list(d), (s["l"] if (d[0] != 0) == s["along_x"] else s["w"]) / 2)
    for name, g in part["lugs"].items():
        x, z, y = g["x"] + g["r"] * 0.6, b["t"] + 1.5, (g["y0"] + g["y1"]) / 2
        add(f"{name} front", (x, g["y0"] - 2.0, z), [0, 1, 0], 2.0)
        add(f"{name} rear", (x, g["y1"] + 2.0, z), [0, -1, 0], 2.0)
        for side in (1, -1):
            add(f"{name} side", (g["x"] + side * (g["r"] + 3), y, z), [-side, 0, 0], 3.0)
            c = g["r"] * math.sqrt(0.5)
            add(f"{name} round top", (g["x"] + side * (c + 2.4), y, g["z"] + c + 2.4), [-side * math.sqrt(0.5), 0, -math.sqrt(0.5)], 2.4 * math.sqrt(2))
        add(f"{name} top", (g["x"], y, g["z"] + g["r"] + 4), [0, 0, -1], 4.0)
        inner = max(d for c in part["cuts"] if c["on"] == name and "d" not in c for d, _, _ in c["steps"]) / 2
        for s in g["bosses"]:
            sign, face = (1, g["y0"] - s["h"]) if s["front"] else (-1, g["y1"] + s["h"])
            r = (max(inner, 0) + s["d"] / 2) / 2 if inner < s["d"] / 2 else s["d"] / 2 - 0.7
            add(f"{name} boss face", (g["x"], face - sign * 3, g["z"] - r), [0, sign, 0], 3.0)
            add(f"{name} boss edge", (g["x"], face + sign * s["h"] / 2, g["z"] - s["d"] / 2 - 1.5), [0, 0, 1], 1.5)
    add("base right end", (b["l"] + 5, b["w"] * 0.5, mid), [-1, 0, 0], 5.0)
    add("base rear face", (b["l"] * 0.5, b["w"] + 5, mid), [0, -1, 0], 5.0)
    return out


def expected(part, hand, v):
    wall, rows, made = solve.walls(part), [], []
    for c in part["cuts"]:
        steps = sorted(c["steps"], key=lambda s: -s[0])
        # Where each diameter is seen: not in the part of its length that a wider step has taken.
        spans = []
        for d, lo, hi in steps:
            for _, low, high in [s for s in part_steps(part, c) if s[0] > d]:
                lo, hi = (max(lo, high), hi) if low <= lo < high else (lo, min(hi, low)) if low < hi <= high else (lo, hi)
            if hi - lo > 0.3:
                spans.append([round(d, 5), round((lo + hi) / 2, 5)])
        end = None
        if not c.get("through", True):
            end = round(steps[-1][2] if c["low"] else steps[-1][1], 5)
        made.append(dict(name=c["name"], on=c["on"], at=[round(t, 5) for t in c["at"]], spans=spans, floor=end, up=bool(c.get("low"))))
        if "d" in c:
            w = wall.get(id(c))
            limit = max(v["least"], v["share"] * c["d"])
            assert w is None or (w > 0.8 and abs(w - limit) > 0.15), (hand, c["name"], c["at"], w, limit)
            rows.append([hand, c["name"], *(round(t, 4) for t in c["at"]), round(c["d"], 4), round(c["depth"], 4), "" if w is None else round(w, 3), "" if w is None else "yes" if w >= limit else "no"])
    return rows, made


def part_steps(part, cut):
    return [s for c in part["cuts"] if c["on"] == cut["on"] and math.dist(c["at"][::2], cut["at"][::2]) < 1e-6 and (c["on"] != "BASE" or c["at"][:2] == cut["at"][:2]) for s in c["steps"]]


def main():
    for name, v in (("clevis", clevis()), ("pedestal", pedestal())):
        features, true = drawing(v)
        changed = {target: (old, list_) for target, old, list_ in v["changes"]}
        units = lambda key: "in" if key in v["inches"] else v["froms"].get(key, ("mm", ""))[0]  # noqa: E731
        dims = []
        for k, (key, value) in enumerate(sorted(true.items(), key=lambda item: [f[0] for f in features].index(item[0].split(".")[0])), 1):
            feature, quantity = key.split(".")
            if key in changed:
                old, unit, reference = changed[key][0]
            else:
                unit, reference = units(key), v["froms"].get(key, ("", ""))[1]
                at, sign = origin(reference, true) if reference else (0.0, 1)
                old = (value - at) * sign / (IN if unit == "in" else 1)
            dims.append([f"D{k:02d}", feature, quantity, tidy(old), unit, reference])
        write(f"{name}-dimensions.csv", ["dim", "feature", "quantity", "value", "unit", "from"], dims)
        write(f"{name}-features.csv", ["feature", "kind", "on", "side"], features)
        schedule, hole_truth = [], {}
        for group, callout, fit, counter, face, unit, layout, count, u, fu, w, fw, more, depth, hand in v["holes"]:
            k = IN if unit == "in" else 1.0
            (ou, su), (ow, sw) = origin(fu, true), origin(fw, true)
            # The centre from a rear or right face is drawn in the schedule as the distance to it.
            row = dict(group=group, callout=callout, fit=fit, counterbore=counter, face=face, unit=unit, layout=layout, count=count, u=(u - ou) * su / k, from_u=fu,
                       v=(w - ow) * sw / k, from_v=fw, pitch_u="", pitch_v="", pcd="", start_deg="", depth=depth if depth == "THRU" else depth / k, opposite_hand=hand)
            row.update(dict(pcd=more[0] / k, start_deg=more[1]) if layout == "circle" else dict(pitch_u=more[0] / k, pitch_v=more[1] / k))
            for field in ("u", "v", "pitch_u", "pitch_v", "pcd", "depth"):
                key = f"{group}.{field}"
                if row[field] != "" and row[field] != "THRU":
                    hole_truth[key] = row[field] * k
                if key in changed:
                    old, old_unit, _ = changed[key][0]
                    row[field] = old * (IN if old_unit == "in" else 1) / k
                if isinstance(row[field], float):
                    row[field] = tidy(row[field])
            schedule.append(list(row.values()))
            header = list(row)
        write(f"{name}-hole_schedule.csv", header, schedule)
        changes = []
        for target, _, entries in v["changes"]:
            for number, value, unit, reference, status, date, cancels in entries:
                if value == "NEW":
                    k = IN if unit == "in" else 1.0
                    if target in hole_truth:
                        value = hole_truth[target] / k
                    else:
                        at, sign = origin(reference, true) if reference else (0.0, 1)
                        value = (true[target] - at) * sign / k
                keep = reference if target in true and reference != changed[target][0][2] else ""
                changes.append([number, target, tidy(value) if value != "" else "", unit, keep, status, date, cancels])
        changes.sort()
        write(f"{name}-changes.csv", ["ecn", "target", "value", "unit", "from", "status", "effective", "cancels"], changes)
        with open(os.path.join(HERE, f"{name}-notes.txt"), "w") as file:
            file.write(NOTES.format(**{k: f"{v[k]:g}" if isinstance(v[k], float) else v[k] for k in ("title", "number", "frozen", "radius", "code", "least", "share")}))
        one = with_cuts(v)
        mass, holes, facts = [], [], {}
        for hand, part in (("-1", one), ("-2", solve.other_hand(one))):
            mesh = solve.model(part, 0.008)
            solve.write_ply(os.path.join(HERE, f"{name}-ref-bracket{hand}.ply"), mesh)
            volume, centre = solve.measure(solve.model(part, 0.002))
            mass.append([hand, v["material"], round(volume / 1000, 3), round(volume / 1000 * v["density"], 2), *(round(float(t), 3) for t in centre)])
            rows, made = expected(part, hand, v)
            holes += rows
            facts[hand] = dict(holes=made, rays=rays(part))
            print(name, hand, len(mesh), "triangles", mass[-1], sum(r[-1] == "no" for r in rows), "of", len(rows), "walls too thin")
        write(f"{name}-ref-mass.csv", ["part", "material", "volume_cm3", "mass_g", "cg_x_mm", "cg_y_mm", "cg_z_mm"], mass)
        write(f"{name}-ref-holes.csv", ["part", "group", "x_mm", "y_mm", "z_mm", "diameter_mm", "depth_mm", "wall_mm", "wall_ok"], holes)
        with open(os.path.join(HERE, f"{name}-ref-facts.json"), "w") as file:
            json.dump(facts, file)
    write("fasteners.csv", ["size", "unit", "nominal", "tap_drill", "close_fit", "normal_fit", "cbore_diameter", "cbore_depth"], FASTENERS)
    write("materials.csv", ["code", "name", "density", "unit", "status", "replaced_by"], MATERIALS)


if __name__ == "__main__":
    main()
