# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Reads the delivery problem, drives routes minute by minute, and searches good ones. The oracle runs it with the number of rounds and what to do
wrong (none: nothing) as arguments; the generator imports it for a longer search."""
import csv
import json
import math
import random
import sys

START, END = 420, 1080           # 07:00 and 18:00: leave not before, be back not after
BREAK, EARLIEST, LATEST, LONG = 30, 600, 720, 780   # break of 30 minutes, begun from 10:00 to 12:00, if back after 13:00
MINUTES_PER_KM = 1.5


class Problem:
    def __init__(self, paths, slip=""):
        read = lambda name: list(csv.DictReader(open(paths[name], newline="")))
        gone = set() if slip == "cancelled" else {r["order"] for r in read("cancelled")}
        self.orders = {}
        for r in sorted(read("orders"), key=lambda r: r["entered_on"], reverse=slip == "stale"):
            if r["order"] in gone:
                continue
            kg = float(r["weight"]) * (0.45359237 if r["unit"] == "lb" else 1.0)
            a, b = (int(t[:2]) * 60 + int(t[3:]) for t in r["window"].split("-"))
            self.orders[r["order"]] = (kg, r["cold"] == "yes", a, b, 0 if slip == "service" else int(r["service_minutes"]))
        self.km = {r["from"]: {k: float(x) for k, x in r.items() if k != "from"} for r in read("distances")}
        self.breaks = slip != "breaks"
        self.fleet = {r["vehicle"]: (float(r["capacity_kg"]), r["cooled"] == "yes", float(r["fixed_cost"]), float(r["cost_per_km"])) for r in read("fleet")}

    def drive(self, stops):
        """Minute of arrival and start of service at each stop, the minute back at the depot, and what goes wrong. `BREAK` is a stop too."""
        at, now, out, faults, rested = "DEPOT", float(START), [], [], None
        for stop in stops:
            if stop == "BREAK":
                begin = max(now, EARLIEST)
                out.append((now, begin))
                if rested is not None:
                    faults.append("two breaks")
                rested = begin
                now = begin + BREAK
                continue
            _, _, a, b, service = self.orders[stop]
            now += self.km[at][stop] * MINUTES_PER_KM
            begin = max(now, a)
            if begin > b + 1e-6:
                faults.append(f"{stop} is begun {begin - b:.1f} minutes too late")
            out.append((now, begin))
            now = begin + service
            at = stop
        now += self.km[at]["DEPOT"] * MINUTES_PER_KM
        if now > END + 1e-6:
            faults.append(f"back {now - END:.1f} minutes too late")
        if self.breaks and now > LONG + 1e-6 and (rested is None or rested > LATEST + 1e-6):
            faults.append("no break in time")
        return out, now, faults

    def length(self, stops):
        path = ["DEPOT", *(s for s in stops if s != "BREAK"), "DEPOT"]
        return sum(self.km[a][b] for a, b in zip(path, path[1:]))

    def load(self, stops):
        return sum(self.orders[s][0] for s in stops if s != "BREAK")

    def route_cost(self, vehicle, stops):
        _, _, fixed, rate = self.fleet[vehicle]
        return fixed + rate * self.length(stops) if any(s != "BREAK" for s in stops) else 0.0

    def cost(self, routes):
        return sum(self.route_cost(v, stops) for v, stops in routes.items())

    def faults(self, routes):
        out, seen = [], []
        for vehicle, stops in routes.items():
            capacity, cooled, _, _ = self.fleet[vehicle]
            mine = [s for s in stops if s != "BREAK"]
            seen += mine
            if not mine:
                continue
            out += [f"{vehicle}: {f}" for f in self.drive(stops)[2]]
            if self.load(stops) > capacity + 1e-6:
                out.append(f"{vehicle} is overloaded")
            if not cooled and any(self.orders[s][1] for s in mine):
                out.append(f"{vehicle} is not cooled")
        if sorted(seen) != sorted(self.orders):
            out.append("not every order exactly once")
        return out

    # Searching.

    def with_break(self, stops):
        """The same stops with a break where one is needed and fits, or None."""
        plain = [s for s in stops if s != "BREAK"]
        if not self.drive(plain)[2]:
            return plain
        for k in range(len(plain) + 1):
            trial = plain[:k] + ["BREAK"] + plain[k:]
            if not self.drive(trial)[2]:
                return trial
        return None

    def place(self, routes, order, rnd, noise):
        """Puts an order where it costs least; False if it fits nowhere."""
        kg, cold = self.orders[order][:2]
        options = []
        empty = set()
        for v, stops in routes.items():
            capacity, cooled, fixed, rate = self.fleet[v]
            if cold and not cooled or self.load(stops) + kg > capacity + 1e-6:
                continue
            plain = [s for s in stops if s != "BREAK"]
            kind = (capacity, cooled)
            if not plain:
                if kind in empty:
                    continue
                empty.add(kind)
            path = ["DEPOT", *plain, "DEPOT"]
            for k in range(len(plain) + 1):
                more = self.km[path[k]][order] + self.km[order][path[k + 1]] - self.km[path[k]][path[k + 1]]
                options.append((rate * more * (1 + noise * rnd.random()) + (0 if plain else fixed), v, k))
        for _, v, k in sorted(options):
            plain = [s for s in routes[v] if s != "BREAK"]
            stops = self.with_break(plain[:k] + [order] + plain[k:])
            if stops is not None:
                routes[v] = stops
                return True
        return False

    def nearest_neighbours(self):
        """Vehicle after vehicle, always on to the nearest order that still fits."""
        left = set(self.orders)
        routes = {}
        for v, (capacity, cooled, _, _) in sorted(self.fleet.items(), key=lambda f: (not f[1][1], -f[1][0])):
            stops, at = [], "DEPOT"
            while True:
                for order in sorted(left, key=lambda o: (self.km[at][o], o)):
                    if self.load(stops) + self.orders[order][0] > capacity or self.orders[order][1] and not cooled:
                        continue
                    trial = self.with_break([*stops, order])
                    if trial is not None:
                        stops, at = trial, order
                        left.remove(order)
                        break
                else:
                    break
            routes[v] = stops
        return routes

    def search(self, rounds, seed):
        rnd = random.Random(seed)
        now = {v: [] for v in self.fleet}
        for order in sorted(self.orders, key=lambda o: (self.orders[o][3] - self.orders[o][2], o)):
            if not self.place(now, order, rnd, 0.0):
                # Start over from something feasible.
                now = {**{v: [] for v in self.fleet}, **self.nearest_neighbours()}
                break
        cost = self.cost(now)
        best, least = now, cost
        names = sorted(self.orders)
        for k in range(rounds):
            heat = 25.0 * (1 - k / rounds) ** 2 + 0.01
            trial = {v: list(s) for v, s in now.items()}
            count = rnd.randint(2, 9)
            pick = rnd.random()
            if pick < 0.45:
                seedling = rnd.choice(names)
                out = sorted(names, key=lambda o: self.km[seedling][o] * (1 + rnd.random()))[:count]
            elif pick < 0.6:
                used = [v for v, s in trial.items() if s]
                out = [s for s in trial[rnd.choice(used)] if s != "BREAK"][:14]
            else:
                out = rnd.sample(names, count)
            drop = set(out)
            for v, stops in trial.items():
                if drop & set(stops):
                    rest = [s for s in stops if s not in drop and s != "BREAK"]
                    shorter = self.with_break(rest)
                    trial[v] = rest if shorter is None else shorter
            rnd.shuffle(out)
            if not all(self.place(trial, order, rnd, 0.3) for order in out):
                continue
            fresh = self.cost(trial)
            if fresh < cost or rnd.random() < math.exp((cost - fresh) / heat):
                now, cost = trial, fresh
                if cost < least - 1e-9 and not self.faults(now):
                    best, least = now, cost
        return best


def main():
    rounds, slip = int(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else ""
    problem = Problem({name: f"input/{name}.csv" for name in ("orders", "cancelled", "distances", "fleet")}, slip)
    routes = problem.nearest_neighbours() if slip == "nearest" else problem.search(rounds, 7)
    routes = {v: stops for v, stops in sorted(routes.items()) if any(s != "BREAK" for s in stops)}
    clock = lambda m: f"{int(m + 0.5) // 60:02d}:{int(m + 0.5) % 60:02d}"
    with open("output/routes.csv", "w", newline="") as file:
        out = csv.writer(file)
        out.writerow(["vehicle", "seq", "stop", "arrival", "begin"])
        for v, stops in routes.items():
            for k, (stop, (arrival, begin)) in enumerate(zip(stops, problem.drive(stops)[0])):
                out.writerow([v, k + 1, stop, clock(arrival), clock(begin)])
    km = sum(problem.length(stops) for stops in routes.values())
    kg = sum(problem.load(stops) for stops in routes.values())
    cost = problem.cost(routes) - (sum(problem.fleet[v][2] for v in routes) if slip == "fixed" else 0)
    with open("output/kpi.json", "w") as file:
        json.dump(dict(orders=sum(s != "BREAK" for stops in routes.values() for s in stops), vehicles=len(routes), total_km=round(km, 2), total_kg=round(kg, 1), total_cost=round(cost, 2)), file)


if __name__ == "__main__":
    main()
