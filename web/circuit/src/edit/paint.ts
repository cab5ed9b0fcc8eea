// Paints the circuit as the editor shows it: parts where a gesture has moved them, what is being placed, the selecting box.

import { fitCanvas, setSize, type Size } from "../../../kit/ui/dom";
import type { Viewport } from "../../../kit/ui/viewport";
import { GRID } from "../model/catalogue";
import { defaultParams } from "../model/document";
import { movedAlong } from "../model/drag";
import type { Part, Point } from "../model/part";
import { placed, snapped } from "../model/place";
import { format } from "../model/quantity";
import { bodyOf, routeOf, routesOf, stretches, type Routes } from "../model/route";
import { drawBackground, drawJunctions, drawMissedPins } from "../view/board";
import { describePart, drawInfo, infoHeight } from "../view/info";
import { LabelSpace, type Place } from "../view/label-space";
import { DARK, LIGHT, type Look } from "../view/look";
import { drawPart } from "../view/parts";
import type { Editor } from "./editor";
import { isClick, movedBy, type Gesture } from "./gesture";
import { toGrid } from "./viewport";

export function lookOf(editor: Editor): Look {
  return editor.options.isDark ? DARK : LIGHT;
}

/** Paints the board. The grid is kept as long as the viewport stays. */
export class Painter {
  readonly #context: CanvasRenderingContext2D;
  readonly #grid = document.createElement("canvas");
  #gridKey = "";
  #voltages: readonly number[] = [];

  constructor(private readonly board: HTMLCanvasElement) {
    // Opaque: text on it is drawn sharper.
    this.#context = board.getContext("2d", { alpha: false })!;
  }

