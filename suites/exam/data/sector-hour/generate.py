# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Writes the data of the sector hour exam; run it in its folder."""
import csv
import json
import math
import os
import random
import shutil
import tempfile

import solve

HERE = os.path.dirname(os.path.abspath(__file__))
VARIANTS = {"morning": dict(seed=5101, flights=64, base=9, closed=()), "storm": dict(seed=5102, flights=56, base=16, closed=(350, 360))}
LINES = ["AFR", "BAW", "DLH", "SWR", "KLM", "EZY", "RYR", "AUA", "TAP", "IBE"]


def clock(t):
    return f"{t // 3600:02d}:{t // 60 % 60:02d}:{t % 60:02d}"


def write(name, header, rows):
    with open(f"{HERE}/{name}", "w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(header)
        out.writerows(rows)


def ambiguous(flights, name):
    for other in flights:
        if other == name:
            continue
        for gap in range(-6, 7):
            found = solve.closest(flights[name]["track"], flights[other]["track"], gap * 60)
            if not found:
                continue
            if 4.93 < found[0] < 5.07:
                return True
            if gap == 0 and found[0] < 5.1:
                a, b = flights[name]["track"], flights[other]["track"]
                for t in (found[1] - 12, found[1] + 12):
                    if max(a[0][0], b[0][0]) <= t <= min(a[-1][0], b[-1][0]) and math.dist(solve.place(a, t), solve.place(b, t)) < found[0] + 0.08:
                        return True
    return False


def main():
    for name, v in VARIANTS.items():
        rng = random.Random(v["seed"])
        points = {}
        for i in range(16):
            angle = 2 * math.pi * (i + rng.uniform(-0.3, 0.3)) / 16
            points["".join(rng.choice("BDKLMNRT" if k % 2 == 0 else "AEIOU") for k in range(5))] = (60 * math.cos(angle), 60 * math.sin(angle))
        rim = list(points)
        inner = []
        for i in range(5):
            code = "".join(rng.choice("BDKLMNRT" if k % 2 == 0 else "AEIOU") for k in range(4)) + "S"
            points[code] = (rng.uniform(-22, 22), rng.uniform(-22, 22))
            inner.append(code)
        points = {k: (round(x, 2), round(y, 2)) for k, (x, y) in points.items()}
        write(f"{name}-points.csv", ["point", "x_nm", "y_nm"], [(k, *p) for k, p in points.items()])
        write(f"{name}-levels.csv", ["level", "direction", "status"],
              [(l, "east" if l // 10 % 2 else "west", "closed" if l in v["closed"] else "open") for l in range(290, 410, 10)])
        rows, amendments = {}, []

        def truth(row):
            way = [points[p] for p in row["route"].split()]
            speed = float(row["speed"]) / (1.852 if row["unit"] == "km/h" else 1) / 3600
            at, track = solve.seconds(row["entry"], row["zone"]), []
            for i, p in enumerate(way):
                at += math.dist(way[i - 1], p) / speed if i else 0
                track.append((at, p))
            return dict(track=track)

        known = {}
        while len(rows) < v["flights"]:
            flight = rng.choice(LINES) + str(rng.randrange(100, 9999))
            a = rng.randrange(16)
            b = (a + rng.randrange(5, 12)) % 16
            route = [rim[a], rng.choice(inner), rim[b]]
            x0, x1 = points[rim[a]][0], points[rim[b]][0]
            if flight in rows or abs(x0 - x1) < 8:
                continue
            east = x1 > x0
            level = rng.choice([330, 350, 350, 370] if east else [340, 360, 360, 380])
            knots = rng.randrange(400, 495)
            metric = rng.random() < 0.35
            zone = "local" if rng.random() < 0.3 else "UTC"
            entry = v["base"] * 3600 + rng.randrange(0, 2700) + (7200 if zone == "local" else 0)
            row = dict(flight=flight, route=" ".join(route), entry=clock(entry), zone=zone, level=level, speed=round(knots * 1.852) if metric else knots,
                       unit="km/h" if metric else "kt", ceiling=rng.choice([390, 410, 410, 370 if level <= 370 else 410]))
            known[flight] = truth(row)
            if ambiguous(known, flight):
                del known[flight]
                continue
            rows[flight] = row
        old = {f: dict(r) for f, r in rows.items()}
        for i, flight in enumerate(rng.sample(sorted(rows), 7)):
            right = rows[flight]
            if i < 4:
                utc = solve.seconds(right["entry"], right["zone"])
                if i == 0:
                    amendments.append((flight, "entry", clock(utc + 420), "05:10"))
                amendments.append((flight, "entry", clock(utc), "06:35"))
                old[flight]["entry"] = clock(solve.seconds(right["entry"], "UTC") + rng.choice([-540, 660, 900]))
            else:
                amendments.append((flight, "level", right["level"], "06:50"))
                old[flight]["level"] = right["level"] + rng.choice([-20, 20])
        for i in range(3):
            flight = rng.choice(LINES) + str(rng.randrange(100, 9999))
            copy = dict(rng.choice(list(rows.values())), flight=flight, level=rng.choice([330, 350]))
            old[flight] = copy
            amendments.append((flight, "cancel", "", "07:05"))
        rng.shuffle(amendments)
        listed = list(old.values())
        rng.shuffle(listed)
        write(f"{name}-flights.csv", list(listed[0]), [list(r.values()) for r in listed])
        write(f"{name}-amendments.csv", ["flight", "field", "value", "received"], amendments)
        with tempfile.TemporaryDirectory() as folder:
            for part in ("points", "levels", "flights", "amendments"):
                shutil.copy(f"{HERE}/{name}-{part}.csv", f"{folder}/{part}.csv")
            flights = solve.load(folder)
        clash = solve.clash_table(flights)
        found = solve.conflicts(flights)
        price = lambda plan: sum(solve.cost_of(flights[f], c) for f, c in plan.items())  # noqa: E731
        naive = price(solve.search(flights, clash, 0))
        best = min(price(solve.search(flights, clash, 4000, s)) for s in (1, 2, 3))
        print(name, len(flights), len(found), "naive", naive, "best", best)
        write(f"{name}-ref-conflicts.csv", ["flight_a", "flight_b", "time_s", "distance_nm"], [(a, b, f"{t:.1f}", f"{d:.3f}") for a, b, t, d in found])
        with open(f"{HERE}/{name}-ref-facts.json", "w") as file:
            json.dump(dict(flights=len(flights), conflicts=len(found), best=best, naive=naive), file)
            file.write("\n")


main()
