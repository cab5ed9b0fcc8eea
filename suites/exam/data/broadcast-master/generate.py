# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Writes the cue sheets and specifications of the broadcast master exam; run it in its folder."""
import csv
import json
import os

HERE = os.path.dirname(os.path.abspath(__file__))
# cue, stem, kind, start in seconds (frames of 1/25 s), in, out, gain, pan, fade in and out in ms
CUES = {
    "documentary": [
        ("M1", "theme.wav", "music", 0.0, 1.0, 23.4, -9.0, 0.0, 1200, 1500), ("A1", "rain.wav", "ambience", 1.6, 0.5, 8.7, -8.0, -0.4, 500, 700), ("V1", "narration-1.wav", "voice", 3.0, 0.24, 5.0, 0.0, 0.0, 10, 20),
        ("S1", "door.wav", "effect", 9.12, 0.0, 1.2, -4.0, 0.6, 0, 100), ("V2", "interview.wav", "voice", 10.2, 0.2, 4.0, -3.5, 0.25, 10, 20), ("S2", "bell.wav", "effect", 14.88, 0.0, 2.8, -6.0, -0.7, 0, 300),
        ("V3", "narration-2.wav", "voice", 16.4, 0.12, 4.5, 5.0, 0.0, 10, 20), ("S3", "door.wav", "effect", 21.44, 0.0, 1.0, -7.0, -0.5, 0, 100)],
    "trailer": [
        ("M1", "score.wav", "music", 0.48, 0.6, 21.8, -6.5, 0.0, 800, 1000), ("S1", "impact.wav", "effect", 1.24, 0.0, 1.5, -2.0, 0.0, 0, 80), ("V1", "voice-a.wav", "voice", 2.6, 0.1, 3.5, 3.0, -0.1, 10, 20),
        ("S2", "gate.wav", "effect", 7.04, 0.0, 0.9, -5.0, -0.65, 0, 80), ("A1", "crowd.wav", "ambience", 7.4, 0.4, 7.8, -10.0, 0.35, 600, 600), ("V2", "voice-b.wav", "voice", 9.2, 0.2, 4.7, -2.0, 0.15, 10, 20),
        ("S3", "chime.wav", "effect", 15.36, 0.0, 2.5, -4.5, 0.7, 0, 250), ("V3", "voice-a.wav", "voice", 16.2, 0.9, 3.4, 2.0, 0.0, 15, 20), ("S4", "impact.wav", "effect", 20.08, 0.0, 1.6, -3.0, 0.2, 0, 80)],
}
SPEC = {"documentary": dict(lufs=-23.0, duck=10.0, ramp=0.3, length=24.0), "trailer": dict(lufs=-24.0, duck=7.0, ramp=0.2, length=23.0)}
OLD = {
    "documentary": [("V2", 1, dict(start=12.0, gain=-3.5)), ("M1", 1, dict(gain=-3.0)), ("S2", 1, dict(pan=0.7)), ("S9", 1, dict(start=6.0, stem="bell.wav"))],
    "trailer": [("V3", 1, dict(start=17.6)), ("S3", 1, dict(gain=2.0)), ("A1", 1, dict(pan=-0.35)), ("S9", 1, dict(start=5.4, stem="chime.wav"))],
}


def timecode(t):
    frames = round(t * 25)
    return f"00:{frames // 1500:02d}:{frames // 25 % 60:02d}:{frames % 25:02d}"


def main():
    for name, cues in CUES.items():
        rows = []
        for i, (cue, stem, kind, start, first, last, gain, pan, fin, fout) in enumerate(cues):
            changed = any(o[0] == cue for o in OLD[name])
            row = dict(cue=cue, rev=2 if changed else 1, stem=stem, kind=kind, start=start, in_s=first, out_s=last, gain_db=gain, pan=pan, fade_in_ms=fin, fade_out_ms=fout, status="in")
            for o, rev, what in OLD[name]:
                if o == cue:
                    old = dict(row, rev=rev, start=what.get("start", start), gain_db=what.get("gain", gain), pan=what.get("pan", pan))
                    rows.append(old)
            rows.append(row)
        for o, rev, what in OLD[name]:
            if o == "S9":
                base = dict(rows[-1], cue="S9", rev=1, stem=what["stem"], start=what["start"], in_s=0.0, out_s=2.0, gain_db=-2.0)
                rows += [base, dict(base, rev=2, status="cut")]
        rows.sort(key=lambda r: (r["rev"], r["start"]))
        with open(f"{HERE}/{name}-cues.csv", "w", newline="") as file:
            out = csv.writer(file, lineterminator="\n")
            out.writerow(list(rows[0]))
            for i, r in enumerate(rows):
                out.writerow([timecode(v) if k == "start" and i % 3 else f"{v:.2f}" if k == "start" else v for k, v in r.items()])
        s = SPEC[name]
        with open(f"{HERE}/{name}-spec.json", "w") as file:
            json.dump(dict(length_s=s["length"], rate_hz=48000, channels=2, bits=24, loudness_lufs=s["lufs"], max_true_peak_dbtp=-1.0, duck_db=s["duck"], duck_ramp_s=s["ramp"]), file)
            file.write("\n")


main()
