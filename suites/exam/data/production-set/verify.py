# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Marks a production: nothing privileged in it, the right documents, unbroken Bates numbers, metadata and native files."""
import hashlib
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from marking import Checks, Wrong, compare, exact, folded, keyed, read_bytes, read_json, read_rows, within, OUT, REF  # noqa: E402

facts = read_json("facts.json", REF)
NUMBERS = ["begbates", "endbates", "begattach", "endattach"]
META = ["custodians", "from", "to", "cc", "subject", "sent", "sha256"]
checks = Checks()


def listing(text):
    return sorted(x.strip().lower() for x in text.replace(",", ";").split(";") if x.strip())


def same_list(seen, expected):
    return listing(seen) == listing(expected)


def load(folder=OUT):
    table = {}
    for row in read_rows("load.csv", NUMBERS + ["message_id", "filename"] + META, 20_000, folder):
        row["message_id"] = row["message_id"].strip("<>")
        key = (row["message_id"], row["filename"])
        # A document that stands there twice is a surplus one.
        while key in table:
            key = (*key, "again")
        table[key] = row
    if not table:
        raise Wrong("load.csv has no rows")
    return table


expected = load(REF)


def natives():
    folder = os.path.join(OUT, "natives")
    try:
        names = sorted(os.listdir(folder)) if not os.path.islink(folder) else []
    except OSError:
        names = []
    if len(names) > 2000:
        raise Wrong("natives/ has more than 2000 files")
    out = {}
    for name in names:
        try:
            out[name] = hashlib.sha256(read_bytes(f"natives/{name}", 4 << 20)).hexdigest()
        except Wrong:
            out[name] = ""
    return out


def gate():
    ids = [k[0] for k in load() if k[0] in facts["privileged_ids"]]
    files = [n for n, digest in natives().items() if digest in facts["privileged_hashes"]]
    return float(not ids and not files), "nothing privileged in the production", f"{len(ids)} rows and {len(files)} files are privileged"


def documents():
    seen = load()
    common = len(set(seen) & set(expected))
    f1 = 2 * common / (len(seen) + len(expected))
    return (1.0 if f1 == 1 else max(0.0, (f1 - 0.5) / 0.5)), f"{len(expected)} documents", f"{common} of them among {len(seen)}; F1 {f1:.3f}"


checks.add("nothing_privileged", gate)
checks.add("documents", documents)
checks.add("numbers", lambda: compare(load(), expected, dict.fromkeys(NUMBERS, exact)))
checks.add("metadata", lambda: compare(load(), expected, {"custodians": same_list, "from": folded, "to": same_list, "cc": same_list, "subject": exact, "sent": exact, "sha256": folded}))


def native_files():
    seen, wanted = natives(), facts["natives"]
    right = sum(seen.get(n) == digest for n, digest in wanted.items())
    surplus = sum(n not in wanted for n in seen)
    return right / (len(wanted) + surplus), f"{len(wanted)} native files", f"{right} are right, {surplus} are surplus"


def privlog():
    columns = ["sent", "from", "to", "cc", "documents", "attorneys"]
    strip = lambda t: {(k[0].strip("<>"),): r for k, r in t.items()}
    return compare(strip(keyed("privlog.csv", ["message_id"], columns)), strip(keyed("privlog.csv", ["message_id"], columns, REF)),
                   {"sent": exact, "from": folded, "to": same_list, "cc": same_list, "documents": within(0), "attorneys": same_list})


checks.add("native_files", native_files)
checks.add("privilege_log", privlog)
checks.print()
