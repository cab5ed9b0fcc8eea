# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Writes the inputs and references of the staggered policy exam. Deterministic: `python3 generate.py` beside this file."""
import csv
import json
import math
import os
import random

HERE = os.path.dirname(os.path.abspath(__file__))
# Each variant has the data that the agent works on and held-out data of the same form for its program.
VARIANTS = {
    "wages": dict(seed=5901, base=2015, years=(2008, 2021), regions=24, units=7, cohorts=(2012, 2015, 2018), effect=(0.10, 0.012, 0.02)),
    "wages-held": dict(seed=5911, base=2010, years=(2006, 2017), regions=20, units=6, cohorts=(2010, 2013), effect=(0.05, 0.01, -0.01)),
    "rents": dict(seed=5902, base=2018, years=(2009, 2023), regions=22, units=8, cohorts=(2013, 2014, 2017, 2020), effect=(-0.08, -0.015, 0.01)),
    "rents-held": dict(seed=5912, base=2012, years=(2007, 2018), regions=21, units=6, cohorts=(2011, 2014, 2016), effect=(0.07, 0.0, 0.015)),
}


def write(name, header, rows):
    with open(os.path.join(HERE, name), "w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(header)
        out.writerows(rows)


def estimates(units, years, cohorts):
    """ATT by cohort and year, by event time and overall, from a list of units."""
    att, weight = {}, {}
    never = [u for u in units if u["g"] is None]
    for g in cohorts:
        mine = [u for u in units if u["g"] == g]
        weight[g] = sum(u["w"] for u in mine)
        for t in years:
            if t == g - 1:
                continue
            change = lambda group: sum(u["w"] * (u["y"][t] - u["y"][g - 1]) for u in group) / sum(u["w"] for u in group)
            att[g, t] = change(mine) - change(never)
    event = {}
    for e in range(-5, 6):
        cells = [(weight[g], x) for (g, t), x in att.items() if t - g == e]
        if cells:
            event[e] = sum(w * x for w, x in cells) / sum(w for w, _ in cells)
    post = [(weight[g], x) for (g, t), x in att.items() if t >= g]
    return att, event, sum(w * x for w, x in post) / sum(w for w, _ in post)


def jackknife(values):
    m = sum(values) / len(values)
    return math.sqrt((len(values) - 1) / len(values) * sum((x - m) ** 2 for x in values))


def build(name, v):
    rnd = random.Random(v["seed"])
    years = list(range(v["years"][0], v["years"][1] + 1))
    prices = {}
    for r in range(v["regions"]):
        level, drift, raw = 100.0, rnd.uniform(0.012, 0.03), {}
        for t in years:
            raw[t] = level
            level *= 1 + drift + rnd.uniform(-0.008, 0.012)
        prices[r + 1] = {t: round(x * 100 / raw[v["base"]], 1) for t, x in raw.items()}
    units, adoption, panel = [], [], []
    number = 0
    for r in range(v["regions"]):
        price = prices[r + 1]
        regional = {t: rnd.gauss(0, 0.03) for t in years}
        for _ in range(v["units"]):
            number += rnd.randint(1, 9)
            code = f"{number:05d}"
            draw = rnd.random()
            g = None if draw < 0.36 else rnd.choice(v["cohorts"])
            early = draw > 0.97
            pop = round(math.exp(rnd.gauss(10.2, 0.8)))
            base = rnd.gauss(3.0, 0.25)
            trend = 0.012 + 0.00003 * math.sqrt(pop / 1000)
            y, nominal = {}, {}
            for t in years:
                x = base + trend * (t - years[0]) + regional[t] + rnd.gauss(0, 0.025)
                if g is not None and t >= g:
                    a, b, c = v["effect"]
                    x += a + b * (t - g) + c * (v["cohorts"].index(g) - 1) + 0.00002 * pop / 1000
                if early:
                    x += v["effect"][0]
                nominal[t] = round(math.exp(x) * price[t] / 100, 3)
                y[t] = math.log(nominal[t] * 100 / price[t])
            # Laws: in force from the first day of a year count in that year, later ones in the next.
            if early:
                adoption.append([code, f"{years[0] - rnd.randint(1, 4)}-{rnd.randint(2, 12):02d}-01", "enacted"])
            elif g is not None:
                when = f"{g}-01-01" if rnd.random() < 0.35 else f"{g - 1}-{rnd.randint(2, 12):02d}-{rnd.randint(1, 28):02d}"
                adoption.append([code, when, "enacted"])
            elif rnd.random() < 0.2:
                adoption.append([code, f"{rnd.choice(v['cohorts']) - 1}-{rnd.randint(2, 12):02d}-01", rnd.choice(["withdrawn", "rejected"])])
            gap = rnd.random() < 0.05
            missing = set(rnd.sample(years, 2)) if gap else set()
            for t in years:
                shown = "" if t in missing else f"{nominal[t]:.3f}"
                if rnd.random() < 0.05 and t not in missing:
                    panel.append([code, r + 1, t, f"{nominal[t] * rnd.uniform(0.9, 1.1):.3f}", pop, f"{t + 1}-06"])
                    panel.append([code, r + 1, t, shown, pop, f"{t + 2}-06"])
                else:
                    # A population that is written new every year; the first one is the weight.
                    panel.append([code, r + 1, t, shown, pop if t == years[0] else round(pop * (1 + 0.008 * (t - years[0])) * rnd.uniform(0.97, 1.03)), f"{t + 1}-06"])
            if not gap and not early:
                units.append(dict(code=code, region=r + 1, g=g, w=pop, y=y))
    rnd.shuffle(panel)
    write(f"{name}-panel.csv", ["unit", "region", "year", "value", "population", "vintage"], panel)
    write(f"{name}-adoption.csv", ["unit", "in_force_from", "status"], sorted(adoption, key=lambda a: a[1]))
    write(f"{name}-deflator.csv", ["region", "year", "index"], [[r, t, p] for r, price in prices.items() for t, p in price.items()])
    att, event, overall = estimates(units, years, v["cohorts"])
    regions = sorted({u["region"] for u in units})
    parts = [estimates([u for u in units if u["region"] != r], years, v["cohorts"]) for r in regions]
    write(f"{name}-ref-att.csv", ["cohort", "year", "att", "se"], [[g, t, f"{x:.8f}", f"{jackknife([p[0][g, t] for p in parts]):.8f}"] for (g, t), x in att.items()])
    write(f"{name}-ref-event.csv", ["event_time", "att", "se"], [[e, f"{x:.8f}", f"{jackknife([p[1][e] for p in parts]):.8f}"] for e, x in event.items()])
    summary = dict(units=len(units), treated_units=sum(u["g"] is not None for u in units), regions=len(regions), overall_att=overall, overall_se=jackknife([p[2] for p in parts]))
    with open(os.path.join(HERE, f"{name}-ref-summary.json"), "w") as file:
        json.dump(summary, file, indent=1)
        file.write("\n")
    print(name, len(panel), summary, {e: round(x, 4) for e, x in event.items()})


for name, v in VARIANTS.items():
    build(name, v)
