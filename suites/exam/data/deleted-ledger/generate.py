# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Writes, for each variant, a ledger in SQLite (database and write-ahead log) from which entries were purged, and what can still be recovered.

SQLite itself makes every page. Only the salts of the log, which it draws at random, are replaced by fixed ones, with the checksums made anew.
What can be recovered is told by looking for the whole record of every version of every purged entry in the bytes of both files.
"""
import csv
import datetime as dt
import hashlib
import json
import os
import random
import shutil
import sqlite3
import struct
import tempfile
from collections import Counter

HERE = os.path.dirname(os.path.abspath(__file__))
UTC = dt.timezone.utc
VARIANTS = {
    "cooperative": dict(
        seed=5105, page=1024, start="2026-02-02", currencies=["EUR", "EUR", "EUR", "CHF", "USD"],
        offices=[(1, "Linz", "+01:00", "2026-03-29T01:00:00Z", "+02:00"), (2, "Halifax", "-04:00", "2026-03-08T06:00:00Z", "-03:00"), (3, "Nairobi", "+03:00", "2026-01-01T00:00:00Z", "+03:00")],
        names=["Müller Landtechnik", "Hofer & Söhne", "Agrarhandel Öhler", "Seaboard Feeds", "Acadia Grain", "Rift Valley Tea", "Kiambu Transport", "Stadtwerke Linz", "Brauerei Zipf", "Maritime Cold Store"],
        things=["seed potatoes", "diesel", "fertiliser", "freight", "membership fee", "repair of the drier", "sacks", "rent of the silo", "wheat, class A", "refund Übermenge"]),
    "foundation": dict(
        seed=5108, page=2048, start="2026-01-26", currencies=["GBP", "GBP", "INR", "EUR"],
        offices=[(1, "Leeds", "+00:00", "2026-03-29T01:00:00Z", "+01:00"), (2, "Pune", "+05:30", "2026-01-01T00:00:00Z", "+05:30"), (3, "Santiago", "-03:00", "2026-04-05T03:00:00Z", "-04:00")],
        names=["Fundación Ñuble", "Deccan Water Trust", "Aire Valley Printers", "Sahyadri Clinics", "Leeds Lettings", "Viña Solar", "Maule Bookshop", "Asha Schools", "Northern Caterers", "Peñalolén Radio"],
        things=["grant, first instalment", "travel", "printing of the report", "solar pump", "rent", "school meals", "audit fee", "books", "reintegro año pasado", "bank charges"]),
}
USERS = [(1, "mweber", "Maria Weber"), (2, "tokafor", "Tobe Okafor"), (3, "jlind", "Jonas Lind"), (4, "retention", "retention job"), (5, "asingh", "Anita Singh"), (6, "dcosta", "Daniel Costa")]
COLUMNS = "id, ref, rev, batch, office, booked, account, counterparty, amount, currency, memo"
SCHEMA = """
CREATE TABLE offices(id INTEGER PRIMARY KEY, name TEXT, offset_before TEXT, changes_at TEXT, offset_after TEXT);
CREATE TABLE users(id INTEGER PRIMARY KEY, login TEXT, name TEXT);
CREATE TABLE sessions(id INTEGER PRIMARY KEY, user INTEGER, office INTEGER, workstation TEXT);
CREATE TABLE entries(id INTEGER PRIMARY KEY, ref TEXT, rev INTEGER, batch TEXT, office INTEGER, booked, account TEXT, counterparty TEXT, amount INTEGER, currency TEXT, memo TEXT);
CREATE TABLE drafts(id INTEGER PRIMARY KEY, ref TEXT, rev INTEGER, batch TEXT, office INTEGER, booked, account TEXT, counterparty TEXT, amount INTEGER, currency TEXT, memo TEXT);
CREATE TABLE audit(id INTEGER PRIMARY KEY, at, session INTEGER, action TEXT, batch TEXT, rows INTEGER);
CREATE INDEX entries_ref ON entries(ref);
"""


def serial(value):
    if value is None:
        return 0, b""
    if isinstance(value, int):
        if value in (0, 1):
            return 8 + value, b""
        for kind, size in ((1, 1), (2, 2), (3, 3), (4, 4), (5, 6), (6, 8)):
            if -(1 << (8 * size - 1)) <= value < 1 << (8 * size - 1):
                return kind, value.to_bytes(size, "big", signed=True)
    data = value.encode()
    return 13 + 2 * len(data), data


def record(values):
    """The record of a row as it stands in a page, from the length of its header on."""
    parts = [serial(v) for v in values]
    kinds = b"".join(bytes([k]) if k < 128 else bytes([0x80 | k >> 7, k & 127]) for k, _ in parts)
    return bytes([len(kinds) + 1]) + kinds + b"".join(d for _, d in parts)


def checksum(data, s, order):
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    s0, s1 = s
    for a, b in zip(words[::2], words[1::2]):
        s0 = (s0 + a + s1) & 0xFFFFFFFF
        s1 = (s1 + b + s0) & 0xFFFFFFFF
    return s0, s1


def salted(log, page, salts):
    """The frames of a log up to the last with its own salts, with these salts instead; and how many frames are up to the last commit."""
    order = ">" if struct.unpack(">I", log[:4])[0] & 1 else "<"
    own = log[16:24]
    head = log[:16] + struct.pack(">II", *salts)
    s = checksum(head, (0, 0), order)
    out, committed = [head + struct.pack(">II", *s)], 0
    for n in range((len(log) - 32) // (24 + page)):
        at = 32 + n * (24 + page)
        front, body = log[at : at + 8], log[at + 24 : at + 24 + page]
        # Frames that SQLite wrote after it had overwritten one of the same transaction have no salts until they are committed.
        if log[at + 8 : at + 24] == bytes(16):
            out.append(log[at : at + 24 + page])
            continue
        if log[at + 8 : at + 16] != own:
            break
        s = checksum(front + body, s, order)
        out.append(front + struct.pack(">IIII", *salts, *s) + body)
        if struct.unpack(">I", front[4:])[0]:
            committed = n + 1
    return b"".join(out), committed


def freelist(database, page):
    trunk, found = struct.unpack(">I", database[32:36])[0], []
    while trunk:
        at = (trunk - 1) * page
        following, count = struct.unpack(">II", database[at : at + 8])
        found += [trunk, *struct.unpack(f">{count}I", database[at + 8 : at + 8 + 4 * count])]
        trunk = following
    return [database[(n - 1) * page : n * page] for n in found]


class Ledger:
    def __init__(self, name, folder):
        self.v, self.name = VARIANTS[name], name
        self.rng = random.Random(self.v["seed"])
        self.path = os.path.join(folder, "ledger.db")
        self.db = sqlite3.connect(self.path, isolation_level=None)
        self.run(f"PRAGMA page_size={self.v['page']}")
        for pragma in ("secure_delete=OFF", "journal_mode=WAL", "wal_autocheckpoint=0", "synchronous=OFF", "auto_vacuum=NONE", "cache_size=2000"):
            self.run(f"PRAGMA {pragma}").fetchall()
        self.db.executescript(SCHEMA)
        self.run("BEGIN")
        self.db.executemany("INSERT INTO offices VALUES (?,?,?,?,?)", self.v["offices"])
        self.db.executemany("INSERT INTO users VALUES (?,?,?)", USERS)
        self.sessions = {}
        for k in range(40):
            user = self.rng.choice([1, 2, 3, 5, 6]) if k > 4 else [4, 4, 3, 3, 6][k]
            self.sessions[300 + 7 * k] = (user, self.rng.choice([1, 2, 3]))
        self.db.executemany("INSERT INTO sessions VALUES (?,?,?,?)", [(s, u, o, f"WS-{o}{self.rng.randrange(10, 99)}") for s, (u, o) in self.sessions.items()])
        self.run("COMMIT")
        self.next_id, self.next_ref, self.next_audit = 20011, 100000 + self.rng.randrange(9000), 30007
        self.now = dt.datetime.fromisoformat(self.v["start"] + "T08:00:00+00:00")
        self.versions, self.live, self.batches, self.purges = {}, {}, {}, {}
        self.codes = [f"B{n:04d}" for n in range(412, 412 + 80)]

    def run(self, sql, values=()):
        return self.db.execute(sql, values)

    def local(self, when, office):
        _, _, before, start, after = self.v["offices"][office - 1]
        text = after if when >= dt.datetime.fromisoformat(start.replace("Z", "+00:00")) else before
        sign = -1 if text[0] == "-" else 1
        return (when + sign * dt.timedelta(hours=int(text[1:3]), minutes=int(text[4:]))).strftime("%Y-%m-%d %H:%M:%S")

    def clock(self, when, office, share=0.6):
        """A time as one of the two clients writes it: the older in the office's local time, the newer in seconds since 1970."""
        return self.local(when, office) if self.rng.random() < share else int(when.timestamp())

    def row(self, batch, office, when, ref=None):
        rng, v = self.rng, self.v
        memo = None if rng.random() < 0.15 else f"{rng.choice(v['things'])} {rng.choice(['', 'inv. ', 'order '])}{rng.randrange(1000, 99999)}"
        if memo and rng.random() < 0.12:
            memo += f"; see the letter of {when:%d %B} about the delivery to {rng.choice(v['names'])}"
        amount = int(round(rng.lognormvariate(10.6, 1.4))) * rng.choice([1, 1, -1]) + 2
        self.next_ref += rng.randrange(1, 9)
        return [ref or f"E{self.next_ref:06d}", 1, batch, office, self.clock(when, office), f"{rng.choice(['4', '5', '7', '8'])}{rng.randrange(100, 999)}-{rng.randrange(10, 99)}", rng.choice(v["names"]), amount, rng.choice(v["currencies"]), memo]

    def log(self, action, batch, rows, session):
        when = self.now + dt.timedelta(seconds=self.rng.randrange(30))
        self.next_audit += 1
        at = self.clock(when, self.sessions[session][1])
        self.run("INSERT INTO audit VALUES (?,?,?,?,?,?)", (self.next_audit, at, session, action, batch, rows))
        return self.next_audit, (self.next_audit, at, session, action, batch, rows), when

    def pick(self, users):
        return self.rng.choice([s for s, (u, _) in self.sessions.items() if u in users])

    def post(self, sizes, interleave=True, committed=True):
        """One or more batches, entered one after the other or row by row in turn."""
        codes = [self.codes.pop(0) for _ in sizes]
        rows, turn = [], [c for c, n in zip(codes, sizes) for _ in range(n)]
        if interleave:
            self.rng.shuffle(turn)
        offices = {c: self.rng.choice([1, 2, 3]) for c in codes}
        for code in turn:
            self.now += dt.timedelta(minutes=self.rng.randrange(1, 150))
            values = [None] + self.row(code, offices[code], self.now)
            rows.append((self.next_id, values))
            self.next_id += 1 if self.rng.random() < 0.97 else 3
        if committed:
            self.run("BEGIN")
        for id_, values in rows:
            self.run(f"INSERT INTO entries VALUES ({','.join('?' * 11)})", [id_] + values[1:])
            self.versions.setdefault(values[1], []).append(tuple(values))
            if committed:
                self.live[values[1]] = id_
                self.batches.setdefault(values[3], []).append(values[1])
        for _ in range(8):
            self.log("login", None, None, self.pick([1, 2, 3, 5, 6]))
        for code, n in zip(codes, sizes):
            self.log("post", code, n, self.pick([1, 2, 5, 6]))
            if self.rng.random() < 0.3:
                self.log("preview", code, n, self.pick([1, 2, 5, 6]))
        if committed:
            self.run("COMMIT")
        return codes

    def correct(self, share):
        self.run("BEGIN")
        for ref in self.rng.sample(sorted(self.live), int(share * len(self.live))):
            values = list(self.versions[ref][-1])
            values[2] += 1
            if self.rng.random() < 0.6:
                values[8] += self.rng.choice([-1, 1]) * self.rng.randrange(100, 90000)
            else:
                values[10] = f"corrected: {self.rng.choice(self.v['things'])}"
            self.now += dt.timedelta(minutes=3)
            self.run("UPDATE entries SET rev=?, amount=?, memo=? WHERE id=?", (values[2], values[8], values[10], self.live[ref]))
            self.versions[ref].append(tuple(values))
        self.run("COMMIT")

    def purge(self, codes, users, hide=False):
        for code in codes:
            self.now = self.now.replace(hour=self.rng.choice([21, 22, 23, 1, 2]), minute=self.rng.randrange(60)) + dt.timedelta(days=1)
            self.run("BEGIN")
            self.log("preview", code, len(self.batches[code]), self.pick([1, 2, 5]))
            session = self.pick(users)
            self.run("DELETE FROM entries WHERE batch=?", (code,))
            id_, values, when = self.log("purge", code, len(self.batches[code]), session)
            self.run("COMMIT")
            for ref in self.batches[code]:
                del self.live[ref]
            self.purges[code] = dict(login=USERS[self.sessions[session][0] - 1][1], at=when, rows=len(self.batches[code]), audit=values, hidden=hide)
            self.now += dt.timedelta(minutes=self.rng.randrange(2, 40))

    def hide(self):
        """Whoever hides purges takes their entries out of the audit log afterwards, all at once."""
        self.run("BEGIN")
        for purge in self.purges.values():
            if purge["hidden"]:
                self.run("DELETE FROM audit WHERE id=?", (purge["audit"][0],))
        self.run("COMMIT")


