# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""What the verifiers of several exams have in common: careful reading of files that were handed in, and marks for tables.

A verifier is started as `python3 -I reference/verify.py`; it puts its own folder on `sys.path` to import this file.
"""
import csv
import io
import json
import math
import os
import re
import stat

LARGEST = 8 << 20
OUT = "output"
REF = "reference"


class Wrong(Exception):
    """What is wrong with something that was handed in, in one sentence."""


def read_bytes(path, largest=LARGEST, folder=OUT):
    full = os.path.join(folder, path)
    try:
        info = os.lstat(full)
    except OSError:
        raise Wrong(f"{path} is missing")
    if not stat.S_ISREG(info.st_mode):
        raise Wrong(f"{path} is not a regular file")
    if info.st_size == 0:
        raise Wrong(f"{path} is empty")
    if info.st_size > largest:
        raise Wrong(f"{path} is larger than {largest} bytes")
    with open(full, "rb") as file:
        return file.read(largest + 1)


def read_text(path, largest=LARGEST, folder=OUT):
    try:
        text = read_bytes(path, largest, folder).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Wrong(f"{path} is not UTF-8 text")
    if "\0" in text:
        raise Wrong(f"{path} is not text")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def read_json(path, folder=OUT):
    try:
        return json.loads(read_text(path, folder=folder))
    except (ValueError, RecursionError):
        raise Wrong(f"{path} is not valid JSON")


def read_rows(path, columns, most=200_000, folder=OUT):
    """The rows as dictionaries of stripped texts; columns in any order, further columns are let be."""
    try:
        rows = list(csv.reader(io.StringIO(read_text(path, folder=folder))))
    except csv.Error as error:
        raise Wrong(f"{path} is not a CSV file: {error}")
    rows = [row for row in rows if any(cell.strip() for cell in row)]
    if not rows:
        raise Wrong(f"{path} has no header")
    header = [cell.strip().lower() for cell in rows[0]]
    for column in columns:
        if header.count(column) != 1:
            raise Wrong(f"{path} needs one column `{column}`; it has {', '.join(header)[:200]}")
    if len(rows) - 1 > most:
        raise Wrong(f"{path} has more than {most} rows")
    at = {column: header.index(column) for column in columns}
    return [{c: row[i].strip() if i < len(row) else "" for c, i in at.items()} for row in rows[1:]]


def keyed(path, keys, columns, folder=OUT, most=200_000):
    """The rows of a CSV file by the texts in their key columns."""
    table = {}
    for row in read_rows(path, list(keys) + list(columns), most, folder):
        key = tuple(row[k] for k in keys)
        if key in table:
            raise Wrong(f"{path} has two rows for {'/'.join(key)[:100]}")
        table[key] = row
    return table


NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?\Z")


def number(text):
    """A finite number, or None."""
    if isinstance(text, bool) or text is None:
        return None
    if isinstance(text, (int, float)):
        return float(text) if math.isfinite(text) else None
    if not isinstance(text, str) or len(text) > 60 or not NUMBER.match(text.strip()):
        return None
    value = float(text)
    return value if math.isfinite(value) else None


def near(seen, expected, absolute=0.0, relative=0.0):
    seen, expected = number(seen), number(expected)
    if seen is None or expected is None:
        return False
    return abs(seen - expected) <= max(absolute, relative * abs(expected)) + 1e-9 * max(1.0, abs(expected))


def exact(seen, expected):
    return seen == expected


def folded(seen, expected):
    return str(seen).strip().casefold() == str(expected).strip().casefold()


def within(absolute=0.0, relative=0.0):
    """A cell rule: both empty, or two numbers this close."""
    def rule(seen, expected):
        if expected == "":
            return seen == ""
        return near(seen, expected, absolute, relative)
    return rule


def compare(seen, expected, rules, floor=0.0):
    """Score of a keyed table: the share of right rows among the expected and the surplus ones, with nothing for `floor` and less."""
    right, wrong = 0, None
    for key, row in expected.items():
        if key not in seen:
            wrong = wrong or f"no row for {'/'.join(key)}"
            continue
        bad = next((c for c, rule in rules.items() if not rule(seen[key][c], row[c])), None)
        if bad is None:
            right += 1
        elif wrong is None:
            wrong = f"{'/'.join(key)}: {bad} is {seen[key][bad][:60] or 'empty'!s}"
    surplus = [key for key in seen if key not in expected]
    if surplus and wrong is None:
        wrong = f"surplus row {'/'.join(surplus[0])[:100]}"
    share = right / max(1, len(expected) + len(surplus))
    score = max(0.0, (share - floor) / (1.0 - floor)) if share < 1.0 else 1.0
    said = f"{right} of {len(expected)} rows are right, {len(surplus)} are surplus"
    return score, f"{len(expected)} rows", said + (f"; first: {wrong}" if wrong else "")


def majority(expected, column):
    """Share of the commonest value: what a constant table would get."""
    values = [row[column] for row in expected.values()]
    return max(values.count(v) for v in set(values)) / len(values)


class Checks:
    """Collects the checks; whatever a check trips over costs that check alone."""

    def __init__(self):
        self.done = {}

    def add(self, name, work):
        try:
            score, expected, seen = work()
        except Wrong as wrong:
            score, expected, seen = 0.0, "a file as the brief asks for it", str(wrong)
        except Exception as error:  # whatever a file that was handed in brings about is a wrong answer
            score, expected, seen = 0.0, "a file as the brief asks for it", f"cannot be used: {type(error).__name__} {error}"[:300]
        score = min(1.0, max(0.0, float(score))) if math.isfinite(score) else 0.0
        self.done[name] = {"score": round(score, 6), "expected": str(expected)[:400], "seen": str(seen)[:400]}

    def print(self):
        print(json.dumps({"checks": self.done}))
