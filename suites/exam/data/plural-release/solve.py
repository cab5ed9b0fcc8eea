# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Makes the release from input/. Arguments: language code, plural formula, and what to do wrong (none: nothing)."""
import csv
import re
import subprocess
import sys
import xml.etree.ElementTree as ET

CODE, FORMS = sys.argv[1], sys.argv[2]
SLIP = sys.argv[3] if len(sys.argv) > 3 else ""
LIMIT = 14


def read_po(path):
    out, now = [], None
    for line in open(path, encoding="utf-8"):
        line = line.strip()
        if not line:
            now = None
            continue
        if now is None:
            now = dict(flags="", msgctxt="", msgid="", msgid_plural="", strings={})
            out.append(now)
        if line.startswith("#,"):
            now["flags"] = line[2:]
        m = re.match(r'(msgctxt|msgid_plural|msgid|msgstr)(?:\[(\d)\])? "(.*)"$', line)
        if m:
            text = m[3].replace('\\"', '"').replace("\\\\", "\\")
            if m[1] == "msgstr":
                now["strings"][int(m[2] or 0)] = text
            else:
                now[m[1]] = text
    return [e for e in out if e["msgid"]]


holes = lambda text: sorted(re.findall(r"%(?:\(\w+\)|\d\$)?[ds]", text))
glossary = list(csv.DictReader(open("input/glossary.csv", encoding="utf-8")))
nouns = {g["english"]: g for g in glossary if g["kind"] == "noun"}
verbs = {g["english"]: g["singular"] for g in glossary if g["kind"] == "verb"}
forbidden = [g["forbidden"].lower() for g in glossary if g["forbidden"]]
patterns = [(r["english"], r["translation"]) for r in csv.DictReader(open("input/patterns.csv", encoding="utf-8"))]
memory = {}
for tu in ET.parse("input/memory.tmx").iter("tu"):
    source, target = (seg.text for seg in tu.iter("seg"))
    if tu.find("prop").text == "rejected" and SLIP != "memory":
        continue
    if source not in memory or tu.get("changedate") > memory[source][0]:
        memory[source] = (tu.get("changedate"), target)


def make(e):
    if e["msgid_plural"]:
        for english, translation in patterns:
            m = re.fullmatch(re.escape(english).replace("NOUN", r"(\w+)"), e["msgid"])
            if m and m[1] in nouns:
                n = nouns[m[1]]
                return [translation.replace("NOUN", n[f]) for f in (("singular", "few", "few") if SLIP == "forms" else ("singular", "few", "many"))]
    verb, noun = e["msgid"].split()[:2]
    case = "singular" if SLIP == "case" else "singular_object"
    text = " ".join([verbs[verb], nouns[noun][case]] + (["%s"] if e["msgid"].endswith("%s") else []))
    return [verbs[verb] if e["msgctxt"] == "button" and len(text) > LIMIT and SLIP != "limit" else text]


old = {(e["msgctxt"], e["msgid"]): e for e in read_po("input/old.po")}
done, qa = [], []
for e in read_po("input/messages.pot"):
    key = e["msgctxt"], e["msgid"]
    have = old.get(key)
    faults = []
    if have:
        texts = [have["strings"].get(k, "") for k in range(3 if e["msgid_plural"] else 1)]
        if "fuzzy" in have["flags"]:
            faults = ["fuzzy"]
        else:
            if not all(texts):
                faults.append("plural")
            if any(t and holes(t) != holes(e["msgid"]) for t in texts):
                faults.append("placeholder")
            if any(f in t.lower() for f in forbidden for t in texts):
                faults.append("term")
            if e["msgctxt"] == "button" and any(len(t) > LIMIT for t in texts):
                faults.append("length")
        qa += [(*key, f) for f in faults]
    if not e["msgid_plural"] and e["msgctxt"] != "button" and e["msgid"] in memory:
        strings = [memory[e["msgid"]][1]]
    elif have and (not faults or SLIP == "keep") and SLIP != "afresh":
        strings = texts
    else:
        strings = make(e)
    done.append((e, strings))

quote = lambda t: '"' + t.replace("\\", "\\\\").replace('"', '\\"') + '"'
with open(f"output/{CODE}.po", "w", encoding="utf-8") as file:
    forms = "nplurals=2; plural=(n != 1);" if SLIP == "two" else FORMS
    file.write(f'msgid ""\nmsgstr ""\n"Project-Id-Version: drawer 4.0\\n"\n"PO-Revision-Date: 2026-02-01 12:00+0100\\n"\n"Last-Translator: Release team <l10n@drawer.example>\\n"\n"Language-Team: none\\n"\n"Language: {CODE}\\n"\n'
               f'"MIME-Version: 1.0\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Content-Transfer-Encoding: 8bit\\n"\n"Plural-Forms: {forms}\\n"\n')
    for e, strings in done:
        file.write("\n" + (f"#,{e['flags']}\n" if e["flags"] else "") + (f"msgctxt {quote(e['msgctxt'])}\n" if e["msgctxt"] else "") + f"msgid {quote(e['msgid'])}\n")
        if e["msgid_plural"]:
            file.write(f"msgid_plural {quote(e['msgid_plural'])}\n" + "".join(f"msgstr[{k}] {quote(s)}\n" for k, s in enumerate(strings[:2] if SLIP == "two" else strings)))
        else:
            file.write(f"msgstr {quote(strings[0])}\n")
subprocess.run(["msgfmt", *([] if SLIP in ("keep",) else ["-c"]), "-o", f"output/{CODE}.mo", f"output/{CODE}.po"], check=SLIP == "")
with open("output/qa.csv", "w", newline="", encoding="utf-8") as file:
    out = csv.writer(file)
    out.writerow(["context", "msgid", "issue"])
    out.writerows(qa)
