// What a press, a drag and a release on the canvas mean. Nothing has changed until a gesture ends, so that leaving it costs nothing.

import { curveOf, distanceTo, GRID, holds, inputAt, outputAt } from "../model/geometry";
import type { Edge, Graph, Node, Point } from "../model/graph";
import { hasInput, portsOf } from "../model/catalogue";

/** What lies at a point. */
export type Hit =
  { type: "port"; node: Node; handle: string | null } | { type: "node"; node: Node } | { type: "edge"; edge: Edge };

export type Gesture =
  | { type: "move"; ids: ReadonlySet<string>; from: Point; to: Point }
  | { type: "connect"; source: string; handle: string | null; to: Point }
  | { type: "marquee"; from: Point; to: Point }
  /** An entry of the palette on its way; `to` is undefined beside the canvas. */
  | { type: "place"; kind: string; to: Point | undefined };

/** Pixels of the screen around a port, and beside an edge, that still count. */
const PORT_REACH = 10;
const EDGE_REACH = 8;
/** A port's reach never covers more of a card than this, at whatever zoom. */
const GREATEST_REACH = 24;
/** Pixels of the screen that are still a click. */
export const CLICK_REACH = 4;

/** The topmost thing at a point: a port before its card, a card before the edges below it. */
export function hitAt(graph: Graph, at: Point, zoom: number): Hit | undefined {
  const reach = Math.min(GREATEST_REACH, PORT_REACH / zoom);
  let nearest: { hit: Hit; distance: number } | undefined;
  for (const node of graph.nodes) {
    for (const { handle } of portsOf(node.type, node.data)) {
      const port = outputAt(node, handle);
      const distance = Math.hypot(at.x - port.x, at.y - port.y);
      if (distance <= reach && distance < (nearest?.distance ?? Infinity))
        nearest = { hit: { type: "port", node, handle }, distance };
    }
  }
  if (nearest) return nearest.hit;
  const node = cardAt(graph, at);
  if (node) return { type: "node", node };
  for (const edge of graph.edges) {
    const line = curveOf(graph, edge);
    const distance = line ? distanceTo(line, at) : Infinity;
    if (distance <= EDGE_REACH / zoom && distance < (nearest?.distance ?? Infinity))
      nearest = { hit: { type: "edge", edge }, distance };
  }
  return nearest?.hit;
}

export function cardAt(graph: Graph, at: Point): Node | undefined {
  return graph.nodes.filter((node) => holds(node, at)).at(-1);
}

/** The node that an edge drawn to a point would lead to. */
export function targetAt(graph: Graph, at: Point, zoom: number): Node | undefined {
  const reach = Math.min(GREATEST_REACH, PORT_REACH / zoom);
  const near = (node: Node) => Math.hypot(at.x - inputAt(node).x, at.y - inputAt(node).y) <= reach;
  return graph.nodes.filter((node) => hasInput(node.type) && (holds(node, at) || near(node))).at(-1);
}

/** Where a move takes its nodes; on the grid if asked for. */
export function movedPlaces(
  graph: Graph,
  { ids, from, to }: Gesture & { type: "move" },
  snaps: boolean,
): ReadonlyMap<string, Point> {
  const step = snaps ? GRID : 1;
  const by = { x: Math.round((to.x - from.x) / step) * step, y: Math.round((to.y - from.y) / step) * step };
  const moved = graph.nodes.filter((node) => ids.has(node.id));
  return new Map(moved.map(({ id, position }) => [id, { x: position.x + by.x, y: position.y + by.y }]));
}
