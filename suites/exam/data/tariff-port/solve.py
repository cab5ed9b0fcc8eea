# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Hands in a port of the tariff program (this file with its rules read from the awk program), and the differences to the old bills.

Arguments: a flaw for a near-miss.
"""
import re
import sys

PORT = r'''
import csv
import datetime
import re
import sys
from fractions import Fraction as F

FLAW = @FLAW@
RULES = @RULES@


def cents(x, unit=F(1, 100)):
    if FLAW == "floats":
        n = int(abs(float(x)) / float(unit) + 0.5)
    elif FLAW == "bankers":
        n = round(abs(x) / unit)
    else:
        n = (abs(x) / unit + F(1, 2)).__floor__()
    return (-n if x < 0 else n) * unit


def day(text):
    if re.fullmatch(r"\d{4}-\d\d-\d\d", text):
        y, m, d = text.split("-")
    elif re.fullmatch(r"\d\d\.\d\d\.\d{4}", text):
        d, m, y = text.split(".")
    else:
        return None
    try:
        return datetime.date(int(y), int(m), int(d)).toordinal() if 1900 <= int(y) else None
    except ValueError:
        return None


def bill(r):
    start, end = day(r["start"]), day(r["end"])
    if start is None or end is None or end <= start:
        return "E02", []
    plan = RULES["plans"].get(r["tariff"])
    if plan is None:
        return "E01", []
    if not re.fullmatch(r"-?\d+(\.\d+)?", r["quantity"]) or r["unit"] not in RULES["units"]:
        return "E03", []
    quantity = F(r["quantity"]) * RULES["units"][r["unit"]]
    days = end - start
    standing = F(0)
    for d in range(start, end):
        y = datetime.date.fromordinal(d).year
        leap = y % 4 == 0 and (y % 100 != 0 or y % 400 == 0) and FLAW != "leap"
        standing += F(plan["annual"]) / (366 if leap else 365)
    standing = cents(standing)
    left, energy = abs(quantity), F(0)
    rise = day(RULES["rise"])
    before = max(0, min(end, rise) - start)
    for limit, old, new in plan["blocks"]:
        part = left
        if limit:
            part = min(left, cents(F(limit) * days / 30, F(1)))
        energy += part * F(old) * before / days + part * F(new) * (days - before) / days
        left -= part
    energy = cents(energy if quantity >= 0 else -energy)
    discount = F(0)
    if "S" in r["codes"]:
        cap = RULES["cap_new"] if start >= day(RULES["cap_from"]) and FLAW != "cap" else RULES["cap"]
        discount = min(cents(energy * F(RULES["social"]) / 100), cents(F(cap) * days / 30)) if energy > 0 else F(0)
    if "D" in r["codes"]:
        discount += cents((standing + energy - discount) * F(RULES["debit"]) / 100)
    if FLAW == "withdrawn" and day(r["since"]) is not None and start - day(r["since"]) >= 1826:
        discount += F(RULES["loyal"])
    net = standing + energy - discount
    if quantity >= 0 and net < F(RULES["least"]) * days / 30:
        net = cents(F(RULES["least"]) * days / 30)
    rate = RULES["vat_new"] if end - 1 >= day(RULES["vat_from"]) else RULES["vat"]
    vat = cents(net * F(rate) / 100)
    return "OK", [days, standing, energy, discount, net, vat, net + vat]


def main():
    with open(sys.argv[1], newline="") as source, open(sys.argv[2], "w", newline="") as target:
        out = csv.writer(target)
        out.writerow(["id", "status", "days", "standing", "energy", "discount", "net", "vat", "total"])
        for r in csv.DictReader(source):
            status, parts = bill(r)
            out.writerow([r["id"], status] + ([parts[0]] + [f"{float(p):.2f}" for p in parts[1:]] if parts else [""] * 7))


if __name__ == "__main__":
    main()
'''


def rules(awk, changes):
    one = lambda name: re.search(rf"^  {name} = \"?([^\"\s;]+)", awk, re.M).group(1)  # noqa: E731
    plans = {}
    for code, annual in re.findall(r'annual\["(\w+)"\] = ([\d.]+)', awk):
        blocks = re.findall(rf'blocks\["{code}", \d\] = "([\d.]+) ([\d.]+) ([\d.]+)"', awk)
        plans[code] = dict(annual=annual, blocks=[("" if float(a) == 0 else a, b, c) for a, b, c in blocks])
    units = {u: int(f) for u, f in re.findall(r'factor\["(\w+)"\] = (\d+)', awk)}
    out = {k: one(v) for k, v in dict(rise="RISE", cap="CAP", social="SOCIAL", debit="DEBIT", loyal="LOYAL", least="LEAST", vat="VAT", vat_new="VAT_NEW", vat_from="VAT_FROM").items()}
    start, cap = re.search(r"starts on or after (\S+).*?becomes (\S+) per", changes, re.S).groups()
    return dict(out, plans=plans, units=units, cap_new=cap, cap_from=start)


def port(folder, flaw):
    made = rules(open(f"{folder}/tariff.awk").read(), open(f"{folder}/CHANGES.md").read())
    return PORT.strip().replace("@FLAW@", repr(flaw)).replace("@RULES@", repr(made)) + "\n"


def main():
    import csv
    import subprocess
    flaw = sys.argv[1] if len(sys.argv) > 1 else ""
    with open("output/tariff.py", "w") as file:
        file.write(port("input", flaw))
    subprocess.run([sys.executable, "output/tariff.py", "input/archive.csv", "new.csv"], check=True)
    old = {r["id"]: r for r in csv.DictReader(open("input/archive-bills.csv"))}
    with open("output/differences.csv", "w") as file:
        file.write("id,old_total,new_total\n")
        for r in csv.DictReader(open("new.csv")):
            if r["total"] != old[r["id"]]["total"]:
                file.write(f"{r['id']},{old[r['id']]['total']},{r['total']}\n")


if __name__ == "__main__":
    main()
