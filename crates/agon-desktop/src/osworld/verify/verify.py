"""Holds what was handed in against OSWorld's gold files, by what reference/check.json says of a task.

Each comparison gives None, or in words the first difference; a file that cannot be read is one.
"""
import json
import os
import re
import stat
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import documents  # noqa: E402
import tables  # noqa: E402
from workbook import Unreadable  # noqa: E402

OUTPUT = os.path.join(os.path.dirname(HERE), "output")
LONGEST = 64 << 20
TOLD = 300


def lines(path):
    with open(path, encoding="utf-8") as file:
        return file.read().splitlines()


def compare_csv(result, gold, options):
    ones, others = lines(result), lines(gold)
    if not options.get("strict", True):
        ones, others = [one.strip() for one in ones], [other.strip() for other in others]
    if options.get("ignore_case"):
        ones, others = [one.lower() for one in ones], [other.lower() for other in others]
    if len(ones) != len(others):
        return f"{len(ones)} lines instead of {len(others)}"
    for one, other in zip(ones, others):
        if one != other:
            return f"the line {one!r} instead of {other!r}"
    return None


def compare_text_file(result, gold, options):
    texts = []
    for path in (result, gold):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        if options.get("ignore_blanks"):
            text = re.sub(r"\s+", " ", re.sub(r"[\t\n]", " ", text).strip())
        texts.append(text.lower() if options.get("ignore_case") else text)
    return None if texts[0] == texts[1] else "another text"


COMPARISONS = {
    "compare_table": tables.compare_table,
    "compare_csv": compare_csv,
    "compare_text_file": compare_text_file,
    **documents.COMPARISONS,
}


def handed_in(path):
    """A file as this program sees it. A link would lead anywhere, also to the gold file."""
    place = os.path.join(OUTPUT, path)
    try:
        found = os.lstat(place)
    except OSError:
        return None, f"there is no {path}"
    if not stat.S_ISREG(found.st_mode) or os.path.realpath(place) != place:
        return None, f"{path} is no regular file"
    return (None, f"{path} is enormous") if found.st_size > LONGEST else (place, None)


def difference(part):
    place, problem = handed_in(part["result"])
    if problem is not None:
        return problem
    try:
        return COMPARISONS[part["func"]](place, os.path.join(HERE, part["gold"]), part["options"])
    except (Unreadable, OSError, ValueError, ArithmeticError, LookupError, TypeError, RecursionError, MemoryError) as odd:
        return f"{part['result']}: {odd}"


def main():
    with open(os.path.join(HERE, "check.json"), encoding="utf-8") as file:
        check = json.load(file)
    problems = [difference(part) for part in check["parts"]]
    failed = [problem for problem in problems if problem is not None]
    holds = len(failed) < len(problems) if check["conj"] == "or" else not failed
    told = {"score": float(holds), "expected": "what the gold file holds", "seen": "the same" if holds else failed[0][:TOLD]}
    json.dump({"checks": {"result": told}}, sys.stdout)


main()
