// A pen draws one part in the part's own frame: x runs from `a` towards `b` (or along a chip's top edge), y to the right of
// the way. Symbols need not know how their part lies; text stays upright.

import { GRID, kindOf } from "../model/catalogue";
import { axes, chipOffset } from "../model/geometry";
import type { Part, Point } from "../model/part";
import { voltageColour } from "./colour";
import type { Look } from "./look";
import type { PartStyle } from "./types";

export const LINE = 2 / GRID;
export const TEXT_SIZE = 12;
/** Between lines of text, in grid squares. */
export const LINE_HEIGHT = 0.9;

export interface PathStyle {
  stroke?: string | CanvasGradient;
  fill?: string | CanvasGradient;
  /** In grid squares. */
  width?: number;
}

export interface TextStyle {
  /** Pixels at zoom 1. */
  size?: number;
  weight?: number;
  colour?: string;
  font?: string;
}

export class Pen {
  readonly look: Look;
  /** From a to b. */
  readonly length: number;
  /** The frame's origin and axes in grid coordinates. */
  readonly origin: Point;
  readonly d: Point;
  readonly p: Point;

  constructor(
    readonly context: CanvasRenderingContext2D,
    readonly part: Part,
    readonly style: PartStyle,
  ) {
    this.look = style.look;
    const dx = part.b[0] - part.a[0];
    const dy = part.b[1] - part.a[1];
    this.length = Math.hypot(dx, dy);
    const shape = kindOf(part.kind).shape;
    this.origin = part.a;
    if (shape === "chip") {
      const [x, y] = chipOffset(part, [0, 0]);
      const from = (at: Point): Point => [chipOffset(part, at)[0] - x, chipOffset(part, at)[1] - y];
      this.origin = [part.a[0] + x, part.a[1] + y];
      this.d = from([1, 0]);
      this.p = from([0, 1]);
    } else if (shape === "line") {
      const turn = part.flip ? -1 : 1;
      this.d = this.length > 0 ? [dx / this.length, dy / this.length] : [1, 0];
      this.p = [-this.d[1] * turn, this.d[0] * turn];
    } else {
      ({ d: this.d, p: this.p } = axes(part));
    }
  }

  /** Draws within the part's frame. */
  inFrame(draw: () => void): void {
    const { context, d, p, origin } = this;
    context.save();
    context.transform(d[0], d[1], p[0], p[1], ...origin);
    draw();
    context.restore();
  }

  get ink(): string {
    return this.style.selected ? this.look.selection : this.look.ink;
  }

  volts(pin: string): number | undefined {
    return this.style.live.voltage(this.part, pin);
  }

  /** The colour of what hangs on a pin. */
  at(pin: string): string {
    return this.style.selected ? this.look.selection : voltageColour(this.look, this.volts(pin));
  }

  /** The colour of a body that leads from one pin to the other between two x. */
  between(from: string, to: string, x0: number, x1: number): string | CanvasGradient {
    const start = this.at(from);
    const end = this.at(to);
    if (start === end) return start;
    const gradient = this.context.createLinearGradient(x0, 0, x1, 0);
    gradient.addColorStop(0, start);
    gradient.addColorStop(1, end);
    return gradient;
  }

  path(build: (context: CanvasRenderingContext2D) => void, { stroke, fill, width = LINE }: PathStyle): void {
    const { context } = this;
    context.beginPath();
    build(context);
    if (fill !== undefined) {
      context.fillStyle = fill;
      context.fill();
    }
    if (stroke !== undefined) {
      context.lineCap = "round";
      context.lineJoin = "round";
      context.lineWidth = width;
      context.strokeStyle = stroke;
      context.stroke();
    }
  }

  /** A line through points. */
  line(points: readonly Point[], stroke: string | CanvasGradient = this.ink, width = LINE): void {
    this.path((context) => trace(context, points), { stroke, width });
  }

  /** A closed and filled shape. */
  solid(points: readonly Point[], fill: string): void {
    this.path(
      (context) => {
        trace(context, points);
        context.closePath();
      },
      { fill, stroke: fill, width: LINE / 2 },
    );
  }

  circle(x: number, y: number, radius: number, style: PathStyle): void {
    this.path((context) => context.arc(x, y, radius, 0, 2 * Math.PI), style);
  }

  /** Upright text with its middle at a point of the frame. */
  text(x: number, y: number, text: string, style: TextStyle = {}): void {
    const { context, d, p } = this;
    context.save();
    context.translate(x, y);
    // The frame's axes are orthonormal, so the transpose turns text upright again.
    context.transform(d[0], p[0], d[1], p[1], 0, 0);
    this.uprightText(text, style);
    context.restore();
  }

  /** Text with its middle at the origin of a context that is not turned. */
  uprightText(text: string, style: TextStyle = {}): void {
    const { context } = this;
    context.save();
    // Fonts are set in pixels and scaled, as sizes below one pixel are drawn badly.
    context.scale(1 / GRID, 1 / GRID);
    this.setFont(style);
    context.fillStyle = style.colour ?? this.ink;
    context.textAlign = "center";
    context.textBaseline = "alphabetic";
    const size = style.size ?? TEXT_SIZE;
    const overlined = text.endsWith("\u0305");
    const plain = overlined ? text.slice(0, -1) : text;
    context.fillText(plain, 0, 0.36 * size);
    if (overlined) {
      const width = context.measureText(plain).width;
      context.fillRect(-width / 2, -0.52 * size, width, 1.2);
    }
    context.restore();
  }

  /** Text that begins at a distance from a point, on the side of it that a direction of the frame names. */
  textBeside(x: number, y: number, side: Point, distance: number, text: string, style: TextStyle = {}): void {
    const { d, p } = this;
    const grid: Point = [d[0] * side[0] + p[0] * side[1], d[1] * side[0] + p[1] * side[1]];
    const half = this.textSize(text, style);
    const away = distance + Math.abs(grid[0]) * half[0] + Math.abs(grid[1]) * half[1];
    this.text(x + side[0] * away, y + side[1] * away, text, style);
  }

  /** Half the width and height of a text in grid squares. */
  textSize(text: string, style: TextStyle = {}): Point {
    this.context.save();
    this.setFont(style);
    const width = this.context.measureText(text.replace("\u0305", "")).width;
    this.context.restore();
    return [width / 2 / GRID, ((style.size ?? TEXT_SIZE) * 0.4) / GRID];
  }

  private setFont({ size = TEXT_SIZE, weight = 400, font = this.look.font }: TextStyle): void {
    this.context.font = `${weight} ${size}px ${font}`;
  }
}

function trace(context: CanvasRenderingContext2D, points: readonly Point[]): void {
  points.forEach(([x, y], i) => (i === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
}
