# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Routes the design storms, and storms that the brief does not show, through the pond that was handed in."""
import json
import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from marking import Checks, Wrong, keyed, near, number, read_json, read_rows, REF  # noqa: E402

site, facts = read_json("site.json", REF), read_json("facts.json", REF)
land = [(float(r["area"]) * (4046.8564224 if r["unit"] == "acre" else 1e4) * float(r["runoff_coefficient"]), 60 * float(r["k_min"]))
        for r in read_rows("catchments.csv", ["area", "unit", "runoff_coefficient", "k_min", "status"], folder=REF) if r["status"] == "drains to pond"]
sizes = [float(r["diameter_mm"]) / 1000 for r in read_rows("orifices.csv", ["diameter_mm", "status"], folder=REF) if r["status"] == "in stock"]
storms = {}
for r in read_rows("storms.csv", ["storm", "start_min", "minutes", "rain", "unit"], folder=REF):
    storms.setdefault(r["storm"], []).append((int(r["start_min"]), float(r["rain"]) * (12 if r["unit"] == "mm" else 1)))
storms = {s: [rate for _, rate in sorted(v)] for s, v in storms.items()}
KEYS = ["bottom_length_m", "bottom_width_m", "depth_m", "low_orifice_m", "high_orifice_m", "high_invert_m"]
DT = 30.0


def runoff(rates):
    """Inflow at each step, by the exact recession of each linear reservoir."""
    n, out = int(30 * 3600 / DT), None
    out = [0.0] * (n + 1)
    for area, k in land:
        q, keep = 0.0, math.exp(-DT / k)
        for i in range(n):
            step = int(i * DT // 300)
            full = area * rates[step] / 3.6e6 if step < len(rates) else 0.0
            q = full + (q - full) * keep
            out[i + 1] += q
            if full == 0 and q < 1e-9:
                break
    return out


def triangle(rates, place):
    n, depth = len(rates), sum(rates) / 12
    peak = 2 * depth / (n / 12)
    out = [peak * ((k + 0.5) / n / place if (k + 0.5) / n < place else (1 - (k + 0.5) / n) / (1 - place)) for k in range(n)]
    return [r * sum(rates) / sum(out) for r in out]


def pond():
    data = read_json("pond.json")
    if not isinstance(data, dict):
        raise Wrong("pond.json is not an object")
    made = [number(data.get(k)) for k in KEYS]
    if None in made:
        raise Wrong(f"pond.json needs numbers for {', '.join(KEYS)}")
    l, w, d, d1, d2, h2 = made
    s, faults = site["side_slope"], []
    if min(l, w) < 5 or not 0.5 <= d <= site["max_depth_m"] + 1e-6:
        faults.append("a bottom below 5 m, or a wrong depth")
    if l + 2 * s * d > site["max_length_m"] + 0.01 or w + 2 * s * d > site["max_width_m"] + 0.01:
        faults.append("too large for the site")
    if any(min(abs(x - y) for y in sizes) > 1e-6 for x in (d1, d2)) or not 0.1 <= h2 <= d:
        faults.append("an orifice that is not in stock, or out of the pond")
    if faults:
        raise Wrong("; ".join(faults))
    return made, data


def outflow(h, made):
    total = 0.0
    for d, invert in ((made[3], 0.0), (made[4], made[5])):
        head = h - invert
        if head > 0:
            total += 0.6 * math.pi / 4 * d * d * math.sqrt(19.62 * head) * min(1.0, head / d)
    return total


def route(made, flows):
    l, w, s = made[0], made[1], site["side_slope"]
    h = peak = top = 0.0
    for a, b in zip(flows, flows[1:]):
        q = 0.5 * (a + b)
        out = outflow(h, made)
        peak, top = max(peak, out), max(top, h)
        middle = max(0.0, h + 0.5 * DT * (q - out) / ((l + 2 * s * h) * (w + 2 * s * h)))
        h = max(0.0, h + DT * (q - outflow(middle, made)) / ((l + 2 * s * middle) * (w + 2 * s * middle)))
        if h > 50:
            raise Wrong("the pond runs over by far")
    return peak, top, h


def price(made):
    l, w, d = made[:3]
    s = site["side_slope"]
    steps = 200
    volume = sum((l + 2 * s * d * (k + 0.5) / steps) * (w + 2 * s * d * (k + 0.5) / steps) for k in range(steps)) * d / steps
    return site["price_m3"] * volume + site["price_m2"] * (l + 2 * s * d) * (w + 2 * s * d)


def faults(made, storm, rates):
    peak, top, late = route(made, runoff(rates))
    out = []
    if peak > 1.01 * site["limits_m3_s"][storm]:
        out.append(f"{storm}: {peak:.3f} m3/s")
    if top > made[2] - site["freeboard_m"] + 0.01:
        out.append(f"{storm}: {top:.2f} m high")
    if late > 0.1:
        out.append(f"{storm}: not empty")
    return out


def design_storms():
    made, _ = pond()
    bad = [faults(made, s, r) for s, r in storms.items()]
    return sum(not b for b in bad) / len(bad), f"{len(bad)} storms held", "; ".join(sum(bad, [])) or "all are"


def hidden_storms():
    made, _ = pond()
    bad = [faults(made, s, triangle(r, p)) for s, r in storms.items() for p in facts["hidden"]]
    right = sum(not b for b in bad)
    return max(0.0, 2 * right / len(bad) - 1), f"{len(bad)} storms held", f"{right}; " + "; ".join(sum(bad, []))


def cost():
    made, _ = pond()
    if any(faults(made, s, r) for s, r in storms.items()):
        raise Wrong("the pond does not hold the design storms")
    seen, full = price(made), 1.15 * facts["best"]
    return min(1.0, max(0.0, (2.5 * facts["best"] - seen) / (2.5 * facts["best"] - full))), f"{full:.0f} or less", f"{seen:.0f}"


def routing():
    made, data = pond()
    given, right, total = keyed("routing.csv", ["storm"], ["peak_inflow_m3_s", "peak_outflow_m3_s", "max_level_m", "inflow_volume_m3"]), 0, 0
    for s, rates in storms.items():
        flows = runoff(rates)
        peak, top, _ = route(made, flows)
        row = given.get((s,), {})
        for k, v, slack in (("peak_inflow_m3_s", max(flows), 0.02), ("peak_outflow_m3_s", peak, 0.02), ("max_level_m", top, 0.02), ("inflow_volume_m3", sum(flows) * DT, 0.01)):
            total += 1
            right += near(row.get(k), v, 0.0, slack)
    total += 1
    right += near(data.get("cost"), price(made), 0, 0.002)
    return max(0.0, right / total) if len(given) == len(storms) else 0.0, f"{total} values", f"{right} are right"


checks = Checks()
for name, work in (("design_storms", design_storms), ("hidden_storms", hidden_storms), ("cost", cost), ("routing", routing)):
    checks.add(name, work)
checks.print()
