# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Tries a workbook that was handed in on other assumptions: sets them, lets LibreOffice calculate, and writes what the sheets then say.

Runs as a probe: it does not see the reference, and whatever the workbook does, it does it here.
"""
import csv
import json
import os
import subprocess
import sys

import openpyxl

BOOK, WORK = "output/model.xlsx", "/tmp/work"
LARGEST = 4 << 20
YEARS, FIRST, COLUMNS, ITEMS = 25, 6, 19, 10


def plain(value):
    return value if isinstance(value, (int, float)) and not isinstance(value, bool) else "" if value is None else str(value)[:40]


def main():
    if not os.path.isfile(BOOK) or os.path.getsize(BOOK) > LARGEST:
        sys.exit(f"{BOOK} is missing or larger than {LARGEST} bytes")
    names = json.load(open("given/columns.json"))
    scenarios = json.load(open("given/scenarios.json"))
    os.makedirs(WORK)
    for scenario in scenarios:
        book = openpyxl.load_workbook(BOOK)
        for cell, value in scenario["set"].items():
            book["Assumptions"][cell] = value
        book.save(f"{WORK}/{scenario['name']}.xlsx")
    paths = [f"{WORK}/{scenario['name']}.xlsx" for scenario in scenarios]
    command = ["soffice", "--headless", "-env:UserInstallation=file:///tmp/profile", "--convert-to", "xlsx", "--outdir", "/tmp/calculated"]
    subprocess.run(command + paths, check=True, stdout=sys.stderr, timeout=100)
    for scenario in scenarios:
        book = openpyxl.load_workbook(f"/tmp/calculated/{scenario['name']}.xlsx", data_only=True)
        sheet = book["Model"]
        rows = [[plain(sheet.cell(FIRST + year, column).value) for column in range(1, COLUMNS + 1)] for year in range(YEARS)]
        with open(f"output/{scenario['name']}-years.csv", "w", newline="") as file:
            csv.writer(file).writerows([names["years"]] + rows)
        items = [[name, plain(book["Summary"].cell(3 + row, 2).value)] for row, name in enumerate(names["summary"])]
        with open(f"output/{scenario['name']}-summary.csv", "w", newline="") as file:
            csv.writer(file).writerows([["item", "value"]] + items)


main()
