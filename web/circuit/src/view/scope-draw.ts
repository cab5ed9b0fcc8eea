// The picture of a scope: title, grid with volts, the trace and the readouts.

import { faded } from "./colour";
import { formatSi } from "./format";
import { slotOf, type History, type Level } from "./history";
import type { Look } from "./look";
import { drawPanel, fitted, type Rect } from "./panel";
import type { Measurements } from "./types";

/** Of the time axis. */
export const DIVISIONS = 10;

export interface ScopePicture {
  history: History;
  /** Samples in view, and the sample at the right edge; null for the newest. */
  span: number;
  end: number | null;
  timeScale: number;
  measurements: Measurements;
  shows: ReadonlySet<keyof Measurements>;
  title: string;
  colour: string;
}

const HEADER_PX = 22;
const AXIS_PX = 58;
const MARGIN_PX = 8;
/** The column of readouts beside the trace; scopes narrower than the least have them over the trace. */
const READOUTS_PX = 132;
const LEAST_WIDTH_PX = 380;
const READOUT_LINE_PX = 16;

export function drawScope(
  context: CanvasRenderingContext2D,
  rect: Readonly<Rect>,
  look: Look,
  picture: ScopePicture,
): void {
  context.save();
  context.beginPath();
  context.rect(rect.x, rect.y, rect.width, rect.height);
  context.clip();
  drawPanel(context, rect, look);
  const readouts = readoutLines(picture.measurements, picture.shows);
  const isWide = rect.width >= LEAST_WIDTH_PX;
  const beside = readouts.length > 0 && isWide ? READOUTS_PX : MARGIN_PX;
  const plot = {
    x: rect.x + AXIS_PX,
    y: rect.y + HEADER_PX,
    width: Math.max(1, Math.floor(rect.width - AXIS_PX - beside)),
    height: Math.max(1, rect.height - HEADER_PX - MARGIN_PX),
  };
  drawHeader(context, rect, plot, look, picture);
  const columns = traceColumns(picture, plot.width);
  const axis = voltAxis(columns, plot.height);
  drawGrid(context, plot, axis, look);
  drawTrace(context, plot, axis, columns, picture.colour);
  const right = plot.x + plot.width;
  if (!isWide) drawBacking(context, right - READOUTS_PX, plot.y, readouts.length, look);
  drawReadouts(context, isWide ? right + MARGIN_PX : right - READOUTS_PX + MARGIN_PX, plot.y, readouts, look);
  context.restore();
}

/** Readouts as text, in the order of the properties dialog. */
export function readoutLines(measurements: Measurements, shows: ReadonlySet<keyof Measurements>): string[] {
  const { frequency, duty, peakToPeak, max, min, average, rms } = measurements;
  const told = (
    name: keyof Measurements,
    value: number | null,
    text: (value: number) => string,
    before = "",
  ): string[] => (shows.has(name) ? [before + (value === null ? "–" : text(value))] : []);
  const volts = (value: number): string => formatSi(value, "V");
  return [
    ...told("frequency", frequency, (value) => formatSi(value, "Hz"), "f = "),
    ...told("duty", duty, (value) => formatSi(value * 100, "%", 3), "duty = "),
    ...told("peakToPeak", peakToPeak, volts, "Vpp = "),
    ...told("max", max, volts, "max = "),
    ...told("min", min, volts, "min = "),
    ...told("average", average, volts, "avg = "),
    ...told("rms", rms, volts, "rms = "),
  ];
}

interface Column {
  x: number;
  min: number;
  max: number;
}

