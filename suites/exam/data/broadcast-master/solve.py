# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Mixes the cues and brings the mix to the loudness. Argument: a flaw for a near-miss."""
import csv
import json
import sys
import wave

import numpy as np
from scipy.signal import lfilter, resample_poly

FLAW = sys.argv[1] if len(sys.argv) > 1 else ""
spec = json.load(open("input/spec.json"))
RATE = spec["rate_hz"]
cues = {}
for r in csv.DictReader(open("input/cues.csv")):
    if r["cue"] not in cues or (int(r["rev"]) > int(cues[r["cue"]]["rev"])) == (FLAW != "stale"):
        cues[r["cue"]] = r
cues = [c for c in cues.values() if c["status"] == "in"]


def start(text):
    if ":" in text:
        h, m, s, f = (int(p) for p in text.split(":"))
        return h * 3600 + m * 60 + s + (f / 100 if FLAW == "frames" else f / 25)
    return float(text)


def stem(c):
    with wave.open("input/stems/" + c["stem"]) as file:
        rate, x = file.getframerate(), np.frombuffer(file.readframes(file.getnframes()), "<i2") / 32768
    x = x[round(float(c["in_s"]) * rate):round(float(c["out_s"]) * rate)]
    if rate != RATE and FLAW != "rates":
        x = resample_poly(x, RATE // 300, rate // 300)
    t = np.arange(len(x)) / RATE
    length = len(x) / RATE
    for fade, at in ((float(c["fade_in_ms"]) / 1000, t), (float(c["fade_out_ms"]) / 1000, length - t)):
        if fade:
            x = x * np.clip(at / fade, 0, 1)
    return x * 10 ** (float(c["gain_db"]) / 20)


def ducking(times):
    depth = np.zeros_like(times)
    for c in cues:
        if c["kind"] == "voice":
            a = start(c["start"])
            b = a + float(c["out_s"]) - float(c["in_s"])
            depth = np.maximum(depth, np.clip(np.minimum((times - a) / spec["duck_ramp_s"] + 1, (b - times) / spec["duck_ramp_s"] + 1), 0, 1))
    return 10 ** (-spec["duck_db"] * depth / 20)


def loudness(x):
    y = []
    for channel in x:
        c = lfilter([1.53512485958697, -2.69169618940638, 1.19839281085285], [1, -1.69065929318241, 0.73248077421585], channel)
        y.append(lfilter([1, -2, 1], [1, -1.99004745483398, 0.99007225036621], c) ** 2)
    power = np.sum(y, axis=0)
    size, hop = int(0.4 * RATE), int(0.1 * RATE)
    blocks = np.array([power[i:i + size].mean() for i in range(0, len(power) - size + 1, hop)])
    level = lambda p: -0.691 + 10 * np.log10(np.maximum(p, 1e-12))  # noqa: E731
    kept = blocks[level(blocks) > -70]
    kept = kept[level(kept) > level(kept.mean()) - 10]
    return level(kept.mean())


mix = np.zeros((2, round(spec["length_s"] * RATE)))
for c in cues:
    x, at = stem(c), round(start(c["start"]) * RATE)
    if c["kind"] == "music" and FLAW != "duck":
        x = x * ducking((at + np.arange(len(x))) / RATE)
    pan = float(c["pan"]) * (-1 if FLAW == "sides" else 1)
    sides = [np.cos((pan + 1) * np.pi / 4), np.sin((pan + 1) * np.pi / 4)]
    if FLAW == "linear":
        sides = [(1 - pan) / 2, (1 + pan) / 2]
    end = min(at + len(x), mix.shape[1])
    for side in (0, 1):
        mix[side, at:end] += sides[side] * x[:end - at]
gain = spec["loudness_lufs"] - loudness(mix)
if FLAW == "peak":
    gain = -1 - 20 * np.log10(np.abs(mix).max())
if FLAW == "louder":
    gain += 7
mix *= 10 ** (gain / 20)
ints = np.clip(np.round(mix.T * 8388607), -8388608, 8388607).astype("<i4")
data = np.ascontiguousarray(ints).view(np.uint8).reshape(-1, 4)[:, :3].tobytes()
with wave.open("output/master.wav", "wb") as out:
    out.setnchannels(2)
    out.setsampwidth(3)
    out.setframerate(RATE)
    out.writeframes(data)
with open("output/mix.csv", "w") as file:
    file.write("cue,start_s,end_s,total_gain_db\n")
    for c in cues:
        a = start(c["start"])
        file.write(f"{c['cue']},{a:.3f},{a + float(c['out_s']) - float(c['in_s']):.3f},{float(c['gain_db']) + gain:.2f}\n")
