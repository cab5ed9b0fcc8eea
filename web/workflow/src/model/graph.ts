// A workflow's graph, and what can be done to it. Graphs are never changed: each edit makes another.

import { casesOf, defaultData, handleOfCase, omit, portsOf, type Data } from "./catalogue";

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Node {
  readonly id: string;
  readonly type: string;
  readonly position: Point;
  readonly data: Data;
}

export interface Edge {
  readonly id: string;
  readonly source: string;
  /** The output that it leaves; null for the only one. */
  readonly sourceHandle: string | null;
  readonly target: string;
  readonly label?: string;
}

export interface Graph {
  readonly nodes: readonly Node[];
  readonly edges: readonly Edge[];
}

export const EMPTY: Graph = { nodes: [], edges: [] };
export const MOST_NODES = 200;
export const MOST_EDGES = 600;

export function nodeOf(graph: Graph, id: string): Node | undefined {
  return graph.nodes.find((node) => node.id === id);
}

export function newNode(id: string, type: string, position: Point): Node {
  return { id, type, position, data: defaultData(type) };
}

export function withNodes(graph: Graph, nodes: readonly Node[], edges: readonly Edge[] = []): Graph {
  return { nodes: [...graph.nodes, ...nodes], edges: [...graph.edges, ...edges] };
}

/** Without these nodes and edges; edges of a node go with it. */
export function without(graph: Graph, ids: ReadonlySet<string>): Graph {
  return {
    nodes: graph.nodes.filter((node) => !ids.has(node.id)),
    edges: graph.edges.filter((edge) => !ids.has(edge.id) && !ids.has(edge.source) && !ids.has(edge.target)),
  };
}

/** Moves nodes to new places. */
export function placed(graph: Graph, places: ReadonlyMap<string, Point>): Graph {
  return { ...graph, nodes: graph.nodes.map((node) => ({ ...node, position: places.get(node.id) ?? node.position })) };
}

/** With an edge, unless the same one is there already. */
export function connected(graph: Graph, source: string, sourceHandle: string | null, target: string): Graph {
  if (edgeBetween(graph, source, sourceHandle, target)) return graph;
  const id = edgeId(graph, source, sourceHandle, target);
  return { ...graph, edges: [...graph.edges, { id, source, sourceHandle, target }] };
}

export function edgeBetween(graph: Graph, source: string, handle: string | null, target: string): Edge | undefined {
  return graph.edges.find((edge) => edge.source === source && edge.sourceHandle === handle && edge.target === target);
}

function edgeId(graph: Graph, source: string, handle: string | null, target: string): string {
  const id = `edge-${source}${handle === null ? "" : `.${handle}`}-${target}`;
  const taken = new Set(graph.edges.map((edge) => edge.id));
  if (!taken.has(id)) return id;
  let count = 2;
  while (taken.has(`${id}-${count}`)) count++;
  return `${id}-${count}`;
}

/**
 * Sets a node's data. Edges stay with their output: those of a case that got another label follow it, those of an output that is gone
 * go with it.
 */
export function withData(graph: Graph, id: string, data: Data): Graph {
  const before = nodeOf(graph, id);
  if (!before) return graph;
  const renamed = renamedHandles(before.data, data);
  const handles = new Set(portsOf(before.type, data).map((port) => port.handle));
  const edges = graph.edges.flatMap((edge): Edge[] => {
    if (edge.source !== id) return [edge];
    const handle = edge.sourceHandle === null ? null : (renamed.get(edge.sourceHandle) ?? edge.sourceHandle);
    if (!handles.has(handle)) return [];
    if (handle === edge.sourceHandle) return [edge];
    // A label that only repeats its output follows it.
    return [{ ...edge, sourceHandle: handle, ...(edge.label === edge.sourceHandle ? { label: handle ?? "" } : {}) }];
  });
  return { nodes: graph.nodes.map((node) => (node.id === id ? { ...node, data } : node)), edges };
}

/** Outputs of cases whose label alone was edited. */
function renamedHandles(before: Data, after: Data): ReadonlyMap<string, string> {
  const renamed = new Map<string, string>();
  const count = casesOf(before).length;
  if (count !== casesOf(after).length) return renamed;
  for (let i = 0; i < count; i++) {
    const [old, now] = [handleOfCase(before, i), handleOfCase(after, i)];
    if (old !== now) renamed.set(old, now);
  }
  return renamed;
}

export function withLabel(graph: Graph, id: string, label: string): Graph {
  const labelled = (edge: Edge): Edge => (label === "" ? omit(edge, "label") : { ...edge, label });
  return { ...graph, edges: graph.edges.map((edge) => (edge.id === id ? labelled(edge) : edge)) };
}
