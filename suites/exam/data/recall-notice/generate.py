# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Writes the inputs and references of the recall notice exam, and prints what the task file says. Deterministic: `python3 generate.py`."""
import csv
import datetime
import os
import random

HERE = os.path.dirname(os.path.abspath(__file__))
VARIANTS = {"muesli": dict(seed=6101, prefix="MB", lines=3, days=12), "baby-food": dict(seed=6102, prefix="KP", lines=4, days=10)}


def write(name, header, rows):
    with open(os.path.join(HERE, name), "w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(header)
        out.writerows(rows)


for name, v in VARIANTS.items():
    draw = random.Random(v["seed"])
    start = datetime.date(2026, 3, 2)
    lots = []
    for day in range(v["days"]):
        for line in range(1, v["lines"] + 1):
            for number in range(draw.choice([1, 2, 2, 3])):
                date = start + datetime.timedelta(day)
                lots.append((f"{v['prefix']}{date:%y%m%d}{line}{number + 1}", line, date, draw.randrange(1800, 5200, 20)))
    # Spoiled: every lot of a line on a day. The first has a second lot that the laboratory passed, the last was cleared by a repeat.
    by_run = {}
    for lot in lots:
        by_run.setdefault((lot[1], lot[2]), []).append(lot)
    several = [run for run, of in sorted(by_run.items(), key=lambda item: (item[0][1], item[0][0])) if len(of) >= 2]
    spoiled = several[2:8:3]
    cleared = several[9]
    recalled = {lot[0] for run in spoiled for lot in by_run[run]}
    positive = {by_run[run][0][0] for run in spoiled}
    results = []
    for code, _line, date, _units in lots:
        tested = date + datetime.timedelta(draw.randrange(1, 4))
        first = "positive" if code in positive or code == by_run[cleared][0][0] else "negative"
        results.append([code, tested.isoformat(), "metal", first])
        if code == by_run[cleared][0][0]:
            results.append([code, (tested + datetime.timedelta(2)).isoformat(), "metal", "negative"])
        if draw.random() < 0.3:
            results.append([code, tested.isoformat(), "moisture", draw.choice(["negative", "negative", "positive"])])
    draw.shuffle(results)
    shipments, sold = [], {}
    for code, _line, date, units in lots:
        left = units
        for _ in range(draw.randrange(1, 4)):
            part = min(left, draw.randrange(400, 2600, 20))
            if part:
                when = date + datetime.timedelta(draw.randrange(4, 20))
                shipments.append([when.isoformat(), code, draw.choice(["retail", "retail", "online", "export"]), part])
                left -= part
                sold[code] = sold.get(code, 0) + part
        if code in sold and draw.random() < 0.4:
            back = draw.randrange(20, 200, 20)
            shipments.append([(date + datetime.timedelta(24)).isoformat(), code, "return", back])
            sold[code] -= back
    shipments.sort()
    write(f"{name}-production.csv", ["lot", "line", "filled", "units"], [[c, ln, d.isoformat(), u] for c, ln, d, u in lots])
    write(f"{name}-laboratory.csv", ["lot", "tested", "test", "result"], results)
    write(f"{name}-shipments.csv", ["date", "lot", "channel", "units"], shipments)
    rows = [[code, sold[code]] for code, *_ in lots if code in recalled]
    write(f"{name}-ref-recall.csv", ["lot", "units"], rows)
    near = [code for code, line, date, _ in lots if code not in recalled and (date in {d for _, d in spoiled} or (line, date) == cleared)]
    print(name, "lots", [row[0] for row in rows], "units", sum(row[1] for row in rows), "not recalled", near[:6])
    print("   cleared", by_run[cleared][0][0])
