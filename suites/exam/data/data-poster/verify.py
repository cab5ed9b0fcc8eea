# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Reads the elements of a poster, and holds them against the data and the brand sheet."""
import math
import os
import re
import sys
import xml.etree.ElementTree as ET

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from marking import Checks, Wrong, compare, exact, keyed, number, read_json, read_rows, read_text, within, REF  # noqa: E402

brand = read_json("brand.json", REF)
sites = {r["site"]: r for r in read_rows("sites.csv", ["site", "name", "group", "status"], folder=REF) if r["status"] == "open"}
months = {}
for r in sorted(read_rows("months.csv", ["site", "month", "value", "unit", "version"], folder=REF), key=lambda r: int(r["version"])):
    months[r["site"], r["month"]] = r
got = {s: [float(r["value"]) * (brand["ppb_to_ug_m3"] if r["unit"] == "ppb" else 1) for (k, _), r in months.items() if k == s and r["value"]] for s in sites}
means = {s: sum(v) / len(v) for s, v in got.items() if len(v) >= 9}
order = sorted(means, key=lambda s: -means[s])
p, colours, sizes, texts = brand["plot"], brand["colours"], brand["sizes"], brand["texts"]
top = brand["tick"] * math.ceil(max(means.values()) / brand["tick"])
SCALE = p["width"] / top


def elements():
    source = read_text("poster.svg", 2 << 20)
    if "<!ENTITY" in source.upper():
        raise Wrong("poster.svg has entities of its own")
    try:
        root = ET.fromstring(source)
    except ET.ParseError as error:
        raise Wrong(f"poster.svg is not well-formed: {error}")
    out = {}
    for e in root.iter():
        tag = e.tag.split("}")[-1] if isinstance(e.tag, str) else ""
        a = dict(e.attrib)
        for part in a.pop("style", "").split(";"):
            if ":" in part:
                k, value = part.split(":", 1)
                a[k.strip()] = value.strip()
        if "transform" in a:
            raise Wrong("poster.svg has a transform")
        if tag in ("style", "use", "image", "script", "foreignObject"):
            raise Wrong(f"poster.svg has a {tag}")
        if "id" in a:
            if a["id"] in out:
                raise Wrong(f"poster.svg has two elements with the id {a['id'][:30]}")
            out[a["id"]] = (tag, a, " ".join("".join(e.itertext()).split()) if tag == "text" else "")
    return out


try:
    ALL = elements()
except Wrong as wrong:
    ALL = wrong


def take(id_, tag):
    if isinstance(ALL, Wrong):
        raise ALL
    found = ALL.get(id_)
    if found is None or found[0] != tag:
        raise Wrong(f"there is no {tag} with the id {id_}")
    return found[1], found[2]


def size(a, key):
    value = number(re.sub(r"(px|mm)?\Z", "", a.get(key, "0" if key in ("x", "y") else "").strip()) if a.get(key) else ("0" if key in ("x", "y") else None))
    if value is None:
        raise Wrong(f"{a.get('id', '')[:30]}: {key} is not a number")
    return value


def colour(a, key="fill"):
    seen = a.get(key, "").strip().lower()
    if re.fullmatch(r"#[0-9a-f]{3}", seen):
        seen = "#" + "".join(2 * d for d in seen[1:])
    found = re.fullmatch(r"rgb\(\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*\)", seen)
    return "#%02x%02x%02x" % tuple(int(v) & 255 for v in found.groups()) if found else seen


def share(names, test, what):
    right, first = 0, None
    for n in names:
        try:
            test(n)
            right += 1
        except Wrong as wrong:
            first = first or str(wrong)
    return right / len(names), f"{len(names)} {what}", f"{right} are right" + (f"; first: {first}" if first else "")


def need(good, says):
    if not good:
        raise Wrong(says)


def box(id_):
    a, says = take(id_, "text")
    fs = size(a, "font-size")
    wide = 0.6 * fs * len(says)
    x = size(a, "x") - {"middle": wide / 2, "end": wide}.get(a.get("text-anchor", "start").strip(), 0)
    return x, size(a, "y") - 0.8 * fs, x + wide, size(a, "y") + 0.2 * fs


def bar(s):
    a, _ = take(f"bar-{s}", "rect")
    need(abs(size(a, "x") - p["x"]) <= 0.3 and abs(size(a, "width") - means[s] * SCALE) <= 0.6, f"bar-{s} is {size(a, 'width'):.2f} long, not {means[s] * SCALE:.2f}")


def bars():
    score, expected, seen = share(order, bar, "bars")
    extra = [i for i in ALL if i.startswith("bar-") and i[4:] not in means]
    return score * len(order) / (len(order) + len(extra)), expected, seen + (f", {len(extra)} are surplus" if extra else "")


def layout():
    boxes = [(lambda a: (size(a, "y"), size(a, "height")))(take(f"bar-{s}", "rect")[0]) for s in order]
    thick = [h for _, h in boxes]
    gaps = [b[0] - a[0] - a[1] for a, b in zip(boxes, boxes[1:])]
    tests = [("from the highest mean down", all(a[0] < b[0] for a, b in zip(boxes, boxes[1:]))), ("of one thickness", max(thick) - min(thick) <= 0.1), ("with even gaps", max(gaps) - min(gaps) <= 0.1),
             ("gaps of 0.2 to 1 times the thickness", 0.2 * min(thick) <= min(gaps) + 1e-6 and max(gaps) <= max(thick)), ("inside of the plot", boxes[0][0] >= p["y"] - 0.1 and sum(boxes[-1]) <= p["y"] + p["height"] + 0.1),
             ("which they fill to nine tenths", sum(boxes[-1]) - boxes[0][0] >= 0.9 * p["height"])]
    bad = [n for n, good in tests if not good]
    return 1 - len(bad) / len(tests), "bars " + ", ".join(n for n, _ in tests), f"not: {', '.join(bad)}" if bad else "they are"


