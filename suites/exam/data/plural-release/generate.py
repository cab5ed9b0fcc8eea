# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Writes the inputs and references of the plural-safe release exam. Deterministic: `python3 generate.py` beside this file."""
import csv
import json
import os
import random
from xml.sax.saxutils import escape

HERE = os.path.dirname(os.path.abspath(__file__))
NOUNS = ["file", "folder", "message", "picture", "note", "contact", "track", "tag", "page", "rule"]
VARIANTS = {
    "polish": dict(seed=5601, code="pl", now="teraz", forms="nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);",
                   nouns=dict(file="plik plik pliki plików", folder="folder folder foldery folderów", message="wiadomość wiadomość wiadomości wiadomości", picture="obraz obraz obrazy obrazów",
                              note="notatka notatkę notatki notatek", contact="kontakt kontakt kontakty kontaktów", track="utwór utwór utwory utworów", tag="etykieta etykietę etykiety etykiet",
                              page="strona stronę strony stron", rule="reguła regułę reguły reguł"),
                   verbs=dict(Delete="Usuń", Open="Otwórz", Share="Udostępnij", Copy="Kopiuj", Move="Przenieś", Print="Drukuj", Archive="Zarchiwizuj", Hide="Ukryj"),
                   counts={"Selected: %d {}": "Zaznaczono: %d {}", "Found: %d {}": "Znaleziono: %d {}", "In the queue: %d {}": "W kolejce: %d {}", "Left: %(count)d {}": "Pozostało: %(count)d {}",
                           "Total: %1$d {} for %2$s": "Łącznie dla %2$s: %1$d {}"},
                   old=dict(folder="katalog", picture="obrazek"), plain={"Cancel": "Anuluj", "Settings": "Ustawienia", "Sign in as %s": "Zaloguj się jako %s", "Network error": "Błąd sieci", "Try again": "Spróbuj ponownie", "About": "O programie"}),
    "czech": dict(seed=5602, code="cs", now="hned", forms="nplurals=3; plural=(n==1 ? 0 : n>=2 && n<=4 ? 1 : 2);",
                  nouns=dict(file="soubor soubor soubory souborů", folder="složka složku složky složek", message="zpráva zprávu zprávy zpráv", picture="obrázek obrázek obrázky obrázků",
                             note="poznámka poznámku poznámky poznámek", contact="kontakt kontakt kontakty kontaktů", track="skladba skladbu skladby skladeb", tag="štítek štítek štítky štítků",
                             page="stránka stránku stránky stránek", rule="pravidlo pravidlo pravidla pravidel"),
                  verbs=dict(Delete="Smazat", Open="Otevřít", Share="Sdílet", Copy="Kopírovat", Move="Přesunout", Print="Tisknout", Archive="Archivovat", Hide="Skrýt"),
                  counts={"Selected: %d {}": "Vybráno: %d {}", "Found: %d {}": "Nalezeno: %d {}", "In the queue: %d {}": "Ve frontě: %d {}", "Left: %(count)d {}": "Zbývá: %(count)d {}",
                          "Total: %1$d {} for %2$s": "Celkem pro %2$s: %1$d {}"},
                  old=dict(folder="adresář", tag="nálepka"), plain={"Cancel": "Zrušit", "Settings": "Nastavení", "Sign in as %s": "Přihlásit se jako %s", "Network error": "Chyba sítě", "Try again": "Zkusit znovu", "About": "O aplikaci"}),
}
LIMIT = 14