/** What the signal did in each column of pixels, or at each sample where there are fewer of them. */
export function traceColumns(
  { history, span, end }: Pick<ScopePicture, "history" | "span" | "end">,
  width: number,
): Column[] {
  const perColumn = span / width;
  if (history.count === 0) return [];
  // Without a trigger columns begin at whole multiples, so that peaks do not flicker as the trace moves.
  const last = end ?? (perColumn > 1 ? Math.ceil(history.count / perColumn) * perColumn : history.count - 1);
  const start = last - span;
  const columns: Column[] = [];
  if (perColumn <= SPARSE) return between(history.levels[0]!, start, last, width);
  if (perColumn <= 1) {
    const level = history.levels[0]!;
    const to = Math.min(level.count - 1, Math.floor(last));
    for (let i = Math.max(level.oldest, Math.ceil(start)); i <= to; i++) {
      const { min, max } = level.range(i, i + 1);
      columns.push({ x: ((i - start) / span) * width, min, max });
    }
    return columns;
  }
  const level = history.levelFor(Math.max(0, Math.floor(start)));
  for (let x = 0; x < width; x++) {
    const from = Math.floor((start + x * perColumn) / level.block);
    const to = Math.max(from + 1, Math.floor((start + (x + 1) * perColumn) / level.block));
    const { min, max } = level.range(from, to);
    if (min <= max) columns.push({ x: x + 0.5, min, max });
  }
  return columns;
}

/** Samples for a column of pixels below which a trace is drawn through what lies between them. */
const SPARSE = 0.5;
/** Third differences, as a part of the trace's height, beyond which a signal steps rather than bends. */
const STEP = 0.15;

/** A smooth curve through the samples, one point for each column; a step is a straight line. */
function between(level: Level, start: number, last: number, width: number): Column[] {
  const perColumn = (last - start) / width;
  const first = Math.max(level.oldest, Math.ceil(start));
  const end = Math.min(level.count - 1, Math.floor(last));
  const { min, max } = level.range(first, end + 1);
  const at = (i: number): number => level.mean[slotOf(Math.max(first, Math.min(end, i)))]!;
  const columns: Column[] = [];
  for (let x = 0; x <= width; x++) {
    const sample = start + x * perColumn;
    const i = Math.floor(sample);
    if (sample < first || sample > end) continue;
    const t = sample - i;
    const [y0, y1, y2, y3] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    const third = Math.abs(y3 - 3 * y2 + 3 * y1 - y0);
    const line = y1 + t * (y2 - y1);
    const curve = y1 + (t / 2) * (y2 - y0 + t * (2 * y0 - 5 * y1 + 4 * y2 - y3 + t * (3 * (y1 - y2) + y3 - y0)));
    const value = third > STEP * (max - min) ? line : curve;
    columns.push({ x, min: value, max: value });
  }
  return columns;
}

interface Axis {
  low: number;
  high: number;
  step: number;
}

/** Round numbers around all that is in view. */
function voltAxis(columns: readonly Column[], height: number): Axis {
  let min = Math.min(...columns.map((column) => column.min));
  let max = Math.max(...columns.map((column) => column.max));
  if (columns.length === 0) [min, max] = [0, 1];
  const size = Math.max(Math.abs(min), Math.abs(max));
  // A level is shown with the ground below or above it.
  if (max - min < 1e-6 * size + 1e-7) [min, max] = size < 1e-7 ? [-1, 1] : [Math.min(0, min), Math.max(0, max)];
  const least = (max - min) / Math.max(2, Math.floor(height / 24));
  const power = 10 ** Math.floor(Math.log10(least));
  const step = power * [1, 2, 5, 10].find((factor) => factor * power >= least * 0.999)!;
  // What is a hair beyond a line does not open a new row.
  return { low: Math.floor(min / step + 0.04) * step, high: Math.ceil(max / step - 0.04) * step, step };
}

function drawHeader(
  context: CanvasRenderingContext2D,
  rect: Readonly<Rect>,
  plot: Readonly<Rect>,
  look: Look,
  { title, colour, timeScale }: ScopePicture,
): void {
  const y = rect.y + HEADER_PX / 2 + 1;
  const scale = `${formatSi(timeScale, "s")}/div`;
  context.textBaseline = "middle";
  context.font = `400 11px ${look.font}`;
  context.textAlign = "right";
  context.fillStyle = look.faint;
  context.fillText(scale, plot.x + plot.width, y);
  const room = plot.width + AXIS_PX - 30 - context.measureText(scale).width;
  context.beginPath();
  context.arc(rect.x + 13, y, 4, 0, 2 * Math.PI);
  context.fillStyle = colour;
  context.fill();
  context.textAlign = "left";
  context.font = `600 12px ${look.font}`;
  context.fillStyle = look.panelInk;
  context.fillText(fitted(context, title, room), rect.x + 22, y);
}

