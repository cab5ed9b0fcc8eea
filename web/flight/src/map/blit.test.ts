import { describe, expect, it } from "vitest";
import { drawStamp, stampOf } from "./blit";

/** A sheet of one 4 × 4 picture: a white pixel in its middle, half a red one left of it. */
const SHEET = (() => {
  const data = new Uint8ClampedArray(4 * 4 * 4);
  data.set([255, 255, 255, 255], (2 * 4 + 2) * 4);
  data.set([255, 0, 0, 128], (2 * 4 + 1) * 4);
  return { data, width: 4, height: 4, colorSpace: "srgb" } as ImageData;
})();
const STAMP = stampOf(SHEET, 0, 0, 4);

const canvas = () => ({ pixels: new Uint32Array(6 * 5).fill(0xff646464), width: 6, height: 5 });
const changed = ({ pixels }: ReturnType<typeof canvas>) =>
  [...pixels].flatMap((pixel, i) => (pixel === 0xff646464 ? [] : [[i % 6, Math.floor(i / 6), pixel.toString(16)]]));

describe("a stamp", () => {
  it("is what is not empty in its picture", () => {
    expect(STAMP.colour).toHaveLength(2);
    expect([STAMP.x[0], STAMP.y[0], STAMP.x[1], STAMP.y[1]]).toEqual([-1, 0, 0, 0]);
  });

  it("lies over what is below it", () => {
    const target = canvas();
    drawStamp(target, STAMP, 3, 2);
    // Half of red 255 and of grey 100.
    expect(changed(target)).toEqual([
      [2, 2, "ff3131b1"],
      [3, 2, "ffffffff"],
    ]);
  });

  it("is cut off at the edges, and does not come in on the other side", () => {
    for (const [x, y, count] of [
      [0, 0, 1],
      [6, 4, 1],
      [5, 4, 2],
      [-1, 2, 0],
      [3, -1, 0],
      [3, 5, 0],
    ] as const) {
      const target = canvas();
      drawStamp(target, STAMP, x, y);
      expect(changed(target), `${x}, ${y}`).toHaveLength(count);
    }
  });

  it("never makes a colour brighter than white", () => {
    const target = { pixels: new Uint32Array(16).fill(0xffffffff), width: 4, height: 4 };
    for (let alpha = 1; alpha <= 255; alpha++) {
      const colour = Uint32Array.of(((alpha << 24) | (alpha << 16) | (alpha << 8) | alpha) >>> 0);
      target.pixels.fill(0xffffffff);
      drawStamp(target, { x: Int8Array.of(0), y: Int8Array.of(0), colour, reach: 1 }, 1, 1);
      const channels = [0, 8, 16].map((shift) => (target.pixels[5]! >>> shift) & 255);
      expect(Math.min(...channels), `alpha ${alpha}`).toBeGreaterThanOrEqual(253);
    }
  });
});
