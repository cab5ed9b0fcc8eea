// Lays a graph out from left to right: each node in the column after the last of those that lead to it.

import { CARD_WIDTH, heightOf, snapped } from "./geometry";
import { placed, type Edge, type Graph, type Node, type Point } from "./graph";

const COLUMN = CARD_WIDTH + 96;
const GAP = 48;

/** The same graph in rows and columns. Unconnected nodes stand below all others. */
export function laidOut(graph: Graph): Graph {
  const forward = withoutLoops(graph);
  const columns = new Map<string, number>();
  for (const node of topological(graph.nodes, forward)) {
    const before = forward.filter((edge) => edge.target === node.id).map((edge) => columns.get(edge.source) ?? 0);
    columns.set(node.id, before.length === 0 ? 0 : Math.max(...before) + 1);
  }
  const joined = new Set(graph.edges.flatMap((edge) => [edge.source, edge.target]));
  const places = new Map<string, Point>();
  let bottom = 0;
  const last = Math.max(0, ...columns.values());
  for (let column = 0; column <= last; column++) {
    const nodes = graph.nodes.filter((node) => joined.has(node.id) && columns.get(node.id) === column);
    let y = 0;
    for (const node of ordered(nodes, forward, places)) {
      // As high as the middle of what leads to it, if there is room.
      const wanted = wantedY(node, forward, places) ?? y;
      const place = snapped({ x: column * COLUMN, y: Math.max(y, wanted) });
      places.set(node.id, place);
      y = place.y + heightOf(node) + GAP;
      bottom = Math.max(bottom, y);
    }
  }
  let x = 0;
  for (const node of graph.nodes.filter((node) => !joined.has(node.id))) {
    places.set(node.id, snapped({ x, y: joined.size === 0 ? 0 : bottom + GAP }));
    x += COLUMN;
  }
  return placed(graph, places);
}

/** The edges without those that close a loop. */
export function withoutLoops(graph: Graph): Edge[] {
  const state = new Map<string, "open" | "done">();
  const closing = new Set<Edge>();
  const visit = (id: string) => {
    state.set(id, "open");
    for (const edge of graph.edges) {
      if (edge.source !== id) continue;
      if (state.get(edge.target) === "open") closing.add(edge);
      else if (!state.has(edge.target)) visit(edge.target);
    }
    state.set(id, "done");
  };
  // Those that nothing leads to come first: a loop is closed by the edge that comes back to it.
  const entered = new Set(graph.edges.map((edge) => edge.target));
  const starts = [...graph.nodes.filter((node) => !entered.has(node.id)), ...graph.nodes];
  for (const { id } of starts) if (!state.has(id)) visit(id);
  return graph.edges.filter((edge) => !closing.has(edge));
}

/** Nodes after all that lead to them; `edges` hold no loop. */
export function topological(nodes: readonly Node[], edges: readonly Edge[]): Node[] {
  const left = new Map(nodes.map((node) => [node.id, edges.filter((edge) => edge.target === node.id).length]));
  const result: Node[] = [];
  const ready = nodes.filter((node) => left.get(node.id) === 0);
  for (let node = ready.shift(); node; node = ready.shift()) {
    result.push(node);
    for (const edge of edges) {
      if (edge.source !== node.id) continue;
      const count = left.get(edge.target)! - 1;
      left.set(edge.target, count);
      if (count === 0) ready.push(nodes.find(({ id }) => id === edge.target)!);
    }
  }
  return result;
}

/** The nodes of a column in the order of what leads to them. */
function ordered(nodes: readonly Node[], edges: readonly Edge[], places: ReadonlyMap<string, Point>): Node[] {
  const rank = (node: Node) => {
    const before = edges.filter((edge) => edge.target === node.id);
    const ports = before.map((edge) => (places.get(edge.source)?.y ?? 0) + edges.indexOf(edge) / 1000);
    return ports.length === 0 ? node.position.y : ports.reduce((sum, y) => sum + y, 0) / ports.length;
  };
  return [...nodes].sort((one, other) => rank(one) - rank(other));
}

function wantedY(node: Node, edges: readonly Edge[], places: ReadonlyMap<string, Point>): number | undefined {
  const before = edges.filter((edge) => edge.target === node.id).map((edge) => places.get(edge.source)?.y ?? 0);
  return before.length === 0 ? undefined : before.reduce((sum, y) => sum + y, 0) / before.length;
}
