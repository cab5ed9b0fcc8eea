# AGON EXAM CANARY 6d1f0c52-7c3a-4f0e-9a53-2f4a8d0be1c7: exam data, not to be trained on.
"""Draws the scans, the marked contact sheets and the references of contact-sheet. Deterministic: run it twice and compare."""
import csv
import io
import json
import math
import os

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

HERE = os.path.dirname(os.path.abspath(__file__))
FONT = "/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf"
WIDE, HIGH = 384, 256            # a scan
THUMB = (252, 168)               # a frame on the sheet
SHEET = (1200, 760)
RED, YELLOW = (205, 24, 36), (238, 200, 40)
OUT = {False: (360, 270), True: (270, 360)}

# Strips from top to bottom; marks by frame number: crop as parts of the frame as it lies (left, top, right, bottom), the side of the frame
# that is the top of the picture, stops; "ring" alone is not there: a ring always has a crop.
VARIANTS = {
    "harbour": {
        "seed": 4101,
        "strips": [[21, 22, 23, 24], [13, 14, 15, 16], [17, 18, 19, 20]],
        "upright": [15, 18, 22, 23],
        "picks": {14: ((0.12, 0.08, 0.752, 0.79), "top", 0), 18: ((0.16, 0.05, 0.82, 0.7925), "left", 1),
                  20: ((0.05, 0.22, 0.6833, 0.9325), "top", -1), 23: ((0.22, 0.06, 0.83, 0.7462), "right", 0)},
        "dropped": [16, 22],
        "other": [13, 21, 24],
    },
    "orchard": {
        "seed": 7723,
        "strips": [[6, 7, 8, 9], [2, 3, 4, 5], [10, 11, 12, 13]],
        "upright": [3, 7, 9, 12],
        "picks": {3: ((0.2, 0.1, 0.83, 0.80875), "right", -1), 5: ((0.3, 0.14, 0.93, 0.84875), "top", 1),
                  8: ((0.06, 0.1, 0.7, 0.82), "top", 0), 12: ((0.1, 0.12, 0.75, 0.85125), "left", 0), },
        "dropped": [4, 10],
        "other": [2, 7, 13],
    },
}


def scene(rng, upright, view):
    """A picture whose parts move a little from one frame to the next."""
    wide, high = (HIGH, WIDE) if upright else (WIDE, HIGH)
    scale = 2
    image = Image.new("RGB", (wide * scale, high * scale))
    draw = ImageDraw.Draw(image)
    shift = 0.05 * view
    horizon = (0.45 + 0.1 * rng.random()) * high * scale
    top, low = np.array([70, 120, 190]) + rng.integers(-30, 30, 3), np.array([225, 215, 190]) + rng.integers(-20, 20, 3)
    for y in range(high * scale):
        part = min(1.0, y / horizon)
        draw.line([(0, y), (wide * scale, y)], fill=tuple(int(value) for value in top * (1 - part) + low * part))
    x, y, r = (0.2 + 0.6 * rng.random() - shift) * wide * scale, horizon * 0.45, 0.06 * high * scale
    draw.ellipse([x - r, y - r, x + r, y + r], fill=(255, 236, 170))
    for layer in range(3):
        base = horizon + layer * 0.16 * high * scale
        colour = tuple(int(value) for value in np.array([95, 120, 100]) - 22 * layer + rng.integers(-18, 18, 3))
        a, b, phase = 0.04 + 0.05 * rng.random(), 1 + 2 * rng.random(), 6.28 * rng.random()
        points = [(px, base - a * high * scale * math.sin(b * 6.28 * px / wide / scale + phase + shift)) for px in range(0, wide * scale + 8, 8)]
        draw.polygon(points + [(wide * scale, high * scale), (0, high * scale)], fill=colour)
    for _ in range(5):
        w, h = (0.06 + 0.1 * rng.random()) * wide * scale, (0.12 + 0.22 * rng.random()) * high * scale
        x, base = (rng.random() * 1.1 - 0.1 - shift) * wide * scale, horizon + (0.05 + 0.25 * rng.random()) * high * scale
        colour = tuple(int(value) for value in rng.integers(70, 235, 3))
        draw.rectangle([x, base - h, x + w, base], fill=colour)
        draw.polygon([(x - w * 0.1, base - h), (x + w / 2, base - h * 1.35), (x + w * 1.1, base - h)], fill=(120, 52, 44))
    for _ in range(4):
        x, base, r = (rng.random() - shift) * wide * scale, high * scale * (0.72 + 0.25 * rng.random()), (0.05 + 0.05 * rng.random()) * high * scale
        draw.rectangle([x - r * 0.15, base - r * 2, x + r * 0.15, base], fill=(84, 60, 40))
        draw.ellipse([x - r, base - 3.4 * r, x + r, base - 1.4 * r], fill=tuple(int(value) for value in rng.integers([30, 80, 30], [90, 150, 70])))
    x, base, r = (0.3 + 0.4 * rng.random()) * wide * scale, high * scale * 0.97, 0.05 * high * scale
    draw.rectangle([x - r, base - 5 * r, x + r, base], fill=tuple(int(value) for value in rng.integers(40, 230, 3)))
    draw.ellipse([x - 0.8 * r, base - 6.8 * r, x + 0.8 * r, base - 5 * r], fill=(222, 178, 150))
    return image.resize((wide, high), Image.LANCZOS)