def quote(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def entry(e, strings, fuzzy=False, obsolete=False):
    """One entry of a .po file; `strings` is None in a template."""
    lines = []
    flags = (["fuzzy"] if fuzzy else []) + ([e["format"]] if e["format"] else [])
    if flags:
        lines.append("#, " + ", ".join(flags))
    if e["ctx"]:
        lines.append("msgctxt " + quote(e["ctx"]))
    lines.append("msgid " + quote(e["id"]))
    if e["plural"]:
        lines.append("msgid_plural " + quote(e["plural"]))
        for k, s in enumerate(strings or ["", ""]):
            lines.append(f"msgstr[{k}] " + quote(s))
    else:
        lines.append("msgstr " + quote(strings[0] if strings else ""))
    return "\n".join(("#~ " if obsolete and not l.startswith("#") else "") + l for l in lines) + "\n"


def head(code, forms, template=False):
    return ('msgid ""\nmsgstr ""\n"Project-Id-Version: drawer 4.0\\n"\n"PO-Revision-Date: 2026-02-01 12:00+0100\\n"\n"Last-Translator: Release team <l10n@drawer.example>\\n"\n'
            f'"Language-Team: none\\n"\n"Language: {"" if template else code}\\n"\n"MIME-Version: 1.0\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Content-Transfer-Encoding: 8bit\\n"\n'
            + (f'"Plural-Forms: {forms}\\n"\n' if forms else ""))


def build(name, v):
    rnd = random.Random(v["seed"])
    words = {n: f.split() for n, f in v["nouns"].items()}
    form = lambda text: "python-format" if "%(" in text else "c-format" if "%" in text else ""
    entries = []
    plural = lambda n: n + "s"
    for pattern in v["counts"]:
        for n in NOUNS:
            if rnd.random() < 0.8:
                entries.append(dict(ctx="", id=pattern.format(n), plural=pattern.format(plural(n)), kind="count", noun=n, pattern=pattern))
    for verb in v["verbs"]:
        for n in NOUNS:
            u = rnd.random()
            if u < 0.34:
                entries.append(dict(ctx="button", id=f"{verb} {n}", plural="", kind="button", noun=n, verb=verb))
            if u > 0.5:
                entries.append(dict(ctx="", id=f"{verb} {n} %s", plural="", kind="action", noun=n, verb=verb))
            if 0.2 < u < 0.45:
                entries.append(dict(ctx="menu", id=f"{verb} {n}", plural="", kind="action", noun=n, verb=verb))
    entries += [dict(ctx="", id=i, plural="", kind="plain", noun="", verb="") for i in v["plain"]]
    for e in entries:
        e["format"] = form(e["id"])
        forms = words.get(e["noun"])
        if e["kind"] == "count":
            e["made"] = [v["counts"][e["pattern"]].format(forms[k]) for k in (0, 2, 3)]
        elif e["kind"] == "plain":
            e["made"] = [v["plain"][e["id"]]]
        else:
            e["made"] = [f"{v['verbs'][e['verb']]} {forms[1]}" + (" %s" if e["id"].endswith("%s") else "")]
            if e["kind"] == "button" and len(e["made"][0]) > LIMIT:
                e["made"] = [v["verbs"][e["verb"]]]
    rnd.shuffle(entries)
    # Memory: approved wordings which rules would not give; older and rejected ones of the same source.
    units, old, issues = [], [], []

    def unit(source, target, day, status="approved"):
        units.append(f'  <tu changedate="{day}"><prop type="x-status">{status}</prop>\n   <tuv xml:lang="en"><seg>{escape(source)}</seg></tuv>\n   <tuv xml:lang="{v["code"]}"><seg>{escape(target)}</seg></tuv>\n  </tu>')

    for e in entries:
        where, strings = "made", e["made"]
        if e["kind"] in ("action", "plain") and (rnd.random() < 0.3 or e["kind"] == "plain"):
            wording = strings[0] if e["kind"] == "plain" else strings[0].replace(" %s", "") + (" „%s”" if v["code"] == "pl" else " „%s“") if "%s" in strings[0] else strings[0] + "…"
            if not any(u for u in units if f"<seg>{escape(e['id'])}</seg>" in u):
                unit(e["id"], wording, "20251103T101500Z")
                if rnd.random() < 0.5:
                    unit(e["id"], strings[0].upper(), "20240214T090000Z")
                if rnd.random() < 0.5:
                    unit(e["id"], strings[0] + "!", "20260105T120000Z", "rejected")
                e["memory"] = wording
        e["where"], e["strings"] = where, strings
    remembered = {e["id"]: e["memory"] for e in entries if "memory" in e}
    for e in entries:
        if not e["plural"] and e["ctx"] != "button" and e["id"] in remembered:
            e["where"], e["strings"] = "memory", [remembered[e["id"]]]
            if rnd.random() < 0.3:
                old.append(entry(e, [e["made"][0].lower()]))
            continue
        u = rnd.random()
        if u < 0.30:
            # A good old translation, worded in its own way: stays.
            kept = [s.replace(": ", " – ") if e["kind"] == "count" else s for s in e["made"]]
            if e["kind"] == "action":
                kept = [f"{e['made'][0]}" .replace(" %s", ": %s") if "%s" in e["made"][0] else e["made"][0]]
            old.append(entry(e, kept))
            e["where"], e["strings"] = "kept", kept
        elif u < 0.38:
            old.append(entry(e, [s + " ?" for s in e["made"]], fuzzy=True))
            issues.append([e["ctx"], e["id"], "fuzzy"])
        elif u < 0.50 and e["format"] and e["kind"] != "plain":
            broken = [s.replace("%d", "%s").replace("%(count)d", "%(number)d").replace("%1$d", "%d").replace("%2$s", "%s") if e["kind"] == "count" else s.replace("%s", "%d") for s in e["made"]]
            if e["pattern" if "pattern" in e else "id"].startswith("Total"):
                broken = [s.replace("%1$d", "%1$s") for s in e["made"]]
            old.append(entry(e, broken).replace("#, c-format\n", "").replace("#, python-format\n", ""))
            issues.append([e["ctx"], e["id"], "placeholder"])
        elif u < 0.75 and e["noun"] in v["old"]:
            right = words[e["noun"]]
            swapped = []
            for s in e["made"]:
                for f in sorted(set(right), key=len, reverse=True):
                    s = s.replace(f, v["old"][e["noun"]])
                swapped.append(s)
            if swapped != e["made"]:
                old.append(entry(e, swapped))
                issues.append([e["ctx"], e["id"], "term"])
                if e["kind"] == "button" and len(swapped[0]) > LIMIT:
                    issues.append([e["ctx"], e["id"], "length"])
        elif u < 0.6 and e["kind"] == "button":
            long = f"{v['verbs'][e['verb']]} {words[e['noun']][1]} {v['now']}"
            if len(long) > LIMIT:
                old.append(entry(e, [long]))
                issues.append([e["ctx"], e["id"], "length"])
        elif u < 0.62 and e["kind"] == "count":
            old.append(entry(e, [e["made"][0], e["made"][1], ""]))
            issues.append([e["ctx"], e["id"], "plural"])
    gone = [dict(ctx="", id=f"Burn {n}", plural="", kind="", noun=n, format="") for n in NOUNS[:4]]
    old += [entry(g, [words[g["noun"]][0]]) for g in gone]
    rnd.shuffle(old)
    path = lambda suffix: os.path.join(HERE, f"{name}-{suffix}")
    with open(path("messages.pot"), "w") as file:
        file.write(head("", "", True) + "\n" + "\n".join(entry(e, None) for e in entries))
    with open(path("old.po"), "w") as file:
        file.write(head(v["code"], "nplurals=2; plural=(n != 1);") + "\n" + "\n".join(old))
    rnd.shuffle(units)
    with open(path("memory.tmx"), "w") as file:
        file.write('<?xml version="1.0" encoding="UTF-8"?>\n<tmx version="1.4">\n <header srclang="en" datatype="plaintext" segtype="sentence" adminlang="en" creationtool="gen" creationtoolversion="1" o-tmf="gen"/>\n <body>\n'
                   + "\n".join(units) + "\n </body>\n</tmx>\n")
    with open(path("glossary.csv"), "w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(["english", "kind", "singular", "singular_object", "few", "many", "forbidden"])
        for n in NOUNS:
            out.writerow([n, "noun", *words[n], v["old"].get(n, "")])
        for verb, t in v["verbs"].items():
            out.writerow([verb, "verb", t, "", "", "", ""])
    with open(path("patterns.csv"), "w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(["english", "translation"])
        out.writerows([k.replace("{}", "NOUN"), t.replace("{}", "NOUN")] for k, t in v["counts"].items())
    with open(path("ref.json"), "w") as file:
        json.dump(dict(code=v["code"], forms=v["forms"], entries=[dict(ctx=e["ctx"], id=e["id"], plural=e["plural"], kind=e["kind"], where=e["where"], strings=e["strings"]) for e in entries]), file, ensure_ascii=False, indent=0)
        file.write("\n")
    with open(path("ref-qa.csv"), "w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(["context", "msgid", "issue"])
        out.writerows(sorted(issues))
    count = lambda f: {k: sum(f(e) == k for e in entries) for k in sorted({f(e) for e in entries})}
    print(name, len(entries), len(old), count(lambda e: e["where"]), count(lambda e: e["kind"]), {k: sum(i[2] == k for i in issues) for k in sorted({i[2] for i in issues})})


for name, v in VARIANTS.items():
    build(name, v)
