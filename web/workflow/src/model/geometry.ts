// Where cards, ports and edges lie, in pixels at zoom 1. README.md tells the same to oracles, which cannot look.

import type { Box } from "../../../kit/ui/viewport";
import { portsOf } from "./catalogue";
import type { Edge, Graph, Node, Point } from "./graph";

export const GRID = 16;
export const CARD_WIDTH = 240;
/** Of a card without outputs. */
const CARD_HEIGHT = 113;
const PORT_SPACING = 28;
/** The first port, and the input, below the card's top. */
const FIRST_PORT = 120;

export function heightOf({ type, data }: Pick<Node, "type" | "data">): number {
  return CARD_HEIGHT + PORT_SPACING * portsOf(type, data).length;
}

export function snapped({ x, y }: Point): Point {
  // Without the zero, -3 would snap to minus zero.
  return { x: Math.round(x / GRID) * GRID + 0, y: Math.round(y / GRID) * GRID + 0 };
}

export function inputAt({ position }: Node): Point {
  return { x: position.x, y: position.y + FIRST_PORT };
}

export function outputAt(node: Node, handle: string | null): Point {
  const index = portsOf(node.type, node.data).findIndex((port) => port.handle === handle);
  return { x: node.position.x + CARD_WIDTH, y: node.position.y + FIRST_PORT + PORT_SPACING * Math.max(0, index) };
}

/** The four points of a cubic curve. */
export type Curve = readonly [Point, Point, Point, Point];

/** From an output to an input: it leaves to the right and arrives from the left. */
export function curve(from: Point, to: Point): Curve {
  const distance = to.x - from.x;
  // A way back goes out wide, so that it is seen beside its cards.
  const reach = distance >= 0 ? Math.max(32, distance / 2) : Math.min(240, 64 - distance / 4);
  return [from, { x: from.x + reach, y: from.y }, { x: to.x - reach, y: to.y }, to];
}

export function curveOf(graph: Graph, edge: Edge): Curve | undefined {
  const source = graph.nodes.find((node) => node.id === edge.source);
  const target = graph.nodes.find((node) => node.id === edge.target);
  return source && target && curve(outputAt(source, edge.sourceHandle), inputAt(target));
}

export function pointOn([a, b, c, d]: Curve, t: number): Point {
  const s = 1 - t;
  const along = (key: "x" | "y") =>
    s * s * s * a[key] + 3 * s * s * t * b[key] + 3 * s * t * t * c[key] + t * t * t * d[key];
  return { x: along("x"), y: along("y") };
}

const PIECES = 32;

/** How far a point lies from a curve. */
export function distanceTo(line: Curve, at: Point): number {
  let least = Infinity;
  let before = line[0];
  for (let i = 1; i <= PIECES; i++) {
    const next = pointOn(line, i / PIECES);
    least = Math.min(least, toSegment(at, before, next));
    before = next;
  }
  return least;
}

function toSegment(at: Point, a: Point, b: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((at.x - a.x) * dx + (at.y - a.y) * dy) / length));
  return Math.hypot(at.x - a.x - share * dx, at.y - a.y - share * dy);
}

export function holds(node: Node, { x, y }: Point): boolean {
  const { position } = node;
  return x >= position.x && x <= position.x + CARD_WIDTH && y >= position.y && y <= position.y + heightOf(node);
}

/** The box around cards; undefined where there are none. */
export function boxOf(nodes: readonly Node[]): Box | undefined {
  if (nodes.length === 0) return undefined;
  const xs = nodes.map((node) => node.position.x);
  const ys = nodes.map((node) => node.position.y);
  return {
    from: [Math.min(...xs), Math.min(...ys)],
    to: [Math.max(...xs) + CARD_WIDTH, Math.max(...nodes.map((node) => node.position.y + heightOf(node)))],
  };
}

/** Whether a card would cover or touch another. */
export function isFree(nodes: readonly Node[], { x, y }: Point, height: number): boolean {
  return nodes.every(
    (node) =>
      x + CARD_WIDTH + GRID <= node.position.x ||
      node.position.x + CARD_WIDTH + GRID <= x ||
      y + height + GRID <= node.position.y ||
      node.position.y + heightOf(node) + GRID <= y,
  );
}

const SPACING = { x: CARD_WIDTH + 48, y: 176 };

/** A place on the grid near a point at which a card covers no other: the point itself, else beside and below it, else anywhere around. */
export function freePlace(nodes: readonly Node[], wanted: Point, height: number): Point {
  const start = snapped(wanted);
  for (let ring = 0; ring < 40; ring++) {
    for (const dx of steps(ring)) {
      for (const dy of steps(ring)) {
        if (Math.max(Math.abs(dx), Math.abs(dy)) !== ring) continue;
        const place = { x: start.x + dx * SPACING.x, y: start.y + dy * SPACING.y };
        if (isFree(nodes, place, height)) return place;
      }
    }
  }
  return start;
}

/** 0, 1, -1, 2, -2 … as far as a ring goes. */
function steps(ring: number): number[] {
  return [0, ...Array.from({ length: ring }, (_, i) => [i + 1, -i - 1]).flat()];
}

/** Where a node is expected that comes after another. */
export function placeAfter({ position }: Node): Point {
  return { x: position.x + SPACING.x, y: position.y };
}
