"""Two workbooks by OSWorld's rules for tables."""
import os
import re
import subprocess

from frame import Frame
from workbook import Unreadable, Workbook, column_number

HERE = os.path.dirname(os.path.abspath(__file__))
PRINT_SECS = 100


class Pair:
    """What was handed in and what it is held against, opened when a rule asks for it."""

    def __init__(self, result, gold, printing):
        self.paths = {"R": result, "E": gold}
        self.books = {side: Workbook(path) for side, path in self.paths.items()}
        # How LibreOffice is told to print, and the files that are looked at then.
        self.printing = printing

    def find(self, name):
        """The side and the name of a sheet: 0 and "RI0" are the first of the result, "ENTotals" is one of the gold file by its name."""
        if isinstance(name, int):
            name = f"RI{name}"
        side, kind, which = name[:1], name[1:2], name[2:]
        if kind == "N":
            return side, which
        names = self.books[side].names
        try:
            return side, names[int(which)]
        except IndexError:
            return side, ""

    def cells(self, side, sheet):
        found = self.books[side].cells(sheet)
        if found is None:
            raise Unreadable(f"there is no sheet {sheet!r}")
        return found

    def value(self, side, sheet, at):
        """A cell's value as OSWorld reads it: a number is never a whole one, and what is neither number nor text is nothing."""
        value = self.cells(side, sheet).get(at)
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return float(value)
        return value if isinstance(value, str) else None

    def printed(self, side, sheet):
        """The lines of a sheet as LibreOffice prints it, those at the end that are empty left out, and the last first."""
        path = self.print(sheet) if side == "R" else f"{os.path.splitext(self.paths['E'])[0]}-{sheet}.csv"
        with open(path, encoding="utf-8") as file:
            lines = [line.strip() for line in reversed(file.read().splitlines())]
        while lines and not lines[0]:
            lines.pop(0)
        return lines

    def print(self, sheet):
        folder, path = "/tmp/printed", self.paths["R"]
        name = f"{os.path.splitext(os.path.basename(path))[0]}-{sheet}.csv"
        # A sheet may take cells from another file: not from the gold file.
        command = ["bwrap", "--dev-bind", "/", "/", "--tmpfs", HERE, "--unshare-pid", "--die-with-parent", "--"]
        command += ["soffice", "--headless", "--convert-to", self.printing["filter"], "--outdir", folder, path]
        nothing = subprocess.DEVNULL
        try:
            subprocess.run(command, stdin=nothing, stdout=nothing, stderr=nothing, timeout=PRINT_SECS)
        except subprocess.TimeoutExpired as late:
            raise Unreadable("it is not printed in time") from late
        printed = os.path.join(folder, name)
        if name not in self.printing["files"] or not os.path.isfile(printed):
            raise Unreadable(f"its sheet {sheet!r} is not printed")
        return printed


def sheet_name(pair, _rule):
    ours, wanted = pair.books["R"].names, pair.books["E"].names
    return None if ours == wanted else f"the sheets {ours} instead of {wanted}"


def sheet_data(pair, rule):
    digits = rule.get("precision", 4)
    one, other = (Frame(pair.cells(*pair.find(rule[key])), digits) for key in ("sheet_idx0", "sheet_idx1"))
    return one.difference(other)


def sheet_print(pair, rule):
    one, other = (pair.printed(*pair.find(rule[key])) for key in ("sheet_idx0", "sheet_idx1"))
    if rule.get("ignore_case"):
        one, other = [line.lower() for line in one], [line.lower() for line in other]
    if len(one) != len(other):
        return f"{len(one)} printed lines instead of {len(other)}"
    for line, wanted in reversed(list(zip(one, other))):
        if line != wanted:
            return f"the printed line {line!r} instead of {wanted!r}"
    return None


def likeness(one, other):
    """In percent, how much two texts have in common: twice the longest common subsequence over both lengths."""
    if not one and not other:
        return 100.0
    above = [0] * (len(other) + 1)
    for a in one:
        row = [0]
        for j, b in enumerate(other):
            row.append(above[j] + 1 if a == b else max(above[j + 1], row[j]))
        above = row
    return 200.0 * above[-1] / (len(one) + len(other))


def places(text):
    """The cells of a range such as A1:B6, by row and column."""
    found = re.fullmatch(r"\$?([A-Z]{1,3})\$?([0-9]{1,7})(?::\$?([A-Z]{1,3})\$?([0-9]{1,7}))?", text)
    left, top, right, bottom = found[1], int(found[2]), found[3] or found[1], int(found[4] or found[2])
    columns = range(column_number(left), column_number(right) + 1)
    return [(row - 1, column - 1) for row in range(top, bottom + 1) for column in columns]


def trimmed(value, rule):
    text = str(value)
    for old, new in rule.get("normalization", []):
        text = text.replace(old, new)
    if "trim_leadings" in rule:
        text = text.lstrip(rule["trim_leadings"])
    if "trim_trailings" in rule:
        text = text.rstrip(rule["trim_trailings"])
    text = "".join(sign for sign in text if sign not in rule.get("ignore_chars", ""))
    return text.lower() if rule.get("ignore_case") else text


AGREE = {
    "includes": lambda one, other, _: other in one,
    "included_by": lambda one, other, _: one in other,
    "exact_match": lambda one, other, _: one == other,
    "fuzzy_match": lambda one, other, rule: likeness(one, other) >= rule.get("threshold", 85.0),
}


def sheet_fuzzy(pair, rule):
    sides = [pair.find(rule[key]) for key in ("sheet_idx0", "sheet_idx1")]
    for part in rule["rules"]:
        for at in (at for text in part["range"] for at in places(text)):
            one, other = (trimmed(pair.value(*side, at), part) for side in sides)
            if not AGREE[part["type"]](one, other, part):
                return f"{one!r} in row {at[0] + 1}, column {at[1] + 1} instead of {other!r}"
    return None


def check_cell(pair, rule):
    value = pair.value(*pair.find(rule["sheet_idx"]), places(rule["coordinate"])[0])
    wanted = rule["props"]["value"]
    method, _, slack = wanted["method"].partition(":")
    if method == "approx":
        try:
            holds = abs(float(value) - wanted["ref"]) <= float(slack)
        except (TypeError, ValueError):
            holds = False
    else:
        holds = value == wanted["ref"]
    return None if holds else f"{rule['coordinate']} is {value!r} instead of {wanted['ref']!r}"


RULES = {
    "sheet_name": sheet_name,
    "sheet_data": sheet_data,
    "sheet_print": sheet_print,
    "sheet_fuzzy": sheet_fuzzy,
    "check_cell": check_cell,
}


def compare_table(result, gold, options):
    pair = Pair(result, gold, options.get("printing"))
    for rule in options["rules"]:
        problem = RULES[rule["type"]](pair, rule)
        if problem is not None:
            return f"{rule['type']}: {problem}"
    return None
