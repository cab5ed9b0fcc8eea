# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Writes the data of the tariff port exam; run it in its folder. Needs awk, whose bills must agree with the port's but for the changes."""
import csv
import datetime
import os
import random
import subprocess
import sys
import tempfile

import solve

HERE = os.path.dirname(os.path.abspath(__file__))
AWK = r'''# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
# @TITLE@ tariff program, release 7.  awk -f tariff.awk ACCOUNTS.csv > BILLS.csv
# Columns: id,tariff,start,end,quantity,unit,codes,since   (end: the day after the last day that is billed)
BEGIN {
  FS = ","
@TABLE@
  RISE = "@rise@"      # new prices from this day on
  SOCIAL = @social@    # percent off consumption, code S
  CAP = @cap@          # ... at most this much in 30 days
  DEBIT = @debit@      # percent, code D
  LOYAL = @loyal@      # R7: customers of five years and more
  LEAST = @least@      # least net amount for 30 days
  VAT = @vat@
  VAT_NEW = @vat_new@
  VAT_FROM = "@vat_from@"   # by the last day that is billed
  print "id,status,days,standing,energy,discount,net,vat,total"
}
function leap(y) { return (y % 4 == 0 && y % 100 != 0) || y % 400 == 0 }
function length_of(y, m) {
  if (m == 2) return 28 + leap(y)
  return (m == 4 || m == 6 || m == 9 || m == 11) ? 30 : 31
}
# Day number; -1 for what is not a date. Both 2024-02-29 and 29.02.2024 are in use.
function day(text,   p, y, m, d, n) {
  if (text ~ /^[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]$/) { split(text, p, "-"); y = p[1] + 0; m = p[2] + 0; d = p[3] + 0 }
  else if (text ~ /^[0-9][0-9]\.[0-9][0-9]\.[0-9][0-9][0-9][0-9]$/) { split(text, p, /\./); y = p[3] + 0; m = p[2] + 0; d = p[1] + 0 }
  else return -1
  if (y < 1900 || m < 1 || m > 12 || d < 1 || d > length_of(y, m)) return -1
  n = d
  while (m > 1) n += length_of(y, --m)
  n += (y - 1) * 365 + int((y - 1) / 4) - int((y - 1) / 100) + int((y - 1) / 400)
  return n
}
function year_of(n,   y) { y = int(n / 366) + 1; while (day((y + 1) "-01-01") <= n) y++; return y }
function whole(x) { return x < 0 ? -int(-x + 0.5) : int(x + 0.5) }
function cents(x) { return whole(x * 100) / 100 }
function fail(code) { print $1 "," code ",,,,,,," }
NR == 1 { next }
{
  sub(/\r$/, "")
  from = day($3); to = day($4)
  if (from < 0 || to < 0 || to <= from) { fail("E02"); next }
  if (!($2 in annual)) { fail("E01"); next }
  if ($5 !~ /^-?[0-9]+(\.[0-9]+)?$/ || !($6 in factor)) { fail("E03"); next }
  quantity = $5 * factor[$6]
  days = to - from

  standing = 0
  for (n = from; n < to; n++) standing += annual[$2] / (leap(year_of(n)) ? 366 : 365)
  standing = cents(standing)

  before = day(RISE) - from
  if (before < 0) before = 0
  if (before > days) before = days
  left = quantity < 0 ? -quantity : quantity
  energy = 0
  for (i = 1; ($2, i) in blocks; i++) {
    split(blocks[$2, i], b, " ")
    part = left
    if (b[1] > 0 && whole(b[1] * days / 30) < left) part = whole(b[1] * days / 30)
    energy += part * b[2] * before / days + part * b[3] * (days - before) / days
    left -= part
  }
  energy = cents(quantity < 0 ? -energy : energy)

  discount = 0
  if ($7 ~ /S/ && energy > 0) {
    discount = cents(energy * SOCIAL / 100)
    if (discount > cents(CAP * days / 30)) discount = cents(CAP * days / 30)
  }
  if ($7 ~ /D/) discount += cents((standing + energy - discount) * DEBIT / 100)
  if (day($8) >= 0 && from - day($8) >= 1826) discount += LOYAL      # R7

  net = standing + energy - discount
  if (quantity >= 0 && net < LEAST * days / 30) net = cents(LEAST * days / 30)
  vat = cents(net * (to - 1 >= day(VAT_FROM) ? VAT_NEW : VAT) / 100)
  printf "%s,OK,%d,%.2f,%.2f,%.2f,%.2f,%.2f,%.2f\n", $1, days, standing, energy, discount, net, vat, net + vat
}
'''
CHANGES = """<!-- AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on. -->
# Changes for release 8

1. R7 (five years and more) is withdrawn, for all periods. The column `since` stays in the file and is not read any more.
2. For a period that starts on or after @cap_from@ the cap of code S becomes @cap_new@ per 30 days. Earlier ones keep the old cap.
3. Release 7 calculates in binary floating point and gets some half cents wrong. Release 8 calculates exactly (all constants are decimal
   numbers as written, divisions by days are exact fractions) and rounds in the same places as release 7: half a cent, and half a unit of a block, away from zero.
   Everything else, the error codes and their order included, stays as it is.
"""
VARIANTS = {
    "power": dict(seed=4401, title="Power", units={"kWh": 1, "MWh": 1000}, rise="2024-10-01", social="12", cap="20.00", debit="1.5", loyal="5.00", least="6.50",
                  vat="19", vat_new="7", vat_from="2025-07-01", cap_from="2025-03-01", cap_new="24.00", around=datetime.date(2024, 1, 1),
                  plans={"HOME": ("98.55", [("150", "0.305", "0.325"), ("350", "0.345", "0.365"), ("0", "0.385", "0.415")]),
                         "SHOP": ("171.90", [("900", "0.285", "0.295"), ("0", "0.265", "0.275")]),
                         "HEAT": ("60.15", [("0", "0.235", "0.245")])}, typical=(40, 900)),
    "water": dict(seed=4402, title="Water", units={"m3": 1, "tenm3": 10}, rise="2023-07-15", social="15", cap="9.00", debit="0.5", loyal="3.50", least="4.20",
                  vat="5", vat_new="7", vat_from="2024-04-01", cap_from="2024-02-29", cap_new="7.50", around=datetime.date(2023, 2, 1),
                  plans={"FLAT": ("73.20", [("5", "1.125", "1.205"), ("10", "2.015", "2.135"), ("0", "3.375", "3.565")]),
                         "HOUSE": ("109.80", [("12", "1.645", "1.735"), ("0", "2.455", "2.605")]),
                         "WORKS": ("401.15", [("0", "1.385", "1.475")])}, typical=(2, 60)),
}
FIELDS = ["id", "tariff", "start", "end", "quantity", "unit", "codes", "since"]


