# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Checks the citations of input/brief.txt against input/reporter.txt. Arguments: abbreviation of the reporter, and what to do wrong (none: nothing)."""
import csv
import difflib
import re
import sys

REP = sys.argv[1]
SLIP = sys.argv[2] if len(sys.argv) > 2 else ""
rep = re.escape(REP)

cases, now = {}, None
for line in open("input/reporter.txt"):
    line = line.rstrip("\n")
    m = re.fullmatch(rf"=== (\d+ {rep} \d+) ===", line)
    if m:
        now = cases[m[1]] = dict(cite=m[1], head=[], text=[], part="majority")
    elif line in ("MAJORITY", "DISSENT"):
        now["part"] = line.lower()
    elif line.startswith("[*"):
        page, text = re.fullmatch(r"\[\*(\d+)\] (.*)", line).groups()
        now["text"].append((int(page), now["part"], text))
    elif line:
        now["head"].append(line)
for c in cases.values():
    c["name"], c["year"] = c["head"][0], c["head"][1].rsplit(" ", 1)[1]
    c["vol"] = c["cite"].split()[0]
    c["pages"] = [p for p, _, _ in c["text"]]
by_name = {c["name"]: c for c in cases.values()}

strikes = []
for c in cases.values():
    for _, part, text in c["text"]:
        if part == "dissent" and SLIP != "dissents":
            continue
        for cite in re.findall(rf"(?<!To the extent that )\b\w+ v\. \w+, (\d+ {rep} \d+), is overruled\.", text):
            strikes.append((c["cite"], cite, "overruled"))
        for cite in re.findall(rf"To the extent that \w+ v\. \w+, (\d+ {rep} \d+), [^;.]*it is overruled;", text):
            strikes.append((c["cite"], cite, "overruled" if SLIP == "parts" else "overruled_in_part"))


def status(cite):
    found = ("good", "")
    for by, what, kind in strikes:
        if what == cite and (SLIP == "chains" or status(by)[0] != "overruled"):
            if kind == "overruled":
                return kind, by
            found = kind, by
    return found


rows, out, last = [], [], None
for line in open("input/brief.txt"):
    line = line.rstrip("\n")
    full = re.search(rf"(\w+ v\. \w+), (\d+) {rep} (\d+), (\d+) \((\d{{4}})\)\.$", line)
    short = re.search(rf"(\w+), (\d+) {rep} at (\d+)\.$", line)
    same = re.search(r"Id\. at (\d+)\.$", line)
    if not (full or short or same):
        out.append(line)
        continue
    n = len(rows) + 1
    form = "full" if full else "short" if short else "id"
    ok = "yes"
    if full:
        case = cases.get(f"{full[2]} {REP} {full[3]}")
        if case is None:
            case = by_name.get(full[1])
            ok = "no"
        elif full[5] != case["year"]:
            ok = "no"
        pin = int(full[4])
    elif short:
        case = next((c for c in cases.values() if c["vol"] == short[2] and c["name"].startswith(short[1] + " v.")), None)
        pin = int(short[3])
    else:
        if SLIP == "id":
            last = next((cases[r[2]] for r in rows if r[1] == "full" and r[2]), None)
        case, pin = last, int(same[1])
    last = case
    if case is None:
        rows.append([n, form, "", "not_found", "", "", "", "", ""])
        out.append(line)
        continue
    quoted = re.search(r'"([^"]+)"', line)
    quote, part, right = "none", "", pin
    pin_ok = "yes" if pin in case["pages"] else "no"
    if quoted:
        sentences = [(s, p, k) for p, k, text in case["text"] for s in re.findall(r"[^.]+\.", text.replace(" v.", " v")) for s in [s.strip()]]
        s, right, part = max(sentences, key=lambda s: difflib.SequenceMatcher(None, s[0].split(), quoted[1].split()).ratio())
        quote = "ok" if s == quoted[1] else "wrong"
        pin_ok = "yes" if pin == right else "no"
        if SLIP != "quotes":
            line = line.replace(quoted[1], s)
    tail = {"full": f"{case['name']}, {case['cite']}, {right} ({case['year']}).", "short": f"{short[1] if short else ''}, {case['vol']} {REP} at {right}.", "id": f"Id. at {right}."}[form]
    line = re.sub(re.escape((full or short or same)[0]) + "$", lambda _: tail, line)
    out.append(line)
    rows.append([n, form, case["cite"], *status(case["cite"]), ok, pin_ok, quote, part])

with open("output/citations.csv", "w", newline="") as file:
    w = csv.writer(file)
    w.writerow(["n", "form", "case", "status", "overruled_by", "citation_ok", "pin_ok", "quote", "part"])
    w.writerows(rows)
with open("output/brief_corrected.txt", "w") as file:
    file.write("\n".join(out) + "\n")