  /** Paints what the simulation has changed: nothing where no voltage has, as in logic at rest. */
  paintSimulated(editor: Editor): void {
    const voltages = editor.bench.voltages();
    if (editor.options.showsCurrent || voltages.some((volts, net) => volts !== this.#voltages[net])) this.paint(editor);
  }

  paint(editor: Editor): void {
    const look = lookOf(editor);
    const { viewport, gesture } = editor;
    const size = fitCanvas(this.board);
    const context = this.#context;
    this.#voltages = editor.bench.voltages();
    this.#paintGrid(editor, size);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.drawImage(this.#grid, 0, 0);
    setGridTransform(context, viewport, size);
    drawParts(context, editor, look);
    if (gesture?.type === "box" && !isClick(gesture)) drawBox(context, gesture, look);
    else if (editor.tool !== null && editor.pointer && !gesture) drawCross(context, snapped(editor.pointer), look);
  }

  #paintGrid(editor: Editor, size: Size): void {
    const { viewport, options } = editor;
    const key = JSON.stringify([viewport, size, options.isDark]);
    if (key === this.#gridKey) return;
    this.#gridKey = key;
    setSize(this.#grid, size.width * size.ratio, size.height * size.ratio);
    const context = this.#grid.getContext("2d", { alpha: false })!;
    setGridTransform(context, viewport, size);
    const [x0, y0] = toGrid(viewport, [0, 0]);
    const [x1, y1] = toGrid(viewport, [size.width, size.height]);
    drawBackground(context, { x0, y0, x1, y1 }, viewport.zoom, lookOf(editor));
  }
}

/** Paints the information panel: about the part under the pointer, else the selected one, else the simulation. */
export function paintInfo(canvas: HTMLCanvasElement, editor: Editor): void {
  const lines = infoLines(editor);
  const rect = { x: 0, y: 0, width: canvas.clientWidth, height: infoHeight(lines) };
  canvas.style.height = `${rect.height}px`;
  const { ratio } = fitCanvas(canvas);
  const context = canvas.getContext("2d")!;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, rect.width, rect.height);
  drawInfo(context, lines, rect, lookOf(editor));
}

function setGridTransform(context: CanvasRenderingContext2D, { origin, zoom }: Viewport, { ratio }: Size): void {
  const scale = GRID * zoom * ratio;
  context.setTransform(scale, 0, 0, scale, origin[0] * ratio, origin[1] * ratio);
}

/** The parts as they lie on the canvas now, a drag under way included. */
function shownParts(editor: Editor): Part[] {
  const { gesture } = editor;
  const { parts } = editor.document;
  switch (gesture?.type) {
    case "move": {
      const { places, lost, added } = movedAlong(parts, gesture.ids, movedBy(gesture));
      const kept = parts.filter(({ id }) => !lost.includes(id)).map((part) => ({ ...part, ...places.get(part.id) }));
      return [...kept, ...added.map((ends, i) => ({ ...ghost("wire", ends), id: -i - 1 }))];
    }
    case "stretch":
      return parts.map((part) => (part.id === gesture.id ? { ...part, [gesture.end]: snapped(gesture.to) } : part));
    default:
      return parts;
  }
}

function drawParts(context: CanvasRenderingContext2D, editor: Editor, look: Look): void {
  const { bench, selection } = editor;
  const hovered = editor.tool === null ? editor.hovered : undefined;
  const parts = shownParts(editor);
  const planned = editor.gesture && ghostOf(editor.gesture);
  const isChanging = editor.gesture !== undefined && editor.gesture.type !== "box";
  const routes = isChanging ? routesOf(planned ? [...parts, planned] : parts) : bench.routes;
  const isAtRest = editor.gesture?.type !== "move" && editor.gesture?.type !== "stretch";
  const hidesValue = !editor.options.showsValues;
  const labels = labelSpace(parts, routes);
  const style = { labels, look, live: bench.live, selected: false, hovered: false, ghost: false, hidesValue };
  // Wires lie below, so that symbols are not crossed out.
  for (const isWire of [true, false]) {
    for (const part of parts) {
      if ((part.kind === "wire") !== isWire) continue;
      drawPart(context, part, {
        ...style,
        route: routes.get(part.id),
        selected: selection.has(part.id),
        hovered: part.id === hovered?.part.id,
      });
    }
  }
  if (editor.options.showsCurrent) bench.dots.draw(context, parts, bench.live, look, routes);
  drawJunctions(context, parts, bench.live, look);
  if (isAtRest) drawMissedPins(context, bench.missedPins, look);
  if (planned) drawPart(context, planned, { ...style, route: routes.get(0), ghost: true });
}

/** What labels should not cover: bodies and wires. */
function labelSpace(parts: readonly Part[], routes: Routes): LabelSpace {
  const space = new LabelSpace();
  for (const part of parts) {
    if (part.kind === "wire") {
      for (const [a, b] of stretches(routeOf(part, routes))) space.take(around(a, b, 0.08), "wire");
    } else {
      const [from, to] = bodyOf(part);
      space.take(around(from, to, 0.2), "body");
    }
  }
  return space;
}

function around(a: Point, b: Point, margin: number): Place {
  return {
    x0: Math.min(a[0], b[0]) - margin,
    y0: Math.min(a[1], b[1]) - margin,
    x1: Math.max(a[0], b[0]) + margin,
    y1: Math.max(a[1], b[1]) + margin,
  };
}

/** The part that a drag would place if it ended now. */
function ghostOf(gesture: Gesture): Part | undefined {
  if (gesture.type !== "place" || (isClick(gesture) && gesture.press.hit)) return undefined;
  const points = placed(gesture.kind, gesture.press.at, gesture.to);
  return points && ghost(gesture.kind, points);
}

/** A part that is not in the document. */
function ghost(kind: string, ends: Pick<Part, "a" | "b">): Part {
  return { id: 0, kind, label: "", params: defaultParams(kind), flip: false, turns: 0, ...ends };
}

function drawBox(context: CanvasRenderingContext2D, { press, to }: Gesture, look: Look): void {
  const [x, y] = press.at;
  context.lineWidth = context.getTransform().inverse().a;
  context.strokeStyle = look.selection;
  context.fillStyle = look.selection;
  context.globalAlpha = 0.08;
  context.fillRect(x, y, to[0] - x, to[1] - y);
  context.globalAlpha = 1;
  context.strokeRect(x, y, to[0] - x, to[1] - y);
}

/** Where a part would begin. */
function drawCross(context: CanvasRenderingContext2D, [x, y]: Point, look: Look): void {
  const arm = 0.4;
  context.lineWidth = 1.5 / GRID;
  context.strokeStyle = look.accent;
  context.beginPath();
  context.moveTo(x - arm, y);
  context.lineTo(x + arm, y);
  context.moveTo(x, y - arm);
  context.lineTo(x, y + arm);
  context.stroke();
}

function infoLines(editor: Editor): string[] {
  const { bench, hovered, selected } = editor;
  const part = hovered?.part ?? (selected.length === 1 ? selected[0] : undefined);
  if (part) return describePart(part, bench.live);
  return [
    bench.running && bench.problem === null ? "Running" : "Stopped",
    `t = ${format(bench.time, "s")}`,
    `time step = ${format(bench.timeStep, "s")}${bench.chosenStep === null ? " (auto)" : ""}`,
  ];
}
