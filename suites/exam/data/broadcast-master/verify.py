# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Finds the cues in a master that was handed in, by correlation, and their levels, by regression on the stems."""
import io
import json
import math
import os
import sys
import wave

import numpy as np
from scipy.signal import fftconvolve, resample_poly

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from marking import Checks, Wrong, keyed, near, read_bytes, read_json, read_rows, REF  # noqa: E402
from stems import stems  # noqa: E402

NAME = sys.argv[1]
LOW = 12000
spec = read_json("spec.json", REF)
LENGTH = round(spec["length_s"] * LOW)
COLUMNS = ["cue", "rev", "stem", "kind", "start", "in_s", "out_s", "gain_db", "pan", "fade_in_ms", "fade_out_ms", "status"]
cues = {}
for r in sorted(read_rows("cues.csv", COLUMNS, folder=REF), key=lambda r: int(r["rev"])):
    cues[r["cue"]] = r
cues = {k: r for k, r in cues.items() if r["status"] == "in"}
sounds = stems(NAME)


def seconds(text):
    if ":" not in text:
        return float(text)
    h, m, s, f = map(int, text.split(":"))
    return 3600 * h + 60 * m + s + f / 25


for r in cues.values():
    r["from"] = seconds(r["start"])
    r["to"] = r["from"] + float(r["out_s"]) - float(r["in_s"])


