# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Works the outbreak up from input/ with pandas. Arguments: date and time of the meal, the organism, and what to do wrong (none: nothing)."""
import sys

import numpy as np
import pandas as pd

MEAL, ORGANISM = pd.Timestamp(sys.argv[1]), sys.argv[2]
SLIP = sys.argv[3] if len(sys.argv) > 3 else ""

people = pd.read_csv("input/linelist.csv", dtype=str, keep_default_na=False)
lab = pd.read_csv("input/lab.csv", dtype=str, keep_default_na=False)
items = list(people.columns[12:])

people["taken"] = pd.to_datetime(people["taken_at"])
people["who"] = people["name"].str.casefold() + "|" + people["born"]
people = people.sort_values("taken")
if SLIP != "doubles":
    people = people.drop_duplicates("who", keep="last")


def onset(text):
    if text in ("", "unknown"):
        return pd.NaT
    if text.endswith("Z"):
        return pd.Timestamp(text[:-1]) + pd.Timedelta(hours=0 if SLIP == "utc" else 2)
    return pd.to_datetime(text, format="%d.%m.%Y %H:%M")


people["at"] = people["onset"].map(onset)
celsius = people["temp"].astype(float)
people["celsius"] = np.where(people["temp_unit"] == "F", (celsius - 32) * 5 / 9, celsius).round(1)
people["stools"] = people["stools_24h"].astype(int)

last = lab if SLIP == "preliminary" else lab[lab["status"] != "preliminary"].sort_values("reported_on").drop_duplicates("contact_id", keep="last")
positive = set(last[(last["result"] == "positive") & (last["organism"] == ORGANISM)]["contact_id"])

window = people["at"].between(MEAL, MEAL + pd.Timedelta(hours=72)) | (people["onset"] == "unknown")
clinical = (people["stools"] >= 3) | (people["vomiting"] == "yes")
symptom = clinical | (people["stools"] >= 1) | (people["celsius"] >= 38.0)
confirmed = window & symptom & people["contact_id"].isin(positive)
probable = window & clinical & ~confirmed
people["status"] = np.select([people["attended"] == "no", confirmed, probable], ["not_in_cohort", "confirmed", "probable"], "not_a_case")
people[["contact_id", "status"]].to_csv("output/cases.csv", index=False)

cohort = people[people["status"] != "not_in_cohort"].copy()
cohort["ill"] = cohort["status"].isin(["confirmed", "probable"]).astype(int)
dated = cohort[(cohort["ill"] == 1) & cohort["at"].notna()].copy()
dated["bin"] = (dated["taken"] if SLIP == "reports" else dated["at"]).dt.floor("6h")
span = pd.date_range(dated["bin"].min(), dated["bin"].max(), freq="6h")
curve = dated.groupby(["bin", "status"]).size().unstack(fill_value=0).reindex(span, fill_value=0)
curve.insert(0, "bin_start", curve.index.strftime("%Y-%m-%d %H:%M"))
curve[["bin_start", "confirmed", "probable"]].to_csv("output/epicurve.csv", index=False)

answer = cohort[items].apply(lambda c: c.str.lower().str[:1].map({"y": 1.0, "n": 0.0}))
rows = []
for item in items:
    known = answer[item].notna()
    e, ill = answer.loc[known, item], cohort.loc[known, "ill"]
    a, n1, c, n0 = int((e * ill).sum()), int(e.sum()), int(((1 - e) * ill).sum()), int((1 - e).sum())
    rr = (a / n1) / (c / n0) if SLIP != "odds" else a * (n0 - c) / ((n1 - a) * c)
    se = np.sqrt(1 / a - 1 / n1 + 1 / c - 1 / n0) if SLIP != "odds" else np.sqrt(1 / a + 1 / (n1 - a) + 1 / c + 1 / (n0 - c))
    rows.append((item, a, n1, c, n0, rr, rr * np.exp(-1.959964 * se), rr * np.exp(1.959964 * se)))
attack = pd.DataFrame(rows, columns="item exposed_ill exposed_total unexposed_ill unexposed_total rr ci_low ci_high".split())
attack.round(4).to_csv("output/attack.csv", index=False)

high = list(attack[attack["ci_low"] > 1]["item"])
out = []
for i in high:
    for j in high:
        if i == j:
            continue
        both = answer[i].notna() & answer[j].notna()
        top = bottom = 0.0
        for level in (0.0, 1.0):
            e, ill = answer.loc[both & (answer[j] == level), i], cohort.loc[both & (answer[j] == level), "ill"]
            if len(e):
                top += (e * ill).sum() * (1 - e).sum() / len(e)
                bottom += ((1 - e) * ill).sum() * e.sum() / len(e)
        out.append((i, j, top / bottom))
adjusted = pd.DataFrame(out, columns=["item", "adjusted_for", "mh_rr"])
adjusted.round(4).to_csv("output/adjusted.csv", index=False)

vehicle = next((i for i in high if (adjusted[adjusted["item"] == i]["mh_rr"] > 2).all()), high[0])
if SLIP == "companion":
    vehicle = next(i for i in high if i != vehicle)
best = attack[attack["item"] == vehicle].iloc[0]
hours = (dated["at"] - MEAL).dt.total_seconds() / 3600
total = curve["confirmed"] + curve["probable"]
claims = {
    "attendees": len(cohort), "confirmed": int((cohort["status"] == "confirmed").sum()), "probable": int((cohort["status"] == "probable").sum()),
    "attack_rate_percent": f"{100 * cohort['ill'].mean():.1f}", "vehicle": vehicle, "vehicle_rr": f"{best['rr']:.2f}",
    "vehicle_rr_ci_low": f"{best['ci_low']:.2f}", "median_incubation_hours": f"{hours.median():.1f}", "peak_bin": total.idxmax().strftime("%Y-%m-%d %H:%M"),
}
with open("output/memo.md", "w") as memo:
    memo.write(f"# Outbreak after the meal of {MEAL:%d %B %Y}\n\nThe cohort study points at **{vehicle}**. Kitchen records and leftovers should be secured.\n\n")
    memo.writelines(f"claim: {key} = {value}\n" for key, value in claims.items())
