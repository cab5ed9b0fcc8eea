# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Reserves from input/ with pandas and numpy. Arguments: line, first and last year, a-priori loss ratio, and what to do wrong (none: nothing)."""
import sys

import numpy as np
import pandas as pd

LINE, FIRST, LAST, RATIO = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])
SLIP = sys.argv[5] if len(sys.argv) > 5 else ""
VALUATION = f"{LAST}-12-31"

claims = pd.read_csv("input/claims.csv", dtype=str)
claims = claims[claims["entered_on"] <= ("9999" if SLIP == "late" else VALUATION)]
claims = claims.sort_values("entered_on", kind="stable").drop_duplicates("claim_id", keep="first" if SLIP == "first" else "last")
claims = claims[(claims["line"] == LINE) & (claims["status"] != "void")]
claims["year"] = claims["reported_on" if SLIP == "report" else "accident_date"].str[:4].astype(int)

moves = pd.read_csv("input/transactions.csv", dtype=str)
if SLIP != "doubles":
    moves = moves.drop_duplicates("transaction_id")
moves = moves[(moves["booked_on"] <= VALUATION) & moves["type"].isin(["PAY", "REC", "REV"])]
rates = pd.read_csv("input/rates.csv").set_index("currency")["eur_per_unit"]
sign = moves["type"].map({"PAY": 1, "REC": 1 if SLIP == "recoveries" else -1, "REV": -1})
moves["eur"] = moves["amount"].str.replace(",", ".").astype(float) * moves["currency"].map(rates) * sign
moves = moves.merge(claims[["claim_id", "year"]], on="claim_id")
moves["dev"] = moves["booked_on"].str[:4].astype(int) - moves["year"]
n = LAST - FIRST + 1
inc = moves.pivot_table(index="year", columns="dev", values="eur", aggfunc="sum").reindex(index=range(FIRST, LAST + 1), columns=range(n)).fillna(0.0).to_numpy()
seen = np.add.outer(np.arange(n), np.arange(n)) < n
tri = np.where(seen, np.cumsum(inc, axis=1), np.nan)

f, s2 = np.ones(n - 1), np.zeros(n - 1)
for d in range(n - 1):
    a, b = tri[: n - 1 - d, d], tri[: n - 1 - d, d + 1]
    f[d] = np.mean(b / a) if SLIP == "simple" else b.sum() / a.sum()
    if len(a) > 1:
        s2[d] = (a * (b / a - f[d]) ** 2).sum() / (len(a) - 1)
s2[-1] = min(s2[-2] ** 2 / s2[-3], s2[-3], s2[-2])
full = tri.copy()
for d in range(n - 1):
    gap = np.isnan(full[:, d + 1])
    full[gap, d + 1] = full[gap, d] * f[d]
ult = full[:, -1]
latest = np.array([tri[i, n - 1 - i] for i in range(n)])
weight = np.array([tri[: n - 1 - d, d].sum() for d in range(n - 1)])
q = s2 / f**2
var = np.array([ult[i] ** 2 * sum(q[d] * (1 / full[i, d] + 1 / weight[d]) for d in range(n - 1 - i, n - 1)) for i in range(n)])
total = var.sum() + sum(ult[i] * ult[i + 1:].sum() * sum(2 * q[d] / weight[d] for d in range(n - 1 - i, n - 1)) for i in range(n))
if SLIP == "independent":
    total = var.sum()
share = 1 / np.array([np.prod(f[n - 1 - i:]) for i in range(n)])
premium = pd.read_csv("input/premiums.csv")["earned_premium_eur"].to_numpy(float)
bf = latest + RATIO * premium * (1 - share)
if SLIP == "bf":
    bf = RATIO * premium

years = np.arange(FIRST, LAST + 1)
shown = inc if SLIP == "incremental" else tri
pd.DataFrame([(y, d, round(shown[i, d], 2)) for i, y in enumerate(years) for d in range(n - i)],
             columns=["accident_year", "development_year", "cumulative_paid"]).to_csv("output/triangle.csv", index=False)
pd.DataFrame({"development_year": range(n - 1), "factor": f.round(6), "sigma_squared": s2.round(4)}).to_csv("output/factors.csv", index=False)
out = pd.DataFrame({"accident_year": years.astype(str), "latest_paid": latest, "ultimate": ult, "reserve": ult - latest, "mack_se": np.sqrt(var), "bf_ultimate": bf})
out.loc[n] = ["total", latest.sum(), ult.sum(), (ult - latest).sum(), np.sqrt(total), bf.sum()]
out.round(2).to_csv("output/reserves.csv", index=False)
