# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Writes the inputs and references of the month-end close exam. Deterministic: `python3 generate.py` beside this file."""
import csv
import json
import os
import random
from calendar import monthrange
from datetime import date, timedelta
from decimal import ROUND_HALF_UP, Decimal

HERE = os.path.dirname(os.path.abspath(__file__))
VARIANTS = {"march": dict(seed=2701, month=(2026, 3), rate=1.0850), "november": dict(seed=2702, month=(2025, 11), rate=1.1420)}
CATEGORIES = ("Materials", "Rent", "Software", "Travel", "Freight")
D = Decimal


def cents(x):
    return D(x).quantize(D("0.01"), ROUND_HALF_UP)


def write(name, header, rows):
    with open(os.path.join(HERE, name), "w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(header)
        out.writerows(rows)


def build(name, v):
    rnd = random.Random(v["seed"])
    year, month = v["month"]
    first, last = date(year, month, 1), date(year, month, monthrange(year, month)[1])
    money = lambda low, high: cents(rnd.uniform(low, high))
    # ECB style: USD for one EUR, on business days only.
    rates, x = {}, v["rate"]
    day = first - timedelta(days=70)
    while day <= last + timedelta(days=5):
        if day.weekday() < 5:
            x *= 1 + rnd.gauss(0, 0.004)
            rates[day] = D(f"{x:.4f}")
        day += timedelta(days=1)

    def rate(d):
        while d not in rates:
            d -= timedelta(days=1)
        return rates[d]

    eur = lambda amount, currency, d: cents(amount) if currency == "EUR" else cents(amount / rate(d))
    book = {}

    def post(account, amount):
        book[account] = book.get(account, D(0)) + amount

    before = last.replace(day=1) - timedelta(days=1)
    opening = {"Assets:Bank:EUR": money(60000, 90000), "Assets:Fixed assets": D("48600.00"), "Assets:Prepaid": D("1320.00"), "Liabilities:VAT": -money(2000, 6000), "Liabilities:Loan": D("-25000.00")}
    usd_open = money(9000, 15000)
    opening["Assets:Bank:USD"] = eur(usd_open, "USD", before)
    sales, purchases, items = [], [], {}
    number = 400

    def sell(d, currency, net, vat, twice=False):
        nonlocal number
        number += 1
        code = f"S{number}"
        gross = cents(net * (1 + D(vat) / 100))
        row = [code, d.isoformat(), rnd.choice(["Optik Nord", "Lenscraft Ltd", "Studio Haas", "Visio SARL", "Brightview Inc"]), currency, f"{net}", vat]
        items[code] = dict(side="receivable", currency=currency, gross=gross, open=gross, booked=eur(gross, currency, d), left=eur(gross, currency, d), when=d)
        return row, code, gross

    # Open items of earlier months.
    old_rows = []
    for _ in range(6):
        d = before - timedelta(days=rnd.randint(3, 50))
        currency = "USD" if rnd.random() < 0.4 else "EUR"
        row, code, gross = sell(d, currency, money(800, 5200), 19 if currency == "EUR" else 0)
        # Carried at the rate of the last close.
        items[code]["booked"] = items[code]["left"] = eur(gross, currency, before)
        old_rows.append([code, "receivable", row[2], currency, f"{gross}", f"{items[code]['booked']}"])
        opening["Assets:Receivable"] = opening.get("Assets:Receivable", D(0)) + items[code]["booked"]
    for k in range(22):
        d = first + timedelta(days=rnd.randint(0, (last - first).days))
        if k in (5, 11):
            d = last + timedelta(days=rnd.randint(1, 4))
        currency = "USD" if rnd.random() < 0.28 else "EUR"
        net = money(300, 6800)
        if k in (8, 16):
            net = -money(100, 500)
        row, code, gross = sell(d, currency, net, 19 if currency == "EUR" else 0)
        sales.append(row)
        if k in (3, 14):
            sales.append(list(row))
        if d > last:
            del items[code]
            continue
        post("Assets:Receivable", items[code]["booked"])
        net_eur = eur(net, currency, d)
        post("Revenue:Sales", -net_eur)
        post("Liabilities:VAT", -(items[code]["booked"] - net_eur))
    number = 800
    for k in range(20):
        number += 1
        code = f"P{number}"
        d = first + timedelta(days=rnd.randint(0, (last - first).days))
        if k == 4:
            d = last + timedelta(days=2)
        category = rnd.choice(CATEGORIES)
        currency = "USD" if rnd.random() < 0.25 else "EUR"
        net = money(80, 3900)
        vat = "RC" if currency == "EUR" and rnd.random() < 0.2 else 19 if currency == "EUR" else 0
        months = 1
        if k in (7, 13):
            category, currency, vat, months, net = rnd.choice(["Insurance", "Software"]), "EUR", 19, 12, money(1100, 2600)
        purchases.append([code, d.isoformat(), rnd.choice(["Glaswerk AG", "Cloudbase Inc", "Spedition Moll", "Hotel Post", "Immo Ring"]), category, currency, f"{net}", vat, months])
        if k == 10:
            purchases.append(list(purchases[-1]))
        if d > last:
            continue
        net_eur = eur(net, currency, d)
        gross = net if vat == "RC" else cents(net * (1 + D(vat) / 100))
        booked = eur(gross, currency, d)
        items[code] = dict(side="payable", currency=currency, gross=gross, open=gross, booked=booked, left=booked, when=d)
        post("Liabilities:Payable", -booked)
        if vat != "RC":
            post("Liabilities:VAT", booked - net_eur)
        # Reverse charge: tax owed and tax deducted are the same account and cancel.
        if months == 1:
            post(f"Expenses:{category}", net_eur)
        else:
            share = cents(net_eur / months)
            post("Assets:Prepaid", net_eur - share)
            post(f"Expenses:{category}", share)
    # Bank statements.
    lines, loose = [], []
    serial = 7000

    def line(account, d, amount, text, again=False):
        nonlocal serial
        serial += rnd.randint(1, 5)
        ref = f"B{serial}"
        lines.append([ref, account, d.isoformat(), f"{amount}", text])
        if again:
            lines.append(list(lines[-1]))
        return ref

    bank = {"EUR": D(0), "USD": D(0)}
    bank_eur = {"EUR": D(0), "USD": D(0)}

    def cash(account, d, amount, counter):
        """Books a bank line against an account; in EUR at the day's rate."""
        value = eur(amount, account, d)
        bank[account] += amount
        bank_eur[account] += value
        post(f"Assets:Bank:{account}", value)
        post(counter, -value)
        return value

    for code, item in list(items.items()):
        u = rnd.random()
        if u < 0.3 or item["gross"] < 0:
            continue
        d = max(first, item["when"]) + timedelta(days=rnd.randint(0, 12))
        if d > last:
            continue
        part = item["gross"] if u < 0.88 else cents(item["gross"] * D("0.6"))
        sign = 1 if item["side"] == "receivable" else -1
        account = "Assets:Receivable" if sign == 1 else "Liabilities:Payable"
        value = eur(part, item["currency"], d)
        carried = item["booked"] if part == item["gross"] else cents(item["booked"] * part / item["gross"])
        bank[item["currency"]] += sign * part
        bank_eur[item["currency"]] += sign * value
        post(f"Assets:Bank:{item['currency']}", sign * value)
        post(account, -sign * carried)
        post("Revenue:FX", -sign * (value - carried))
        item["open"] -= part
        item["left"] -= carried
        style = rnd.choice(["Invoice {}", "RE {}", "payment {} thank you", "/INV/{}/"])
        line(item["currency"], d, sign * part, style.format(code), rnd.random() < 0.08)
    for d, amount in ((first + timedelta(days=27), -money(14000, 21000)),):
        cash("EUR", d, amount, "Expenses:Salaries")
        line("EUR", d, amount, "SALARY run")
    vat_due = -opening["Liabilities:VAT"]
    cash("EUR", first + timedelta(days=9), -vat_due, "Liabilities:VAT")
    line("EUR", first + timedelta(days=9), -vat_due, "TAX OFFICE VAT")
    for k in range(5):
        d = first + timedelta(days=rnd.randint(0, 27))
        account = rnd.choice(["EUR", "USD"])
        amount = -money(4, 38)
        cash(account, d, amount, "Expenses:Bank fees")
        line(account, d, amount, "FEE account service")
    for k in range(3):
        d = first + timedelta(days=rnd.randint(2, 26))
        amount = money(40, 900)
        cash("EUR", d, amount, "Liabilities:Suspense")
        loose.append(line("EUR", d, amount, rnd.choice(["transfer, no reference", "thank you", "for the lenses"])))
    # Own transfer: both statements show it; the EUR side is what the bank says.
    d = first + timedelta(days=15)
    usd = cents(3000)
    got = cents(usd / (rate(d) * D("1.006")))
    at = eur(usd, "USD", d)
    bank["USD"] -= usd
    bank_eur["USD"] -= at
    bank["EUR"] += got
    bank_eur["EUR"] += got
    post("Assets:Bank:USD", -at)
    post("Assets:Bank:EUR", got)
    post("Revenue:FX", at - got)
    line("USD", d, -usd, "TRANSFER to EUR account")
    line("EUR", d, got, "TRANSFER from USD account")
    # Accruals: those of last month are taken back on the first, new ones are booked on the last day.
    accruals = []
    for k, category in enumerate(("Freight", "Travel", "Materials")):
        amount = money(200, 1500)
        opening["Liabilities:Accrued"] = opening.get("Liabilities:Accrued", D(0)) - amount
        accruals.append([before.isoformat(), category, f"{amount}"])
        post("Liabilities:Accrued", amount)
        post(f"Expenses:{category}", -amount)
    for category in ("Freight", "Software", "Rent"):
        amount = money(150, 1900)
        accruals.append([last.isoformat(), category, f"{amount}"])
        post("Liabilities:Accrued", -amount)
        post(f"Expenses:{category}", amount)
    # Old prepaid insurance: 440.00 a month, three months left.
    post("Assets:Prepaid", D("-440.00"))
    post("Expenses:Insurance", D("440.00"))
    # Depreciation, straight line by months, from the month of first use on.
    assets, spent = [], D(0)
    for code, cost, start, life in (("A1", 21600, (year - 2, month), 60), ("A2", 9000, (year, month), 36), ("A3", 12000, (year - 4, month), 48), ("A4", 6000, (year - 1, 12 if month < 12 else 1), 36)):
        assets.append([code, f"{cost}.00", f"{start[0]}-{start[1]:02d}", life])
        age = (year - start[0]) * 12 + month - start[1]
        spent += min(age, life) * cents(D(cost) / life)
        if 0 <= age < life:
            post("Assets:Accumulated depreciation", -cents(D(cost) / life))
            post("Expenses:Depreciation", cents(D(cost) / life))
    opening["Assets:Accumulated depreciation"] = -spent
    opening["Equity:Capital"] = -sum(opening.values())
    # Revaluation of what is in USD.
    balance = usd_open + bank["USD"]
    shift = eur(balance, "USD", last) - (opening["Assets:Bank:USD"] + bank_eur["USD"])
    post("Assets:Bank:USD", shift)
    post("Revenue:FX", -shift)
    for item in items.values():
        if item["currency"] == "USD" and item["open"]:
            sign = 1 if item["side"] == "receivable" else -1
            shift = eur(item["open"], "USD", last) - item["left"]
            post("Assets:Receivable" if sign == 1 else "Liabilities:Payable", sign * shift)
            post("Revenue:FX", -sign * shift)
    assert sum(book.values()) == 0 and sum(opening.values()) == 0
    total = {a: opening.get(a, D(0)) + book.get(a, D(0)) for a in {*opening, *book}}
    with open(os.path.join(HERE, f"{name}-opening.journal"), "w") as file:
        file.write(f"; Balances at the end of {before:%B %Y}. Assets:Bank:USD holds {usd_open} USD.\n\n{before.isoformat()} Opening balances\n")
        file.writelines(f"    {a}    {x} EUR\n" for a, x in sorted(opening.items()) if x)
    write(f"{name}-open-items.csv", ["invoice", "side", "partner", "currency", "gross", "carried_eur"], old_rows)
    rnd.shuffle(sales)
    write(f"{name}-sales.csv", ["invoice", "date", "customer", "currency", "net", "vat"], sales)
    write(f"{name}-purchases.csv", ["invoice", "date", "supplier", "category", "currency", "net", "vat", "months"], purchases)
    lines.sort(key=lambda r: (r[1], r[2], r[0]))
    write(f"{name}-bank.csv", ["ref", "account", "date", "amount", "text"], lines)
    write(f"{name}-rates.csv", ["date", "usd_per_eur"], [[d.isoformat(), r] for d, r in rates.items()])
    write(f"{name}-accruals.csv", ["date", "category", "amount_eur"], accruals)
    write(f"{name}-assets.csv", ["asset", "cost_eur", "first_use", "life_months"], assets)
    write(f"{name}-ref-balances.csv", ["account", "balance"], [[a, f"{x}"] for a, x in sorted(total.items()) if x])
    write(f"{name}-ref-open.csv", ["invoice", "side", "currency", "open_amount"], [[c, i["side"], i["currency"], f"{i['open']}"] for c, i in sorted(items.items()) if i["open"]])
    with open(os.path.join(HERE, f"{name}-ref-facts.json"), "w") as file:
        json.dump(dict(unmatched=sorted(loose), opening={a: f"{x}" for a, x in opening.items()}, end=(last + timedelta(days=1)).isoformat()), file, indent=1)
        file.write("\n")
    print(name, len(lines), "bank lines", {a: str(x) for a, x in sorted(total.items())}, loose, "open", sum(bool(i["open"]) for i in items.values()))


for name, v in VARIANTS.items():
    build(name, v)
