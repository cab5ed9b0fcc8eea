# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Carries out what the contact sheet says. What a person reads off it comes as an argument: for each pick the frame's number, three of
its corners on the sheet (top left, top right, bottom left), two of the crop (top left, bottom right), its top side and the stops.
The second argument is a mistake to make, or `hasty`: places that are read off a little beside."""
import csv
import json
import sys

import numpy as np
from PIL import Image

PICKS = json.loads(sys.argv[1])
HOW = sys.argv[2] if len(sys.argv) > 2 else ""
WIDE, HIGH = 384, 256
TURNS = {"top": (0, None), "left": (90, Image.ROTATE_270), "right": (270, Image.ROTATE_90)}

if HOW in ("dropped", "other"):
    # A frame that was crossed out, or that somebody else has ringed, in the place of the first.
    PICKS[0][0] = int(sys.argv[3])
PICKS.sort()

rows = []
for place, (number, x0, y0, x1, y1, x2, y2, cx0, cy0, cx1, cy1, side, stops) in enumerate(PICKS, 1):
    across = np.array([[x1 - x0, x2 - x0], [y1 - y0, y2 - y0]])
    parts = [np.linalg.solve(across, np.array(corner) - (x0, y0)) for corner in ((cx0, cy0), (cx1, cy1))]
    box = [float(part * length) for corner in parts for part, length in zip(corner, (WIDE, HIGH))]
    if HOW == "hasty":
        box = [value + error for value, error in zip(box, (3, -3, -3, 3))]
    if HOW == "whole":
        box = [0.0, 0.0, float(WIDE), float(HIGH)]
    box = [max(0.0, value) for value in box]
    degrees, turn = TURNS["top" if HOW == "turn" else side]
    done = {"stops": 0, "opposite": -stops}.get(HOW, stops)
    code = np.asarray(Image.open(f"input/scan-{number:02d}.jpg").convert("RGB")).astype(float) / 255
    if HOW == "encoded":
        code = np.clip(code * 2.0**done, 0, 1)
    else:
        light = np.where(code <= 0.04045, code / 12.92, ((code + 0.055) / 1.055) ** 2.4)
        light = np.clip(light * 2.0**done, 0, 1)
        code = np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
    picture = Image.fromarray((code * 255 + 0.5).astype(np.uint8))
    picture = picture.resize((360, 270), Image.LANCZOS, box=tuple(box))
    if turn is not None:
        picture = picture.transpose(turn)
    picture.save(f"output/pick-{place}.png")
    rows.append([place, number, *[round(value) for value in box], degrees, done])
with open("output/picks.csv", "w", newline="") as file:
    csv.writer(file).writerows([["pick", "frame", "left", "top", "right", "bottom", "turn", "stops"]] + rows)
