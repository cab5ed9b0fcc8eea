# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Finds the conflicts of a sector hour by exact closest approach, and clears them by a search over levels and delays.

Arguments: rounds of the search, then a flaw for a near-miss.
"""
import csv
import json
import math
import os
import random
import sys

DELAYS = range(0, 7)


def table(path):
    with open(path) as file:
        return list(csv.DictReader(file))


def seconds(text, zone):
    h, m, s = (int(p) for p in text.split(":"))
    return h * 3600 + m * 60 + s - (7200 if zone == "local" else 0)


def load(folder="input", flaw=""):
    points = {r["point"]: (float(r["x_nm"]), float(r["y_nm"])) for r in table(f"{folder}/points.csv")}
    levels = {int(r["level"]): r for r in table(f"{folder}/levels.csv")}
    flights = {r["flight"]: r for r in table(f"{folder}/flights.csv")}
    if flaw != "stale":
        for r in sorted(table(f"{folder}/amendments.csv"), key=lambda r: r["received"]):
            if r["field"] == "cancel":
                flights.pop(r["flight"], None)
            elif r["flight"] in flights:
                flights[r["flight"]][r["field"]] = r["value"]
                if r["field"] == "entry":
                    flights[r["flight"]]["zone"] = "UTC"
    out = {}
    for name, r in sorted(flights.items()):
        speed = float(r["speed"]) / (1.852 if r["unit"] == "km/h" and flaw != "units" else 1) / 3600
        way = [points[p] for p in r["route"].split()]
        at, track = seconds(r["entry"], "UTC" if flaw == "zones" else r["zone"]), []
        for i, p in enumerate(way):
            at += math.dist(way[i - 1], p) / speed if i else 0
            track.append((at, p))
        heading = "east" if way[-1][0] > way[0][0] else "west"
        allowed = [l for l, v in levels.items() if v["direction"] == heading and v["status"] == "open" and l <= int(r["ceiling"])]
        out[name] = dict(level=int(r["level"]), track=track, allowed=allowed)
    return out


def place(track, t):
    for (t0, p0), (t1, p1) in zip(track, track[1:]):
        if t <= t1:
            f = (t - t0) / (t1 - t0)
            return p0[0] + f * (p1[0] - p0[0]), p0[1] + f * (p1[1] - p0[1])
    return track[-1][1]


def closest(a, b, later=0, sampled=0):
    """Least distance and its time, with b later by so many seconds; None where they are never there together."""
    b = [(t + later, p) for t, p in b]
    start, end = max(a[0][0], b[0][0]), min(a[-1][0], b[-1][0])
    if start > end:
        return None
    if sampled:
        times = range(math.ceil(start / sampled) * sampled, int(end) + 1, sampled)
        return min(((math.dist(place(a, t), place(b, t)), t) for t in times), default=None)
    cuts = sorted({start, end, *(t for t, _ in a + b if start < t < end)})
    best = None
    for t0, t1 in zip(cuts, cuts[1:]):
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = place(a, t0), place(b, t0), place(a, t1), place(b, t1)
        x, y, u, v = ax - bx, ay - by, (cx - dx) - (ax - bx), (cy - dy) - (ay - by)
        f = 0.0 if u * u + v * v < 1e-12 else min(1.0, max(0.0, -(x * u + y * v) / (u * u + v * v)))
        found = math.hypot(x + f * u, y + f * v), t0 + f * (t1 - t0)
        best = found if best is None or found[0] < best[0] else best
    return best


def clash_table(flights):
    names = list(flights)
    clash = {}
    for i, a in enumerate(names):
        for b in names[i + 1:]:
            for gap in range(-6, 7):
                found = closest(flights[a]["track"], flights[b]["track"], gap * 60)
                if found and found[0] < 5.02:
                    clash.setdefault((a, b), set()).add(gap)
    return clash


def cost_of(flight, choice):
    level, delay = choice
    moved = abs(level - flight["level"]) // 10
    return (2 + moved if moved else 0) + delay


def search(flights, clash, rounds, seed=11, delays=DELAYS):
    rng = random.Random(seed)
    near = {f: [] for f in flights}
    for (a, b), gaps in clash.items():
        near[a].append((b, {-g for g in gaps}))
        near[b].append((a, gaps))
    options = {f: sorted(((l, d) for l in flights[f]["allowed"] for d in delays), key=lambda c: cost_of(flights[f], c)) for f in flights}

    def best_for(name, plan):
        for choice in options[name]:
            if all(o not in plan or plan[o][0] != choice[0] or choice[1] - plan[o][1] not in gaps for o, gaps in near[name]):
                return choice
        return None

    def fill(order, plan):
        for name in order:
            choice = best_for(name, plan)
            if choice is None:
                return None
            plan[name] = choice
        return plan

    def total(plan):
        return sum(cost_of(flights[f], c) for f, c in plan.items())

    best = None
    order = sorted(flights, key=lambda f: flights[f]["track"][0][0])
    for turn in range(50):
        best = fill(order, {})
        if best:
            break
        rng.shuffle(order)
    if rounds == 0:
        return best
    now, names = best, list(flights)
    for turn in range(rounds):
        costly = [f for f in names if cost_of(flights[f], now[f])]
        seed_flight = rng.choice(costly or names)
        drop = {seed_flight, *(o for o, _ in near[seed_flight] if rng.random() < 0.6), *rng.sample(names, 2)}
        order = sorted(drop)
        rng.shuffle(order)
        plan = fill(order, {f: c for f, c in now.items() if f not in drop})
        if plan and total(plan) <= total(now) + (1 if rng.random() < 0.03 else 0):
            now = plan
            best = plan if total(plan) < total(best) else best
    return best


def clock(t):
    t = round(t)
    return f"{t // 3600:02d}:{t // 60 % 60:02d}:{t % 60:02d}"


def conflicts(flights, sampled=0):
    names, out = list(flights), []
    for i, a in enumerate(names):
        for b in names[i + 1:]:
            if flights[a]["level"] == flights[b]["level"]:
                found = closest(flights[a]["track"], flights[b]["track"], 0, sampled)
                if found and found[0] < 5:
                    out.append((a, b, found[1], found[0]))
    return out


def main():
    rounds, flaw = int(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else ""
    flights = load("input", flaw)
    if flaw == "closed":
        for f in flights.values():
            f["allowed"] = sorted({*f["allowed"], f["level"]})
    found = conflicts(flights, 60 if flaw == "sampled" else 0)
    plan = search(flights, clash_table(flights), rounds)
    if flaw == "nothing":
        plan = {f: (v["level"], 0) for f, v in flights.items()}
    os.makedirs("output", exist_ok=True)
    with open("output/conflicts.csv", "w") as file:
        file.write("flight_a,flight_b,time,distance_nm\n")
        for a, b, t, d in found:
            file.write(f"{a},{b},{clock(t)},{d:.3f}\n")
    with open("output/clearances.csv", "w") as file:
        file.write("flight,level,delay_min\n")
        for f, choice in plan.items():
            if choice != (flights[f]["level"], 0):
                file.write(f"{f},{choice[0]},{choice[1]}\n")
    cost = sum(cost_of(flights[f], c) for f, c in plan.items())
    json.dump(dict(flights=len(flights), conflicts=len(found), cleared=sum(c != (flights[f]["level"], 0) for f, c in plan.items()), cost=cost), open("output/summary.json", "w"))


if __name__ == "__main__":
    main()