def colouring():
    wanted = {f"bar-{s}": colours["highlight"] if s == order[0] else colours[sites[s]["group"]] for s in order}
    wanted |= {f"legend-{g}": colours[g] for g in texts["legend"]} | {"background": colours["background"]}

    def right(i):
        need(colour(take(i, "rect")[0]) == wanted[i], f"{i} is not {wanted[i]}")
    score, expected, seen = share(list(wanted), right, "fills")
    hot = f"bar-{order[0]}"
    try:
        right(hot)
    except Wrong:
        score *= 0.7
    return score, expected, seen


def labelled(s):
    a, _ = take(f"bar-{s}", "rect")
    middle, end = size(a, "y") + size(a, "height") / 2, size(a, "x") + size(a, "width")
    for kind, says in (("label", sites[s]["name"]), ("value", f"{means[s]:.1f}")):
        attributes, seen = take(f"{kind}-{s}", "text")
        if kind == "value":
            need(number(seen) is not None and abs(float(seen) - means[s]) <= 0.11 and re.fullmatch(r"\d+\.\d", seen), f"value-{s} says {seen[:20]!r}")
        else:
            need(seen == says, f"label-{s} says {seen[:30]!r}")
        x0, y0, x1, y1 = box(f"{kind}-{s}")
        need(abs(size(attributes, "font-size") - sizes[kind]) <= 0.05, f"{kind}-{s} has a wrong size")
        need(abs((y0 + y1) / 2 - middle) <= 0.3 * size(attributes, "font-size"), f"{kind}-{s} is not beside its bar")
        need(1 <= p["x"] - x1 <= 6 if kind == "label" else 1 <= x0 - end <= 4, f"{kind}-{s} has a wrong distance")


def labels():
    return share(order, labelled, "bars with name and value")


def axis():
    def right(k):
        if k == "mean":
            a, _ = take("mean", "line")
            x = p["x"] + SCALE * sum(means.values()) / len(means)
            need(a.get("stroke-dasharray", "none") not in ("none", "") and colour(a, "stroke") == colours["text"], "mean is not a dashed line in the text's colour")
        else:
            a, _ = take(f"tick-{k}", "line")
            x = p["x"] + SCALE * k
            need(colour(a, "stroke") == colours["grid"], f"tick-{k} has a wrong colour")
            x0, _, x1, _ = box(f"tick-label-{k}")
            need(take(f"tick-label-{k}", "text")[1] == str(k) and abs((x0 + x1) / 2 - x) <= 0.5, f"tick-label-{k} is wrong")
        ys = sorted((size(a, "y1"), size(a, "y2")))
        need(abs(size(a, "x1") - x) <= 0.3 and abs(size(a, "x2") - x) <= 0.3, f"{k} is not at {x:.2f}")
        need(abs(ys[0] - p["y"]) <= 0.5 and abs(ys[1] - p["y"] - p["height"]) <= 0.5, f"{k} does not span the plot")
    return share([*range(0, top + 1, brand["tick"]), "mean"], right, "lines")


def copy():
    wanted = {k: (texts[k], sizes[k]) for k in ("title", "subtitle", "source")} | {f"legend-label-{g}": (t, sizes["legend"]) for g, t in texts["legend"].items()}

    def right(i):
        a, says = take(i, "text")
        need(says == wanted[i][0], f"{i} says {says[:40]!r}")
        need(abs(size(a, "font-size") - wanted[i][1]) <= 0.05 and brand["font"].lower() in a.get("font-family", "").lower() and colour(a) == colours["text"], f"{i} has a wrong size, font or colour")
    return share(list(wanted), right, "texts")


def clear():
    if isinstance(ALL, Wrong):
        raise ALL
    needed = [f"{k}-{s}" for s in order for k in ("label", "value")] + ["title", "subtitle", "source"] + [f"legend-label-{g}" for g in texts["legend"]]
    boxes = {i: box(i) for i in needed}
    bad, m = [], brand["margin_mm"]
    names = list(boxes)
    for k, i in enumerate(names):
        x0, y0, x1, y1 = boxes[i]
        if x0 < m - 0.5 or y0 < m - 0.5 or x1 > brand["width_mm"] - m + 0.5 or y1 > brand["height_mm"] - m + 1:
            bad.append(f"{i} is in the margin")
        for j in names[k + 1:]:
            u0, v0, u1, v1 = boxes[j]
            if x0 < u1 and u0 < x1 and y0 < v1 and v0 < y1:
                bad.append(f"{i} and {j} overlap")
    return 1.0 if not bad else max(0.0, 0.6 - 0.1 * len(bad)), "no text in the margin or on another", "; ".join(bad[:3]) or "none"


def table():
    expected = {(s,): dict(mean=f"{means[s]:.4f}", months=str(len(got[s]))) for s in order}
    return compare(keyed("sites.csv", ["site"], ["mean", "months"]), expected, dict(mean=within(0.011), months=exact))


checks = Checks()
for name, work in (("bars", bars), ("layout", layout), ("colours", colouring), ("labels", labels), ("axis", axis), ("copy", copy), ("clear", clear), ("table", table)):
    checks.add(name, work)
checks.print()
