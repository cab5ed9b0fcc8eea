# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Writes the inputs and references of the production set exam. Deterministic: `python3 generate.py` beside this file."""
import base64
import csv
import hashlib
import io
import json
import os
import quopri
import random
import zipfile
from datetime import datetime, timedelta, timezone
from zoneinfo import ZoneInfo

HERE = os.path.dirname(os.path.abspath(__file__))
VARIANTS = {
    "merger": dict(seed=3601, zone="America/New_York", first="2024-03-01", last="2024-06-30", company="halden-tools.example", prefix="HLD", counsel="wexford-lowe.example",
                   custodians=("a.brandt", "j.okafor", "m.silva"), terms=("Northwind", "earn-out", "due diligence"), outside=("northwind.example", "pagebank.example"),
                   topics=("Northwind", "earn-out schedule", "due diligence list", "canteen menu", "parking", "budget", "travel", "hiring", "printer", "offsite")),
    "recall": dict(seed=3604, zone="Europe/Berlin", first="2025-02-01", last="2025-04-30", company="lumen-cycles.example", prefix="LUM", counsel="brandner-partner.example",
                   custodians=("c.weiss", "d.haas", "t.nowak"), terms=("brake lever", "ticket 4471", "Rückruf"), outside=("bikeshop.example", "testlab.example"),
                   topics=("brake lever", "ticket 4471", "Rückruf Planung", "Kantine", "parking", "budget", "travel", "hiring", "printer", "offsite")),
}
FILL = ("please have a look when you find the time", "the numbers of last week are in the table", "I shall be out of office on Friday", "we should talk about the open points",
        "no change on our side", "the supplier has not answered yet", "thanks for the quick reply", "see the notes of the meeting", "the deadline stays as it is",
        "let me know if anything is missing", "the draft is with Anna", "the room is booked", "I have added two remarks", "it looks fine to me")


def sha(data):
    return hashlib.sha256(data).hexdigest()


def zipped(name, files):
    blob = io.BytesIO()
    with zipfile.ZipFile(blob, "w", zipfile.ZIP_DEFLATED) as z:
        for path, data in sorted(files.items()):
            z.writestr(zipfile.ZipInfo(path, (2026, 1, 1, 0, 0, 0)), data, zipfile.ZIP_DEFLATED)
    with open(os.path.join(HERE, name), "wb") as file:
        file.write(blob.getvalue())


