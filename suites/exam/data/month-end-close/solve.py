# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Closes the month from input/, transaction by transaction. Arguments: first and last day, USD at the start, and what to do wrong (none: nothing)."""
import csv
import re
import subprocess
import sys
from decimal import ROUND_HALF_UP, Decimal as D

FIRST, LAST, USD = sys.argv[1], sys.argv[2], D(sys.argv[3])
SLIP = sys.argv[4] if len(sys.argv) > 4 else ""
read = lambda name: list(csv.DictReader(open(f"input/{name}.csv", newline="")))
cents = lambda x: x.quantize(D("0.01"), ROUND_HALF_UP)
rates = {r["date"]: D(r["usd_per_eur"]) for r in read("rates")}


def eur(amount, currency, day):
    if currency == "EUR":
        return amount
    if SLIP == "rates":
        day = LAST
    return cents(amount / rates[max(d for d in rates if d <= day)])


def unique(rows, field):
    if SLIP == "doubles":
        return rows
    return list({r[field]: r for r in rows}.values())


journal = []


def book(day, text, *legs):
    legs = [(a, x) for a, x in legs if x]
    assert sum(x for _, x in legs) == 0, (text, legs)
    journal.append((day, text, legs))


items = {}
for r in read("open-items"):
    items[r["invoice"]] = dict(side=r["side"], currency=r["currency"], gross=D(r["gross"]), open=D(r["gross"]), booked=D(r["carried_eur"]), left=D(r["carried_eur"]))
for r in unique(read("sales"), "invoice"):
    if r["date"] > LAST:
        continue
    gross = cents(D(r["net"]) * (100 + D(r["vat"])) / 100)
    total, net = eur(gross, r["currency"], r["date"]), eur(D(r["net"]), r["currency"], r["date"])
    items[r["invoice"]] = dict(side="receivable", currency=r["currency"], gross=gross, open=gross, booked=total, left=total)
    book(r["date"], f"Sale {r['invoice']}", ("Assets:Receivable", total), ("Revenue:Sales", -net), ("Liabilities:VAT", net - total))
for r in unique(read("purchases"), "invoice"):
    if r["date"] > LAST:
        continue
    vat = D(0) if r["vat"] == "RC" and SLIP != "reverse" else D(19) if r["vat"] == "RC" else D(r["vat"])
    gross = cents(D(r["net"]) * (100 + vat) / 100)
    total, net = eur(gross, r["currency"], r["date"]), eur(D(r["net"]), r["currency"], r["date"])
    items[r["invoice"]] = dict(side="payable", currency=r["currency"], gross=gross, open=gross, booked=total, left=total)
    months = int(r["months"]) if SLIP != "prepaid" else 1
    now = cents(net / months)
    book(r["date"], f"Purchase {r['invoice']}", ("Liabilities:Payable", -total), ("Liabilities:VAT", total - net), (f"Expenses:{r['category']}", now), ("Assets:Prepaid", net - now))

usd, held, loose = USD, D(0), []
moving = {}
for r in unique(read("bank"), "ref"):
    amount, day, account = D(r["amount"]), r["date"], r["account"]
    value = eur(amount, account, day)
    leg = (f"Assets:Bank:{account}", value)
    if account == "USD":
        usd, held = usd + amount, held + value
    found = re.search(r"\b([SP]\d{3,})\b", r["text"])
    if found and found[1] in items:
        item = items[found[1]]
        part = abs(amount)
        carried = item["booked"] if part == item["gross"] else cents(item["booked"] * part / item["gross"])
        sign = 1 if item["side"] == "receivable" else -1
        item["open"] -= part
        item["left"] -= carried
        book(day, f"{r['ref']} {found[1]}", leg, ("Assets:Receivable" if sign == 1 else "Liabilities:Payable", -sign * carried), ("Revenue:FX", -sign * (abs(value) - carried)))
    elif r["text"].startswith("TRANSFER"):
        moving[account] = (day, value)
    else:
        account = {"SALARY": "Expenses:Salaries", "TAX": "Liabilities:VAT", "FEE": "Expenses:Bank fees"}.get(r["text"].split()[0], "Liabilities:Suspense")
        if account == "Liabilities:Suspense":
            loose.append(r["ref"])
        book(day, f"{r['ref']} {r['text']}", leg, (account, -value))
(day, out), (_, got) = moving["USD"], moving["EUR"]
book(day, "Own transfer", ("Assets:Bank:USD", out), ("Assets:Bank:EUR", got), ("Revenue:FX", -out - got))

for r in read("accruals"):
    amount = D(r["amount_eur"])
    if r["date"] < FIRST:
        if SLIP != "accruals":
            book(FIRST, "Accrual taken back", ("Liabilities:Accrued", amount), (f"Expenses:{r['category']}", -amount))
    else:
        book(LAST, "Accrual", ("Liabilities:Accrued", -amount), (f"Expenses:{r['category']}", amount))
book(LAST, "Prepaid insurance", ("Assets:Prepaid", D("-440.00")), ("Expenses:Insurance", D("440.00")))
for r in read("assets"):
    start = int(r["first_use"][:4]) * 12 + int(r["first_use"][5:])
    age = int(LAST[:4]) * 12 + int(LAST[5:7]) - start
    if 0 <= age < int(r["life_months"]) or SLIP == "assets":
        share = cents(D(r["cost_eur"]) / int(r["life_months"]))
        book(LAST, f"Depreciation {r['asset']}", ("Expenses:Depreciation", share), ("Assets:Accumulated depreciation", -share))
opening = open("input/opening.journal").read()
start = D(re.search(r"Assets:Bank:USD +(\S+) EUR", opening)[1])
if SLIP != "revaluation":
    shift = eur(usd, "USD", LAST) - start - held
    book(LAST, "Revaluation of the USD account", ("Assets:Bank:USD", shift), ("Revenue:FX", -shift))
    for code, item in items.items():
        if item["currency"] == "USD" and item["open"]:
            sign = 1 if item["side"] == "receivable" else -1
            shift = sign * (eur(item["open"], "USD", LAST) - item["left"])
            book(LAST, f"Revaluation {code}", ("Assets:Receivable" if sign == 1 else "Liabilities:Payable", shift), ("Revenue:FX", -shift))

with open("output/close.journal", "w") as file:
    file.write(opening + "\n")
    for day, text, legs in sorted(journal, key=lambda j: j[0]):
        file.write(f"{day} {text.replace(';', ',')}\n" + "".join(f"    {a}    {x} EUR\n" for a, x in legs) + "\n")
if SLIP == "unbalanced":
    with open("output/close.journal", "a") as file:
        file.write(f"{LAST} Difference\n    Expenses:Other    10.00 EUR\n    Liabilities:Suspense    -9.00 EUR\n")
table = subprocess.run(["hledger", "-f", "output/close.journal", "balance", "--flat", "-N", "-O", "csv"], capture_output=True, text=True)
with open("output/trial_balance.csv", "w", newline="") as file:
    out = csv.writer(file)
    out.writerow(["account", "balance"])
    out.writerows((row["account"], row["balance"].split()[0].replace(",", "")) for row in csv.DictReader(table.stdout.splitlines()))
with open("output/open_items.csv", "w", newline="") as file:
    out = csv.writer(file)
    out.writerow(["invoice", "side", "currency", "open_amount"])
    out.writerows((c, i["side"], i["currency"], i["open"]) for c, i in items.items() if i["open"])
with open("output/unmatched.csv", "w", newline="") as file:
    out = csv.writer(file)
    out.writerow(["ref"])
    out.writerows([r] for r in loose)
