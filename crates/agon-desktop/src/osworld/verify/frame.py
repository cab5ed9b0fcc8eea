"""A sheet as a table with titles, and when two of them are the same: by the rules of `pandas.read_excel` and `DataFrame.equals`.

The first row has the titles. A column is of numbers where all that stands in it is a number or nothing, also where it is written as a
text; then its numbers are rounded. Whole numbers and others are two kinds of columns. Anything else is compared as it is.
"""
import math
import re

NOTHING = {
    "", "#N/A", "#N/A N/A", "#NA", "-1.#IND", "-1.#QNAN", "-NaN", "-nan", "1.#IND", "1.#QNAN", "<NA>", "N/A", "NA", "NULL", "NaN", "None",
    "n/a", "nan", "null",
}  # fmt: skip
NUMBER = re.compile(r"[ \t]*[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?[ \t]*\Z")
WHOLE = re.compile(r"[ \t]*[+-]?[0-9]+[ \t]*\Z")
# Whole numbers beyond these are no numbers of a column.
MOST_WHOLE = 2**63
INFINITE = {"inf", "infinity"}
TRUTHS = {"True": True, "TRUE": True, "true": True, "False": False, "FALSE": False, "false": False}
MOST_CELLS = 4_000_000


class Frame:
    def __init__(self, cells, digits):
        height = max((row for row, _ in cells), default=-1) + 1
        width = max((column for _, column in cells), default=-1) + 1
        if height * width > MOST_CELLS:
            raise ValueError("its cells lie too far apart")
        rows = [[cells.get((row, column), "") for column in range(width)] for row in range(height)]
        self.titles = titles(rows[0]) if rows else []
        self.height = max(height - 1, 0)
        self.columns = [kept([row[column] for row in rows[1:]], digits) for column in range(width)]

    def difference(self, other):
        """The first thing in which another frame differs, in words; None where they are the same."""
        if len(self.titles) != len(other.titles) or self.height != other.height:
            return f"{self.height} rows below the titles and {len(self.titles)} columns instead of {other.height} and {len(other.titles)}"
        for title, wanted in zip(self.titles, other.titles):
            if not same(title, wanted):
                return f"the title {title!r} instead of {wanted!r}"
        for title, (kind, values), (other_kind, others) in zip(self.titles, self.columns, other.columns):
            if kind != other_kind:
                return f"the column {title!r} holds {kind} instead of {other_kind}"
            for row, (value, wanted) in enumerate(zip(values, others)):
                if not same(value, wanted):
                    return f"row {row + 2} of the column {title!r} is {value!r} instead of {wanted!r}"
        return None


def titles(row):
    """An empty title is named by its place, and one that was there already is numbered."""
    counts = {}
    names = [f"Unnamed: {place}" if title == "" else title for place, title in enumerate(row)]
    # Titles that are written come before those that are given.
    order = [i for i, title in enumerate(row) if title != ""] + [i for i, title in enumerate(row) if title == ""]
    found = list(names)
    for place in order:
        title = plain = names[place]
        count = counts.get(title, 0)
        if count > 0:
            while count > 0:
                counts[plain] = count + 1
                title = f"{plain}.{count}"
                count = count + 1 if title in names else counts.get(title, 0)
        found[place] = title
        counts[title] = count + 1
    return found


def kept(column, digits):
    """The kind of a column, and its values as they are compared."""
    found = numbers(column)
    if found is not None:
        kind, values = found
        return kind, [rounded(value, digits) for value in values] if kind == "numbers" else values
    values = [None if nothing(value) else value for value in column]
    if all(value is None or isinstance(value, bool) or (isinstance(value, str) and value in TRUTHS) for value in values):
        return "values" if None in values else "truths", [TRUTHS.get(value, value) for value in values]
    return "values", values


def nothing(value):
    return value is None or (value in NOTHING if isinstance(value, str) else isinstance(value, float) and math.isnan(value))


def numbers(column):
    """A column of numbers, or of truths, with its kind; None where it holds anything else, or no row."""
    values, kinds = [], set()
    for value in column:
        if nothing(value):
            kinds.add("numbers")
            values.append(math.nan)
        elif isinstance(value, bool):
            kinds.add("truths")
            values.append(value)
        elif isinstance(value, int):
            kinds.add("whole numbers")
            values.append(value)
        elif isinstance(value, float):
            kinds.add("numbers")
            values.append(value)
        elif isinstance(value, str) and NUMBER.match(value):
            kinds.add("whole numbers" if WHOLE.match(value) else "numbers")
            values.append(int(value) if WHOLE.match(value) else float(value))
        elif isinstance(value, str) and value.lstrip("+-").lower() in INFINITE:
            kinds.add("numbers")
            values.append(float(value))
        else:
            return None
    if any(isinstance(value, int) and not -MOST_WHOLE <= value < MOST_WHOLE for value in values):
        return None
    for kind in ("numbers", "whole numbers", "truths"):
        if kind in kinds:
            return kind, [float(value) for value in values] if kind == "numbers" else values
    return None


def rounded(value, digits):
    """As numpy rounds: scaled, to the nearest whole number, and back."""
    scale = 10.0**digits
    scaled = value * scale
    return round(scaled) / scale if math.isfinite(scaled) else value


def same(one, other):
    if isinstance(one, tuple) != isinstance(other, tuple):
        return False
    if isinstance(one, float) and isinstance(other, float) and math.isnan(one) and math.isnan(other):
        return True
    return one == other
