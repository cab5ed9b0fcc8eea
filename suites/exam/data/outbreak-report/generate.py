# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Writes the inputs and references of the outbreak exam. Deterministic: `python3 generate.py` beside this file."""
import csv
import json
import math
import os
import random
from datetime import datetime, timedelta

HERE = os.path.dirname(os.path.abspath(__file__))
FIRST = "Anna Ben Carla David Emil Fatma Greta Henrik Ines Jonas Kaya Lena Marek Nora Omar Paula Quentin Rosa Samir Tilda Uwe Vera Wim Yara Zoe".split()
LAST = "Adler Bauer Celik Dorn Ehlers Fuchs Graf Hahn Ivers Jansen Kern Lorenz Maas Nagel Otto Pohl Quast Roth Stein Thal Ulm Vogt Weber Ziegler".split()

VARIANTS = {
    "wedding": dict(seed=4101, people=228, meal="2025-08-30 18:30", organism="Salmonella Enteritidis", other="Campylobacter jejuni",
                    items=["melon_ham", "green_salad", "tiramisu", "coffee", "roast_beef", "fish_terrine", "potato_gratin", "berry_punch", "cheese_board", "white_wine"],
                    vehicle="tiramisu", confounder="coffee", incubation=(17.0, 0.42), background=0.05, attack=0.62),
    "camp": dict(seed=4202, people=264, meal="2025-07-12 12:15", organism="Norovirus GII", other="Salmonella Typhimurium",
                 items=["tap_water", "chicken_wrap", "egg_sandwich", "fruit_cup", "iced_tea", "pasta_salad", "brownie", "veggie_sticks", "hummus", "bread_roll"],
                 vehicle="fruit_cup", confounder="brownie", incubation=(31.0, 0.30), background=0.06, attack=0.55),
}