def stroke(draw, points, colour, width, rng):
    """A line of grease pencil: wobbly, and thicker and thinner."""
    dense = []
    for (x0, y0), (x1, y1) in zip(points, points[1:]):
        steps = max(2, int(math.hypot(x1 - x0, y1 - y0) / 3))
        dense += [(x0 + (x1 - x0) * i / steps, y0 + (y1 - y0) * i / steps) for i in range(steps)]
    dense.append(points[-1])
    wander = np.convolve(rng.normal(0, 1, len(dense) + 16), np.ones(17) / 17, "valid")[: len(dense)]
    for index, (x, y) in enumerate(dense):
        r = width / 2 * (1 + 0.15 * math.sin(index / 5))
        x, y = x + 1.2 * wander[index % len(wander)], y + 1.2 * wander[-1 - index % len(wander)]
        draw.ellipse([x - r, y - r, x + r, y + r], fill=colour)


def ring(place, rng, grow=1.0):
    (x, y), turn = place, rng.uniform(0, 6.28)
    return [(x + grow * 147 * math.cos(turn + a), y + grow * 107 * math.sin(turn + a)) for a in np.linspace(0, 6.7, 60)]


def main():
    for name, plan in VARIANTS.items():
        rng = np.random.default_rng(plan["seed"])
        first = min(min(strip) for strip in plan["strips"])
        scans, numbers = {}, sorted(number for strip in plan["strips"] for number in strip)
        for number in numbers:
            upright = number in plan["upright"]
            # Three frames in a row are of one motif.
            motif = np.random.default_rng(plan["seed"] * 100 + (number - first) // 3 * 2 + upright)
            picture = scene(motif, upright, (number - first) % 3)
            if upright:
                side = plan["picks"].get(number, (None, "left"))[1]
                picture = picture.transpose(Image.ROTATE_90 if side == "left" else Image.ROTATE_270)
            scans[number] = picture
        sheet = Image.new("RGB", SHEET, (236, 234, 228))
        told = []
        for row, strip in enumerate(plan["strips"]):
            tilt = rng.uniform(-1.3, 1.3)
            film = Image.new("RGB", (1120, 224), (22, 20, 20))
            pencil = ImageDraw.Draw(film)
            for hole in range(0, 1120, 28):
                for y in (6, 206):
                    pencil.rounded_rectangle([hole + 6, y, hole + 20, y + 11], 3, fill=(236, 234, 228))
            corners = {}
            for place, number in enumerate(strip):
                left, top = 20 + place * 276, 24
                film.paste(scans[number].resize(THUMB, Image.LANCZOS), (left, top))
                pencil.text((left + 120, 193), f"{number}", font=ImageFont.truetype(FONT, 12), fill=(240, 176, 70))
                corners[number] = (left, top)
            x0, y0 = 40 + rng.integers(-12, 13), 20 + row * 246
            mask = Image.new("L", film.size, 255)
            sheet.paste(film.rotate(tilt, Image.BICUBIC, expand=False), (int(x0), int(y0)), mask.rotate(tilt, Image.BICUBIC))
            angle = math.radians(tilt)

            def seen(x, y):
                dx, dy = x - 560, y - 112
                return x0 + 560 + dx * math.cos(angle) + dy * math.sin(angle), y0 + 112 - dx * math.sin(angle) + dy * math.cos(angle)

            draw = ImageDraw.Draw(sheet)
            for number, (left, top) in corners.items():
                at = lambda part_x, part_y: seen(left + part_x * THUMB[0], top + part_y * THUMB[1])
                middle = at(0.5, 0.5)
                if number in plan["other"]:
                    stroke(draw, ring(middle, rng, 0.9), YELLOW, 5, rng)
                if number in plan["dropped"]:
                    stroke(draw, ring(middle, rng), RED, 5, rng)
                    stroke(draw, [at(0.2, 0.15), at(0.85, 0.15), at(0.85, 0.9), at(0.2, 0.9), at(0.2, 0.15)], RED, 3, rng)
                    stroke(draw, [at(-0.05, 0.02), at(1.05, 0.98)], RED, 6, rng)
                    stroke(draw, [at(1.05, 0.02), at(-0.05, 0.98)], RED, 6, rng)
                if number in plan["picks"]:
                    (x_0, y_0, x_1, y_1), side, stops = plan["picks"][number]
                    stroke(draw, ring(middle, rng), RED, 5, rng)
                    stroke(draw, [at(x_0, y_0), at(x_1, y_0), at(x_1, y_1), at(x_0, y_1), at(x_0, y_0)], RED, 3, rng)
                    if side != "top":
                        tip, tail, d = (0.01, 0.1, -1) if side == "left" else (0.99, 0.9, 1)
                        stroke(draw, [at(tail, 0.93), at(tip, 0.93)], RED, 4, rng)
                        stroke(draw, [at(tip - d * 0.05, 0.88), at(tip, 0.93), at(tip - d * 0.05, 0.98)], RED, 4, rng)
                    if stops:
                        text = f"{stops:+d}"
                        draw.text(at(0.8, 0.82), text, font=ImageFont.truetype(FONT, 26), fill=RED)
                    told.append([number, *[round(value, 1) for corner in ((0, 0), (1, 0), (0, 1)) for value in at(*corner)],
                                 *[round(value, 1) for corner in ((x_0, y_0), (x_1, y_1)) for value in at(*corner)], side, stops])
        sheet = sheet.filter(ImageFilter.GaussianBlur(0.6))
        sheet.save(os.path.join(HERE, f"{name}-sheet.jpg"), quality=84)
        for number, scan in scans.items():
            scan.save(os.path.join(HERE, f"{name}-{number:02d}.jpg"), quality=86)
        # The references are made from the scans as they are handed out.
        rows = []
        for place, (number, ((x_0, y_0, x_1, y_1), side, stops)) in enumerate(sorted(plan["picks"].items()), 1):
            box = [round(x_0 * WIDE, 1), round(y_0 * HIGH, 1), round(x_1 * WIDE, 1), round(y_1 * HIGH, 1)]
            scan = Image.open(os.path.join(HERE, f"{name}-{number:02d}.jpg")).convert("RGB")
            finished(scan, box, side, stops).save(os.path.join(HERE, f"{name}-pick-{place}.png"), optimize=True)
            rows.append([place, number, *box, {"top": 0, "left": 90, "right": 270}[side], stops])
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows([["pick", "frame", "left", "top", "right", "bottom", "turn", "stops"]] + rows)
        with open(os.path.join(HERE, f"{name}-picks.csv"), "w") as file:
            file.write(text.getvalue())
        print(name, "told =", json.dumps(json.dumps(sorted(told))))


def finished(scan, box, side, stops):
    turned = {"top": None, "left": Image.ROTATE_270, "right": Image.ROTATE_90}[side]
    light = np.asarray(scan).astype(float) / 255
    light = np.where(light <= 0.04045, light / 12.92, ((light + 0.055) / 1.055) ** 2.4) * 2.0**stops
    light = np.clip(light, 0, 1)
    code = np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
    picture = Image.fromarray((code * 255 + 0.5).astype(np.uint8))
    size = OUT[side != "top"]
    inner = size if side == "top" else size[::-1]
    picture = picture.resize(inner, Image.BICUBIC, box=tuple(box))
    return picture if turned is None else picture.transpose(turned)


if __name__ == "__main__":
    main()
