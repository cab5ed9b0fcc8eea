"""Tries the parcel project: its tests as they are, with the right module and with the faulty one; its module; its patch. Prints JSON.

Arguments: the three expressions of the faulty module.
"""
import json
import os
import re
import subprocess
import sys

RATES = '''"""What a parcel costs."""
import math

BRACKETS = [(2, 4.90), (5, 6.50), (10, 9.80), (31.5, 16.90)]


def bracket_price(weight):
    """The price of the first bracket whose limit the weight does not exceed."""
    for limit, price in BRACKETS:
        if %s:
            return price
    raise ValueError("too heavy")


def charged_weight(kilos, litres):
    """The larger of the weight and a fifth of the volume, in whole kilos, rounded up."""
    return %s


def price(kilos, litres, pieces=1):
    """The price of so many equal parcels; from five pieces on there is a tenth off."""
    each = bracket_price(charged_weight(kilos, litres))
    total = each * pieces
    if %s:
        total = total * 0.9
    return round(total, 2)
'''
RIGHT = RATES % ("weight <= limit", "math.ceil(max(kilos, litres / 5))", "pieces >= 5")
FAULTY = RATES % tuple(sys.argv[1:4])
MODULE = "parcel/parcel/rates.py"
GRID = """
import json, sys
sys.path.insert(0, "parcel")
from parcel import rates
def told(f, *a):
    try:
        return f(*a)
    except ValueError:
        return "too heavy"
print(json.dumps([
    [told(rates.bracket_price, w) for w in (0.5, 2, 2.5, 5, 5.5, 10, 20, 31.5, 32)],
    [told(rates.charged_weight, k, l) for k in (0.4, 1, 2.2, 7) for l in (1, 12, 25, 60)],
    [told(rates.price, k, l, p) for k in (1, 4.5) for l in (3, 30) for p in (1, 4, 5, 6, 12)],
]))
"""


def run(argv, folder="."):
    try:
        done = subprocess.run(argv, cwd=folder, capture_output=True, timeout=15, text=True, errors="replace", env={"PATH": "/usr/bin:/bin", "PYTHONDONTWRITEBYTECODE": "1"})
        return done.returncode, done.stdout, done.stderr
    except (OSError, subprocess.TimeoutExpired):
        return None, "", ""


def tests():
    """Which tests pass."""
    _, _, told = run(["/usr/bin/python3", "-m", "unittest", "-v"], "parcel")
    return {name: word == "ok" for name, word in re.findall(r"^(test_\w+) .*?\.\.\. (ok|FAIL|ERROR)", told, re.M)}


def with_module(text):
    with open(MODULE, "w") as file:
        file.write(text)


def applied(patch, text):
    """The text after a unified diff; `None` where it does not fit."""
    lines, out, at, inside = text.splitlines(), [], 0, False
    for line in patch.splitlines():
        hunk = re.match(r"@@ -(\d+)(?:,(\d+))? \+\d+(?:,\d+)? @@", line)
        if hunk:
            begin = int(hunk[1]) - (1 if hunk[2] != "0" else 0)
            if begin < at:
                return None
            out.extend(lines[at:begin])
            at, inside = begin, True
        elif inside and line[:1] in (" ", "-"):
            if at >= len(lines) or lines[at] != line[1:]:
                return None
            if line[0] == " ":
                out.append(line[1:])
            at += 1
        elif inside and line[:1] == "+":
            out.append(line[1:])
        elif inside and line.startswith("\\"):
            pass
        elif inside and line and not line.startswith(("---", "+++", "diff ", "Only ")):
            return None
    return "\n".join(out + lines[at:]) + "\n" if inside else None


def main():
    found = {"own": tests()}
    _, values, _ = run(["/usr/bin/python3", "-I", "-c", GRID])
    try:
        mine = open(MODULE).read()
    except OSError:
        mine = ""
    with_module(RIGHT)
    _, wanted, _ = run(["/usr/bin/python3", "-I", "-c", GRID])
    found["right_values"] = bool(values) and values == wanted
    found["with_right"] = tests()
    with_module(FAULTY)
    found["with_faulty"] = tests()
    try:
        patch = open("fix.patch").read()
    except (OSError, UnicodeDecodeError):
        patch = ""
    found["patch"] = applied(patch, FAULTY) == mine if patch and mine else False
    print(json.dumps(found))


os.makedirs(os.path.dirname(MODULE), exist_ok=True)
main()