def row(rng, v, number, kind):
    start = v["around"] + datetime.timedelta(days=rng.randrange(0, 800))
    days = rng.choice([30, 30, 31, 28, 60, 61, 90, 15, 7, 365, rng.randrange(1, 120)])
    if kind == "calendar":
        start = rng.choice([datetime.date(2024, 2, rng.randrange(1, 29)), datetime.date(2023, 12, rng.randrange(5, 31)), datetime.date(2024, 12, rng.randrange(5, 31)),
                            datetime.date.fromisoformat(v["rise"]) - datetime.timedelta(days=rng.randrange(1, 25)),
                            datetime.date.fromisoformat(v["vat_from"]) - datetime.timedelta(days=rng.choice([29, 30, 31]))])
        days = rng.choice([30, 45, 31, 91])
    if kind == "halves":
        days, start = rng.choice([30, 60]), datetime.date(2025, 1, 1) if rng.random() < 0.5 else v["around"]
    low, high = v["typical"]
    unit = "kWh" if v["title"] == "Power" else "m3"
    quantity = str(rng.randrange(low, high) * max(1, days // 30))
    if kind != "halves" and rng.random() < 0.15:
        unit = "MWh" if v["title"] == "Power" else "tenm3"
        quantity = f"{rng.randrange(low, high) / (1000 if v['title'] == 'Power' else 10):.3f}"
    if rng.random() < 0.08:
        quantity = "-" + quantity
    codes = rng.choice(["", "", "S", "D", "SD"])
    since = start - datetime.timedelta(days=rng.randrange(100, 4000))
    form = (lambda d: d.isoformat()) if rng.random() < 0.7 else (lambda d: d.strftime("%d.%m.%Y"))
    out = [f"A{number:05d}", rng.choice(list(v["plans"])), form(start), form(start + datetime.timedelta(days=days)), quantity, unit, codes, since.isoformat()]
    if kind == "bad":
        where = rng.randrange(9)
        if where == 0: out[1] = "OLD"
        if where == 1: out[2] = "2023-02-29"
        if where == 2: out[3] = out[2]
        if where == 3: out[4] = rng.choice(["", "12,5".replace(",", " "), "n/a", "1e3", "+5", ".5"])
        if where == 4: out[5] = "l"
        if where == 5: out[1], out[3] = "OLD", "31.04.2024"
        if where == 6: out[1], out[4] = "old", "x"
        if where == 7: out[2] = out[2].replace("-", "/").replace(".", "/")
        if where == 8: out[7] = "unknown"
    return out


def write(path, rows):
    with open(path, "w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(FIELDS)
        out.writerows(rows)


def run(script, source, target):
    subprocess.run(["/usr/bin/python3", script, source, target], check=True)


def telling(rng, v, folder, rows, number):
    """Half of the rows, and as many for which binary floats or rounding to even give other cents."""
    engines = []
    for flaw in ("", "floats", "bankers"):
        engine = {"__name__": "port"}
        exec(solve.port(folder, flaw), engine)
        engines.append(engine["bill"])
    found = rows[:40]
    for want, other in ((40, 1), (80, 2)):
        while want:
            number += rng.randrange(1, 9)
            one = row(rng, v, number, "halves")
            named = dict(zip(FIELDS, one))
            exact, seen = engines[0](named), engines[other](named)
            if [f"{float(p):.2f}" for p in exact[1]] != [f"{float(p):.2f}" for p in seen[1]]:
                found.append(one)
                want -= 1
    return found


def main():
    for name, v in VARIANTS.items():
        rng = random.Random(v["seed"])
        lines = []
        for u, f in v["units"].items():
            lines.append(f'  factor["{u}"] = {f}')
        for code, (annual, blocks) in v["plans"].items():
            lines.append(f'  annual["{code}"] = {annual}')
            for i, b in enumerate(blocks, 1):
                lines.append(f'  blocks["{code}", {i}] = "{" ".join(b)}"' + ("      # quantity in 30 days (0: the rest), price before and after the rise" if i == 1 else ""))
        awk, changes = AWK.replace("@TABLE@", "\n".join(lines)).replace("@TITLE@", v["title"]), CHANGES
        for key, value in v.items():
            if isinstance(value, str):
                awk, changes = awk.replace(f"@{key}@", value), changes.replace(f"@{key}@", value)
        open(f"{HERE}/{name}-tariff.awk", "w").write(awk.lstrip("\n"))
        open(f"{HERE}/{name}-CHANGES.md", "w").write(changes)
        number = rng.randrange(1000, 5000)
        sets = {}
        for part, size, kind in (("archive", 420, "plain"), ("plain", 150, "plain"), ("calendar", 120, "calendar"), ("bad", 60, "bad"), ("halves", 150, "halves")):
            rows = []
            for _ in range(size):
                number += rng.randrange(1, 9)
                rows.append(row(rng, v, number, kind if part != "archive" else rng.choice(["plain", "calendar", "halves", "bad" if rng.random() < 0.3 else "plain"])))
            sets[part] = rows
        with tempfile.TemporaryDirectory() as folder:
            for part in ("tariff.awk", "CHANGES.md"):
                open(f"{folder}/{part}", "w").write(open(f"{HERE}/{name}-{part}").read())
            open(f"{folder}/.py", "w").write(solve.port(folder, ""))
            sets["halves"] = telling(rng, v, folder, sets["halves"], number)
            open(f"{folder}/old.py", "w").write(solve.port(folder, "withdrawn"))
            for part, rows in sets.items():
                path = f"{HERE}/{name}-{part}.csv" if part == "archive" else f"{HERE}/{name}-held-{part}.csv"
                write(path, rows)
                bills = subprocess.run(["awk", "-f", f"{HERE}/{name}-tariff.awk", path], check=True, capture_output=True, text=True).stdout
                if part == "archive":
                    open(f"{HERE}/{name}-archive-bills.csv", "w").write(bills)
                run(f"{folder}/.py", path, f"{folder}/new.csv")
                run(f"{folder}/old.py", path, f"{folder}/old.csv")
                new = {r["id"]: r for r in csv.DictReader(open(f"{folder}/new.csv"))}
                again = {r["id"]: r for r in csv.DictReader(open(f"{folder}/old.csv"))}
                old = {r["id"]: r for r in csv.DictReader(bills.splitlines())}
                assert list(new) == list(old), part
                limit = datetime.date.fromisoformat(v["cap_from"])
                odd = halves = 0
                for r in rows:
                    a, b = old[r[0]], again[r[0]]
                    assert a["status"] == b["status"] and a["days"] == b["days"], (r, a, b)
                    if a["status"] == "OK" and a != b:
                        far = max(abs(float(a[k]) - float(b[k])) for k in ("standing", "energy", "discount", "net", "vat", "total"))
                        day = r[2] if "-" in r[2] else "-".join(reversed(r[2].split(".")))
                        assert far < 0.055 or ("S" in r[6] and datetime.date.fromisoformat(day) >= limit), (r, a, b)
                        halves += far < 0.055
                    odd += a["total"] != new[r[0]]["total"]
                print(name, part, len(rows), "rows,", odd, "other totals,", halves, "by rounding")
                if part == "archive":
                    with open(f"{HERE}/{name}-ref-differences.csv", "w") as file:
                        file.write("id,old_total,new_total\n")
                        for key, r in new.items():
                            if r["total"] != old[key]["total"]:
                                file.write(f"{key},{old[key]['total']},{r['total']}\n")
                else:
                    open(f"{HERE}/{name}-ref-{part}.csv", "w").write(open(f"{folder}/new.csv").read().replace("\r\n", "\n"))


if __name__ == "__main__":
    sys.exit(main())