function drawGrid(context: CanvasRenderingContext2D, plot: Readonly<Rect>, axis: Axis, look: Look): void {
  const lines = Math.round((axis.high - axis.low) / axis.step);
  context.font = `400 10px ${look.font}`;
  context.textAlign = "right";
  context.textBaseline = "middle";
  context.lineWidth = 1;
  context.strokeStyle = look.gridDots;
  context.fillStyle = look.faint;
  context.beginPath();
  for (let i = 0; i <= lines; i++) {
    const volts = axis.low + i * axis.step;
    const y = Math.round(heightOf(plot, axis, volts)) + 0.5;
    context.moveTo(plot.x, y);
    context.lineTo(plot.x + plot.width, y);
    const digits = Math.max(2, Math.ceil(Math.log10(Math.abs(volts) / axis.step + 1)) + 1);
    context.fillText(Math.abs(volts) < axis.step / 2 ? "0 V" : formatSi(volts, "V", digits), plot.x - 6, y);
  }
  for (let i = 0; i <= DIVISIONS; i++) {
    const x = Math.round(plot.x + (plot.width * i) / DIVISIONS) + 0.5;
    context.moveTo(x, plot.y);
    context.lineTo(x, plot.y + plot.height);
  }
  context.stroke();
}

function drawTrace(
  context: CanvasRenderingContext2D,
  plot: Readonly<Rect>,
  axis: Axis,
  columns: readonly Column[],
  colour: string,
): void {
  context.save();
  context.beginPath();
  context.rect(plot.x, plot.y, plot.width, plot.height);
  context.clip();
  context.beginPath();
  let before: Column | undefined;
  for (const column of columns) {
    // Each column reaches to the one before it, so that steep edges have no gap.
    // Single points are joined by straight lines.
    const isPoint = column.min === column.max && before?.min === before?.max;
    const min = !isPoint && before && before.max < column.min ? before.max : column.min;
    const max = !isPoint && before && before.min > column.max ? before.min : column.max;
    const rising = before === undefined || before.max < column.max;
    const x = plot.x + column.x;
    const [first, second] = rising ? [min, max] : [max, min];
    if (before) context.lineTo(x, heightOf(plot, axis, first));
    else context.moveTo(x, heightOf(plot, axis, first));
    context.lineTo(x, heightOf(plot, axis, second));
    before = column;
  }
  context.lineWidth = 1.5;
  context.lineJoin = "round";
  context.strokeStyle = colour;
  context.stroke();
  context.restore();
}

/** Where a voltage lies in the plot; a few pixels stay free above and below. */
function heightOf(plot: Readonly<Rect>, { low, high }: Axis, volts: number): number {
  const margin = 5;
  return plot.y + plot.height - margin - ((volts - low) / (high - low)) * (plot.height - 2 * margin);
}

function drawReadouts(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  lines: readonly string[],
  look: Look,
): void {
  context.font = `400 12px ${look.mono}`;
  context.textAlign = "left";
  context.textBaseline = "middle";
  context.fillStyle = look.panelInk;
  lines.forEach((line, i) => context.fillText(line, x, y + (i + 0.5) * READOUT_LINE_PX));
}

/** Lets readouts be read over a trace. */
function drawBacking(context: CanvasRenderingContext2D, x: number, y: number, lines: number, look: Look): void {
  context.fillStyle = faded(look.panel, 0.85);
  context.fillRect(x, y, READOUTS_PX, lines * READOUT_LINE_PX);
}