def write(name, header, rows):
    with open(os.path.join(HERE, name), "w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(header)
        out.writerows(rows)


def katz(a, n1, c, n0):
    rr = (a / n1) / (c / n0)
    half = 1.959963984540054 * math.sqrt(1 / a - 1 / n1 + 1 / c - 1 / n0)
    return rr, rr * math.exp(-half), rr * math.exp(half)


def mantel(people, item, by):
    top = bottom = 0.0
    for level in ("y", "n"):
        group = [p for p in people if p["food"][by] == level and p["food"][item] in "yn"]
        a = sum(p["ill"] for p in group if p["food"][item] == "y")
        n1 = sum(p["food"][item] == "y" for p in group)
        c = sum(p["ill"] for p in group if p["food"][item] == "n")
        n0 = sum(p["food"][item] == "n" for p in group)
        if n1 + n0:
            top += a * n0 / (n1 + n0)
            bottom += c * n1 / (n1 + n0)
    return top / bottom


def build(name, v):
    rnd = random.Random(v["seed"])
    meal = datetime.strptime(v["meal"], "%Y-%m-%d %H:%M")
    people, names = [], set()
    for i in range(v["people"]):
        while True:
            who = (rnd.choice(FIRST) + " " + rnd.choice(LAST), f"{rnd.randint(1940, 2015)}-{rnd.randint(1, 12):02d}-{rnd.randint(1, 28):02d}")
            if who not in names:
                names.add(who)
                break
        attended = rnd.random() < 0.93
        food = {item: "y" if rnd.random() < rnd.uniform(0.35, 0.7) else "n" for item in v["items"]}
        food[v["confounder"]] = "y" if rnd.random() < (0.88 if food[v["vehicle"]] == "y" else 0.22) else "n"
        risk = v["attack"] if food[v["vehicle"]] == "y" else v["background"]
        kind = "ill" if attended and rnd.random() < risk else "well"
        if kind == "ill":
            hours = v["incubation"][0] * math.exp(rnd.gauss(0, v["incubation"][1]))
            if hours > 71.0:
                hours = 60.0 + rnd.random() * 10
            onset = meal + timedelta(minutes=round(hours * 60))
            shape = rnd.random()
            stools = rnd.randint(3, 12) if shape < 0.8 else rnd.randint(0, 2)
            vomit = "y" if shape >= 0.8 or rnd.random() < 0.5 else "n"
            temp = round(rnd.gauss(38.3, 0.6), 1)
        else:
            onset, stools, vomit, temp = None, 0, "n", round(rnd.gauss(36.7, 0.25), 1)
            what = rnd.random()
            if what < 0.03 and attended:      # before the meal
                onset = meal - timedelta(minutes=rnd.randint(60, 1500))
                stools, vomit = rnd.randint(3, 6), "y"
                kind = "early"
            elif what < 0.07 and attended:    # secondary, beyond the window
                onset = meal + timedelta(hours=73 + rnd.random() * 60)
                onset = onset.replace(second=0, microsecond=0)
                stools, vomit = rnd.randint(3, 8), "n"
                kind = "late"
            elif what < 0.12 and attended:    # mild: two loose stools or a fever alone, not the clinical definition
                onset = meal + timedelta(minutes=rnd.randint(300, 3600))
                stools = rnd.randint(1, 2)
                temp = round(38.0 + rnd.random(), 1)
                kind = "mild"
            elif not attended and rnd.random() < 0.3:
                onset = meal + timedelta(minutes=rnd.randint(900, 3000))
                stools, vomit = rnd.randint(3, 8), "y"
        people.append(dict(id=f"P{1001 + i * 3}", who=who, sex=rnd.choice("FM"), attended=attended, food=food, kind=kind, onset=onset,
                           stools=stools, vomit=vomit, temp=temp, lab=[]))
    # Laboratory: truth, superseded reports, other organisms, positive people who never were ill.
    number = 5001
    for p in people:
        ask = {"ill": 0.4, "mild": 0.6, "late": 0.5, "early": 0.3, "well": 0.05}[p["kind"]]
        if rnd.random() >= ask:
            continue
        positive = rnd.random() < {"ill": 0.75, "mild": 0.6, "late": 0.7, "early": 0.1, "well": 0.3}[p["kind"]]
        org = v["organism"] if rnd.random() < 0.93 else v["other"]
        day = (meal + timedelta(days=rnd.randint(2, 5))).date()
        final = ["positive", org] if positive else ["negative", ""]
        reports = []
        if rnd.random() < 0.22:
            reports.append(["preliminary", "negative" if positive else "positive", "" if positive else v["organism"], day])
            day += timedelta(days=2)
        reports.append(["final", *final, day])
        if rnd.random() < 0.1:
            flipped = ["negative", ""] if positive else ["positive", v["organism"]]
            reports.append(["amended", *flipped, day + timedelta(days=3)])
        for status, result, organism, when in reports:
            p["lab"].append((f"L{number}", p["id"], status, result, organism, when.isoformat()))
        number += rnd.randint(1, 4)
        last = [r for r in reports if r[0] != "preliminary"][-1]
        p["positive"] = last[1] == "positive" and last[2] == v["organism"]
    # Truth.
    for p in people:
        p["dk"] = {item for item in v["items"] if rnd.random() < 0.035}
        for item in p["dk"]:
            p["food"][item] = ""
        window = p["onset"] is not None and meal <= p["onset"] <= meal + timedelta(hours=72)
        p["unknown_onset"] = p["kind"] == "ill" and rnd.random() < 0.04
        clinical = p["stools"] >= 3 or p["vomit"] == "y"
        any_symptom = clinical or p["stools"] >= 1 or p["temp"] >= 38.0
        if not p["attended"]:
            p["status"] = "not_in_cohort"
        elif window and any_symptom and p.get("positive"):
            p["status"] = "confirmed"
        elif window and clinical:
            p["status"] = "probable"
        else:
            p["status"] = "not_a_case"
        p["ill"] = p["status"] in ("confirmed", "probable")
        if p["unknown_onset"] and p["status"] == "not_a_case":
            raise SystemExit("truth is inconsistent")

    # The line list as it came in: interviews (local time), web forms (UTC), doubles with an older state.
    rows = []
    for p in people:
        web = rnd.random() < 0.3

        def stamp(when):
            if when is None:
                return ""
            if web:
                return (when - timedelta(hours=2)).strftime("%Y-%m-%dT%H:%MZ")
            return when.strftime("%d.%m.%Y %H:%M")

        onset = "unknown" if p["unknown_onset"] else stamp(p["onset"])
        fahrenheit = rnd.random() < 0.12
        temp = f"{p['temp'] * 9 / 5 + 32:.2f}" if fahrenheit else f"{p['temp']:.1f}"
        day = meal + timedelta(days=rnd.randint(4, 9), hours=rnd.randint(-3, 4))
        food = [{"y": rnd.choice(["yes", "Yes", "y"]), "n": rnd.choice(["no", "No", "n"]), "": rnd.choice(["dk", "", "?"])}[p["food"][i]] for i in v["items"]]
        row = [p["id"], p["who"][0], p["who"][1], p["sex"], "web" if web else "phone", "yes" if p["attended"] else "no", onset, p["stools"],
               {"y": "yes", "n": "no"}[p["vomit"]], temp, "F" if fahrenheit else "C", *food]
        if rnd.random() < 0.09:
            # An earlier interview of the same person under another id, partly wrong; a middle name of upper case.
            old = list(row)
            old[0] = f"P{int(p['id'][1:]) + 1}"
            old[1] = old[1].upper()
            old[7] = 0 if p["stools"] else 4
            old[8] = "no" if p["stools"] else "yes"
            old[6] = "" if p["stools"] else stamp(meal + timedelta(minutes=rnd.randint(300, 2000)))
            for _ in range(3):
                at = rnd.randrange(11, len(old))
                old[at] = "yes" if old[at].lower().startswith("n") else "no"
            rows.append((day - timedelta(days=rnd.randint(1, 3)), old))
        rows.append((day, row))
    rnd.shuffle(rows)
    table = [[row[0], when.strftime("%Y-%m-%d %H:%M"), *row[1:]] for when, row in rows]
    header = ["contact_id", "taken_at", "name", "born", "sex", "source", "attended", "onset", "stools_24h", "vomiting", "temp", "temp_unit", *v["items"]]
    write(f"{name}-linelist.csv", header, table)
    # Laboratory slips carry the id of whichever interview the sampler had at hand: always the newest one here.
    labs = [slip for p in people for slip in p["lab"]]
    rnd.shuffle(labs)
    write(f"{name}-lab.csv", ["report_no", "contact_id", "status", "result", "organism", "reported_on"], labs)

    cohort = [p for p in people if p["attended"]]
    cases = [p for p in cohort if p["ill"]]
    write(f"{name}-ref-cases.csv", ["contact_id", "status"], [[p["id"], p["status"]] for p in people])
    dated = [p for p in cases if not p["unknown_onset"]]
    bins = {}
    for p in dated:
        start = p["onset"].replace(hour=p["onset"].hour // 6 * 6, minute=0)
        bins.setdefault(start, [0, 0])[p["status"] == "probable"] += 1
    curve, at = [], min(bins)
    while at <= max(bins):
        curve.append([at.strftime("%Y-%m-%d %H:%M"), *bins.get(at, [0, 0])])
        at += timedelta(hours=6)
    write(f"{name}-ref-epicurve.csv", ["bin_start", "confirmed", "probable"], curve)
    attack, high = [], []
    for item in v["items"]:
        e = [p for p in cohort if p["food"][item] == "y"]
        u = [p for p in cohort if p["food"][item] == "n"]
        a, c = sum(p["ill"] for p in e), sum(p["ill"] for p in u)
        rr, low, up = katz(a, len(e), c, len(u))
        attack.append([item, a, len(e), c, len(u), f"{rr:.6f}", f"{low:.6f}", f"{up:.6f}"])
        if low > 1:
            high.append(item)
    write(f"{name}-ref-attack.csv", ["item", "exposed_ill", "exposed_total", "unexposed_ill", "unexposed_total", "rr", "ci_low", "ci_high"], attack)
    adjusted = [[i, j, f"{mantel(cohort, i, j):.6f}"] for i in high for j in high if i != j]
    write(f"{name}-ref-adjusted.csv", ["item", "adjusted_for", "mh_rr"], adjusted)
    strong = [i for i in high if all(float(r) > 2 for a, _, r in adjusted if a == i)]
    assert strong == [v["vehicle"]] and len(high) >= 2, (strong, high, adjusted)
    hours = sorted((p["onset"] - meal).total_seconds() / 3600 for p in dated)
    half = len(hours) // 2
    median = hours[half] if len(hours) % 2 else (hours[half - 1] + hours[half]) / 2
    peak = max(curve, key=lambda r: r[1] + r[2])
    assert sum(r[1] + r[2] == peak[1] + peak[2] for r in curve) == 1
    claims = dict(attendees=len(cohort), confirmed=sum(p["status"] == "confirmed" for p in cases), probable=sum(p["status"] == "probable" for p in cases),
                  attack_rate_percent=100 * len(cases) / len(cohort), vehicle=v["vehicle"],
                  vehicle_rr=float(next(r for r in attack if r[0] == v["vehicle"])[5]),
                  vehicle_rr_ci_low=float(next(r for r in attack if r[0] == v["vehicle"])[6]),
                  median_incubation_hours=median, peak_bin=peak[0])
    with open(os.path.join(HERE, f"{name}-ref-claims.json"), "w") as file:
        json.dump(claims, file, indent=1)
        file.write("\n")
    print(name, claims, "high:", high, adjusted, "not clear-cut:", [p["status"] for p in people].count("not_a_case"))


for name, v in VARIANTS.items():
    build(name, v)