def write(name, header, rows):
    with open(os.path.join(HERE, name), "w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(header)
        out.writerows(rows)


def word(text):
    return text if text.isascii() else "=?utf-8?B?" + base64.b64encode(text.encode()).decode() + "?="


def raw(m, rnd, hop):
    """The message as a mail client would have saved it; `hop` differs between copies."""
    names = {a: a.split("@")[0].replace(".", " ").title() for a in m["to"] + m["cc"] + [m["from"]]}
    address = lambda a: f"{word(names[a])} <{a}>" if hash_of(a) % 3 else a.upper() if hash_of(a) % 7 == 0 else a
    lines = [f"Received: from mx{hop}.example by store{hop}.example; {m['date']}", f"Message-ID: <{m['id']}>", f"Date: {m['date']}", f"From: {address(m['from'])}",
             "To: " + ",\n ".join(address(a) for a in m["to"])]
    if m["cc"]:
        lines.append("Cc: " + ", ".join(address(a) for a in m["cc"]))
    lines += [f"Subject: {word(m['subject'])}", "MIME-Version: 1.0"]
    body = m["body"] if hop % 2 else m["body"].replace("\n", " \n", 2) + "\n\n"
    if m["coding"] == "quoted-printable":
        text = quopri.encodestring(body.encode()).decode()
    elif m["coding"] == "base64":
        text = base64.encodebytes(body.encode()).decode()
    else:
        text = body
    part = [f"Content-Type: text/plain; charset=utf-8", f"Content-Transfer-Encoding: {m['coding']}", "", text]
    if not m["files"]:
        return "\n".join(lines + part).encode()
    mark = "=_" + m["id"][:12]
    out = lines + [f'Content-Type: multipart/mixed; boundary="{mark}"', "", f"--{mark}"] + part
    for name, data in m["files"]:
        out += [f"--{mark}", f'Content-Type: application/octet-stream; name="{name}"', "Content-Transfer-Encoding: base64",
                f'Content-Disposition: attachment; filename="{name}"', "", base64.encodebytes(data).decode()]
    return "\n".join(out + [f"--{mark}--", ""]).encode()


def hash_of(text):
    return int(sha(text.encode())[:6], 16)


def build(name, v):
    rnd = random.Random(v["seed"])
    zone = ZoneInfo(v["zone"])
    staff = [f"{c}@{v['company']}" for c in v["custodians"]] + [f"{x}@{v['company']}" for x in ("p.lind", "r.vega", "s.amin", "legal.k.moss")]
    lawyers = [f"e.wright@{v['counsel']}", f"o.stone@{v['counsel']}", f"legal.k.moss@{v['company']}"]
    others = [f"{x}@{d}" for x in ("sales", "h.berg") for d in v["outside"]]
    first, last = datetime.fromisoformat(v["first"]).replace(tzinfo=zone), (datetime.fromisoformat(v["last"]) + timedelta(days=1)).replace(tzinfo=zone)
    messages, store = [], {}
    for k in range(150):
        u = rnd.random()
        when = first + timedelta(seconds=rnd.randint(-20 * 86400, int((last - first).total_seconds()) + 20 * 86400))
        if u < 0.12:  # around the edges, so that the zone decides
            edge = rnd.choice([first, last])
            when = edge + timedelta(seconds=rnd.choice([-1, 1]) * rnd.randint(60, 5 * 3600))
        when = when.astimezone(timezone(timedelta(hours=rnd.choice([0, 0, -5, 2, 5.5, 9])))).replace(microsecond=0)
        sender = rnd.choice(staff if rnd.random() < 0.8 else others + lawyers[:2])
        pool = [a for a in staff + (lawyers[:2] * 3 if rnd.random() < 0.3 else []) + (others if rnd.random() < 0.3 else []) if a != sender]
        to = sorted(set(rnd.sample(pool, rnd.randint(1, 3))), key=lambda a: hash_of(a + str(k)))
        cc = sorted({a for a in rnd.sample(pool, rnd.randint(0, 2)) if a not in to})
        hit = rnd.random() < 0.45
        lines = ["Hello,"] + [rnd.choice(FILL) + "." for _ in range(rnd.randint(3, 8) if rnd.random() < 0.85 else rnd.randint(60, 130))] + ["Regards"]
        term = rnd.choice(v["terms"])
        subject = rnd.choice(["", "Re: ", "Fwd: "]) + rnd.choice(v["topics"][3:]) + f" {rnd.randint(1, 99)}"
        files = []
        place = rnd.choice(["subject", "body", "body", "file", "file", "name"]) if hit else ""
        for f in range(rnd.randint(1, 3) if place in ("file", "name") or rnd.random() < 0.3 else 0):
            kind = rnd.choice(["txt", "csv", "png"]) if not (place == "file" and f == 0) else rnd.choice(["txt", "csv"])
            stem = f"{rnd.choice(['notes', 'table', 'scan', 'list', 'draft'])}_{rnd.randint(100, 999)}"
            if place == "name" and f == 0:
                stem = f"{term.replace(' ', ' ')} {rnd.randint(1, 9)}" if term.isascii() else stem
                if not term.isascii():
                    lines.insert(2, f"{term.upper()} steht an.")
            if kind == "png":
                data = b"\x89PNG\r\n\x1a\n" + bytes(rnd.randrange(256) for _ in range(rnd.randint(60, 300)))
            elif kind == "csv":
                rows = ["day;value"] + [f"{i};{rnd.randint(1, 999)}" for i in range(rnd.randint(4, 160))]
                if place == "file" and f == 0:
                    rows.insert(3, f"9;{term}")
                data = "\r\n".join(rows).encode()
            else:
                rows = [rnd.choice(FILL) for _ in range(rnd.randint(2, 120))]
                if place == "file" and f == 0:
                    rows.insert(1, f"concerning the {term.lower()}: open")
                data = ("\n".join(rows) + "\n").encode()
            files.append((f"{stem}.{kind}", data))
        if place == "subject":
            subject = f"{subject} {term}"
        elif place == "body":
            lines.insert(rnd.randint(1, len(lines) - 1), f"About {term.upper() if rnd.random() < 0.3 else term}, we agreed yesterday.")
        elif rnd.random() < 0.25:
            # No hit: terms inside longer words do not count.
            lines.insert(1, {"Northwind": "The northwinds were strong", "earn-out": "They learn-out of habit and earn-outs", "due diligence": "due diligences",
                             "brake lever": "brake levers", "ticket 4471": "ticket 44718", "Rückruf": "Rückrufe"}[term] + " as usual.")
        m = dict(id=f"{sha(f'{name}{k}'.encode())[:20]}@mail.example", when=when, date=when.strftime("%a, %d %b %Y %H:%M:%S %z"), to=to, cc=cc, subject=subject,
                 body="\n".join(lines) + "\n", files=files, coding=rnd.choice(["8bit", "quoted-printable", "base64"]), hit=hit)
        m["from"] = sender
        messages.append(m)
        homes = [c for c in v["custodians"] if f"{c}@{v['company']}" in [sender, *to, *cc]] or [rnd.choice(v["custodians"])]
        m["custodians"] = homes
        m["paths"] = []
        for h, c in enumerate(homes):
            path = f"mail/{c}/{rnd.choice(['inbox', 'archive', 'sent'])}/{sha(f'{c}{k}'.encode())[:10]}.eml"
            m["paths"].append(path)
            store[path] = raw(m, rnd, h + 1)
        if rnd.random() < 0.1:
            path = f"mail/{homes[0]}/archive/old-{sha(f'x{k}'.encode())[:8]}.eml"
            m["paths"].append(path)
            store[path] = raw(m, rnd, 4)
    zipped(f"{name}-mail.zip", store)
    write(f"{name}-counsel.csv", ["address", "role"], [[a, "in-house" if v["company"] in a else "outside"] for a in lawyers])

    norm = lambda text: "\n".join(line.rstrip() for line in text.split("\n")).strip("\n")
    produced, withheld = [], []
    for m in messages:
        body = norm(m["body"])
        m["sha"] = sha("\n".join([m["from"].lower(), ",".join(sorted(a.lower() for a in m["to"])), ",".join(sorted(a.lower() for a in m["cc"])), m["subject"].strip(),
                                  m["when"].astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"), body, *(sha(d) for _, d in m["files"])]).encode())
        m["pages"] = -(-len(body.split("\n")) // 50)
        m["local"] = m["when"].astimezone(zone)
        if not (first <= m["when"] < last and m["hit"]):
            continue
        people = [m["from"], *m["to"], *m["cc"]]
        stranger = any(a.split("@")[1] not in (v["company"], v["counsel"]) for a in people)
        (withheld if any(a in lawyers for a in people) and not stranger else produced).append(m)
    assert len({m["sha"] for m in messages}) == len(messages)
    produced.sort(key=lambda m: (m["when"], m["id"]))
    number, rows, natives = 1, [], {}
    label = lambda n: f"{v['prefix']}{n:06d}"
    for m in produced:
        docs = [("", m["sha"], m["pages"], None)]
        for f, data in m["files"]:
            pages = 1 if f.endswith(".png") else max(1, -(-len(data.decode().replace("\r\n", "\n").rstrip("\n").split("\n")) // 50))
            docs.append((f, sha(data), pages, data))
        start = number
        end = number + sum(d[2] for d in docs) - 1
        for f, digest, pages, data in docs:
            rows.append([label(number), label(number + pages - 1), label(start), label(end), m["id"], f, ";".join(sorted(m["custodians"])), m["from"].lower(),
                         ";".join(sorted(a.lower() for a in m["to"])), ";".join(sorted(a.lower() for a in m["cc"])), m["subject"].strip(), m["local"].strftime("%Y-%m-%d %H:%M:%S"), digest])
            if data is not None:
                natives[f"{label(number)}.{f.rsplit('.', 1)[1]}"] = digest
            number += pages
    header = ["begbates", "endbates", "begattach", "endattach", "message_id", "filename", "custodians", "from", "to", "cc", "subject", "sent", "sha256"]
    write(f"{name}-ref-load.csv", header, rows)
    withheld.sort(key=lambda m: (m["when"], m["id"]))
    write(f"{name}-ref-privlog.csv", ["message_id", "sent", "from", "to", "cc", "documents", "attorneys"],
          [[m["id"], m["local"].strftime("%Y-%m-%d %H:%M:%S"), m["from"].lower(), ";".join(sorted(m["to"])), ";".join(sorted(m["cc"])), 1 + len(m["files"]),
            ";".join(sorted({a for a in [m["from"], *m["to"], *m["cc"]] if a in lawyers}))] for m in withheld])
    with open(os.path.join(HERE, f"{name}-ref-facts.json"), "w") as file:
        json.dump(dict(privileged_ids=[m["id"] for m in withheld], privileged_hashes=sorted({sha(d) for m in withheld for _, d in m["files"]} - set(natives.values())), natives=natives,
                       responsive=len(produced) + len(withheld)), file, indent=1)
        file.write("\n")
    utc = [m for m in messages if m["hit"] and (first <= m["when"] < last) != (first.replace(tzinfo=timezone.utc) <= m["when"] < last.replace(tzinfo=timezone.utc))]
    print(name, len(store), "files,", len(produced), "families produced,", len(rows), "documents,", len(withheld), "withheld,", number - 1, "pages; zone decides", len(utc),
          "waived", sum(any(a in lawyers for a in [m["from"], *m["to"], *m["cc"]]) for m in produced))


for name, v in VARIANTS.items():
    build(name, v)