def build(name, folder):
    ledger = Ledger(name, folder)
    rng = ledger.rng
    sizes = lambda n, low, high: [rng.randrange(low, high) for _ in range(n)]
    villain = rng.choice([2, 5, 6])
    honest = [u for u in (1, 2, 5, 6) if u != villain]
    # Before the log: entries, drafts that are dropped, corrections, purges, and new entries in the room that these leave.
    mixed, whole = [], []
    for k in range(6):
        mixed += ledger.post(sizes(4, 16, 28))
        whole += ledger.post(sizes(1, 40, 60), interleave=False)
    ledger.run("BEGIN")
    for k in range(60):
        values = ledger.row(f"B0{rng.randrange(300, 400)}", 1, ledger.now, ref=f"D{k + 7000:06d}")
        ledger.run(f"INSERT INTO drafts VALUES ({','.join('?' * 11)})", [10000 + k] + values)
    ledger.run("COMMIT")
    ledger.correct(0.12)
    ledger.purge([mixed[1], whole[0], mixed[6]], [4])
    ledger.run("DROP TABLE drafts")
    ledger.post(sizes(2, 12, 18))
    ledger.purge([mixed[9], mixed[3]], [villain], hide=True)
    ledger.purge([mixed[12], whole[2]], honest)
    ledger.post(sizes(2, 7, 12))
    ledger.purge([whole[3], mixed[14]], [villain], hide=True)
    for k in range(4):
        ledger.post(sizes(1, 3, 6))
    ledger.hide()
    assert ledger.run("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0] == 0
    # The first generation of the log. Its end is still in the file when the second has begun.
    late = ledger.post(sizes(3, 10, 16))
    ledger.correct(0.03)
    ledger.purge([late[0]], [4])
    for k in range(3):
        ledger.post(sizes(2, 10, 16))
        ledger.correct(0.02)
    gone = ledger.post(sizes(1, 26, 34), interleave=False)
    ledger.purge(gone + [mixed[17]], [villain], hide=True)
    ledger.post(sizes(2, 18, 24), interleave=False)
    ledger.correct(0.01)
    ledger.post(sizes(1, 8, 12), interleave=False)
    ledger.purge([whole[4]], [villain], hide=True)
    ledger.purge([whole[5]], [4])
    assert ledger.run("PRAGMA wal_checkpoint(FULL)").fetchone()[0] == 0
    first = open(ledger.path + "-wal", "rb").read()
    # The second generation, and a transaction that was not committed when the power was cut.
    flash = ledger.post(sizes(1, 8, 12), interleave=False)
    ledger.purge(flash + [mixed[18]], [villain], hide=True)
    ledger.post(sizes(1, 9, 12))
    ledger.purge([late[1]], honest)
    ledger.hide()
    ledger.post(sizes(1, 4, 7))
    before = dict(ledger.live)
    ledger.run("PRAGMA cache_size=4")
    ledger.run("PRAGMA shrink_memory")
    ledger.run("BEGIN")
    lost = ledger.post(sizes(1, 22, 30), committed=False)
    ledger.run("DELETE FROM entries WHERE batch=?", (mixed[0],))
    ledger.log("purge", mixed[0], len(ledger.batches[mixed[0]]), ledger.pick(honest))
    ledger.run("UPDATE entries SET memo='to be checked' WHERE id % 60 = 0")
    second = open(ledger.path + "-wal", "rb").read()
    database = open(ledger.path, "rb").read()
    ledger.run("ROLLBACK")
    live = {r[0]: r for r in ledger.run("SELECT ref FROM entries")}
    assert set(live) == set(before)
    ledger.db.close()
    page = ledger.v["page"]
    seed = ledger.v["seed"]
    first, _ = salted(first, page, (seed * 7919, seed * 104729))
    second, committed = salted(second, page, (seed * 7919 + 1, seed * 15485863 & 0xFFFFFFFF))
    assert len(first) > len(second) + 20 * page, (len(first), len(second))
    cut = 32 + committed * (24 + page)
    assert len(second) > cut + 3 * page, "nothing uncommitted was written"
    return ledger, database, second[:cut], second[cut:], first[len(second) :], USERS[villain - 1][1], lost


def main(name):
    with tempfile.TemporaryDirectory() as folder:
        ledger, database, committed, uncommitted, stale, suspect, lost = build(name, folder)
    log = committed + uncommitted + stale
    proof = [database, committed, stale]
    rows, unsure, partly = [], [], 0
    where, free = Counter(), freelist(database, ledger.v['page'])
    for ref, versions in ledger.versions.items():
        if ref in ledger.live or versions[0][3] in lost:
            continue
        whole = [v for v in versions if any(record(v) in part for part in proof)]
        bodies = [v for v in versions if any(b"".join(serial(x)[1] for x in v) in part for part in proof)]
        # A record without its header could be guessed at; the seeds are such that there is none that would be the answer.
        assert len(whole) == len(bodies) or max(v[2] for v in bodies) <= max((v[2] for v in whole), default=0), (ref, "lacks only its header")
        # What stands in the uncommitted frames alone would be open to argument.
        assert whole or not any(record(v) in uncommitted for v in versions), ref
        if not whole:
            continue
        best = max(whole, key=lambda v: v[2])
        partly += best != versions[-1]
        where["".join("DWS"[k] for k, part in enumerate(proof) if record(best) in part)] += 1
        where["free page"] += any(record(best) in image for image in free)
        purge = ledger.purges[best[3]]
        booked = best[5] if isinstance(best[5], int) else None
        if booked is None:
            booked = next(int(t.timestamp()) for t in candidates(ledger, best[5], best[4]))
        rows.append(dict(ref=ref, batch=best[3], booked_utc=dt.datetime.fromtimestamp(booked, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"), account=best[6], counterparty=best[7], amount=f"{best[8] / 100:.2f}",
                         currency=best[9], memo=best[10] or "", purged_by=purge["login"]))
    rows.sort(key=lambda r: r["ref"])
    recovered = Counter(r["batch"] for r in rows)
    purges = []
    for batch, p in ledger.purges.items():
        encoded = record((None,) + p["audit"][1:])
        assert any(encoded in part for part in proof), (batch, "its audit entry cannot be recovered")
        purges.append(dict(batch=batch, login=p["login"], at_utc=p["at"].strftime("%Y-%m-%dT%H:%M:%SZ"), in_log="no" if p["hidden"] else "yes", rows_purged=p["rows"], rows_recovered=recovered[batch]))
    hidden = [p for p in purges if p["in_log"] == "no"]
    assert {p["login"] for p in hidden} == {suspect} and all(p["login"] != suspect for p in purges if p["in_log"] == "yes")
    net = Counter()
    for r in rows:
        if r["purged_by"] == suspect:
            net[r["currency"]] += round(100 * float(r["amount"]))
    facts = dict(entries_live=len(ledger.live), rows_recovered=len(rows), rows_lost=sum(p["rows_purged"] for p in purges) - len(rows), suspect=suspect, suspect_rows=sum(p["rows_recovered"] for p in hidden),
                 first_utc=min(p["at_utc"] for p in hidden), last_utc=max(p["at_utc"] for p in hidden), net={c: round(n / 100, 2) for c, n in sorted(net.items())})

    def save(kind, data):
        with open(os.path.join(HERE, f"{name}-{kind}"), "wb") as file:
            file.write(data)

    def table(kind, rows):
        with open(os.path.join(HERE, f"{name}-{kind}"), "w", newline="", encoding="utf-8") as file:
            out = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
            out.writeheader()
            out.writerows(rows)

    save("ledger.db", database)
    save("ledger.db-wal", log)
    table("ref-recovered.csv", rows)
    table("ref-purges.csv", purges)
    save("ref-report.json", (json.dumps(facts, indent=1) + "\n").encode())
    save("ref-evidence.sha256", "".join(f"{hashlib.sha256(d).hexdigest()}  {n}\n" for n, d in (("ledger.db", database), ("ledger.db-wal", log))).encode())
    print(name, len(database), len(log), f"committed {len(committed)}, uncommitted {len(uncommitted)}, stale {len(stale)}", dict(where), f"{partly} in an older version", facts)


def candidates(ledger, text, office):
    """The moments that a local time can mean; the data has none that means two or none."""
    _, _, before, start, after = ledger.v["offices"][office - 1]
    found = []
    for offset in dict.fromkeys((before, after)):
        sign = -1 if offset[0] == "-" else 1
        when = dt.datetime.fromisoformat(text).replace(tzinfo=UTC) - sign * dt.timedelta(hours=int(offset[1:3]), minutes=int(offset[4:]))
        if ledger.local(when, office) == text:
            found.append(when)
    assert len(found) == 1, (text, office)
    return found


if __name__ == "__main__":
    for variant in VARIANTS:
        main(variant)
