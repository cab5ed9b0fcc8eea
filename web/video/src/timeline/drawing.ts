// What the timeline's canvases show: the ruler, the rows, and what is in blocks.

import { fitCanvas } from "../../../kit/ui/dom";
import { THUMBNAIL, type Medium } from "../media/library";
import { SAMPLE_RATE } from "../media/packs";
import { ROW, timeAt, topOf, xOf, type View } from "../model/geometry";
import type { Block } from "../model/project";

export type Colors = Record<
  "page" | "panel" | "raised" | "edge" | "edge-strong" | "ink" | "faint" | "accent" | "sound" | "text",
  string
>;

export function colorsOf(root: HTMLElement): Colors {
  const style = getComputedStyle(root);
  const names = ["page", "panel", "raised", "edge", "edge-strong", "ink", "faint", "accent", "sound", "text"] as const;
  return Object.fromEntries(names.map((name) => [name, style.getPropertyValue(`--${name}`)])) as Colors;
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Seconds between numbers on the ruler, so that they are at least 80 pixels apart; and small lines between them. */
const STEPS: readonly [secs: number, parts: number][] = [
  [0.25, 5],
  [0.5, 5],
  [1, 10],
  [2, 4],
  [5, 5],
  [10, 10],
  [30, 6],
  [60, 6],
];

export function drawRuler(canvas: HTMLCanvasElement, view: View, colors: Colors): void {
  const { width, height, ratio } = fitCanvas(canvas);
  const context = canvas.getContext("2d")!;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.fillStyle = colors.panel;
  context.fillRect(0, 0, width, height);
  const [secs, parts] = STEPS.find(([secs]) => secs * view.scale >= 80) ?? STEPS.at(-1)!;
  const step = (secs * 1000) / parts;
  context.font = "400 11px 'JetBrains Mono'";
  context.textBaseline = "middle";
  for (let i = Math.floor(timeAt(view, 0) / step); i * step <= timeAt(view, width); i++) {
    const x = Math.round(xOf(view, i * step));
    const isMain = i % parts === 0;
    context.fillStyle = isMain ? colors["edge-strong"] : colors.edge;
    context.fillRect(x, isMain ? 0 : height - 6, 1, isMain ? height : 6);
    context.fillStyle = colors.faint;
    if (isMain) context.fillText(label(i * step), x + 5, height / 2 - 1);
  }
}

function label(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  const secs = (ms % 60_000) / 1000;
  const text = String(secs).padStart(secs < 10 ? 1 + String(secs).length : 0, "0");
  return `${minutes}:${text}`;
}

export function drawRows(
  context: CanvasRenderingContext2D,
  { width, height }: { width: number; height: number },
  view: View,
  rows: number,
  colors: Colors,
): void {
  context.fillStyle = colors.page;
  context.fillRect(0, 0, width, height);
  for (let row = 0; row < rows; row++) {
    context.fillStyle = colors.raised;
    context.fillRect(0, topOf(view, row), width, ROW.block + ROW.effects);
  }
}

/** The inside of a block: thumbnails, a waveform, or a plain ground for a text. */
export function drawBlock(
  context: CanvasRenderingContext2D,
  block: Block,
  box: Box,
  medium: Medium | undefined,
  view: View,
  colors: Colors,
): void {
  context.save();
  context.beginPath();
  context.roundRect(box.x, box.y, box.width, box.height, 4);
  context.clip();
  context.fillStyle = block.type === "AUDIO" ? colors.sound : block.type === "TEXT" ? colors.text : "#20242c";
  context.fillRect(box.x, box.y, box.width, box.height);
  if (medium?.strip) drawStrip(context, block, box, medium, medium.strip, view);
  else if (medium?.samples)
    drawPeaks(context, box, medium.samples, (block.trimStart * SAMPLE_RATE) / 1000, SAMPLE_RATE / view.scale);
  context.restore();
}

/** Thumbnails beside each other, each of what the block shows at its left edge. */
function drawStrip(
  context: CanvasRenderingContext2D,
  block: Block,
  box: Box,
  medium: Medium,
  strip: ImageBitmap,
  view: View,
): void {
  const { width, height } = THUMBNAIL;
  const count = strip.width / width;
  for (let x = 0; x < box.width; x += width) {
    if (box.x + x + width < 0) continue;
    if (box.x + x > context.canvas.width) break;
    const time = block.trimStart + (x * 1000) / view.scale;
    const at = Math.min(count - 1, Math.floor(time / medium.thumbnailMs));
    context.drawImage(strip, at * width, 0, width, height, box.x + x, box.y, width, height);
  }
}

/** How loud a sound is, pixel by pixel, from a sample on. */
export function drawPeaks(
  context: CanvasRenderingContext2D,
  box: Box,
  samples: Float32Array,
  first: number,
  perPixel: number,
): void {
  context.fillStyle = "rgb(255 255 255 / 80%)";
  const middle = box.y + box.height / 2;
  for (let x = Math.max(0, -box.x); x < Math.min(box.width, context.canvas.width - box.x); x++) {
    const from = Math.floor(first + x * perPixel);
    let most = 0;
    for (let i = from; i < from + perPixel; i++) most = Math.max(most, Math.abs(samples[i] ?? 0));
    const half = Math.max(0.5, (most * (box.height - 6)) / 2);
    context.fillRect(box.x + x, middle - half, 1, 2 * half);
  }
}