def basis(r):
    """A cue at its place with fades, at unity and not panned."""
    rate, x = sounds[r["stem"]]
    x = x[round(float(r["in_s"]) * rate):round(float(r["out_s"]) * rate)] / 32768
    x = resample_poly(x, LOW // 300, rate // 300)
    t = np.arange(len(x)) / LOW
    for fade, at in ((float(r["fade_in_ms"]), t), (float(r["fade_out_ms"]), len(x) / LOW - t)):
        if fade:
            x = x * np.clip(1000 * at / fade, 0, 1)
    return x


def placed(x, at):
    out, at = np.zeros(LENGTH), round(at * LOW)
    x, at = (x[-at:], 0) if at < 0 else (x, at)
    end = max(at, min(LENGTH, at + len(x)))
    out[at:end] = x[:end - at]
    return out


def master():
    data = read_bytes("master.wav", 40 << 20)
    try:
        with wave.open(io.BytesIO(data)) as file:
            channels, width, rate, n = file.getnchannels(), file.getsampwidth(), file.getframerate(), file.getnframes()
            raw = file.readframes(n)
    except (wave.Error, EOFError) as error:
        if b"fmt " not in data[:100] or data[20:22] != b"\xfe\xff":
            raise Wrong(f"master.wav is not a PCM WAV file: {error}")
        # The extensible form of the header, which the wave module of Python 3.11 refuses.
        return extensible(data)
    return samples(raw, channels, width, rate)


def extensible(data):
    at, found = 12, {}
    while at + 8 <= len(data):
        size = int.from_bytes(data[at + 4:at + 8], "little")
        found.setdefault(data[at:at + 4], data[at + 8:at + 8 + size])
        at += 8 + size + size % 2
    head = found[b"fmt "]
    return samples(found[b"data"], int.from_bytes(head[2:4], "little"), int.from_bytes(head[14:16], "little") // 8, int.from_bytes(head[4:8], "little"))


def samples(raw, channels, width, rate):
    if channels != 2 or width not in (2, 3, 4) or rate != 48000 or len(raw) < 48000 * width or len(raw) > 60 * 48000 * width * 2:
        raise Wrong(f"master.wav has {channels} channels, {8 * width} bits, {rate} Hz, {len(raw)} bytes")
    raw = raw[:len(raw) // (2 * width) * 2 * width]
    if width == 3:
        b = np.frombuffer(raw, np.uint8).reshape(-1, 3).astype(np.int32)
        x = (b[:, 0] | b[:, 1] << 8 | b[:, 2] << 16)
        x = np.where(x >= 1 << 23, x - (1 << 24), x) / 2.0**23
    else:
        x = np.frombuffer(raw, f"<i{width}") / 2.0**(8 * width - 1)
    out = []
    for side in (0, 1):
        y = resample_poly(x[side::2], 1, 4)
        out.append(np.pad(y[:LENGTH], (0, max(0, LENGTH - len(y)))))
    if max(np.abs(out[0]).max(), np.abs(out[1]).max()) < 1e-4:
        raise Wrong("master.wav is silent")
    return np.array(out)


def analyse():
    seen = master()
    ducked = np.zeros(LENGTH)
    times = np.arange(LENGTH) / LOW
    for r in cues.values():
        if r["kind"] == "voice":
            ramp = spec["duck_ramp_s"]
            ducked = np.maximum(ducked, np.clip(np.minimum((times - r["from"]) / ramp + 1, (r["to"] - times) / ramp + 1), 0, 1))
    envelope = 10 ** (-spec["duck_db"] * ducked / 20)
    parts = {}
    late = {}
    for pass_ in range(2):
        # Correlate with what the others leave over (at first: with the master itself).
        for name, r in cues.items():
            x = basis(r)
            rest = seen
            if pass_:
                others = np.array([p for n, p in parts.items() if n[0] != name and np.any(p)])
                fit = np.linalg.lstsq(others @ others.T + 1e-9 * np.eye(len(others)), others @ seen.T, rcond=None)[0]
                rest = seen - fit.T @ others
            if r["kind"] == "music":
                x = x * envelope[round(r["from"] * LOW):][:len(x)] if len(x) <= LENGTH - round(r["from"] * LOW) else x[:LENGTH - round(r["from"] * LOW)] * envelope[round(r["from"] * LOW):]
            reach = round(0.5 * LOW)
            a = round(r["from"] * LOW)
            score = 0
            for side in (0, 1):
                padded = np.pad(rest[side], reach + 10)
                window = padded[a + 10:a + 10 + len(x) + 2 * reach]
                score = score + fftconvolve(window, x[::-1], "valid") ** 2
            late[name] = (int(np.argmax(score)) - reach) / LOW
        parts = {}
        for name, r in cues.items():
            shift = late[name] if abs(late[name]) <= 0.02 else 0.0
            x = placed(basis(r), r["from"] + shift)
            if r["kind"] == "music":
                parts[name, "free"], parts[name, "ducked"], parts[name, "ramp"] = x * (ducked < 0.01), x * (ducked > 0.99), x * ((ducked >= 0.01) & (ducked <= 0.99)) * envelope
            else:
                parts[name, ""] = x
    keys = list(parts)
    rows = np.array([parts[k] for k in keys])
    fit = np.linalg.lstsq(rows @ rows.T + 1e-9 * np.eye(len(rows)), rows @ seen.T, rcond=None)[0]
    rest = seen - fit.T @ rows
    gains = dict(zip(keys, fit))
    level = lambda g: 20 * math.log10(max(1e-6, math.hypot(*g)))  # noqa: E731
    wrong = {n: level(gains[n, "free" if r["kind"] == "music" else ""]) - float(r["gain_db"]) for n, r in cues.items()}
    usual = float(np.median([w for n, w in wrong.items() if abs(late[n]) <= 0.02] or list(wrong.values())))
    pans = {n: abs(math.atan2(gains[n, "free" if r["kind"] == "music" else ""][1], gains[n, "free" if r["kind"] == "music" else ""][0]) - (float(r["pan"]) + 1) * math.pi / 4) for n, r in cues.items()}
    duck = {n: level(gains[n, "free"]) - level(gains[n, "ducked"]) for n, r in cues.items() if r["kind"] == "music"}
    return dict(late=late, wrong={n: w - usual for n, w in wrong.items()}, pans=pans, duck=duck, usual=usual, rest=float((rest**2).sum() / (seen**2).sum()))


try:
    FOUND = analyse()
except Wrong as wrong:
    FOUND = wrong
except Exception as error:  # whatever a file that was handed in brings about is a wrong answer
    FOUND = Wrong(f"master.wav cannot be used: {type(error).__name__} {error}"[:200])


def found():
    if isinstance(FOUND, Wrong):
        raise FOUND
    return FOUND


def in_time():
    bad = [n for n, t in found()["late"].items() if abs(t) > 0.02]
    return 1 - len(bad) / len(cues), f"{len(cues)} cues within 20 ms", f"off: {', '.join(bad)}" if bad else "all are"


def levels():
    f = found()
    bad = [n for n in cues if abs(f["wrong"][n]) > 1 or f["pans"][n] > 0.06 or abs(f["late"][n]) > 0.02]
    return 1 - len(bad) / len(cues), f"{len(cues)} cues within 1 dB of each other, and at their places", f"off: {', '.join(bad)}" if bad else "all are"


def ducking():
    depth = list(found()["duck"].values())[0]
    return max(0.0, 1 - max(0.0, abs(depth - spec["duck_db"]) - 1) / 3), f"{spec['duck_db']} dB", f"{depth:.2f} dB"


def clean():
    rest = found()["rest"]
    return min(1.0, max(0.0, (0.1 - rest) / 0.08)), "at most 2 % of the power is not of the cues", f"{100 * rest:.2f} %"


def sheet():
    given = keyed("mix.csv", ["cue"], ["start_s", "end_s", "total_gain_db"])
    usual = found()["usual"]
    right = sum(
        near(given[n,]["start_s"], r["from"], 0.02) and near(given[n,]["end_s"], r["to"], 0.02) and near(given[n,]["total_gain_db"], float(r["gain_db"]) + usual, 1.0)
        for n, r in cues.items() if (n,) in given)
    share = right / (len(cues) + len([k for k in given if k[0] not in cues]))
    return share, f"{len(cues)} rows", f"{right} are right of {len(given)}"


checks = Checks()
for name, work in (("in_time", in_time), ("levels", levels), ("ducking", ducking), ("clean", clean), ("sheet", sheet)):
    checks.add(name, work)
if "debug" in sys.argv:
    print(json.dumps(FOUND if isinstance(FOUND, dict) else str(FOUND)))
checks.print()
