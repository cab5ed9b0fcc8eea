# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Carves purged entries and audit entries out of every image of a page in the database and its write-ahead log.

The argument, if any, is a flaw for a near-miss.
"""
import csv
import datetime as dt
import hashlib
import json
import os
import re
import shutil
import sqlite3
import struct
import sys
from collections import Counter

FLAW = sys.argv[1] if len(sys.argv) > 1 else ""
UTC = dt.timezone.utc
database, log = (open(f"input/{n}", "rb").read() for n in ("ledger.db", "ledger.db-wal"))
page = struct.unpack(">H", database[16:18])[0]
page = 65536 if page == 1 else page

# What is committed, by SQLite itself, on a copy.
os.makedirs("work", exist_ok=True)
shutil.copy("input/ledger.db", "work/copy.db")
shutil.copy("input/ledger.db-wal", "work/copy.db-wal")
db = sqlite3.connect("work/copy.db")
live = {r[0] for r in db.execute("SELECT ref FROM entries")}
audit = {r[0]: r[1:] for r in db.execute("SELECT * FROM audit")}
users = dict(db.execute("SELECT id, login FROM users"))
sessions = {i: (users[u], o) for i, u, o in db.execute("SELECT id, user, office FROM sessions")}
offices = {r[0]: r[2:] for r in db.execute("SELECT * FROM offices")}
db.close()


def checksum(data, s0, s1, order):
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for a, b in zip(words[::2], words[1::2]):
        s0 = (s0 + a + s1) & 0xFFFFFFFF
        s1 = (s1 + b + s0) & 0xFFFFFFFF
    return s0, s1


def frames():
    """Each frame of the log: its page, and whether it is committed, uncommitted, or left from an earlier generation."""
    order = ">" if struct.unpack(">I", log[:4])[0] & 1 else "<"
    s = checksum(log[:24], 0, 0, order)
    assert s == struct.unpack(">II", log[24:32])
    found, chain, commit = [], True, 0
    for n in range((len(log) - 32) // (24 + page)):
        at = 32 + n * (24 + page)
        head, body = log[at : at + 24], log[at + 24 : at + 24 + page]
        own = head[8:16] == log[16:24]
        if chain:
            s = checksum(head[:8] + body, *s, order)
            chain = own and s == struct.unpack(">II", head[16:])
            if chain and struct.unpack(">I", head[4:8])[0]:
                commit = n + 1
        found.append((body, own or head[8:24] == bytes(16)))
    return [(body, "committed" if n < commit else "uncommitted" if own else "stale") for n, (body, own) in enumerate(found)]


def images():
    data = open("work/copy.db", "rb").read() if FLAW == "opened" else database
    main = [data[k : k + page] for k in range(0, len(data), page)]
    if FLAW == "opened":
        return main
    kinds = {"no-stale": {"committed"}, "uncommitted": {"committed", "stale", "uncommitted"}}.get(FLAW, {"committed", "stale"})
    return main + [body for body, kind in frames() if kind in kinds]


def varint(data, at):
    value = 0
    for k in range(9):
        byte = data[at + k]
        value = value << 7 | byte & 127
        if byte < 128:
            break
    return value, at + k + 1


def cells(image):
    """Where cells that a leaf of a table lists, their records, and their ends are."""
    found = []
    if image[0] == 13:
        for k in range(struct.unpack(">H", image[3:5])[0]):
            try:
                at = struct.unpack(">H", image[8 + 2 * k : 10 + 2 * k])[0]
                size, start = varint(image, at)
                _, start = varint(image, start)
                found.append((at, start, start + size))
            except (IndexError, struct.error):
                break
    return found


def record(image, at, columns):
    """The values of a record whose header begins at `at`, and its end."""
    kinds, place = [], at + 1
    for _ in range(columns):
        kind, place = varint(image, place)
        kinds.append(kind)
    if place - at != image[at]:
        raise ValueError
    values = []
    for kind in kinds:
        if kind in (10, 11, 7):
            raise ValueError
        size = (kind - 12) // 2 if kind >= 12 else (0, 1, 2, 3, 4, 6, 8, 8, 0, 0)[kind]
        data = image[place : place + size]
        if len(data) < size:
            raise ValueError
        place += size
        values.append(data.decode() if kind >= 12 else None if kind == 0 else kind - 8 if kind in (8, 9) else int.from_bytes(data, "big", signed=True))
    return values, place


ENTRY = re.compile(rb"E\d{6}")
PURGE = re.compile(rb"purgeB\d{4}")


def entry(v):
    return (v[0] is None and re.fullmatch(r"E\d{6}", v[1]) and isinstance(v[2], int) and re.fullmatch(r"B\d{4}", v[3]) and v[4] in offices and re.fullmatch(r"\d{4}-\d\d", v[6]) and isinstance(v[8], int)
            and re.fullmatch(r"[A-Z]{3}", v[9]) and (v[10] is None or v[10].isprintable()) and v[7].isprintable())


def carve(image, anchor, back, columns, good):
    taken = cells(image)
    for match in anchor.finditer(image):
        for start in range(max(0, match.start() - back[1]), match.start() - back[0] + 1):
            try:
                values, end = record(image, start, columns)
                if not good(values):
                    continue
            except (ValueError, IndexError, TypeError):
                continue
            if any(a < end and start < c and (b, c) != (start, end) for a, b, c in taken):
                continue  # its room has been given to another record
            yield values


def moment(value, office):
    if isinstance(value, str):
        local = dt.datetime.fromisoformat(value).replace(tzinfo=UTC)
        before, changes, after = offices[office]
        if FLAW == "local":
            before = after = "+00:00"
        if FLAW == "winter":
            after = before
        for offset, is_after in ((before, False), (after, True)):
            sign = -1 if offset[0] == "-" else 1
            when = local - sign * dt.timedelta(hours=int(offset[1:3]), minutes=int(offset[4:]))
            if (when >= dt.datetime.fromisoformat(changes.replace("Z", "+00:00"))) == is_after:
                break
    else:
        when = dt.datetime.fromtimestamp(value, UTC)
    return when.strftime("%Y-%m-%dT%H:%M:%SZ")


found, purges = {}, {v[3]: (v, "yes") for v in audit.values() if v[2] == "purge"}
for image in images():
    for v in carve(image, ENTRY, (12, 13), 11, entry):
        if v[1] in live and FLAW != "live":
            continue
        old = found.get(v[1])
        if old is None or (v[2] < old[2] if FLAW == "first" else v[2] > old[2]):
            found[v[1]] = v
    for v in carve(image, PURGE, (7, 31), 6, lambda v: v[0] is None and v[3] == "purge" and v[2] in sessions and isinstance(v[5], int)):
        if FLAW != "log":
            purges.setdefault(v[4], (v[1:], "no"))

rows = []
for ref, v in sorted(found.items()):
    author = sessions[purges[v[3]][0][1]][0] if v[3] in purges else ""
    rows.append([ref, v[3], moment(v[5], v[4]), v[6], v[7], f"{v[8] / 100:.2f}", v[9], v[10] or "", author])
recovered = Counter(r[1] for r in rows)
listed = [[b, sessions[v[1]][0], moment(v[0], sessions[v[1]][1]), seen, v[4], recovered[b]] for b, (v, seen) in sorted(purges.items())]
hidden = [p for p in listed if p[3] == "no"] or listed
suspect = Counter(p[1] for p in hidden).most_common(1)[0][0]
mine = [r for r in rows if r[8] == suspect]
net = {c: round(sum(round(100 * float(r[5])) for r in mine if r[6] == c) / 100, 2) for c in sorted({r[6] for r in mine})}
times = sorted(p[2] for p in hidden)


def write(name, header, rows):
    with open(f"output/{name}", "w", newline="", encoding="utf-8") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(header.split(","))
        out.writerows(rows)


write("recovered.csv", "ref,batch,booked_utc,account,counterparty,amount,currency,memo,purged_by", rows)
write("purges.csv", "batch,login,at_utc,in_log,rows_purged,rows_recovered", listed)
facts = dict(entries_live=len(live), rows_recovered=len(rows), rows_lost=sum(p[4] for p in listed) - len(rows), suspect=suspect, suspect_rows=len(mine), first_utc=times[0], last_utc=times[-1], net=net)
json.dump(facts, open("output/report.json", "w"), indent=1)
with open("output/evidence.sha256", "w") as file:
    for name in ("ledger.db", "ledger.db-wal"):
        data = open(f"work/copy.{name[7:]}", "rb").read() if FLAW == "opened" and os.path.exists(f"work/copy.{name[7:]}") else open(f"input/{name}", "rb").read()
        file.write(f"{hashlib.sha256(data).hexdigest()}  {name}\n")
