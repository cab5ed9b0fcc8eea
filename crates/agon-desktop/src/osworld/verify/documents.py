"""Documents of Word as far as their text goes: paragraphs of the body, and tables by their grid of cells."""
import re
import xml.etree.ElementTree as ET
import zipfile

from workbook import Unreadable, tree

WORD = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
# What stands for a character of its own in a run.
SIGNS = {"tab": "\t", "ptab": "\t", "cr": "\n", "noBreakHyphen": "-"}
MOST_GRID = 200_000


class Document:
    def __init__(self, path):
        try:
            with zipfile.ZipFile(path) as archive:
                self.body = tree(archive, "word/document.xml").find(f"{WORD}body")
        except (OSError, KeyError, ValueError, zipfile.BadZipFile, ET.ParseError, NotImplementedError, RuntimeError, EOFError) as problem:
            raise Unreadable(f"it is no document: {problem}") from problem
        if self.body is None:
            raise Unreadable("it is a document without a body")

    def paragraphs(self):
        """The texts of the body's own paragraphs: those in tables are not among them."""
        return [text(paragraph) for paragraph in self.body.findall(f"{WORD}p")]

    def tables(self):
        return [grid(table) for table in self.body.findall(f"{WORD}tbl")]


def text(paragraph):
    parts = []
    for child in paragraph:
        if child.tag == f"{WORD}r":
            parts.append(text_of_run(child))
        elif child.tag == f"{WORD}hyperlink":
            parts.extend(text_of_run(run) for run in child.findall(f"{WORD}r"))
    return "".join(parts)


def text_of_run(run):
    parts = []
    for child in run:
        name = child.tag.removeprefix(WORD)
        if name == "t":
            parts.append(child.text or "")
        elif name == "br" and child.get(f"{WORD}type", "textWrapping") == "textWrapping":
            parts.append("\n")
        else:
            parts.append(SIGNS.get(name, ""))
    return "".join(parts)


def grid(table):
    """The rows of a table: a cell that is merged stands in every place that it covers."""
    columns = table.find(f"{WORD}tblGrid")
    width = len(columns.findall(f"{WORD}gridCol")) if columns is not None else 0
    rows = table.findall(f"{WORD}tr")
    if width * len(rows) > MOST_GRID:
        raise Unreadable("it has an enormous table")
    cells = []
    for cell in (cell for row in rows for cell in row.findall(f"{WORD}tc")):
        settings = cell.find(f"{WORD}tcPr")
        span = settings.find(f"{WORD}gridSpan") if settings is not None else None
        merged = settings.find(f"{WORD}vMerge") if settings is not None else None
        goes_on = merged is not None and merged.get(f"{WORD}val", "continue") == "continue"
        own = "\n".join(text(paragraph) for paragraph in cell.findall(f"{WORD}p"))
        for _ in range(min(int(span.get(f"{WORD}val", "1")), MOST_GRID) if span is not None else 1):
            cells.append(cells[-width] if goes_on and 0 < width <= len(cells) else own)
    if len(cells) < width * len(rows):
        raise Unreadable("it has a table whose rows are not full")
    return [cells[row * width : (row + 1) * width] for row in range(len(rows))]


def in_one_line(paragraphs):
    return re.sub(r"\s+", " ", "\n".join(paragraphs)).strip()


def first_difference(ones, others):
    """In words, the first place in which two lists of texts differ; None where they are the same."""
    if len(ones) != len(others):
        return f"{len(ones)} paragraphs instead of {len(others)}"
    for number, (one, other) in enumerate(zip(ones, others)):
        if one != other:
            return f"paragraph {number + 1} is {one!r} instead of {other!r}"
    return None


def compare_docx_files(result, gold, options):
    ones, others = Document(result).paragraphs(), Document(gold).paragraphs()
    if options.get("ignore_order"):
        ones, others = sorted(ones), sorted(others)
    if options.get("ignore_blanks", True):
        ones, others = [in_one_line(ones)], [in_one_line(others)]
    if options.get("ignore_case"):
        ones, others = [one.lower() for one in ones], [other.lower() for other in others]
    return first_difference(ones, others)


def compare_docx_files_and_ignore_new_lines(result, gold, options):
    ones, others = ([line for line in Document(path).paragraphs() if line != ""] for path in (result, gold))
    if options.get("ignore_blanks", True):
        ones, others = [in_one_line(ones)], [in_one_line(others)]
    return first_difference(ones, others)


def compare_docx_lines(result, gold, _options):
    ones, others = ({line.strip() for line in Document(path).paragraphs() if line.strip()} for path in (result, gold))
    for line in sorted(ones ^ others)[:1]:
        return f"the line {line!r} is {'too much' if line in ones else 'missing'}"
    return None


def compare_docx_tables(result, gold, _options):
    ones, others = Document(result).tables(), Document(gold).tables()
    if len(ones) != len(others):
        return f"{len(ones)} tables instead of {len(others)}"
    for number, (one, other) in enumerate(zip(ones, others)):
        if [len(row) for row in one] != [len(row) for row in other]:
            return f"table {number + 1} has other rows or columns"
        for row, wanted_row in zip(one, other):
            for cell, wanted in zip(row, wanted_row):
                if cell.strip() != wanted.strip():
                    return f"a cell of table {number + 1} is {cell.strip()!r} instead of {wanted.strip()!r}"
    return None


COMPARISONS = {
    "compare_docx_files": compare_docx_files,
    "compare_docx_files_and_ignore_new_lines": compare_docx_files_and_ignore_new_lines,
    "compare_docx_lines": compare_docx_lines,
    "compare_docx_tables": compare_docx_tables,
}
