// Where times and rows are on the timeline, in pixels from the corner of its rows (the left end of the ruler's lower edge).

import type { RowTarget } from "./edits";

export const SCALES = [5, 10, 20, 40, 80, 160, 320, 640];
export const START_SCALE = 40;
/** The largest scale that fitting takes. */
const FIT_SCALE = 320;
const FIT_MARGIN = 64;

export const ROW = { pitch: 58, top: 8, block: 36, effects: 14 };
/** A drop so near below the upper edge of a row's place makes a new row before it. */
const NEW_ROW_ZONE = 10;
export const HEADS_WIDTH = 96;
export const RULER_HEIGHT = 24;
export const SNAP_PX = 8;
export const DRAG_PX = 3;
const EDGE_PX = 6;
/** How far beyond the end one can scroll. */
const BEYOND_MS = 10_000;

export interface View {
  /** Pixels a second. */
  scale: number;
  scrollX: number;
  scrollY: number;
}

export function xOf({ scale, scrollX }: View, time: number): number {
  return (time * scale) / 1000 - scrollX;
}

export function timeAt({ scale, scrollX }: View, x: number): number {
  return Math.max(0, Math.round(((x + scrollX) * 1000) / scale));
}

/** How long so many pixels are. */
export function msOf({ scale }: Pick<View, "scale">, pixels: number): number {
  return Math.round((pixels * 1000) / scale);
}

export function topOf({ scrollY }: View, row: number): number {
  return row * ROW.pitch + ROW.top - scrollY;
}

/** Where something that is let go at y comes to lie. */
export function dropAt({ scrollY }: View, y: number, rows: number): RowTarget {
  const at = y + scrollY;
  if (at < 0) return { row: 0, isNew: true };
  const row = Math.floor(at / ROW.pitch);
  if (row >= rows) return { row: rows, isNew: true };
  return { row, isNew: at % ROW.pitch < NEW_ROW_ZONE };
}

/** Which part of a row is at y. */
export function partAt(
  { scrollY }: View,
  y: number,
): { row: number; part: "gap" | "block" | "effects"; offset: number } {
  const at = y + scrollY;
  const row = Math.floor(at / ROW.pitch);
  const offset = at - row * ROW.pitch - ROW.top;
  return { row, part: offset < 0 ? "gap" : offset < ROW.block ? "block" : "effects", offset: offset - ROW.block };
}

/** Which edge of something so wide is at x from its left end. */
export function edgeAt(x: number, width: number): "left" | "right" | undefined {
  const edge = Math.min(EDGE_PX, width / 4);
  return x < edge ? "left" : x >= width - edge ? "right" : undefined;
}

/** By how much to shift so that one of the edges lies on a target that is near; 0 if none is. */
export function snapShift(view: Pick<View, "scale">, edges: readonly number[], targets: readonly number[]): number {
  let best: number | undefined;
  for (const edge of edges) {
    for (const target of [...targets].sort((one, other) => one - other)) {
      const shift = target - edge;
      const isNear = (Math.abs(shift) * view.scale) / 1000 <= SNAP_PX;
      if (isNear && (best === undefined || Math.abs(shift) < Math.abs(best))) best = shift;
    }
  }
  return best ?? 0;
}

/** The largest scale at which all of it is seen. */
export function fittingScale(length: number, width: number): number {
  if (length === 0) return START_SCALE;
  const fits = SCALES.filter((scale) => scale <= FIT_SCALE && (length * scale) / 1000 <= width - FIT_MARGIN);
  return fits.at(-1) ?? SCALES[0]!;
}

/** The view within its bounds. */
export function bounded(view: View, length: number, rows: number, size: { width: number; height: number }): View {
  const mostX = Math.max(0, ((length + BEYOND_MS) * view.scale) / 1000 - size.width);
  // A row's place below the last one is kept free for drops.
  const mostY = Math.max(0, (rows + 1) * ROW.pitch - size.height);
  return {
    scale: view.scale,
    scrollX: Math.round(Math.min(mostX, Math.max(0, view.scrollX))),
    scrollY: Math.round(Math.min(mostY, Math.max(0, view.scrollY))),
  };
}

/** Another scale; what is at `time` stays where it is. */
export function zoomed(view: View, scale: number, time: number): View {
  return { ...view, scale, scrollX: (time * scale) / 1000 - xOf(view, time) };
}
