# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Synthesises the stems of the broadcast master exam: python3 stems.py NAME writes them as WAV files below stems/."""
import os
import sys
import wave

import numpy as np

# file: kind, seed, seconds, sampling rate, base frequency, level
STEMS = {
    "documentary": {
        "narration-1.wav": ("voice", 11, 5.2, 48000, 118, 0.30), "narration-2.wav": ("voice", 12, 4.6, 44100, 122, 0.16), "interview.wav": ("voice", 13, 4.1, 48000, 190, 0.42),
        "theme.wav": ("music", 14, 24.0, 44100, 220, 0.35), "rain.wav": ("rain", 15, 9.0, 48000, 900, 0.20), "door.wav": ("hit", 16, 1.2, 48000, 320, 0.55), "bell.wav": ("bell", 17, 3.0, 44100, 660, 0.40)},
    "trailer": {
        "voice-a.wav": ("voice", 21, 3.6, 44100, 98, 0.22), "voice-b.wav": ("voice", 22, 4.8, 48000, 165, 0.36), "score.wav": ("music", 23, 22.0, 48000, 146, 0.28),
        "crowd.wav": ("rain", 24, 8.0, 44100, 600, 0.25), "impact.wav": ("hit", 25, 1.6, 48000, 190, 0.60), "chime.wav": ("bell", 26, 2.6, 48000, 880, 0.35), "gate.wav": ("hit", 27, 1.0, 44100, 430, 0.50)},
}


def make(kind, seed, seconds, rate, base, level):
    rng = np.random.RandomState(seed)
    n = int(seconds * rate)
    t = np.arange(n) / rate

    def noise(low, high):
        spectrum = np.fft.rfft(rng.standard_normal(int(seconds * 48000)))
        f = np.fft.rfftfreq(int(seconds * 48000), 1 / 48000)
        spectrum *= np.exp(-0.5 * ((np.log(np.maximum(f, 1)) - np.log((low * high) ** 0.5)) / (0.5 * np.log(high / low))) ** 2) * (f < 6000)
        x = np.fft.irfft(spectrum, int(seconds * 48000))
        return np.interp(t, np.arange(len(x)) / 48000, x / np.std(x))

    if kind == "voice":
        beats = np.interp(t, np.arange(0, seconds + 1, 0.11), rng.uniform(0, 1, len(np.arange(0, seconds + 1, 0.11))) ** 1.5)
        pitch = base * (1 + 0.08 * np.interp(t, np.arange(0, seconds + 1, 0.35), rng.uniform(-1, 1, len(np.arange(0, seconds + 1, 0.35)))))
        phase = 2 * np.pi * np.cumsum(pitch) / rate
        x = beats * (sum(np.sin(k * phase) / k for k in range(1, 14)) + 0.35 * noise(300, 2600))
    elif kind == "music":
        x = np.zeros(n)
        for bar in range(int(seconds // 2) + 1):
            gate = np.clip((t - 2 * bar) / 0.08, 0, 1) * np.clip((2 * bar + 2.2 - t) / 0.2, 0, 1)
            for k in rng.choice([0, 2, 4, 5, 7, 9, 12], 3, replace=False):
                f = base * 2 ** (k / 12)
                x += gate * (np.sin(2 * np.pi * f * t) + 0.4 * np.sin(4 * np.pi * f * t + 1) + 0.2 * np.sin(6 * np.pi * f * t + 2))
    elif kind == "rain":
        x = noise(base / 2, base * 5) * (1 + 0.3 * np.sin(2 * np.pi * 0.3 * t))
    elif kind == "hit":
        x = (noise(base / 3, base * 6) + np.sin(2 * np.pi * base * t)) * np.exp(-t * 7) * np.clip(t / 0.002, 0, 1)
    else:
        x = sum(np.sin(2 * np.pi * base * r * t) * np.exp(-t * d) / r for r, d in ((1, 1.2), (2.4, 2), (2.98, 2.6), (4.1, 3.5))) * np.clip(t / 0.003, 0, 1)
    return np.round(level * x / np.max(np.abs(x)) * 32767).astype("<i2")


def stems(name):
    return {file: (how[3], make(*how)) for file, how in STEMS[name].items()}


if __name__ == "__main__":
    os.makedirs("stems", exist_ok=True)
    for file, (rate, samples) in stems(sys.argv[1]).items():
        with wave.open(f"stems/{file}", "wb") as out:
            out.setnchannels(1)
            out.setsampwidth(2)
            out.setframerate(rate)
            out.writeframes(samples.tobytes())
