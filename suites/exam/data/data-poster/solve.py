# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Draws the poster. Argument: a flaw for a near-miss."""
import csv
import json
import math
import sys
from xml.sax.saxutils import escape

FLAW = sys.argv[1] if len(sys.argv) > 1 else ""
brand = json.load(open("input/brand.json"))
sites = {r["site"]: r for r in csv.DictReader(open("input/sites.csv")) if r["status"] == "open" or FLAW == "closed"}
latest = {}
for r in csv.DictReader(open("input/months.csv")):
    key = r["site"], r["month"]
    if key not in latest or (int(r["version"]) > int(latest[key]["version"])) == (FLAW != "stale"):
        latest[key] = r
means = {}
for s in sites:
    got = [float(r["value"]) * (brand["ppb_to_ug_m3"] if r["unit"] == "ppb" and FLAW != "ppb" else 1) for (site, _), r in latest.items() if site == s and r["value"]]
    if len(got) >= 9:
        means[s] = sum(got) / len(got)
order = sorted(means, key=lambda s: -means[s])
if FLAW == "alphabet":
    order = sorted(means)
p, c, sizes, texts = brand["plot"], brand["colours"], brand["sizes"], brand["texts"]
top = brand["tick"] * math.ceil(max(means.values()) / brand["tick"])
scale = p["width"] / top
out = []


def text(id_, x, y, size, says, anchor="start"):
    out.append(f'<text id="{id_}" x="{x:.2f}" y="{y:.2f}" font-family="{brand["font"]}" font-size="{size}" fill="{c["text"]}" text-anchor="{anchor}">{escape(says)}</text>')


W, H, M = brand["width_mm"], brand["height_mm"], brand["margin_mm"]
out.append(f'<rect id="background" x="0" y="0" width="{W}" height="{H}" fill="{c["background"]}"/>')
text("title", M, M + 18, sizes["title"], texts["title"])
text("subtitle", M, M + 30, sizes["subtitle"], texts["subtitle"])
text("source", M, H - M, sizes["source"], texts["source"])
for k in range(0, top + 1, brand["tick"]):
    x = p["x"] + k * scale
    out.append(f'<line id="tick-{k}" x1="{x:.2f}" y1="{p["y"]}" x2="{x:.2f}" y2="{p["y"] + p["height"]}" stroke="{c["grid"]}" stroke-width="0.3"/>')
    text(f"tick-label-{k}", x, p["y"] + p["height"] + 6, sizes["tick"], str(k), "middle")
pitch = p["height"] / len(order)
thick = 0.7 * pitch
for i, s in enumerate(order):
    y = p["y"] + i * pitch + 0.15 * pitch
    colour = c["highlight"] if s == max(means, key=means.get) and FLAW != "highlight" else c[sites[s]["group"]]
    length = means[s] * scale if FLAW != "cut" else (means[s] - 0.5 * min(means.values())) * scale
    out.append(f'<rect id="bar-{s}" x="{p["x"]}" y="{y:.3f}" width="{length:.3f}" height="{thick:.3f}" fill="{colour}"/>')
    middle = y + thick / 2 + 0.35 * sizes["label"]
    text(f"label-{s}", p["x"] - 3, middle, sizes["label"], sites[s]["name"], "end")
    text(f"value-{s}", p["x"] + length + 2, middle, sizes["value"], f"{means[s]:.1f}")
mean = p["x"] + scale * sum(means.values()) / len(means)
out.append(f'<line id="mean" x1="{mean:.2f}" y1="{p["y"]}" x2="{mean:.2f}" y2="{p["y"] + p["height"]}" stroke="{c["text"]}" stroke-width="0.6" stroke-dasharray="2 1.5"/>')
x = float(M)
for g, says in texts["legend"].items():
    y = p["y"] - 14
    out.append(f'<rect id="legend-{g}" x="{x:.2f}" y="{y:.2f}" width="5" height="5" fill="{c[g]}"/>')
    text(f"legend-label-{g}", x + 7, y + 4.2, sizes["legend"], says)
    x += 12 + 0.6 * sizes["legend"] * len(says)
unit = "px" if FLAW == "pixels" else "mm"
open("output/poster.svg", "w").write(f'<svg xmlns="http://www.w3.org/2000/svg" width="{W}{unit}" height="{H}{unit}" viewBox="0 0 {W} {H}">\n' + "\n".join(out) + "\n</svg>\n")
with open("output/sites.csv", "w") as file:
    file.write("site,mean,months\n")
    for s in order:
        file.write(f"{s},{means[s]:.2f},{sum(1 for (site, _), r in latest.items() if site == s and r['value'])}\n")
