# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Fits the neuron in input/ step by step. Arguments: junction potential, and what to do wrong (none: nothing)."""
import csv
import json
import sys

import numpy as np

JUNCTION = float(sys.argv[1])
SLIP = sys.argv[2] if len(sys.argv) > 2 else ""
rows = list(csv.reader(open("input/recordings.csv")))
data = np.array(rows[1:], float)
time, volts = data[:, 0], data[:, 1:].T - (0 if SLIP == "junction" else JUNCTION)
protocol = list(csv.DictReader(open("input/protocol.csv")))
current = np.array([float(r["current_na"]) for r in protocol]) * (1 if SLIP == "units" else 1000)
STEP = 0.5

spikes = [time[v > 0] for v in volts]
EL = np.mean([v[time < 95].mean() for v in volts])
quiet = [k for k in range(len(current)) if len(spikes[k]) == 0]
late = (time > 450) & (time < 595)
gL = np.sum(current[quiet] ** 2) / np.sum([current[k] * (volts[k][late].mean() - EL) for k in quiet])
# Time constant from the approach to the steady state: fit of exponentials by a search over tau.
on = (time > 100.2) & (time < 300)
best = None
for tau in np.arange(4, 60, 0.05):
    error = sum(((volts[k][on] - EL - current[k] / gL * (1 - np.exp(-(time[on] - 100) / tau))) ** 2).sum() for k in quiet)
    if best is None or error < best[0]:
        best = (error, tau)
C = gL * best[1]

# After a spike the voltage rests at the reset for the refractory time.
VR = np.median([volts[k][int(round(x / STEP)) + 1] for k in range(len(volts)) for x in spikes[k]])


def simulate(p, i_step, total=700.0, dt=0.1):
    v, w, hold, out = p["EL"], 0.0, 0, []
    n = int(total / dt)
    for k in range(n):
        i = i_step if 100 <= k * dt < 600 else 0.0
        w -= dt * w / p["tau_w"]
        if hold > 0:
            hold -= 1
            continue
        v += dt / p["C"] * (-p["gL"] * (v - p["EL"]) + i - w)
        if v >= p["VT"]:
            out.append((k + 1) * dt)
            v, w, hold = p["VR"], w + p["b"], round(p["tref"] / dt)
    return np.array(out)


loud = [k for k in range(len(current)) if len(spikes[k]) > 1]
# Threshold: where the first spikes come when they come (the recorder shows them at the end of its sample).
VT = np.median([EL + current[k] / gL * (1 - np.exp(-(spikes[k][0] - 0.25 - 100) / best[1])) for k in loud])


def adaptation(tref):
    """Adaptation from what is missing in the charge between two spikes: linear in b for every tau_w."""
    gaps, y = [], []
    for k in loud:
        s = spikes[k] - 0.25
        for n in range(len(s) - 1):
            t0, t1 = s[n] + tref, s[n + 1]
            first, last = np.searchsorted(time, [t0 + 0.25, t1 - 0.25])
            if last - first >= 3:
                y.append((current[k] - gL * (volts[k][first:last].mean() - EL)) * (t1 - t0) - C * (VT - VR))
                gaps.append((t0 - s[:n + 1], t1 - s[:n + 1]))
    y, top = np.array(y), None
    for tau_w in np.arange(40, 241, 5.0):
        a = np.array([tau_w * (np.exp(-u / tau_w) - np.exp(-w / tau_w)).sum() for u, w in gaps])
        b = (a * y).sum() / (a * a).sum()
        error = ((y - a * b) ** 2).sum()
        if top is None or error < top[0]:
            top = (error, tau_w, b)
    return top


guess = min((adaptation(t) + (t,) for t in np.arange(1, 5.1, 0.5)), key=lambda x: x[0])
p = dict(C=C, gL=gL, EL=EL, VT=VT, VR=VR, tref=guess[3], tau_w=guess[1], b=guess[2])


def error(p):
    """Distance of spike trains on the steps."""
    total = 0.0
    for k in loud:
        mine = simulate(p, current[k], spikes[k][-1] + 20)
        n = min(len(mine), len(spikes[k]))
        extra = abs((mine < spikes[k][-1] + 5).sum() - len(spikes[k]))
        total += (np.abs(mine[:n] - (spikes[k][:n] - 0.2)).sum() + 8.0 * extra) / len(spikes[k])
    return total


if not SLIP:
    # Polish what the steps tell least directly, one at a time.
    now = error(p)
    for scale in (1.0, 0.4):
        for key, step in (("tref", 0.5), ("b", 2.0), ("tau_w", 15.0), ("VT", 0.3), ("VR", 0.3)):
            for sign in (1, -1):
                trial = dict(p)
                trial[key] = p[key] + sign * step * scale
                if trial["tref"] < 0.1 or trial["tau_w"] < 10:
                    continue
                value = error(trial)
                if value < now:
                    p, now = trial, value
                    break
if SLIP == "refractory":
    p["tref"] = 0.0
if SLIP == "adaptation":
    p["b"] = 0.0
names = dict(C="C_pF", gL="gL_nS", EL="EL_mV", VT="VT_mV", VR="VR_mV", tref="tref_ms", tau_w="tau_w_ms", b="b_pA")
with open("output/params.json", "w") as file:
    json.dump({**{names[k]: round(float(x), 4) for k, x in p.items()}, "rheobase_pA": round(float(p["gL"] * (p["VT"] - p["EL"])), 3)}, file, indent=1)
with open("output/table.csv", "w", newline="") as file:
    out = csv.writer(file)
    out.writerow(["current_na", "spikes", "first_spike_ms", "first_interval_ms", "last_interval_ms"])
    for r, s in zip(protocol, spikes):
        gaps = np.diff(s)
        out.writerow([r["current_na"], len(s), f"{s[0] - 100:.1f}" if len(s) else "", f"{gaps[0]:.1f}" if len(gaps) else "", f"{gaps[-1]:.1f}" if len(gaps) else ""])
