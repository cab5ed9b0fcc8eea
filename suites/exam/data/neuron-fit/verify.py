# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Marks a fitted neuron: simulates it on a current that nobody has seen, and compares its spikes with the neuron's own."""
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from marking import Checks, Wrong, compare, keyed, near, number, read_json, within, REF  # noqa: E402

facts = read_json("facts.json", REF)
NAMES = dict(C="C_pF", gL="gL_nS", EL="EL_mV", VT="VT_mV", VR="VR_mV", tref="tref_ms", tau_w="tau_w_ms", b="b_pA")
LIMITS = dict(C=(1, 5000), gL=(0.01, 1000), EL=(-150, 50), VT=(-120, 50), VR=(-150, 50), tref=(0, 100), tau_w=(0.5, 5000), b=(-500, 5000))
DT = 0.1
checks = Checks()


def parameters():
    given = read_json("params.json")
    out = {}
    for key, name in NAMES.items():
        value = number(given.get(name))
        if value is None or not LIMITS[key][0] <= value <= LIMITS[key][1]:
            raise Wrong(f"{name} is {str(given.get(name))[:30]}, not a possible number")
        out[key] = value
    if out["VR"] >= out["VT"]:
        raise Wrong("the reset is not below the threshold")
    return out, given


def simulate(p):
    v, w, hold, spikes, k = p["EL"], 0.0, 0, [], 0
    rest = round(p["tref"] / DT)
    for i in facts["current"]:
        for _ in range(10):
            k += 1
            w -= DT * w / p["tau_w"]
            if hold > 0:
                hold -= 1
                v = p["VR"]
                continue
            v += DT / p["C"] * (-p["gL"] * (v - p["EL"]) + i - w)
            v = min(max(v, -1e4), 1e4)
            if v >= p["VT"]:
                spikes.append(k * DT)
                v, w, hold = p["VR"], w + p["b"], rest
    return spikes


def hidden():
    mine, theirs, window = simulate(parameters()[0]), facts["spikes"], 2.0
    if not mine:
        return 0.0, f"{len(theirs)} spikes", "no spikes"
    left, common = list(mine), 0
    for s in theirs:
        hit = next((m for m in left if abs(m - s) <= window), None)
        if hit is not None:
            left.remove(hit)
            common += 1
    rate = len(mine) / 3000.0
    chance = 2 * rate * window * len(theirs)
    norm = 1 - 2 * rate * window
    gamma = (common - chance) / (0.5 * (len(mine) + len(theirs))) / norm if norm > 0.05 else 0.0
    return min(1.0, max(0.0, (gamma - 0.5) / 0.3)), f"coincidence of 0.8 or more with {len(theirs)} spikes", f"{gamma:.3f}, {len(mine)} spikes"


RULES = dict(C=(0, 0.06), gL=(0, 0.04), EL=(1.0, 0), VT=(1.2, 0), VR=(1.2, 0), tref=(0.6, 0), tau_w=(0, 0.25), b=(0, 0.2))


def values():
    p, _ = parameters()
    bad = [k for k, (a, r) in RULES.items() if not near(p[k], facts["parameters"][k], a, r)]
    return 1 - len(bad) / len(RULES), "eight parameters", f"off: {', '.join(NAMES[k] for k in bad)}" if bad else "all are near"


def rheobase():
    p, given = parameters()
    x = number(given.get("rheobase_pA"))
    ok = near(x, facts["rheobase_pa"], 0, 0.04) and near(x, p["gL"] * (p["VT"] - p["EL"]), 0, 0.02)
    return float(ok), f"{facts['rheobase_pa']:.1f} pA, as the parameters give it", f"{x}"


def table():
    columns = ["spikes", "first_spike_ms", "first_interval_ms", "last_interval_ms"]
    tidy = lambda t: {(f"{float(k[0]):g}",): r for k, r in t.items()}
    rules = {"spikes": within(0), **dict.fromkeys(columns[1:], within(1.1))}
    seen, wanted = tidy(keyed("table.csv", ["current_na"], columns)), tidy(keyed("table.csv", ["current_na"], columns, REF))
    # Sweeps without spikes are no work: only the others count, and those must not be claimed to be more.
    return compare(seen, wanted, rules, floor=sum(r["spikes"] == "0" for r in wanted.values()) / len(wanted))


for name, work in (("hidden_current", hidden), ("parameters", values), ("rheobase", rheobase), ("spike_table", table)):
    checks.add(name, work)
checks.print()
