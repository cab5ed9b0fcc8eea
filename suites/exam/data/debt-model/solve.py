# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Fills in the workbook with formulas by a script; with the name of a mistake, with that mistake in it."""
import subprocess
import sys

import openpyxl

MISTAKE = sys.argv[1] if len(sys.argv) > 1 else ""
LAST = 30

# The formulas of year 1; {r} is the row, {p} the one before.
FORMULAS = {
    "B": "=Assumptions!$B$4*Assumptions!$B$5*IF(Assumptions!$B$7=\"P90\",Assumptions!$B$6,1)*Assumptions!$B$8*(1-Assumptions!$B$9)^(A{r}-1)",
    "C": "=IF(A{r}<=Assumptions!$B$12,Assumptions!$B$10*(1+Assumptions!$B$11)^(A{r}-1),Assumptions!$B$13*(1+Assumptions!$B$14)^(A{r}-1)*Assumptions!$B$15)",
    "D": "=B{r}*C{r}/1000",
    "E": "=Assumptions!$B$4*Assumptions!$B$16*(1+Assumptions!$B$18)^(A{r}-1)+Assumptions!$B$17*D{r}",
    "F": "=D{r}-E{r}",
    "G": "=IF(A{r}<=Assumptions!$B$20,Summary!$B$3/Assumptions!$B$20,0)",
    "H": "=MAX(0,N(H{p})-F{r}+G{r})",
    "I": "=Assumptions!$B$21*MAX(0,F{r}-G{r}-N(H{p}))",
    "J": "=F{r}-I{r}",
    "K": "=IF(A{r}<=Assumptions!$B$23,J{r}/Assumptions!$B$24,0)",
    "L": "=IF(A{r}=1,Summary!$B$5,P{p})",
    "M": "=L{r}*Assumptions!$B$22",
    "N": "=K{r}*Summary!$B$5/Summary!$B$4",
    "O": "=N{r}-M{r}",
    "P": "=L{r}-O{r}",
    "Q": "=IF(A{r}<=Assumptions!$B$23,J{r}/N{r},\"\")",
    "R": "=J{r}-N{r}",
    "S": "=J{r}",
}
SUMMARY = [
    "=Assumptions!B4*Assumptions!B19",
    "=NPV(Assumptions!B22,Model!K6:K30)",
    "=MIN(B4,Assumptions!B25*B3)",
    "=B5/B3",
    "=MIN(Model!Q6:Q30)",
    "=SUMPRODUCT(Model!A6:A30,Model!O6:O30)/B5",
    "=B3-B5",
    "=IRR(Model!R5:R30)",
    "=Model!R5+NPV(Assumptions!B26,Model!R6:R30)",
    "=IRR(Model!S5:S30)",
]

if MISTAKE == "degradation":
    FORMULAS["B"] = FORMULAS["B"].replace("^(A{r}-1)", "^A{r}")
if MISTAKE == "tenor":
    FORMULAS["K"] = FORMULAS["K"].replace("Assumptions!$B$23", "16")
    FORMULAS["Q"] = FORMULAS["Q"].replace("Assumptions!$B$23", "16")
if MISTAKE == "gearing":
    SUMMARY[2] = "=B4"
if MISTAKE == "losses":
    FORMULAS["I"] = FORMULAS["I"].replace("-N(H{p})", "")
if MISTAKE == "npv":
    SUMMARY[8] = "=NPV(Assumptions!B26,Model!R5:R30)"


def main():
    book = openpyxl.load_workbook("input/model.xlsx")
    if MISTAKE != "template":
        model, summary = book["Model"], book["Summary"]
        for row in range(6, LAST + 1):
            for column, formula in FORMULAS.items():
                model[f"{column}{row}"] = formula.format(r=row, p=row - 1)
        model["R5"], model["S5"] = "=-Summary!B9", "=-Summary!B3"
        for row, formula in enumerate(SUMMARY, 3):
            summary.cell(row, 2, formula)
    if MISTAKE not in ("", "values"):
        book.save("output/model.xlsx")
        return
    # So that the file also shows the figures.
    book.save("/tmp/model.xlsx")
    command = ["soffice", "--headless", "-env:UserInstallation=file:///tmp/solve-profile", "--convert-to", "xlsx", "--outdir", "output"]
    subprocess.run(command + ["/tmp/model.xlsx"], check=True)
    if MISTAKE == "values":
        book = openpyxl.load_workbook("output/model.xlsx", data_only=True)
        book.save("output/model.xlsx")


main()
