# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Writes the inputs and references of the item analysis exam. Deterministic: `python3 generate.py` beside this file (needs glpsol)."""
import csv
import json
import math
import os
import random
import subprocess
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
VARIANTS = {
    "physics": dict(seed=5401, students=430, items=54, areas=("mechanics", "heat", "optics"), per_area=7, levels=(6, 5), seconds=1680),
    "history": dict(seed=5402, students=470, items=60, areas=("antiquity", "medieval", "modern", "sources"), per_area=6, levels=(8, 6), seconds=1920),
}


def write(name, header, rows):
    with open(os.path.join(HERE, name), "w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(header)
        out.writerows(rows)


def pearson(x, y):
    n, mx, my = len(x), sum(x) / len(x), sum(y) / len(y)
    sxy = sum((a - mx) * (b - my) for a, b in zip(x, y))
    spread = sum((a - mx) ** 2 for a in x) * sum((b - my) ** 2 for b in y)
    return sxy / math.sqrt(spread) if spread else 0.0


def variance(x):
    m = sum(x) / len(x)
    return sum((a - m) ** 2 for a in x) / (len(x) - 1)


def optimum(bank, v, enemies):
    """The best form by glpsol: a list of item names and the sum of their correlations."""
    ok = {n: i for n, i in bank.items() if i["r"] >= 0.15}
    x = {n: f"x{k}" for k, n in enumerate(ok)}
    join = lambda pairs: " ".join(f"{'+' if c >= 0 else '-'} {abs(c):.9f} {x[n]}" for n, c in pairs)
    lines = ["Maximize", " goal: " + join((n, i["r"]) for n, i in ok.items()), "Subject To"]
    for area in v["areas"]:
        lines.append(f" area_{area}: " + join((n, 1) for n, i in ok.items() if i["area"] == area) + f" = {v['per_area']}")
    size = v["per_area"] * len(v["areas"])
    lines.append(" low: " + join((n, 1) for n, i in ok.items() if i["level"] == 1) + f" <= {v['levels'][0]}")
    lines.append(" high: " + join((n, 1) for n, i in ok.items() if i["level"] == 3) + f" >= {v['levels'][1]}")
    lines.append(" time: " + join((n, i["seconds"]) for n, i in ok.items()) + f" <= {v['seconds']}")
    lines.append(" hard: " + join((n, i["p"]) for n, i in ok.items()) + f" >= {0.55 * size:.9f}")
    lines.append(" easy: " + join((n, i["p"]) for n, i in ok.items()) + f" <= {0.60 * size:.9f}")
    for k, (a, b) in enumerate(enemies):
        if a in x and b in x:
            lines.append(f" enemy{k}: {x[a]} + {x[b]} <= 1")
    lines += ["Binary", " " + " ".join(x.values()), "End"]
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/m.lp", "w") as file:
            file.write("\n".join(lines) + "\n")
        subprocess.run(["glpsol", "--lp", "m.lp", "-w", "m.sol", "--cuts"], cwd=folder, check=True, capture_output=True)
        cols = [l.split() for l in open(f"{folder}/m.sol") if l.startswith("j")]
        status = next(l.split() for l in open(f"{folder}/m.sol") if l.startswith("s "))
    assert status[4] == "o", status
    chosen = [n for n, c in zip(ok, cols) if float(c[2]) > 0.5]
    return chosen, sum(ok[n]["r"] for n in chosen)


def build(name, v):
    rnd = random.Random(v["seed"])
    n = v["items"]
    names = [f"Q{k + 1:03d}" for k in range(n)]
    true_key = {q: rnd.choice("ABCD") for q in names}
    bank = {}
    for k, q in enumerate(names):
        bank[q] = dict(area=v["areas"][k % len(v["areas"])], level=rnd.choice([1, 1, 2, 2, 3]), seconds=rnd.randint(45, 130))
        bank[q]["a"] = rnd.uniform(0.5, 1.9) if rnd.random() > 0.12 else rnd.uniform(0.0, 0.15)
        # Sharper items take longer and are harder, so that the best ones do not fit together.
        bank[q]["b"] = rnd.gauss(-0.2 + 0.35 * (bank[q]["a"] - 1), 0.9)
        bank[q]["seconds"] = round(bank[q]["seconds"] + 18 * (bank[q]["a"] - 1))
    enemies = []
    while len(enemies) < 9:
        a, b = rnd.sample(names, 2)
        if (a, b) not in enemies and (b, a) not in enemies:
            enemies.append((a, b))
    miskeyed = rnd.choice([q for q in names if bank[q]["a"] > 1.1 and -0.8 < bank[q]["b"] < 0.3])
    wrong_key = rnd.choice([o for o in "ABCD" if o != true_key[miskeyed]])
    order = {"A": names[:], "B": names[:]}
    rnd.shuffle(order["B"])
    people, lines = [], []
    for s in range(v["students"]):
        sid = f"{rnd.randint(100000, 999999)}"
        while sid in {p[0] for p in people}:
            sid = f"{rnd.randint(100000, 999999)}"
        theta, form = rnd.gauss(0.1, 1.0), rnd.choice("AB")
        stop = n if rnd.random() > 0.16 else rnd.randint(int(n * 0.7), n - 1)

        def sitting(ability):
            out = []
            for k, q in enumerate(order[form]):
                i = bank[q]
                p = 0.2 + 0.8 / (1 + math.exp(-1.7 * i["a"] * (ability - i["b"])))
                if k >= stop:
                    out.append(" ")
                elif rnd.random() < 0.03:
                    out.append(" ")
                elif rnd.random() < p:
                    out.append(true_key[q])
                else:
                    others = [o for o in "ABCD" if o != true_key[q]]
                    out.append(others[min(2, int(rnd.random() ** 1.6 * 3))] if rnd.random() > 0.006 else "*")
            return out

        first = sitting(theta)
        people.append((sid, form, first))
        lines.append((s, sid, form, "".join(first), f"2026-05-{rnd.randint(4, 8):02d}"))
        if rnd.random() < 0.05:
            lines.append((rnd.randrange(v["students"]), sid, form, "".join(sitting(theta + 0.3)), f"2026-05-{rnd.randint(11, 15):02d}"))
    lines.sort(key=lambda l: (l[0], l[4]))
    with open(os.path.join(HERE, f"{name}-scans.txt"), "w") as file:
        # Columns 1-6 student, 8 form, 10-19 date, 21- answers; trailing blanks are cut off by the scanner.
        file.writelines((f"{sid} {form} {day} {answers}".rstrip() + "\n") for _, sid, form, answers, day in lines)
    key = {**true_key, miskeyed: wrong_key}
    write(f"{name}-bank.csv", ["item", "key", "area", "level", "seconds"], [[q, key[q], bank[q]["area"], bank[q]["level"], bank[q]["seconds"]] for q in names])
    write(f"{name}-forms.csv", ["form", "position", "item"], [[f, k + 1, q] for f in "AB" for k, q in enumerate(order[f])])
    write(f"{name}-enemies.csv", ["item_1", "item_2"], enemies)

    # Reference, from the people themselves.
    answers = []
    for sid, form, given in people:
        last = max([k for k, g in enumerate(given) if g != " "], default=-1)
        answers.append({q: (given[k], k <= last) for k, q in enumerate(order[form])})
    score = [{q: int(a[q][0] == true_key[q]) for q in names} for a in answers]
    total = [sum(s.values()) for s in score]
    stats, options = [], []
    for q in names:
        x = [s[q] for s in score]
        rest = [t - a for t, a in zip(total, x)]
        reached = [a[q][1] for a in answers]
        bank[q]["p"] = sum(a for a, r in zip(x, reached) if r) / sum(reached)
        bank[q]["r"] = pearson(x, rest)
        stats.append([q, true_key[q], sum(reached), f"{bank[q]['p']:.6f}", f"{bank[q]['r']:.6f}", "yes" if bank[q]["r"] >= 0.15 else "no"])
        for o in "ABCD":
            took = [a[q][0] == o for a in answers]
            options.append([q, o, sum(took), f"{sum(r for r, t in zip(rest, took) if t) / sum(took):.6f}" if any(took) else ""])
    near = min(abs(bank[q]["r"] - 0.15) for q in names)
    # The wrong key must show itself by the rule of the brief, and no other one.
    bad = []
    stated = [sum(a[q][0] == key[q] for q in names) for a in answers]
    for q in names:
        rest = [t - (a[q][0] == key[q]) for t, a in zip(stated, answers)]
        cor = {o: pearson([int(a[q][0] == o) for a in answers], rest) for o in "ABCD"}
        best = max(cor, key=cor.get)
        if cor[key[q]] < 0 and cor[best] > 0.25:
            bad.append((q, best))
    assert bad == [(miskeyed, true_key[miskeyed])], bad
    write(f"{name}-ref-items.csv", ["item", "key", "reached", "p", "r", "eligible"], stats)
    write(f"{name}-ref-options.csv", ["item", "option", "chosen", "mean_rest_score"], options)
    alpha = n / (n - 1) * (1 - sum(variance([s[q] for s in score]) for q in names) / variance(total))
    form, best = optimum(bank, v, enemies)
    # Naive form: best correlations in each area, whatever else the blueprint says.
    limit = dict(areas={a: v["per_area"] for a in v["areas"]}, most_level_1=v["levels"][0], least_level_3=v["levels"][1], seconds=v["seconds"], enemies=enemies)
    mean_r = sum(i["r"] for i in bank.values() if i["r"] >= 0.15) / sum(i["r"] >= 0.15 for i in bank.values())
    size = v["per_area"] * len(v["areas"])
    with open(os.path.join(HERE, f"{name}-ref-facts.json"), "w") as file:
        json.dump(dict(students=len(people), alpha=alpha, mean_score=sum(total) / len(total), sd_score=math.sqrt(variance(total)), sem=math.sqrt(variance(total) * (1 - alpha)),
                       miskeyed=miskeyed, right_key=true_key[miskeyed], best=best, average=mean_r * size, blueprint=limit), file, indent=1)
        file.write("\n")
    print(name, len(lines), "alpha", alpha, "miskeyed", miskeyed, "best", best, "average", mean_r * size, "ineligible", sum(i["r"] < 0.15 for i in bank.values()), "near", near,
          "seconds", sum(bank[q]["seconds"] for q in form), "p", sum(bank[q]["p"] for q in form) / size, "p all", sum(i["p"] for i in bank.values()) / n)


for name, v in VARIANTS.items():
    build(name, v)
