# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Writes the inputs and references of the loss reserving exam. Deterministic: `python3 generate.py` beside this file."""
import csv
import os
import random
from datetime import date, timedelta

HERE = os.path.dirname(os.path.abspath(__file__))
VARIANTS = {
    "motor": dict(seed=2801, first=2016, last=2025, claims=52, severity=4200, pattern=[0.42, 0.27, 0.13, 0.07, 0.045, 0.03, 0.015, 0.01, 0.006, 0.004],
                  line="MOTOR", other="GLASS", rates={"EUR": 1.0, "CHF": 1.05, "PLN": 0.23}, ratio=0.68, growth=1.04),
    "liability": dict(seed=2802, first=2014, last=2025, claims=44, severity=9800,
                      pattern=[0.14, 0.22, 0.19, 0.14, 0.10, 0.07, 0.05, 0.035, 0.025, 0.015, 0.01, 0.005],
                      line="LIAB", other="LEGAL", rates={"EUR": 1.0, "USD": 0.92, "GBP": 1.17}, ratio=0.74, growth=1.055),
}


def write(name, header, rows):
    with open(os.path.join(HERE, name), "w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(header)
        out.writerows(rows)


def day_in(rnd, year):
    return date(year, 1, 1) + timedelta(days=rnd.randint(0, 364))


def build(name, v):
    rnd = random.Random(v["seed"])
    years = list(range(v["first"], v["last"] + 1))
    n = len(years)
    valuation = date(v["last"], 12, 31)
    claims, moves = [], []
    cell = {(y, d): 0.0 for y in years for d in range(n)}
    count = 0
    for y in years:
        for _ in range(round(v["claims"] * v["growth"] ** (y - v["first"]) * rnd.uniform(0.9, 1.1))):
            count += 1
            cid = f"C{count:05d}"
            accident = day_in(rnd, y)
            report = accident + timedelta(days=int(rnd.expovariate(1 / (25 if name == "motor" else 120))))
            if report > valuation:
                continue
            line = v["line"] if rnd.random() < 0.9 else v["other"]
            void = rnd.random() < 0.03 and report < valuation
            kept = line == v["line"] and not void
            branch = rnd.choice(["NORTH", "NORTH", "SOUTH"])
            # Register: the first entry may carry a wrong accident date, corrected later; some corrections come after the valuation date.
            entries = [(report, accident, "open")]
            if rnd.random() < 0.06 and not void:
                wrong = accident + timedelta(days=rnd.choice([-365, 365, 200, -200]))
                if wrong <= report:
                    entries = [(report, wrong, "open"), (report + timedelta(days=rnd.randint(20, 200)), accident, "open")]
                    if entries[-1][0] > valuation:
                        entries.pop()
                        accident = wrong
            elif rnd.random() < 0.03 and not void:
                entries.append((valuation + timedelta(days=rnd.randint(3, 40)), accident - timedelta(days=365), "open"))
            if void:
                entries.append((min(valuation, report + timedelta(days=rnd.randint(40, 300))), accident, "void"))
            for when, acc, status in entries:
                claims.append([cid, when.isoformat(), acc.isoformat(), report.isoformat(), line, branch, status])
            year = accident.year
            if year < v["first"]:
                kept = False
            size = rnd.lognormvariate(0, 1.0) * v["severity"] * 1.03 ** (y - v["first"])
            currency = "EUR" if rnd.random() < 0.88 else rnd.choice([c for c in v["rates"] if c != "EUR"])
            start = max(0, report.year - y)
            for d in range(start, n):
                weight = v["pattern"][d] * rnd.lognormvariate(-0.15, 0.55)
                if d == start:
                    weight += sum(v["pattern"][:start])
                if rnd.random() < 0.3 + 0.5 * (d > 5):
                    continue
                when = day_in(rnd, y + d)
                if when < report:
                    when = report + timedelta(days=rnd.randint(3, 60))
                if when > date(v["last"] + 1, 2, 20):
                    continue
                amount = round(size * weight / v["rates"][currency], 2)
                if amount < 15:
                    continue
                kind = "PAY"
                u = rnd.random()
                if u < 0.07:
                    kind = "LAE"
                    amount = round(amount * 0.2, 2)
                elif u < 0.15 and d > start:
                    kind = "REC"
                    amount = round(amount * 0.35, 2)
                rows = [[cid, when, kind, amount, currency, ""]]
                if kind == "PAY" and rnd.random() < 0.04:
                    # Paid twice by mistake, one payment reversed, sometimes in the next year.
                    back = when + timedelta(days=rnd.randint(5, 90))
                    rows.append([cid, when + timedelta(days=1), "PAY", amount, currency, ""])
                    if back <= date(v["last"] + 1, 2, 20):
                        rows.append([cid, back, "REV", amount, currency, "prev"])
                moves.append((kept, year, branch, rows))
    # Numbers in the order of booking.
    flat = []
    for kept, year, branch, rows in moves:
        link = None
        for row in rows:
            entry = dict(kept=kept, year=year, branch=branch, row=row, link=link)
            flat.append(entry)
            link = entry
    flat.sort(key=lambda e: (e["row"][1], e["row"][0]))
    for i, e in enumerate(flat):
        e["tid"] = f"T{100000 + 7 * i}"
    book = []
    for e in flat:
        cid, when, kind, amount, currency, ref = e["row"]
        text = f"{amount:.2f}" if e["branch"] == "NORTH" else f"{amount:.2f}".replace(".", ",")
        line = [e["tid"], cid, when.isoformat(), kind, text, currency, e["link"]["tid"] if ref else ""]
        book.append(line)
        if rnd.random() < 0.02:
            book.append(list(line))
        if e["kept"] and when <= valuation and kind in ("PAY", "REC", "REV"):
            d = when.year - e["year"]
            if d < 0:
                # A corrected accident date behind the payment: cannot be, keep the data clean of it.
                raise SystemExit(f"{cid} paid before its accident year")
            cell[e["year"], d] += amount * v["rates"][currency] * (1 if kind == "PAY" else -1)
    # Shuffle only the doubles' distance: exports are sorted by branch, then by day.
    branch_of = {c[0]: c[5] for c in claims}
    book.sort(key=lambda r: (branch_of[r[1]], r[2], r[0]))
    rnd.shuffle(claims)
    claims.sort(key=lambda c: c[1])
    write(f"{name}-claims.csv", ["claim_id", "entered_on", "accident_date", "reported_on", "line", "branch", "status"], claims)
    write(f"{name}-transactions.csv", ["transaction_id", "claim_id", "booked_on", "type", "amount", "currency", "reverses"], book)
    write(f"{name}-rates.csv", ["currency", "eur_per_unit"], v["rates"].items())

    # Reference: triangle, volume-weighted chain ladder, Mack, Bornhuetter-Ferguson; plain Python on purpose.
    tri = {}
    for y in years:
        total = 0.0
        for d in range(v["last"] - y + 1):
            total += cell[y, d]
            tri[y, d] = total
    f, s2 = [], []
    for d in range(n - 1):
        ys = [y for y in years if (y, d + 1) in tri]
        f.append(sum(tri[y, d + 1] for y in ys) / sum(tri[y, d] for y in ys))
        if len(ys) > 1:
            s2.append(sum(tri[y, d] * (tri[y, d + 1] / tri[y, d] - f[d]) ** 2 for y in ys) / (len(ys) - 1))
    s2.append(min(s2[-1] ** 2 / s2[-2], s2[-2], s2[-1]))
    premium = {y: round(0, -3) for y in years}
    ults, mse = {}, {}
    full = dict(tri)
    for y in years:
        for d in range(v["last"] - y, n - 1):
            full[y, d + 1] = full[y, d] * f[d]
        ults[y] = full[y, n - 1]
    for y in years:
        premium[y] = round(ults[y] / v["ratio"] * rnd.uniform(0.85, 1.15), -3)
    col = [sum(tri[y, d] for y in years if (y, d + 1) in tri) for d in range(n - 1)]
    for y in years:
        mse[y] = ults[y] ** 2 * sum(s2[d] / f[d] ** 2 * (1 / full[y, d] + 1 / col[d]) for d in range(v["last"] - y, n - 1))
    total = 0.0
    for i, y in enumerate(years):
        later = sum(ults[z] for z in years[i + 1:])
        total += mse[y] + ults[y] * later * sum(2 * s2[d] / f[d] ** 2 / col[d] for d in range(v["last"] - y, n - 1))
    bf = {}
    for y in years:
        grow = 1.0
        for d in range(v["last"] - y, n - 1):
            grow *= f[d]
        bf[y] = tri[y, v["last"] - y] + v["ratio"] * premium[y] * (1 - 1 / grow)
    write(f"{name}-premiums.csv", ["accident_year", "earned_premium_eur"], [[y, f"{premium[y]:.0f}"] for y in years])
    write(f"{name}-ref-triangle.csv", ["accident_year", "development_year", "cumulative_paid"], [[y, d, f"{x:.4f}"] for (y, d), x in tri.items()])
    write(f"{name}-ref-factors.csv", ["development_year", "factor", "sigma_squared"], [[d, f"{f[d]:.8f}", f"{s2[d]:.8f}"] for d in range(n - 1)])
    rows = [[y, *(f"{x:.4f}" for x in (tri[y, v["last"] - y], ults[y], ults[y] - tri[y, v["last"] - y], mse[y] ** 0.5, bf[y]))] for y in years]
    latest = sum(tri[y, v["last"] - y] for y in years)
    rows.append(["total", *(f"{x:.4f}" for x in (latest, sum(ults.values()), sum(ults.values()) - latest, total ** 0.5, sum(bf.values())))])
    write(f"{name}-ref-reserves.csv", ["accident_year", "latest_paid", "ultimate", "reserve", "mack_se", "bf_ultimate"], rows)
    assert all(x > 0 for x in tri.values())
    print(name, len(claims), len(book), [round(x, 3) for x in f], rows[-1])


for name, v in VARIANTS.items():
    build(name, v)
