"""Workbooks of Excel as far as their values go: the sheets in their order, and each cell as what it holds.

A cell is None, a bool, an int, a float, a text, or a tuple for what a number's format makes of it: ("datetime", …), ("time", …) and
("duration", …). An error in a cell is a float that is no number.
"""
import datetime
import posixpath
import re
import xml.etree.ElementTree as ET
import zipfile

MOST_BYTES = 64 << 20
MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
OF_DOCUMENT = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
# Numbers of formats that every workbook knows: dates, times, and durations among them.
BUILT_IN_DATES = {*range(14, 23), 45, 46, 47}
BUILT_IN_DURATIONS = {46}
MILLISECONDS_A_DAY = 86_400_000
REFERENCE = re.compile(r"([A-Z]{1,3})([0-9]{1,7})\Z")
MOST_COLUMNS = 16_384
MOST_CELLS = 2_000_000


class Unreadable(Exception):
    """A file is not what its name says."""


def member(archive, name):
    """A part of an archive, unless it is enormous."""
    with archive.open(name) as part:
        content = part.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise Unreadable(f"{name} in it is enormous")
    return content


def tree(archive, name):
    return ET.fromstring(member(archive, name))


def text_of(node):
    """The text of a string item, without readings in another script."""
    parts = [child.text or "" for child in node.findall(f"{MAIN}t")]
    parts += [child.text or "" for run in node.findall(f"{MAIN}r") for child in run.findall(f"{MAIN}t")]
    return "".join(parts)


def column_number(letters):
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - 64
    return number


def place(reference):
    """`B4` as row and column, counted from 0."""
    found = REFERENCE.match(reference)
    column, row = (column_number(found[1]), int(found[2])) if found else (0, 0)
    if not 0 < column <= MOST_COLUMNS or row == 0:
        raise Unreadable(f"it has a cell {reference!r}")
    return row - 1, column - 1


def kind_of_format(code):
    """Whether a number's format shows a date or time ("date"), a duration, or a number (None)."""
    first = code.split(";")[0]
    if re.search(r"\[(h{1,2}|m{1,2}|s{1,2})\]", first, re.IGNORECASE):
        return "duration"
    bare = re.sub(r'"[^"]*"', "", first)
    bare = re.sub(r"\[[^\]]*\]", "", bare)
    return "date" if re.search(r"(?<![_\\])[dmhys]", bare, re.IGNORECASE) else None


class Workbook:
    def __init__(self, path):
        try:
            self.archive = zipfile.ZipFile(path)
            self.read_parts()
        except (OSError, KeyError, ValueError, zipfile.BadZipFile, ET.ParseError, NotImplementedError, RuntimeError, EOFError) as problem:
            raise Unreadable(f"it is no workbook: {problem}") from problem

    def read_parts(self):
        book = tree(self.archive, "xl/workbook.xml")
        relations = {node.get("Id"): node.get("Target", "") for node in tree(self.archive, "xl/_rels/workbook.xml.rels")}
        settings = book.find(f"{MAIN}workbookPr")
        self.is_1904 = settings is not None and settings.get("date1904") in ("1", "true")
        self.parts = {}
        for sheet in book.iter(f"{MAIN}sheet"):
            target = relations[sheet.get(f"{OF_DOCUMENT}id")]
            self.parts[sheet.get("name")] = target[1:] if target.startswith("/") else posixpath.normpath(f"xl/{target}")
        self.names = list(self.parts)
        known = self.archive.namelist()
        self.strings = []
        if "xl/sharedStrings.xml" in known:
            self.strings = [text_of(item) for item in tree(self.archive, "xl/sharedStrings.xml").findall(f"{MAIN}si")]
        self.kinds = self.kinds_of_styles() if "xl/styles.xml" in known else []

    def kinds_of_styles(self):
        styles = tree(self.archive, "xl/styles.xml")
        own = {node.get("numFmtId"): node.get("formatCode", "") for node in styles.iter(f"{MAIN}numFmt")}
        kinds = []
        formats = styles.find(f"{MAIN}cellXfs")
        for style in formats if formats is not None else []:
            number = style.get("numFmtId", "0")
            if number in own:
                kinds.append(kind_of_format(own[number]))
            elif int(number) in BUILT_IN_DURATIONS:
                kinds.append("duration")
            else:
                kinds.append("date" if int(number) in BUILT_IN_DATES else None)
        return kinds

    def cells(self, name):
        """The cells of a sheet that hold something, by row and column; None where there is no such sheet."""
        if name not in self.parts:
            return None
        try:
            return self.read_cells(tree(self.archive, self.parts[name]))
        except (KeyError, ValueError, IndexError, zipfile.BadZipFile, ET.ParseError, EOFError) as problem:
            raise Unreadable(f"its sheet {name!r} cannot be read: {problem}") from problem

    def read_cells(self, sheet):
        cells, row_number = {}, -1
        for row in sheet.iter(f"{MAIN}row"):
            row_number = int(row.get("r")) - 1 if row.get("r") else row_number + 1
            column = -1
            for node in row.findall(f"{MAIN}c"):
                at = place(node.get("r")) if node.get("r") else (row_number, column + 1)
                column = at[1]
                value = self.value(node)
                if value is not None and value != "":
                    cells[at] = value
            if len(cells) > MOST_CELLS:
                raise Unreadable("it has too many cells")
        return cells

    def value(self, node):
        kind = node.get("t", "n")
        if kind == "inlineStr":
            inline = node.find(f"{MAIN}is")
            return text_of(inline) if inline is not None else None
        held = node.find(f"{MAIN}v")
        if held is None or held.text is None:
            return None
        if kind == "n":
            return self.number(held.text, int(node.get("s", "0")))
        if kind == "s":
            return self.strings[int(held.text)]
        if kind == "b":
            return bool(int(held.text))
        return float("nan") if kind == "e" else held.text

    def number(self, text, style):
        value = float(text)
        kind = self.kinds[style] if style < len(self.kinds) else None
        if kind == "duration":
            return ("duration", round(value * MILLISECONDS_A_DAY))
        if kind == "date":
            return self.moment(value)
        return int(value) if value.is_integer() else value

    def moment(self, value):
        """What a number of days is as a date: below one day it is a time."""
        day, rest = divmod(value, 1)
        milliseconds = round(rest * MILLISECONDS_A_DAY)
        if 0 <= value < 1 and milliseconds < MILLISECONDS_A_DAY:
            return ("time", milliseconds)
        # Excel counts a 29th of February 1900, which was none.
        if 0 < value < 60 and not self.is_1904:
            day += 1
        begin = datetime.datetime(1904, 1, 1) if self.is_1904 else datetime.datetime(1899, 12, 30)
        try:
            return ("datetime", (begin + datetime.timedelta(days=day, milliseconds=milliseconds)).isoformat())
        except OverflowError as problem:
            raise Unreadable(f"it has a date {value}") from problem
