# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Reinforces a feeder: load flow by an impedance matrix, and a search over cables and capacitors.

Arguments: rounds of the search, then a flaw for a near-miss.
"""
import csv
import json
import math
import random
import sys

import numpy as np


def table(path):
    return list(csv.DictReader(open(path)))


def load(folder="input", flaw=""):
    spec = json.load(open(f"{folder}/spec.json"))
    cables = {r["cable"]: dict(z=complex(float(r["r_ohm_km"]), float(r["x_ohm_km"])), amps=float(r["ampacity_a"]), price=float(r["price_per_km"]), ok=r["status"] == "available" or flaw == "withdrawn") for r in table(f"{folder}/cables.csv")}
    lines = {r["line"]: dict(a=r["from"], b=r["to"], km=float(r["length"]) / (1000 if r["unit"] == "m" else 1), cable=r["cable"]) for r in table(f"{folder}/lines.csv")}
    buses = [spec["source_bus"]] + [v["b"] for v in lines.values()]
    peak, light = ({b: 0j for b in buses} for _ in range(2))
    for r in table(f"{folder}/loads.csv"):
        kw = float(r["power"]) * (1000 if r["unit"] == "MW" and flaw != "units" else 1)
        grown = kw * (1 if flaw == "growth" else (1 + spec["growth_percent"][r["class"]] / 100) ** spec["years"])
        pf = float(r["power_factor"])
        s = complex(grown, grown * math.tan(math.acos(pf)) * (-1 if flaw == "leading" else 1))
        peak[r["bus"]] += s
        light[r["bus"]] += spec["light_share"] * s
    for r in table(f"{folder}/solar.csv"):
        if r["status"] == "connected":
            light[r["bus"]] -= float(r["kw"])
    return spec, cables, lines, dict(peak=peak, light=light)


class Net:
    def __init__(self, spec, cables, lines, cases, flaw=""):
        self.spec, self.cables, self.lines = spec, cables, lines
        self.names = [v["b"] for v in lines.values()]
        self.at = {b: i for i, b in enumerate(self.names)}
        self.kv = spec["kv"] * (math.sqrt(3) if flaw == "phase" else 1)
        self.s = {c: np.array([v[b] for b in self.names]) for c, v in cases.items()}
        # Lines on the way to each bus: with them the impedance matrix of a radial net is a product.
        way = {spec["source_bus"]: []}
        while len(way) <= len(self.names):
            for k, v in lines.items():
                if v["a"] in way and v["b"] not in way:
                    way[v["b"]] = way[v["a"]] + [k]
        self.order = list(lines)
        self.path = np.array([[k in way[b] for k in self.order] for b in self.names], float)

    def flow(self, case, plan, caps):
        z = np.array([self.cables[plan[k]]["z"] * self.lines[k]["km"] for k in self.order])
        s = self.s[case] - 1j * np.array([caps.get(b, 0) for b in self.names])
        v0 = self.spec["source_pu"] * self.kv
        v = np.full(len(s), v0, complex)
        for _ in range(40):
            current = np.conj(s / v) / 1000  # kA times the root of 3
            through = self.path.T @ current
            new = v0 - self.path @ (z * through)
            done = np.abs(new - v).max() < 1e-9
            v = new
            if done or np.abs(v).min() < 0.3 * v0:
                break
        amps = np.abs(through) * 1000 / math.sqrt(3)
        return v / self.kv, amps, float((np.abs(through) ** 2 * z.real).sum() * 1000)

    def cost(self, plan, caps):
        wires = sum(self.cables[plan[k]]["price"] * self.lines[k]["km"] for k in self.order if plan[k] != self.lines[k]["cable"])
        return wires + sum(self.spec["capacitors"][str(q)] for q in caps.values() if q)

    def wrong(self, plan, caps, slack=0.0003):
        total, rating = 0.0, np.array([self.cables[plan[k]]["amps"] for k in self.order])
        for case in self.s:
            v, amps, _ = self.flow(case, plan, caps)
            m = np.abs(v)
            total += np.maximum(0, self.spec["min_pu"] + slack - m).sum() * 20 + np.maximum(0, m - self.spec["max_pu"] + slack).sum() * 20 + np.maximum(0, amps / rating - 0.998).sum()
        return total

    def search(self, rounds, seed=5):
        rng = random.Random(seed)
        kinds = sorted((c for c, v in self.cables.items() if v["ok"]), key=lambda c: self.cables[c]["price"])
        plan = {k: kinds[-1] for k in self.order}
        caps, scale = {}, self.cost(plan, {})
        judge = lambda p, c: self.cost(p, c) + scale * self.wrong(p, c)  # noqa: E731
        value = judge(plan, caps)
        best = value, plan, caps
        for turn in range(rounds):
            p, c = dict(plan), dict(caps)
            for _ in range(rng.choice([1, 1, 2])):
                if rng.random() < 0.75:
                    k = rng.choice(self.order)
                    p[k] = rng.choice(kinds + 2 * [self.lines[k]["cable"]])
                else:
                    b = rng.choice(self.names)
                    if len(c) > 2 and b not in c:
                        b = rng.choice(sorted(c))
                    q = rng.choice([0] + [int(s) for s in self.spec["capacitors"]])
                    c.pop(b, None)
                    if q:
                        c[b] = q
            new = judge(p, c)
            if new < value + scale * 0.02 * (1 - turn / rounds) ** 2 * rng.random() ** 3:
                plan, caps, value = p, c, new
                if new < best[0] and self.wrong(p, c) == 0:
                    best = new, p, c
        return best


def main():
    rounds, flaw = int(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else ""
    spec, cables, lines, cases = load("input", flaw)
    net = Net(spec, cables, lines, cases, flaw)
    _, plan, caps = net.search(rounds)
    if flaw == "withdrawn":
        plan[net.order[0]] = next(r["cable"] for r in table("input/cables.csv") if r["status"] != "available")
    with open("output/plan.csv", "w") as file:
        file.write("kind,where,choice\n")
        for k in net.order:
            if plan[k] != lines[k]["cable"]:
                file.write(f"cable,{k},{plan[k]}\n")
        for b, q in caps.items():
            file.write(f"capacitor,{b},{q}\n")
    volts, loading = [], 0.0
    with open("output/loadflow.csv", "w") as file:
        file.write("case,bus,voltage_pu\n")
        for case in cases:
            v, amps, loss = net.flow(case, plan, caps)
            if case == "peak":
                losses = loss
            loading = max(loading, max(100 * a / cables[plan[k]]["amps"] for a, k in zip(amps, net.order)))
            for b, x in zip(net.names, np.abs(v)):
                file.write(f"{case},{b},{x:.5f}\n")
                volts.append(float(x))
    json.dump(dict(cost=round(net.cost(plan, caps), 2), min_voltage_pu=min(volts), max_voltage_pu=max(volts), max_loading_percent=loading, peak_losses_kw=losses), open("output/summary.json", "w"))


if __name__ == "__main__":
    main()
