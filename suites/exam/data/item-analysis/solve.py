# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Item analysis from input/ with numpy, the form by glpsol. Arguments: items of an area, most of level 1, least of level 3, seconds, and what to do wrong."""
import csv
import json
import subprocess
import sys

import numpy as np

PER, LOW, HIGH, SECONDS = map(int, sys.argv[1:5])
SLIP = sys.argv[5] if len(sys.argv) > 5 else ""
read = lambda name: list(csv.DictReader(open(f"input/{name}", newline="")))
bank = {r["item"]: r for r in read("bank.csv")}
items = list(bank)
order = {}
for r in read("forms.csv"):
    order.setdefault(r["form"], {})[int(r["position"])] = r["item"]
sittings = {}
for line in open("input/scans.txt"):
    line = line.rstrip("\n").ljust(20)
    sid, form, day, given = line[0:6], line[7], line[9:19], line[20:]
    if sid not in sittings or (day < sittings[sid][0]) != (SLIP == "retakes"):
        sittings[sid] = (day, form, given)
n, m = len(sittings), len(items)
answer = np.full((n, m), " ")
reached = np.zeros((n, m), bool)
at = {q: j for j, q in enumerate(items)}
for i, (_, form, given) in enumerate(sittings.values()):
    length = len(given.rstrip())
    for k in range(1, m + 1):
        j = k - 1 if SLIP == "positions" else at[order[form][k]]
        answer[i, j] = given[k - 1] if k <= len(given) else " "
        reached[i, j] = k <= length
if SLIP == "reached":
    reached[:] = True


def correlate(x, y):
    return np.corrcoef(x, y)[0, 1] if x.std() > 0 else 0.0


key = np.array([bank[q]["key"] for q in items])
score = (answer == key).astype(float)
found = []
for j, q in enumerate(items):
    rest = score.sum(1) - score[:, j]
    c = {o: correlate((answer[:, j] == o).astype(float), rest) for o in "ABCD"}
    best = max(c, key=c.get)
    if c[key[j]] < 0 and c[best] > 0.25:
        found.append((j, best))
miskeyed, right = (items[found[0][0]], found[0][1]) if found else ("", "")
if SLIP != "key":
    for j, best in found:
        key[j] = best
score = (answer == key).astype(float)
total = score.sum(1)
p = (score * reached).sum(0) / reached.sum(0)
r = np.array([correlate(score[:, j], total if SLIP == "uncorrected" else total - score[:, j]) for j in range(m)])
alpha = m / (m - 1) * (1 - score.var(0, ddof=1).sum() / total.var(ddof=1))


def write(name, header, lines):
    with open(f"output/{name}", "w", newline="") as file:
        out = csv.writer(file)
        out.writerow(header)
        out.writerows(lines)


write("items.csv", ["item", "key", "reached", "p", "r", "eligible"],
      [(q, key[j], int(reached[:, j].sum()), f"{p[j]:.5f}", f"{r[j]:.5f}", "yes" if r[j] >= 0.15 else "no") for j, q in enumerate(items)])
options = []
for j, q in enumerate(items):
    for o in "ABCD":
        took = answer[:, j] == o
        options.append((q, o, int(took.sum()), f"{(total - score[:, j])[took].mean():.5f}" if took.any() else ""))
write("options.csv", ["item", "option", "chosen", "mean_rest_score"], options)
with open("output/summary.json", "w") as file:
    json.dump(dict(students=n, alpha=alpha, mean_score=total.mean(), sd_score=total.std(ddof=1), sem=total.std(ddof=1) * np.sqrt(1 - alpha), miskeyed=miskeyed, right_key=right), file)

ok = [j for j in range(m) if r[j] >= 0.15]
areas = sorted({b["area"] for b in bank.values()})
size = PER * len(areas)
enemies = [(at[e["item_1"]], at[e["item_2"]]) for e in read("enemies.csv")]
if SLIP == "greedy":
    # The sharpest items of each area, without a look at time, levels, difficulty and enemies.
    form = [j for a in areas for j in sorted((j for j in ok if bank[items[j]]["area"] == a), key=lambda j: -r[j])[:PER]]
else:
    say = lambda pairs: " ".join(f"{'+' if c >= 0 else '-'} {abs(c):.9f} x{j}" for j, c in pairs)
    lp = ["Minimize" if SLIP == "worst" else "Maximize", " goal: " + say((j, r[j]) for j in ok), "Subject To"]
    lp += [f" a{k}: " + say((j, 1) for j in ok if bank[items[j]]["area"] == a) + f" = {PER}" for k, a in enumerate(areas)]
    lp += [" low: " + say((j, 1) for j in ok if bank[items[j]]["level"] == "1") + f" <= {LOW}", " high: " + say((j, 1) for j in ok if bank[items[j]]["level"] == "3") + f" >= {HIGH}"]
    lp += [" time: " + say((j, int(bank[items[j]]["seconds"])) for j in ok) + f" <= {SECONDS}"]
    lp += [" hard: " + say((j, p[j]) for j in ok) + f" >= {0.55 * size}", " easy: " + say((j, p[j]) for j in ok) + f" <= {0.6 * size}"]
    if SLIP != "enemies":
        lp += [f" e{k}: x{a} + x{b} <= 1" for k, (a, b) in enumerate(enemies) if a in ok and b in ok]
    lp += ["Binary", " " + " ".join(f"x{j}" for j in ok), "End"]
    open("model.lp", "w").write("\n".join(lp) + "\n")
    subprocess.run(["glpsol", "--lp", "model.lp", "-w", "model.sol", "--cuts"], check=True, stdout=subprocess.DEVNULL)
    values = [float(line.split()[2]) for line in open("model.sol") if line.startswith("j")]
    # Columns stand in the order of their first appearance, which is that of the goal.
    form = [j for j, x in zip(ok, values) if x > 0.5]
write("form.csv", ["position", "item"], [(k + 1, items[j]) for k, j in enumerate(form)])
