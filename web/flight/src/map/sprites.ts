// Pictures of aircraft, turned by every five degrees, drawn once: all others are copies.

import { drawStamp, type Stamp, stampOf, type Target } from "./blit";
import type { Palette } from "./palette";

const STEP = 5;
const TURNS = 360 / STEP;
/** A picture's side in pixels of the page; an aircraft in full size is 20 px wide in it. */
export const SPRITE = 24;
export type Kind = "air" | "ground" | "selected";
const KINDS: readonly Kind[] = ["air", "ground", "selected"];

/** Seen from above, flying up; the middle is at 0, 0. */
const SHAPE =
  "M0 -10 C1.2 -10 1.6 -8 1.6 -6 L1.6 -2.6 L10 2.6 L10 4.8 L1.6 2.6 L1.2 6.6 L4 8.6 L4 10 L0 9 L-4 10 L-4 8.6 L-1.2 6.6 L-1.6 2.6 L-10 4.8 L-10 2.6 L-1.6 -2.6 L-1.6 -6 C-1.6 -8 -1.2 -10 0 -10 Z";

/** Where the map shows continents aircraft are smaller, so that they do not hide each other. */
export function scaleAt(zoom: number): number {
  return zoom < 4 ? 0.6 : zoom < 5 ? 0.8 : 1;
}

export class Sprites {
  readonly #sheet: ImageData;
  /** Made when they are needed. */
  readonly #stamps: (Stamp | undefined)[] = [];
  readonly #pixels: number;

  constructor(
    palette: Palette,
    private readonly ratio: number,
    scale: number,
  ) {
    const pixels = (this.#pixels = Math.round(SPRITE * ratio));
    const sheet = document.createElement("canvas");
    sheet.width = pixels * TURNS;
    sheet.height = pixels * KINDS.length;
    const context = sheet.getContext("2d", { willReadFrequently: true })!;
    const shape = new Path2D(SHAPE);
    const colours = { air: palette.aircraft, ground: palette.ground, selected: palette.selected };
    KINDS.forEach((kind, row) => {
      for (let turn = 0; turn < TURNS; turn++) {
        context.setTransform(ratio, 0, 0, ratio, (turn + 0.5) * pixels, (row + 0.5) * pixels);
        context.rotate((turn * STEP * Math.PI) / 180);
        const size = kind === "ground" ? 0.7 * scale : scale;
        context.scale(size, size);
        context.fillStyle = colours[kind];
        context.strokeStyle = palette.aircraftEdge;
        context.lineWidth = 1;
        context.fill(shape);
        context.stroke(shape);
      }
    });
    this.#sheet = context.getImageData(0, 0, sheet.width, sheet.height);
  }

  /** Draws one with its middle at a pixel of the page. */
  draw(target: Target, kind: Kind, heading: number, x: number, y: number): void {
    const stamp = this.#stamp(KINDS.indexOf(kind), Math.round(heading / STEP) % TURNS);
    drawStamp(target, stamp, Math.round(x * this.ratio), Math.round(y * this.ratio));
  }

  #stamp(row: number, turn: number): Stamp {
    const size = this.#pixels;
    return (this.#stamps[row * TURNS + turn] ??= stampOf(this.#sheet, turn * size, row * size, size));
  }
}
