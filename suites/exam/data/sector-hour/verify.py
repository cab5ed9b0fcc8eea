# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Flies the flights as cleared, and marks the conflicts that were found and the cost of the clearances."""
import json
import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from marking import Checks, Wrong, near, number, read_json, read_rows, REF  # noqa: E402

facts = read_json("facts.json", REF)
expected = {(r["flight_a"], r["flight_b"]): r for r in read_rows("conflicts.csv", ["flight_a", "flight_b", "time_s", "distance_nm"], folder=REF)}
points = {r["point"]: complex(float(r["x_nm"]), float(r["y_nm"])) for r in read_rows("points.csv", ["point", "x_nm", "y_nm"], folder=REF)}
levels = {int(r["level"]): (r["direction"], r["status"]) for r in read_rows("levels.csv", ["level", "direction", "status"], folder=REF)}
flights = {r["flight"]: r for r in read_rows("flights.csv", ["flight", "route", "entry", "zone", "level", "speed", "unit", "ceiling"], folder=REF)}
for r in sorted(read_rows("amendments.csv", ["flight", "field", "value", "received"], folder=REF), key=lambda r: r["received"]):
    if r["field"] == "cancel":
        flights.pop(r["flight"])
    else:
        flights[r["flight"]][r["field"]] = r["value"]
        if r["field"] == "entry":
            flights[r["flight"]]["zone"] = "UTC"


def clock(text):
    parts = text.split(":")
    if len(parts) != 3 or not all(p.isdigit() and len(p) <= 2 for p in parts):
        raise Wrong(f"{text[:20]!r} is not a time HH:MM:SS")
    return int(parts[0]) * 3600 + int(parts[1]) * 60 + int(parts[2])


def legs(name, delay):
    """(start, end, place at the start, velocity) of each leg."""
    r = flights[name]
    speed = float(r["speed"]) * (1 if r["unit"] == "kt" else 1 / 1.852) / 3600
    at, out = clock(r["entry"]) - 7200 * (r["zone"] == "local") + 60 * delay, []
    way = [points[p] for p in r["route"].split()]
    for p, q in zip(way, way[1:]):
        took = abs(q - p) / speed
        out.append((at, at + took, p, (q - p) / took))
        at += took
    return out


def least(a, b):
    best = math.inf
    for s0, e0, p, u in a:
        for s1, e1, q, v in b:
            start, end = max(s0, s1), min(e0, e1)
            if start > end:
                continue
            gap, speed = (p - u * s0) - (q - v * s1), u - v
            t = start if abs(speed) < 1e-12 else -(gap * speed.conjugate()).real / abs(speed) ** 2
            best = min(best, abs(gap + speed * min(end, max(start, t))))
    return best


def heading(name):
    way = flights[name]["route"].split()
    return "east" if points[way[-1]].real > points[way[0]].real else "west"


def plan():
    out = {f: (int(r["level"]), 0) for f, r in flights.items()}
    seen = set()
    for r in read_rows("clearances.csv", ["flight", "level", "delay_min"], 1000):
        level, delay = number(r["level"].upper().removeprefix("FL")), number(r["delay_min"])
        if r["flight"] not in flights or r["flight"] in seen:
            raise Wrong(f"{r['flight'][:20]!r} is not a flight of this hour, or is cleared twice")
        if level is None or delay is None or delay not in range(7):
            raise Wrong(f"{r['flight']} needs a level and a delay of 0 to 6 whole minutes")
        seen.add(r["flight"])
        out[r["flight"]] = int(level), int(delay)
    return out


def faults():
    choice, out = plan(), []
    for f, (level, _) in choice.items():
        if level not in levels or levels[level] != (heading(f), "open") or level > int(flights[f]["ceiling"]):
            out.append(f"{f} may not fly at {level}")
    names = sorted(choice)
    flown = {f: legs(f, choice[f][1]) for f in names}
    for i, a in enumerate(names):
        for b in names[i + 1:]:
            if choice[a][0] == choice[b][0] and least(flown[a], flown[b]) < 4.99:
                out.append(f"{a} and {b} come too close")
    return choice, out


def price(choice):
    moved = {f: abs(level - int(flights[f]["level"])) // 10 for f, (level, _) in choice.items()}
    return sum((2 + m if m else 0) + choice[f][1] for f, m in moved.items())


def given():
    out = {}
    for r in read_rows("conflicts.csv", ["flight_a", "flight_b", "time", "distance_nm"], 10000):
        key = tuple(sorted((r["flight_a"], r["flight_b"])))
        if key in out:
            raise Wrong(f"{'/'.join(key)[:60]} stands twice")
        out[key] = r
    return out


def pairs():
    seen = set(given())
    common = len(seen & set(expected))
    f1 = 2 * common / (len(seen) + len(expected))
    missed = sorted(set(expected) - seen)
    said = f"{common} of them, {len(seen) - common} others" + (f"; first missed: {'/'.join(missed[0])}" if missed else "")
    return max(0.0, 2 * f1 - 1), f"{len(expected)} pairs", said


def closest():
    seen, right = given(), 0
    for key, r in expected.items():
        row = seen.get(key)
        right += row is not None and abs(clock(row["time"]) - float(r["time_s"])) <= 10 and near(row["distance_nm"], r["distance_nm"], 0.05)
    return right / max(len(expected), len(seen)), f"time and distance of {len(expected)} pairs", f"{right} are right"


def safe():
    _, wrong = faults()
    return float(not wrong), "no flights closer than 5 NM, open levels", "; ".join(wrong[:3]) if wrong else "it is safe"


def cost():
    choice, wrong = faults()
    if wrong:
        raise Wrong("the clearances are not safe")
    full, zero = 1.05 * facts["best"], 1.25 * facts["naive"]
    seen = price(choice)
    return (zero - seen) / (zero - full) if seen > full else 1.0, f"a cost of {full:.1f} or less", f"{seen}"


def summary():
    choice, wrong = faults()
    if wrong:
        raise Wrong("the clearances are not safe")
    cleared = sum(c != (int(flights[f]["level"]), 0) for f, c in choice.items())
    right = dict(flights=facts["flights"], conflicts=facts["conflicts"], cleared=cleared, cost=price(choice))
    data = read_json("summary.json")
    bad = [k for k, v in right.items() if not near(data.get(k), v)]
    return 1 - len(bad) / len(right), json.dumps(right), f"wrong: {', '.join(bad)}" if bad else "all are right"


checks = Checks()
for name, work in (("pairs", pairs), ("closest", closest), ("safe", safe), ("cost", cost), ("summary", summary)):
    checks.add(name, work)
checks.print()
