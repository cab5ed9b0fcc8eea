# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Writes the inputs and references of the neuron exam. Deterministic: `python3 generate.py` beside this file."""
import csv
import json
import math
import os
import random

HERE = os.path.dirname(os.path.abspath(__file__))
VARIANTS = {
    "regular": dict(seed=2501, C=250.0, gL=12.0, EL=-65.0, VT=-43.0, VR=-57.0, tref=3.5, tau_w=90.0, b=30.0, junction=9.0, steps=(-150, 90, 190, 330, 430, 540, 680), noise=0.35, mean=320.0, sd=135.0),
    "adapting": dict(seed=2502, C=120.0, gL=7.0, EL=-71.0, VT=-50.0, VR=-55.0, tref=2.0, tau_w=140.0, b=26.0, junction=12.0, steps=(-100, 50, 110, 190, 280, 370, 480), noise=0.35, mean=190.0, sd=90.0),
}
DT = 0.1


def simulate(p, current):
    """Voltage at every 0.1 ms, and spike times, by Euler steps."""
    v, w, hold, volts, spikes = p["EL"], 0.0, 0, [], []
    for k, i in enumerate(current):
        w -= DT * w / p["tau_w"]
        if hold > 0:
            hold -= 1
            v = p["VR"]
        else:
            v += DT / p["C"] * (-p["gL"] * (v - p["EL"]) + i - w)
            if v >= p["VT"]:
                spikes.append((k + 1) * DT)
                v = p["VR"]
                w += p["b"]
                hold = round(p["tref"] / DT)
        volts.append(v)
    return volts, spikes


def write(name, header, rows):
    with open(os.path.join(HERE, name), "w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(header)
        out.writerows(rows)


def build(name, v):
    rnd = random.Random(v["seed"])
    sweeps, table = [], []
    for i in v["steps"]:
        current = [i if 100 <= k * DT < 600 else 0.0 for k in range(round(700 / DT))]
        volts, spikes = simulate(v, current)
        # The recorder samples every 0.5 ms, adds noise and the junction potential, and shows a spike as a short peak.
        seen = [x + v["junction"] + rnd.gauss(0, v["noise"]) for x in volts[4::5]]
        for s in spikes:
            k = min(len(seen) - 1, max(0, math.ceil(s / 0.5 - 1e-9) - 1))
            seen[k] = 32.0 + rnd.gauss(0, 1.5)
        sweeps.append(seen)
        gaps = [b - a for a, b in zip(spikes, spikes[1:])]
        table.append([f"{i / 1000:g}", len(spikes), f"{spikes[0] - 100:.2f}" if spikes else "", f"{gaps[0]:.2f}" if gaps else "", f"{gaps[-1]:.2f}" if gaps else ""])
    write(f"{name}-recordings.csv", ["time_ms"] + [f"sweep_{k + 1}" for k in range(len(sweeps))], [[f"{(k + 1) * 0.5:.1f}", *(f"{s[k]:.2f}" for s in sweeps)] for k in range(len(sweeps[0]))])
    write(f"{name}-protocol.csv", ["sweep", "current_na", "from_ms", "to_ms"], [[f"sweep_{k + 1}", f"{i / 1000:g}", 100, 600] for k, i in enumerate(v["steps"])])
    write(f"{name}-ref-table.csv", ["current_na", "spikes", "first_spike_ms", "first_interval_ms", "last_interval_ms"], table)
    # Hidden: coloured noise, 3 s, held for 1 ms.
    x, held = 0.0, []
    for _ in range(3000):
        x += -x / 6.0 + math.sqrt(2 / 6.0) * rnd.gauss(0, 1)
        held.append(round(v["mean"] + v["sd"] * x, 1))
    _, spikes = simulate(v, [i for i in held for _ in range(10)])
    keys = ("C", "gL", "EL", "VT", "VR", "tref", "tau_w", "b")
    with open(os.path.join(HERE, f"{name}-ref-facts.json"), "w") as file:
        json.dump(dict(parameters={k: v[k] for k in keys}, rheobase_pa=v["gL"] * (v["VT"] - v["EL"]), current=held, spikes=[round(s, 1) for s in spikes]), file)
        file.write("\n")
    print(name, table, "hidden", len(spikes), "rheobase", v["gL"] * (v["VT"] - v["EL"]))


for name, v in VARIANTS.items():
    build(name, v)
