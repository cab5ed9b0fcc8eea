# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Writes output/estimate.py and runs it on input/. Argument: what to do wrong (none: nothing)."""
import subprocess
import sys

SLIP = sys.argv[1] if len(sys.argv) > 1 else ""
PROGRAM = r'''
import csv, json, os, sys
import numpy as np

SLIP = "@SLIP@"
source, target = sys.argv[1], sys.argv[2]
read = lambda name: list(csv.DictReader(open(os.path.join(source, name), newline="")))
price = {(r["region"], int(r["year"])): float(r["index"]) for r in read("deflator.csv")}
years = sorted({t for _, t in price})
latest = {}
for r in read("panel.csv"):
    key = r["unit"], int(r["year"])
    if key not in latest or (r["vintage"] > latest[key]["vintage"]) != (SLIP == "vintage"):
        latest[key] = r
start = {}
for r in read("adoption.csv"):
    if r["status"] == "enacted" or SLIP == "withdrawn":
        year, rest = int(r["in_force_from"][:4]), r["in_force_from"][5:]
        start[r["unit"]] = year if rest == "01-01" or SLIP == "calendar" else year + 1
rows = []
for unit in sorted({u for u, _ in latest}):
    cells = [latest.get((unit, t)) for t in years]
    if any(c is None or c["value"] == "" for c in cells):
        continue
    g = start.get(unit, 0)
    if g and g <= years[0]:
        continue
    real = [float(c["value"]) / (1 if SLIP == "nominal" else price[c["region"], t] / 100) for c, t in zip(cells, years)]
    rows.append((g, int(cells[0]["region"]), 1.0 if SLIP == "unweighted" else float(cells[0]["population"]), real))
G, R, W = (np.array([r[i] for r in rows]) for i in range(3))
Y = np.log(np.array([r[3] for r in rows]))
cohorts = sorted(set(G) - {0})
col = {t: i for i, t in enumerate(years)}
CELLS = [(g, t) for g in cohorts for t in years if t != g - 1]

def estimate(keep):
    def mean(mask, t, b):
        m = mask & keep
        return np.average(Y[m, col[t]] - Y[m, col[b]], weights=W[m])
    att = np.array([mean(G == g, t, g - 1) - mean(G == 0, t, g - 1) for g, t in CELLS])
    w = np.array([W[(G == g) & keep].sum() for g, _ in CELLS])
    lead = np.array([t - g for g, t in CELLS])
    events = [e for e in range(-5, 6) if (lead == e).any()]
    ev = [np.average(att[lead == e], weights=w[lead == e]) for e in events]
    overall = np.average(att[lead >= 0], weights=w[lead >= 0])
    if SLIP == "twfe":
        D = ((G[:, None] > 0) & (np.array(years)[None, :] >= G[:, None])).astype(float)[keep]
        y, k = Y[keep], W[keep][:, None]
        demean = lambda x: x - x.mean(1, keepdims=True) - (k * x).sum(0) / k.sum() + (k * x.mean(1, keepdims=True)).sum() / k.sum()
        d = demean(D)
        overall = (k * d * demean(y)).sum() / (k * d * d).sum()
    return np.concatenate([att, ev, [overall]]), events

everybody = np.ones(len(G), bool)
point, events = estimate(everybody)
if SLIP == "units":
    parts = np.array([estimate(np.arange(len(G)) != i)[0] for i in range(len(G))])
else:
    parts = np.array([estimate(R != r)[0] for r in sorted(set(R))])
n = len(parts)
se = np.sqrt((n - 1) / n * ((parts - parts.mean(0)) ** 2).sum(0))
c = len(CELLS)

def write(name, header, lines):
    with open(os.path.join(target, name), "w", newline="") as file:
        out = csv.writer(file)
        out.writerow(header)
        out.writerows(lines)

write("att.csv", ["cohort", "year", "att", "se"], [(g, t, round(point[i], 6), round(se[i], 6)) for i, (g, t) in enumerate(CELLS)])
write("event.csv", ["event_time", "att", "se"], [(e, round(point[c + i], 6), round(se[c + i], 6)) for i, e in enumerate(events)])
with open(os.path.join(target, "summary.json"), "w") as file:
    json.dump({"units": len(G), "treated_units": int((G > 0).sum()), "regions": len(set(R)), "overall_att": point[-1], "overall_se": se[-1]}, file)
'''
with open("output/estimate.py", "w") as file:
    file.write(PROGRAM.replace("@SLIP@", "" if SLIP == "canned" else SLIP))
subprocess.run(["python3", "output/estimate.py", "input", "output"], check=True)
if SLIP == "canned":
    # A program that writes the answers for the data it knows, whatever it is given.
    canned = {name: open(f"output/{name}").read() for name in ("att.csv", "event.csv", "summary.json")}
    with open("output/estimate.py", "w") as file:
        file.write(f"import sys\nfor name, text in {canned!r}.items():\n    open(sys.argv[2] + '/' + name, 'w').write(text)\n")
