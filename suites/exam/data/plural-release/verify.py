# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Marks a translated catalogue: compiles it with msgfmt, and holds every entry against the only rendering that the rules allow."""
import gettext
import os
import re
import struct
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from marking import Checks, Wrong, read_bytes, read_json, read_rows, read_text, REF  # noqa: E402

key = read_json("ref.json", REF)
CODE = key["code"]
checks = Checks()


def catalogue(data):
    """Every entry of a .mo file: original text (context, EOT, id, NUL, plural) to translations."""
    if len(data) < 28 or struct.unpack("<I", data[:4])[0] != 0x950412DE:
        raise Wrong("not a little-endian .mo file")
    _, count, at, to = struct.unpack("<4I", data[4:20])
    if count > 5000:
        raise Wrong("the .mo file has too many entries")
    out = {}
    for k in range(count):
        texts = []
        for table in (at, to):
            if table + 8 * k + 8 > len(data):
                raise Wrong("the .mo file is damaged")
            length, offset = struct.unpack("<2I", data[table + 8 * k:table + 8 * k + 8])
            texts.append(data[offset:offset + length].decode("utf-8"))
        out[texts[0]] = texts[1].split("\0")
    return out


def msgfmt(*flags):
    text = read_text(f"{CODE}.po", 1 << 20)
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/in.po", "w", encoding="utf-8") as file:
            file.write(text)
        run = subprocess.run(["msgfmt", *flags, "--statistics", "-o", f"{folder}/out.mo", f"{folder}/in.po"], capture_output=True, text=True, timeout=20, env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "LANGUAGE": "C"})
        data = open(f"{folder}/out.mo", "rb").read() if run.returncode == 0 else b""
    return run.returncode, run.stderr, data


def compiled():
    code, said, data = msgfmt()
    if code:
        raise Wrong("msgfmt cannot compile it")
    return catalogue(data)


def name(e):
    return (e["ctx"] + "\x04" if e["ctx"] else "") + e["id"] + ("\0" + e["plural"] if e["plural"] else "")


def header():
    fields = dict(re.findall(r"^([\w-]+): *(.*)$", compiled().get("", [""])[0], re.M))
    if fields.get("Language", "") != CODE:
        raise Wrong(f"Language is {fields.get('Language', 'missing')[:20]}")
    found = re.match(r"nplurals *= *(\d) *; *plural *= *([^;]{1,200}?) *;?$", fields.get("Plural-Forms", ""))
    if not found or found[1] != "3":
        raise Wrong("Plural-Forms does not have three forms")
    seen, right = gettext.c2py(found[2]), gettext.c2py(re.search(r"plural=(.*?);?$", key["forms"])[1].rstrip(";"))
    bad = [n for n in range(0, 1201) if seen(n) != right(n)]
    if bad:
        raise Wrong(f"Plural-Forms is wrong for {bad[0]}")


def sound():
    code, said, data = msgfmt("-c")
    if code:
        return 0.0, "msgfmt -c without errors", said.strip().splitlines()[0][-200:] if said.strip() else "errors"
    header()
    table = catalogue(data)
    missing = [e["id"] for e in key["entries"] if name(e) not in table]
    if missing or len(table) - 1 != len(key["entries"]):
        return 0.0, f"{len(key['entries'])} translated messages, none fuzzy", f"{len(missing)} are missing, untranslated or fuzzy; {len(table) - 1} in all"
    return 1.0, "compiles, complete, three plural forms", "it does"


def share(pick):
    def work():
        table = compiled()
        wanted = [e for e in key["entries"] if pick(e)]
        wrong = [e for e in wanted if table.get(name(e)) != e["strings"]]
        seen = f"{len(wanted) - len(wrong)} are right" + (f"; first: {wrong[0]['id']} is {str(table.get(name(wrong[0])))[:120]}" if wrong else "")
        return 1 - len(wrong) / len(wanted), f"{len(wanted)} messages", seen
    return work


def binary():
    mine = catalogue(read_bytes(f"{CODE}.mo", 1 << 20))
    table = compiled()
    mine.pop("", None)
    table.pop("", None)
    if not mine:
        raise Wrong("the .mo file is empty")
    return float(mine == table), "the .mo file holds what the .po file says", "it does" if mine == table else "it does not"


def issues():
    fold = lambda rows: [(r["context"], r["msgid"], r["issue"].lower()) for r in rows]
    seen, wanted = fold(read_rows("qa.csv", ["context", "msgid", "issue"], 5000)), fold(read_rows("qa.csv", ["context", "msgid", "issue"], folder=REF))
    common = len(set(seen) & set(wanted))
    return common / (len(seen) + len(wanted) - common), f"{len(wanted)} issues", f"{common} of them among {len(seen)}"


checks.add("sound", sound)
checks.add("memory", share(lambda e: e["where"] == "memory"))
checks.add("kept", share(lambda e: e["where"] == "kept"))
checks.add("plurals", share(lambda e: e["where"] == "made" and e["kind"] == "count"))
checks.add("actions", share(lambda e: e["where"] == "made" and e["kind"] == "action"))
checks.add("buttons", share(lambda e: e["where"] == "made" and e["kind"] == "button"))
checks.add("compiled", binary)
checks.add("qa", issues)
checks.print()
