# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Makes the production from input/mail with Python's own mail parser. Arguments: zone, first day, last day, company, outside counsel, prefix, terms (by |), and what to do wrong."""
import csv
import glob
import hashlib
import os
import re
import sys
from datetime import date, timezone
from email import message_from_binary_file, policy
from email.utils import getaddresses
from zoneinfo import ZoneInfo

ZONE, FIRST, LAST, COMPANY, COUNSEL, PREFIX, TERMS = sys.argv[1:8]
SLIP = sys.argv[8] if len(sys.argv) > 8 else ""
zone = timezone.utc if SLIP == "utc" else ZoneInfo(ZONE)
pattern = re.compile("|".join(rf"(?<![^\W_]){re.escape(t)}(?![^\W_])" for t in TERMS.split("|")), re.I)
if SLIP == "substring":
    pattern = re.compile("|".join(map(re.escape, TERMS.split("|"))), re.I)
lawyers = {r["address"].lower() for r in csv.DictReader(open("input/counsel.csv"))}
digest = lambda data: hashlib.sha256(data).hexdigest()

families = {}
for path in sorted(glob.glob("input/mail/**/*.eml", recursive=True)):
    with open(path, "rb") as file:
        m = message_from_binary_file(file, policy=policy.default)
    who = lambda field: sorted({a.lower() for _, a in getaddresses([str(x) for x in m.get_all(field, [])]) if a})
    body = m.get_body(("plain",)).get_content().replace("\r\n", "\n")
    body = "\n".join(line.rstrip() for line in body.split("\n")).strip("\n")
    files = [(p.get_filename(), p.get_payload(decode=True)) for p in m.iter_attachments()]
    sent = m["date"].datetime
    one = dict(id=m["message-id"].strip().strip("<>"), sender=who("from")[0], to=who("to"), cc=who("cc"), subject=str(m["subject"]).strip(), sent=sent, body=body, files=files,
               custodians=set())
    one["sha"] = digest("\n".join([one["sender"], ",".join(one["to"]), ",".join(one["cc"]), one["subject"], sent.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"), body,
                                   *(digest(d) for _, d in files)]).encode())
    key = path if SLIP == "doubles" else one["sha"]
    families.setdefault(key, one)["custodians"].add(path.split("/")[2])


def texts(m):
    yield m["subject"]
    yield m["body"]
    for name, data in m["files"]:
        if SLIP != "bodies":
            yield name
            if not name.endswith(".png"):
                yield data.decode("utf-8")


produced, withheld = [], []
for m in families.values():
    day = m["sent"].astimezone(zone).date()
    if not date.fromisoformat(FIRST) <= day <= date.fromisoformat(LAST):
        continue
    if not any(pattern.search(t) for t in texts(m)):
        continue
    people = [m["sender"], *m["to"], *m["cc"]]
    privileged = any(a in lawyers for a in people)
    if SLIP != "waiver" and any(a.split("@")[1] not in (COMPANY, COUNSEL) for a in people):
        privileged = False
    if SLIP == "inhouse":
        privileged = privileged and any(a.endswith("@" + COUNSEL) for a in people)
    (withheld if privileged else produced).append(m)

order = lambda m: (m["sent"], m["id"])
os.makedirs("output/natives", exist_ok=True)
number, rows = 1, []
for m in sorted(produced, key=order):
    files = m["files"]
    if SLIP == "split":
        files = [(n, d) for n, d in files if pattern.search(n) or not n.endswith(".png") and pattern.search(d.decode())]
    pages = lambda text: max(1, -(-len(text.rstrip("\n").split("\n")) // 50))
    docs = [("", m["sha"], pages(m["body"]), None)]
    docs += [(n, digest(d), 1 if n.endswith(".png") else pages(d.decode().replace("\r\n", "\n")), d) for n, d in files]
    label = lambda k: f"{PREFIX}{k:06d}"
    start, end = number, number + sum(d[2] for d in docs) - 1
    for name, sha, count, data in docs:
        rows.append([label(number), label(number + count - 1), label(start), label(end), m["id"], name, ";".join(sorted(m["custodians"])), m["sender"], ";".join(m["to"]), ";".join(m["cc"]),
                     m["subject"], m["sent"].astimezone(zone).strftime("%Y-%m-%d %H:%M:%S"), sha])
        if data is not None:
            with open(f"output/natives/{label(number)}.{name.rsplit('.', 1)[1]}", "wb") as file:
                file.write(data)
        number += count


def write(name, header, lines):
    with open(f"output/{name}", "w", newline="", encoding="utf-8") as file:
        out = csv.writer(file)
        out.writerow(header)
        out.writerows(lines)


write("load.csv", "begbates endbates begattach endattach message_id filename custodians from to cc subject sent sha256".split(), rows)
write("privlog.csv", "message_id sent from to cc documents attorneys".split(),
      [[m["id"], m["sent"].astimezone(zone).strftime("%Y-%m-%d %H:%M:%S"), m["sender"], ";".join(m["to"]), ";".join(m["cc"]), 1 + len(m["files"]),
        ";".join(sorted({a for a in [m["sender"], *m["to"], *m["cc"]] if a in lawyers}))] for m in sorted(withheld, key=order)])
