# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Writes the workbooks, the scenarios and the references of debt-model. Deterministic: run it twice and compare.

The reference is computed here in plain Python, the oracle's by LibreOffice from formulas.
"""
import csv
import io
import json
import os
import zipfile
from datetime import datetime

import openpyxl
from openpyxl.styles import Font, PatternFill

HERE = os.path.dirname(os.path.abspath(__file__))
YEARS = 25
FIRST = 6  # the row of year 1; year 0 is the row before

# Name, label, unit; in the order of the rows of the sheet Assumptions, from row 4 on.
ASSUMPTIONS = [
    ("capacity", "Capacity", "MW"),
    ("yield", "Specific yield, P50", "MWh per MW and year"),
    ("p90", "P90 yield as a part of P50", "-"),
    ("case", "Yield case (P50 or P90)", "-"),
    ("availability", "Availability", "-"),
    ("degradation", "Degradation per year", "-"),
    ("contract", "Contract price, year 1", "EUR per MWh"),
    ("indexation", "Indexation of the contract per year", "-"),
    ("term", "Term of the contract", "years"),
    ("market", "Market price, year 1", "EUR per MWh"),
    ("growth", "Growth of the market price per year", "-"),
    ("capture", "Capture rate on the market", "-"),
    ("opex", "Operating costs, year 1", "kEUR per MW and year"),
    ("lease", "Land lease as a part of revenue", "-"),
    ("inflation", "Inflation of operating costs per year", "-"),
    ("capex", "Capital expenditure", "kEUR per MW"),
    ("life", "Depreciation, straight line", "years"),
    ("tax", "Tax rate", "-"),
    ("interest", "Interest rate", "-"),
    ("tenor", "Tenor", "years"),
    ("cover", "Debt service cover ratio that sizes the debt", "-"),
    ("gearing", "Highest gearing (debt to capital expenditure)", "-"),
    ("equity_rate", "Discount rate of equity", "-"),
]
CELLS = {name: f"B{row}" for row, (name, _, _) in enumerate(ASSUMPTIONS, 4)}
COLUMNS = [
    "year", "generation", "price", "revenue", "opex", "ebitda", "depreciation", "losses", "tax", "cfads", "capacity",
    "opening", "interest", "service", "principal", "closing", "cover", "equity_flow", "project_flow",
]
TITLES = [
    "Year", "Generation (MWh)", "Price (EUR/MWh)", "Revenue", "Operating costs", "EBITDA", "Depreciation", "Losses carried forward",
    "Tax", "Cash flow available for debt service", "Debt service capacity", "Debt, opening", "Interest", "Debt service", "Principal",
    "Debt, closing", "Cover ratio", "Equity cash flow", "Project cash flow",
]
SUMMARY = [
    ("capex", "Capital expenditure"), ("debt_capacity", "Debt capacity by cover"), ("debt", "Debt"), ("gearing", "Gearing"),
    ("least_cover", "Lowest cover ratio"), ("average_life", "Average life of the debt (years)"), ("equity", "Equity"),
    ("equity_irr", "Equity IRR"), ("equity_npv", "Equity NPV at the discount rate"), ("project_irr", "Project IRR"),
]
VARIANTS = {
    "solar": dict(zip(CELLS, [
        64.0, 1420.0, 0.914, "P50", 0.988, 0.0045, 58.5, 0.015, 15, 47.0, 0.021, 0.74, 14.2, 0.035, 0.02, 640.0, 20, 0.265, 0.0485,
        16, 1.25, 0.85, 0.082,
    ])),
    "wind": dict(zip(CELLS, [
        37.8, 3120.0, 0.872, "P90", 0.962, 0.002, 71.0, 0.0, 12, 55.0, 0.018, 0.86, 48.5, 0.06, 0.023, 1490.0, 16, 0.298, 0.0535, 14,
        1.18, 0.55, 0.095,
    ])),
}
# What the workbook is tried on. In the second, the gearing binds and years with losses come before years with profits.
SCENARIOS = {
    "solar": [
        {"name": "base", "set": {}},
        {"name": "lender", "set": {"case": "P90", "tenor": 12, "term": 10, "cover": 1.4, "interest": 0.0625, "growth": 0.0}},
        {"name": "capped", "set": {"gearing": 0.45, "contract": 39.0, "life": 9, "opex": 21.5, "tax": 0.31, "term": 20, "tenor": 18}},
    ],
    "wind": [
        {"name": "base", "set": {}},
        {"name": "lender", "set": {"case": "P50", "tenor": 10, "term": 8, "cover": 1.45, "interest": 0.031, "gearing": 0.9}},
        {"name": "capped", "set": {"gearing": 0.35, "contract": 62.0, "life": 7, "opex": 61.0, "tax": 0.26, "term": 21, "tenor": 17}},
    ],
}


def irr(flows):
    """By bisection; both flows of this exam change their sign once."""
    value = lambda rate: sum(flow / (1 + rate) ** year for year, flow in enumerate(flows))
    low, high = -0.9, 1.0
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if value(middle) > 0 else (low, middle)
    return low


def model(a):
    capex = a["capacity"] * a["capex"]
    years, pool = [], 0.0
    for year in range(1, YEARS + 1):
        past = year - 1
        part = a["p90"] if a["case"] == "P90" else 1.0
        row = {"year": year}
        row["generation"] = a["capacity"] * a["yield"] * part * a["availability"] * (1 - a["degradation"]) ** past
        contract = a["contract"] * (1 + a["indexation"]) ** past
        row["price"] = contract if year <= a["term"] else a["market"] * (1 + a["growth"]) ** past * a["capture"]
        row["revenue"] = row["generation"] * row["price"] / 1000
        row["opex"] = a["capacity"] * a["opex"] * (1 + a["inflation"]) ** past + a["lease"] * row["revenue"]
        row["ebitda"] = row["revenue"] - row["opex"]
        row["depreciation"] = capex / a["life"] if year <= a["life"] else 0.0
        profit = row["ebitda"] - row["depreciation"]
        row["tax"] = a["tax"] * max(0.0, profit - pool)
        pool = max(0.0, pool - profit)
        row["losses"] = pool
        row["cfads"] = row["ebitda"] - row["tax"]
        row["capacity"] = row["cfads"] / a["cover"] if year <= a["tenor"] else 0.0
        years.append(row)
    capacity = sum(row["capacity"] / (1 + a["interest"]) ** row["year"] for row in years)
    debt = min(capacity, a["gearing"] * capex)
    opening = debt
    for row in years:
        row["opening"] = opening
        row["interest"] = opening * a["interest"]
        row["service"] = row["capacity"] * debt / capacity
        row["principal"] = row["service"] - row["interest"]
        opening -= row["principal"]
        row["closing"] = opening
        row["cover"] = row["cfads"] / row["service"] if row["year"] <= a["tenor"] else None
        row["equity_flow"] = row["cfads"] - row["service"]
        row["project_flow"] = row["cfads"]
    equity = capex - debt
    flows = [-equity] + [row["equity_flow"] for row in years]
    summary = {
        "capex": capex,
        "debt_capacity": capacity,
        "debt": debt,
        "gearing": debt / capex,
        "least_cover": min(row["cover"] for row in years if row["cover"] is not None),
        "average_life": sum(row["year"] * row["principal"] for row in years) / debt,
        "equity": equity,
        "equity_irr": irr(flows),
        "equity_npv": sum(flow / (1 + a["equity_rate"]) ** year for year, flow in enumerate(flows)),
        "project_irr": irr([-capex] + [row["project_flow"] for row in years]),
    }
    return years, summary


def workbook(values):
    book = openpyxl.Workbook()
    bold, grey = Font(bold=True), PatternFill("solid", fgColor="FFE7E6E6")
    sheet = book.active
    sheet.title = "Assumptions"
    sheet["A1"] = "Assumptions"
    sheet["A1"].font = bold
    for row, (name, label, unit) in enumerate(ASSUMPTIONS, 4):
        sheet.cell(row, 1, label)
        sheet.cell(row, 2, values[name]).fill = grey
        sheet.cell(row, 3, unit)
    sheet.column_dimensions["A"].width, sheet.column_dimensions["C"].width = 46, 22
    sheet = book.create_sheet("Model")
    sheet["A1"] = "Model, in kEUR unless it says otherwise"
    sheet["A1"].font = bold
    for column, title in enumerate(TITLES, 1):
        sheet.cell(4, column, title).font = bold
        sheet.column_dimensions[openpyxl.utils.get_column_letter(column)].width = 13
    for year in range(YEARS + 1):
        sheet.cell(FIRST - 1 + year, 1, year)
    sheet = book.create_sheet("Summary")
    sheet["A1"] = "Summary, in kEUR unless it says otherwise"
    sheet["A1"].font = bold
    for row, (_, label) in enumerate(SUMMARY, 3):
        sheet.cell(row, 1, label)
    sheet.column_dimensions["A"].width = 40
    book.properties.created = book.properties.modified = datetime(2026, 1, 1)
    raw = io.BytesIO()
    book.save(raw)
    # openpyxl writes the time of writing into the archive and its properties.
    fixed = io.BytesIO()
    with zipfile.ZipFile(raw) as source, zipfile.ZipFile(fixed, "w", zipfile.ZIP_DEFLATED) as target:
        for name in source.namelist():
            data = source.read(name)
            if name == "docProps/core.xml":
                head, rest = data.split(b"<dcterms:modified", 1)
                data = head + b"<dcterms:modified" + rest[: rest.index(b">") + 1] + b"2026-01-01T00:00:00Z" + rest[rest.index(b"</") :]
            target.writestr(zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
    return fixed.getvalue()


def write(name, data):
    with open(os.path.join(HERE, name), "wb") as file:
        file.write(data if isinstance(data, bytes) else data.encode())


def table(header, rows):
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows(rows)
    return text.getvalue()


def main():
    write("columns.json", json.dumps({"years": COLUMNS, "summary": [name for name, _ in SUMMARY]}, indent=1) + "\n")
    for variant, values in VARIANTS.items():
        write(f"{variant}-model.xlsx", workbook(values))
        told = [{"name": one["name"], "set": {CELLS[key]: value for key, value in one["set"].items()}} for one in SCENARIOS[variant]]
        write(f"{variant}-scenarios.json", json.dumps(told, indent=1) + "\n")
        for one in SCENARIOS[variant]:
            years, summary = model({**values, **one["set"]})
            shown = lambda value: "" if value is None else repr(round(value, 9)) if isinstance(value, float) else value
            write(f"{variant}-{one['name']}-years.csv", table(COLUMNS, [[shown(row[name]) for name in COLUMNS] for row in years]))
            write(f"{variant}-{one['name']}-summary.csv", table(["item", "value"], [[name, shown(summary[name])] for name, _ in SUMMARY]))


if __name__ == "__main__":
    main()
