# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Writes the inputs and references of the recognition memory exam. Deterministic: `python3 generate.py` beside this file."""
import csv
import json
import math
import os
import random
from statistics import NormalDist, mean, stdev

from scipy.stats import t as student

HERE = os.path.dirname(os.path.abspath(__file__))
Z = NormalDist().inv_cdf
VARIANTS = {
    "words": dict(seed=2601, people=38, conditions=("deep", "shallow"), strength=(1.75, 0.95), old=44, new=56, shared=True, lure=(0.0, 0.0)),
    "faces": dict(seed=2602, people=40, conditions=("fearful", "neutral"), strength=(1.45, 1.15), old=36, new=36, shared=False, lure=(0.35, 0.0)),
}


def write(name, header, rows):
    with open(os.path.join(HERE, name), "w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(header)
        out.writerows(rows)


def build(name, v):
    rnd = random.Random(v["seed"])
    one, two = v["conditions"]
    rows, keymap, kept, reasons = [], [], {}, {}
    for k in range(v["people"]):
        who = f"S{k + 11:02d}"
        sure_old = 1 if k % 2 else 6
        keymap.append([who, sure_old])
        unit = "s" if k % 5 == 3 else "ms"
        shift, skill = rnd.gauss(0.65, 0.25), rnd.gauss(0, 0.25)
        flaw = "invalid_trials" if k in (4, 23) else "one_key" if k in (9, 30) else ""
        trials = []
        for c, strength, lure in zip(v["conditions"], v["strength"], v["lure"]):
            trials += [(c, "old", strength + skill, 1.25)] * v["old"]
            if not v["shared"]:
                trials += [(c, "new", lure, 1.0)] * v["new"]
        if v["shared"]:
            trials += [("shared", "new", 0.0, 1.0)] * v["new"]

        def run(session, stop=None):
            valid = []
            order = trials[:]
            rnd.shuffle(order)
            number = 0
            for _ in range(4):
                number += 1
                rows.append([who, session, number, "practice", rnd.choice(v["conditions"]), rnd.choice(["old", "new"]), rnd.randint(1, 6), rt(rnd.randint(500, 1500)), unit])
            for c, kind, mu, sd in order[:stop]:
                number += 1
                x = rnd.gauss(mu, sd)
                level = 1 + sum(x > shift + b for b in (-1.1, -0.5, 0.0, 0.5, 1.1))  # 6: surely old
                if flaw == "one_key" and rnd.random() < 0.93:
                    level = 6
                key = level if sure_old == 6 else 7 - level
                ms = round(math.exp(rnd.gauss(6.95, 0.4)))
                u = rnd.random()
                bad = 0.32 if flaw == "invalid_trials" else 0.05
                if u < bad * 0.3:
                    key, ms = "", ""
                elif u < bad * 0.7:
                    ms = rnd.randint(60, 249)
                elif u < bad:
                    ms = rnd.randint(6001, 9000)
                ok = ms != "" and 250 <= ms <= 6000
                if ok:
                    valid.append((c, kind, level, key))
                rows.append([who, session, number, "test", c, kind, key, rt(ms), unit])
            return valid, len(order[:stop])

        def rt(ms):
            return "" if ms == "" else f"{ms / 1000:.3f}" if unit == "s" else ms

        session = 1
        if k % 7 == 2:
            run(1, rnd.randint(20, 60))
            session = 2
        valid, total = run(session)
        if k % 13 == 5:
            run(session + 1)  # a second full session: only the first counts
        keys = [key for *_, key in valid]
        reason = ""
        if 1 - len(valid) / total > 0.20:
            reason = "invalid_trials"
        elif max(keys.count(x) for x in range(1, 7)) / len(keys) > 0.85:
            reason = "one_key"
        assert reason == flaw, (who, reason, flaw, 1 - len(valid) / total)
        reasons[who] = (len(valid), reason)
        if not reason:
            kept[who] = valid
    write(f"{name}-trials.csv", ["participant", "session", "trial", "phase", "condition", "item", "key", "rt", "unit"], rows)
    write(f"{name}-keymap.csv", ["participant", "sure_old_key"], keymap)
    write(f"{name}-ref-participants.csv", ["participant", "valid_trials", "included", "reason"],
          [[w, n, "no" if r else "yes", r] for w, (n, r) in reasons.items()])
    sdt, d = [], {one: [], two: []}
    crit = {one: [], two: []}
    for who, valid in kept.items():
        for c in (one, two):
            old = [lv for x, kind, lv, _ in valid if x == c and kind == "old"]
            new = [lv for x, kind, lv, _ in valid if x in (c, "shared") and kind == "new"]
            h, f = sum(lv >= 4 for lv in old), sum(lv >= 4 for lv in new)
            hr, fr = (h + 0.5) / (len(old) + 1), (f + 0.5) / (len(new) + 1)
            d[c].append(Z(hr) - Z(fr))
            crit[c].append(-(Z(hr) + Z(fr)) / 2)
            sdt.append([who, c, h, len(old) - h, f, len(new) - f, f"{d[c][-1]:.6f}", f"{crit[c][-1]:.6f}"])
    write(f"{name}-ref-sdt.csv", ["participant", "condition", "hits", "misses", "false_alarms", "correct_rejections", "dprime", "criterion"], sdt)
    roc, area, slope = [], {}, {}
    for c in (one, two):
        old = [lv for valid in kept.values() for x, kind, lv, _ in valid if x == c and kind == "old"]
        new = [lv for valid in kept.values() for x, kind, lv, _ in valid if x in (c, "shared") and kind == "new"]
        points = [(0.0, 0.0)]
        for cut in (6, 5, 4, 3, 2):
            points.append((sum(lv >= cut for lv in new) / len(new), sum(lv >= cut for lv in old) / len(old)))
            roc.append([c, cut, f"{points[-1][1]:.6f}", f"{points[-1][0]:.6f}"])
        points.append((1.0, 1.0))
        area[c] = sum((x2 - x1) * (y1 + y2) / 2 for (x1, y1), (x2, y2) in zip(points, points[1:]))
        zx, zy = [Z(x) for x, _ in points[1:-1]], [Z(y) for _, y in points[1:-1]]
        mx, my = mean(zx), mean(zy)
        slope[c] = sum((x - mx) * (y - my) for x, y in zip(zx, zy)) / sum((x - mx) ** 2 for x in zx)
    write(f"{name}-ref-roc.csv", ["condition", "level", "hit_rate", "false_alarm_rate"], roc)

    def paired(a, b):
        diff = [x - y for x, y in zip(a, b)]
        n, m, s = len(diff), mean(diff), stdev(diff)
        stat = m / (s / math.sqrt(n))
        half = student.ppf(0.975, n - 1) * s / math.sqrt(n)
        return dict(mean_difference=m, t=stat, df=n - 1, p=2 * student.sf(abs(stat), n - 1), dz=m / s, ci_low=m - half, ci_high=m + half)

    result = dict(n=len(kept), dprime=paired(d[one], d[two]), criterion=paired(crit[one], crit[two]),
                  means={c: mean(d[c]) for c in (one, two)}, roc_area=area, zroc_slope=slope)
    with open(os.path.join(HERE, f"{name}-ref-tests.json"), "w") as file:
        json.dump(result, file, indent=1)
        file.write("\n")
    print(name, len(rows), result)


for name, v in VARIANTS.items():
    build(name, v)
