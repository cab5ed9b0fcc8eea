# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Computes the reflectance of the layers that were handed in by recursion over the interfaces, and marks it."""
import cmath
import json
import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from marking import Checks, Wrong, near, number, read_json, read_rows, REF  # noqa: E402

spec = read_json("spec.json", REF)
facts = read_json("facts.json", REF)
good = {r["batch"] for r in read_rows("batches.csv", ["batch", "status"], folder=REF) if r["status"] == "released"}
table = {}
for r in read_rows("indices.csv", ["material", "batch", "wavelength", "unit", "n", "k"], folder=REF):
    if r["batch"] in good:
        wave = round(float(r["wavelength"]) * (1000 if r["unit"] == "um" else 1), 3)
        table.setdefault(r["material"], []).append((wave, complex(float(r["n"]), float(r["k"]))))
for rows in table.values():
    rows.sort(key=lambda row: row[0])
band = spec["band_nm"]
waves = list(range(band["from"], band["to"] + 1, band["step"]))
modes = ["s", "p"] if spec["polarisation"] == "unpolarised" else [spec["polarisation"]]


def index(material, wave):
    rows = table[material]
    for (w0, n0), (w1, n1) in zip(rows, rows[1:]):
        if w0 <= wave <= w1:
            return n0 + (n1 - n0) * (wave - w0) / (w1 - w0)
    raise AssertionError("a wavelength outside of the table")


INDEX = {m: {w: index(m, w) for w in waves} for m in table}


def reflectance(layers, wave, angle, mode):
    media = [1 + 0j] + [INDEX[m][wave] for m, _ in layers] + [INDEX[spec["substrate"]][wave]]
    side = math.sin(math.radians(angle))
    cosines = [cmath.sqrt(1 - (side / n) ** 2) for n in media]
    r = None
    for i in reversed(range(len(media) - 1)):
        a, b, ca, cb = media[i], media[i + 1], cosines[i], cosines[i + 1]
        if mode == "s":
            here = (a * ca - b * cb) / (a * ca + b * cb)
        else:
            here = (b * ca - a * cb) / (b * ca + a * cb)
        if r is None:
            r = here
        else:
            turn = cmath.exp(2j * 2 * math.pi / wave * b * cb * layers[i][1])
            r = (here + r * turn) / (1 + here * r * turn)
    return abs(r) ** 2


def spectrum(layers, error=0.0):
    layers = [(m, t * (1 + error / 100)) for m, t in layers]
    cases = [(a, m) for a in spec["angles_deg"] for m in modes]
    return [100 * sum(reflectance(layers, w, a, m) for a, m in cases) / len(cases) for w in waves]


def mean(values):
    return sum(values) / len(values)


def handed_in():
    rows = read_rows("layers.csv", ["layer", "material", "thickness_nm"], 50)
    out = {}
    for r in rows:
        place, thick = number(r["layer"]), number(r["thickness_nm"])
        if place is None or thick is None or place in out:
            raise Wrong("layers.csv needs a number for each layer, each once, and its thickness")
        if r["material"] not in spec["permitted"]:
            raise Wrong(f"{r['material'][:20]!r} is not a permitted material")
        out[place] = (r["material"], thick)
    if not out:
        raise Wrong("there is no layer")
    return [out[p] for p in sorted(out)]


def faults(layers):
    out = []
    if len(layers) > spec["max_layers"]:
        out.append(f"{len(layers)} layers")
    if any(not spec["min_thickness_nm"] - 1e-6 <= t <= spec["max_thickness_nm"] + 1e-6 for _, t in layers):
        out.append("a layer too thin or too thick")
    if sum(t for _, t in layers) > spec["max_total_nm"] + 0.01:
        out.append("too thick in all")
    if any(a[0] == b[0] for a, b in zip(layers, layers[1:])):
        out.append("two neighbours of one material")
    return out


def sound():
    layers = handed_in()
    wrong = faults(layers)
    if wrong:
        raise Wrong(", ".join(wrong))
    return layers


def feasible():
    sound()
    return 1.0, "layers within the limits", "they are"


def merit():
    seen = mean([mean(spectrum(sound(), e)) for e in spec["thickness_errors_percent"]])
    bare, full = mean(spectrum([])), 1.2 * facts["best_percent"]
    score = math.log(bare / seen) / math.log(bare / full) if seen > full else 1.0
    return score, f"{full:.4f} % or less", f"{seen:.4f} %"


def curve():
    expected = dict(zip(waves, spectrum(sound())))
    given = {}
    for r in read_rows("spectrum.csv", ["wavelength_nm", "r_percent"], 5000):
        wave = number(r["wavelength_nm"])
        if wave is None or wave in given:
            raise Wrong("spectrum.csv needs each wavelength once")
        given[wave] = r["r_percent"]
    right = sum(near(given.get(w), e, 0.005, 0.01) for w, e in expected.items())
    share = right / (len(expected) + len(set(given) - set(expected)))
    return max(0.0, 2 * share - 1) if share < 1 else 1.0, f"{len(expected)} values of these layers", f"{right} are right"


def summary():
    layers = sound()
    plain = spectrum(layers)
    expected = dict(
        mean_r_percent=mean(plain), max_r_percent=max(plain), bare_mean_r_percent=mean(spectrum([])),
        merit_percent=mean([mean(spectrum(layers, e)) for e in spec["thickness_errors_percent"]]), total_thickness_nm=sum(t for _, t in layers))
    given = read_json("summary.json")
    bad = [k for k, v in expected.items() if not near(given.get(k), v, 0.05 if k.endswith("nm") else 0.003, 0 if k.endswith("nm") else 0.005)]
    return 1 - len(bad) / len(expected), json.dumps({k: round(v, 4) for k, v in expected.items()}), f"wrong: {', '.join(bad)}" if bad else "all are right"


checks = Checks()
for name, work in (("feasible", feasible), ("merit", merit), ("spectrum", curve), ("summary", summary)):
    checks.add(name, work)
checks.print()
