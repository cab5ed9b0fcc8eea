# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Marks a cite-check: the table of citations by its rows, the corrected brief by its lines."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from marking import Checks, compare, folded, keyed, read_text, REF  # noqa: E402

COLUMNS = ["form", "case", "status", "overruled_by", "citation_ok", "pin_ok", "quote", "part"]
checks = Checks()
wanted = keyed("citations.csv", ["n"], COLUMNS, REF)


def rows(*columns):
    return lambda: compare(keyed("citations.csv", ["n"], COLUMNS), wanted, {c: folded for c in ("case", *columns)}, floor=0.3)


def brief():
    clean = lambda text: [line.rstrip() for line in text.rstrip("\n").split("\n")]
    seen, before, right = clean(read_text("brief_corrected.txt", 1 << 20)), clean(read_text("before.txt", folder=REF)), clean(read_text("brief.txt", folder=REF))
    if len(seen) != len(right):
        return 0.0, f"{len(right)} lines", f"{len(seen)} lines"
    due = [k for k, (a, b) in enumerate(zip(before, right)) if a != b]
    done = sum(seen[k] == right[k] for k in due)
    spoilt = sum(seen[k] != right[k] for k in range(len(right)) if k not in due)
    return max(0.0, (done - 2 * spoilt) / len(due)), f"{len(due)} corrected lines, all others untouched", f"{done} are right, {spoilt} others were changed"


checks.add("resolved", rows("form"))
checks.add("status", rows("status", "overruled_by"))
checks.add("citations", rows("citation_ok", "pin_ok"))
checks.add("quotations", rows("quote", "part"))
checks.add("brief", brief)
checks.print()
