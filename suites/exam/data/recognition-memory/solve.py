# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Analyses input/ with pandas and scipy. Arguments: the two conditions, trials of a full session, and what to do wrong (none: nothing)."""
import json
import sys

import numpy as np
import pandas as pd
from scipy import stats

ONE, TWO, FULL = sys.argv[1], sys.argv[2], int(sys.argv[3])
SLIP = sys.argv[4] if len(sys.argv) > 4 else ""

t = pd.read_csv("input/trials.csv")
t = t[t["phase"] == "test"]
size = t.groupby(["participant", "session"]).size()
first = size[size == FULL].reset_index().groupby("participant")["session"].min()
if SLIP == "last":
    first = size.reset_index().groupby("participant")["session"].max()
if SLIP != "sessions":
    t = t[t["session"] == t["participant"].map(first)]
t["ms"] = np.where((t["unit"] == "s") & (SLIP != "units"), t["rt"] * 1000, t["rt"])
total = t.groupby("participant").size()
t["ms"] = t["ms"].round(3)
v = t[t["key"].notna() & t["ms"].between(250, 6000)].copy()
side = pd.read_csv("input/keymap.csv").set_index("participant")["sure_old_key"]
v["level"] = np.where((v["participant"].map(side) == 6) | (SLIP == "keymap"), v["key"], 7 - v["key"])
n = v.groupby("participant").size().reindex(total.index, fill_value=0)
top = v.groupby("participant")["key"].agg(lambda k: k.value_counts(normalize=True).iloc[0]).reindex(total.index)
reason = pd.Series("", index=total.index)
reason[top > 0.85] = "one_key"
reason[1 - n / total > 0.20] = "invalid_trials"
people = pd.DataFrame({"participant": total.index, "valid_trials": n.values, "included": np.where(reason == "", "yes", "no"), "reason": reason.values})
people.to_csv("output/participants.csv", index=False)
if SLIP != "keep":
    v = v[v["participant"].map(reason) == ""]
k = 0.0 if SLIP == "rates" else 0.5

rows = []
for who, g in v.groupby("participant"):
    for c in (ONE, TWO):
        old = g[(g["condition"] == c) & (g["item"] == "old")]["level"] >= 4
        new = g[g["condition"].isin([c, "shared"]) & (g["item"] == "new")]["level"] >= 4
        h, f = (old.sum() + k) / (len(old) + 2 * k), (new.sum() + k) / (len(new) + 2 * k)
        if SLIP == "rates":
            h, f = np.clip(h, 0.01, 0.99), np.clip(f, 0.01, 0.99)
        zh, zf = stats.norm.ppf([h, f])
        rows.append((who, c, old.sum(), (~old).sum(), new.sum(), (~new).sum(), zh - zf, -(zh + zf) / 2))
sdt = pd.DataFrame(rows, columns="participant condition hits misses false_alarms correct_rejections dprime criterion".split())
sdt.round(4).to_csv("output/sdt.csv", index=False)

roc, area, slope = [], {}, {}
for c in (ONE, TWO):
    old = v[(v["condition"] == c) & (v["item"] == "old")]["level"]
    new = v[v["condition"].isin([c, "shared"]) & (v["item"] == "new")]["level"]
    h = np.array([(old >= cut).mean() for cut in (6, 5, 4, 3, 2)])
    f = np.array([(new >= cut).mean() for cut in (6, 5, 4, 3, 2)])
    roc += [(c, cut, a, b) for cut, a, b in zip((6, 5, 4, 3, 2), h, f)]
    area[c] = float(np.trapz(np.r_[0, h, 1], np.r_[0, f, 1]))
    slope[c] = float(np.polyfit(stats.norm.ppf(f), stats.norm.ppf(h), 1)[0])
pd.DataFrame(roc, columns=["condition", "level", "hit_rate", "false_alarm_rate"]).round(4).to_csv("output/roc.csv", index=False)


def paired(column):
    wide = sdt.pivot(index="participant", columns="condition", values=column)
    a, b = wide[ONE], wide[TWO]
    d = a - b
    test = stats.ttest_ind(a, b) if SLIP == "independent" else stats.ttest_rel(a, b)
    half = stats.t.ppf(0.975, len(d) - 1) * d.sem()
    return dict(mean_difference=d.mean(), t=float(test.statistic), df=len(d) - 1, p=float(test.pvalue), dz=d.mean() / d.std(), ci_low=d.mean() - half, ci_high=d.mean() + half)


out = dict(n=int(sdt["participant"].nunique()), dprime=paired("dprime"), criterion=paired("criterion"),
           means=sdt.groupby("condition")["dprime"].mean().to_dict(), roc_area=area, zroc_slope=slope)
with open("output/tests.json", "w") as file:
    json.dump(out, file, indent=1)
