# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Solves the load flow of the feeder as planned, by backward and forward sweeps, and marks the plan."""
import json
import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from marking import Checks, Wrong, keyed, near, read_json, read_rows, REF  # noqa: E402

spec, facts = read_json("spec.json", REF), read_json("facts.json", REF)
cables = {r["cable"]: r for r in read_rows("cables.csv", ["cable", "r_ohm_km", "x_ohm_km", "ampacity_a", "price_per_km", "status"], folder=REF)}
lines = {r["line"]: r for r in read_rows("lines.csv", ["line", "from", "to", "length", "unit", "cable"], folder=REF)}
for r in lines.values():
    r["km"] = float(r["length"]) * (0.001 if r["unit"] == "m" else 1)
# From the source outwards: a line comes after the one that feeds it.
order, fed = [], {spec["source_bus"]}
while len(order) < len(lines):
    for k, r in lines.items():
        if r["from"] in fed and r["to"] not in fed:
            order.append(k)
            fed.add(r["to"])
power = {"peak": dict.fromkeys(fed, 0j), "light": dict.fromkeys(fed, 0j)}
for r in read_rows("loads.csv", ["bus", "class", "power", "unit", "power_factor"], folder=REF):
    kw = float(r["power"]) * (1000 if r["unit"] == "MW" else 1) * (1 + spec["growth_percent"][r["class"]] / 100) ** spec["years"]
    pf = float(r["power_factor"])
    s = complex(kw, kw * math.sqrt(1 - pf * pf) / pf)
    power["peak"][r["bus"]] += s
    power["light"][r["bus"]] += spec["light_share"] * s
for r in read_rows("solar.csv", ["bus", "kw", "status"], folder=REF):
    if r["status"] == "connected":
        power["light"][r["bus"]] -= float(r["kw"])


def plan():
    wires, caps = {k: r["cable"] for k, r in lines.items()}, {}
    seen = set()
    for r in read_rows("plan.csv", ["kind", "where", "choice"], 2000):
        if (r["kind"], r["where"]) in seen:
            raise Wrong(f"plan.csv has {r['where'][:20]!r} twice")
        seen.add((r["kind"], r["where"]))
        if r["kind"] == "cable" and r["where"] in lines and cables.get(r["choice"], {}).get("status") == "available":
            wires[r["where"]] = r["choice"]
        elif r["kind"] == "capacitor" and r["where"] in fed and r["where"] != spec["source_bus"] and r["choice"] in spec["capacitors"]:
            caps[r["where"]] = float(r["choice"])
        else:
            raise Wrong(f"plan.csv: {r['kind'][:12]!r}, {r['where'][:12]!r}, {r['choice'][:12]!r} cannot be done")
    return wires, caps


def flow(case, wires, caps):
    start = spec["source_pu"] * spec["kv"] / math.sqrt(3)
    volts = dict.fromkeys(fed, complex(start))
    for _ in range(200):
        current = {b: ((power[case][b] - 1j * caps.get(b, 0)) / 3 / volts[b]).conjugate() for b in fed}  # A
        for k in reversed(order):
            current[lines[k]["from"]] += current[lines[k]["to"]]
        change = 0.0
        for k in order:
            r, c = lines[k], cables[wires[k]]
            new = volts[r["from"]] - current[r["to"]] * complex(float(c["r_ohm_km"]), float(c["x_ohm_km"])) * r["km"] / 1000
            change = max(change, abs(new - volts[r["to"]]))
            volts[r["to"]] = new
        if change < 1e-9:
            break
        if min(map(abs, volts.values())) < 0.3 * start:
            raise Wrong("the load flow of this plan collapses")
    pu = {b: abs(x) * math.sqrt(3) / spec["kv"] for b, x in volts.items() if b != spec["source_bus"]}
    amps = {k: abs(current[lines[k]["to"]]) for k in order}
    loss = sum(3 * amps[k] ** 2 * float(cables[wires[k]]["r_ohm_km"]) * lines[k]["km"] for k in order) / 1000
    return pu, {k: 100 * a / float(cables[wires[k]]["ampacity_a"]) for k, a in amps.items()}, loss


def price(wires, caps):
    return sum(float(cables[c]["price_per_km"]) * lines[k]["km"] for k, c in wires.items() if c != lines[k]["cable"]) + sum(spec["capacitors"][f"{q:.0f}"] for q in caps.values())


def faults(wires, caps):
    out = []
    for case in power:
        pu, loading, _ = flow(case, wires, caps)
        out += [f"{case}: {b} at {x:.4f} pu" for b, x in pu.items() if not spec["min_pu"] - 0.0002 <= x <= spec["max_pu"] + 0.0002]
        out += [f"{case}: {k} loaded to {x:.1f} %" for k, x in loading.items() if x > 100.1]
    return out


def secure():
    bad = faults(*plan())
    return float(not bad), "voltages and loadings within the limits in both cases", f"{len(bad)} are not: {'; '.join(bad[:3])}" if bad else "they are"


def cost():
    made = plan()
    if faults(*made):
        raise Wrong("the plan is not secure")
    seen, full, none = price(*made), 1.15 * facts["best"], 2.5 * facts["best"]
    return min(1.0, max(0.0, (none - seen) / (none - full))), f"{full:.0f} or less", f"{seen:.0f}"


def loadflow():
    made = plan()
    given, right, total = keyed("loadflow.csv", ["case", "bus"], ["voltage_pu"]), 0, 0
    for case in power:
        for b, x in flow(case, *made)[0].items():
            total += 1
            right += near(given.get((case, b), {}).get("voltage_pu"), x, 0.0004)
    extra = sum(k not in {(c, b) for c in power for b in fed} for k in given)
    return max(0.0, 2 * right / (total + extra) - 1), f"{total} voltages", f"{right} are right"


def summary():
    made = plan()
    flows = {c: flow(c, *made) for c in power}
    volts = [x for pu, _, _ in flows.values() for x in pu.values()]
    right = dict(cost=(price(*made), 1.0), min_voltage_pu=(min(volts), 0.0004), max_voltage_pu=(max(volts), 0.0004), max_loading_percent=(max(max(l.values()) for _, l, _ in flows.values()), 0.3), peak_losses_kw=(flows["peak"][2], 0.01 * flows["peak"][2]))
    data = read_json("summary.json")
    bad = [k for k, (v, slack) in right.items() if not near(data.get(k), v, slack)]
    return 1 - len(bad) / len(right), json.dumps({k: round(v, 4) for k, (v, _) in right.items()}), f"wrong: {', '.join(bad)}" if bad else "all are right"


checks = Checks()
for name, work in (("secure", secure), ("cost", cost), ("loadflow", loadflow), ("summary", summary)):
    checks.add(name, work)
checks.print()
