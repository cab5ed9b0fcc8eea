// Workflows as JSON: what Export writes and Import reads.

import { FileProblem, json, list, record, text } from "../../../kit/json";
import { isKnown, portsOf, type Data } from "./catalogue";
import { problemWithData } from "./check";
import { CARD_WIDTH, heightOf } from "./geometry";
import { MOST_EDGES, MOST_NODES, type Edge, type Node } from "./graph";
import { thumbnailOf } from "./thumbnail";
import { LONGEST_NAME, type Workflow } from "./workflow";

const VERSION = 1;

/** A workflow as it is exported. */
export function exported({ id, name, description, createdAt, updatedAt, graph }: Workflow): object {
  return {
    id,
    name,
    createdAt,
    updatedAt,
    version: VERSION,
    metadata: { description, thumbnail: thumbnailOf(graph) },
    graph: {
      nodes: graph.nodes.map((node) => ({ ...node, width: CARD_WIDTH, height: heightOf(node) })),
      edges: graph.edges.map(({ label, ...edge }) => ({
        ...edge,
        targetHandle: null,
        ...(label === undefined ? {} : { label }),
      })),
    },
  };
}

export function write(workflow: Workflow): string {
  return JSON.stringify(exported(workflow), null, 2);
}

/** Reads what `write` wrote, and what other programs write in that form. `id` and `now` are for what a text leaves out. */
export function read(text: string, id: string, now: number): Workflow {
  const file = record(json(text), "the text");
  if (file["version"] !== undefined && file["version"] !== VERSION)
    throw new FileProblem(
      `This workflow is of version ${JSON.stringify(file["version"])}; version ${VERSION} can be read.`,
    );
  const graph = record(file["graph"], "graph");
  const nodes = list(graph["nodes"], "graph.nodes", MOST_NODES).map(readNode);
  const edges = list(graph["edges"] ?? [], "graph.edges", MOST_EDGES).map(readEdge);
  check(nodes, edges);
  const metadata = file["metadata"] === undefined ? {} : record(file["metadata"], "metadata");
  return {
    id,
    name:
      typeof file["name"] === "string" && file["name"].trim() !== ""
        ? file["name"].slice(0, LONGEST_NAME)
        : "Imported Workflow",
    description: typeof metadata["description"] === "string" ? metadata["description"] : "",
    createdAt: typeof file["createdAt"] === "number" ? file["createdAt"] : now,
    updatedAt: now,
    graph: { nodes, edges },
  };
}

function readNode(value: unknown, index: number): Node {
  const where = `graph.nodes[${index}]`;
  const node = record(value, where);
  const position = record(node["position"], `${where}.position`);
  return {
    id: text(node["id"], `${where}.id`),
    type: text(node["type"], `${where}.type`),
    position: { x: number(position["x"], `${where}.position.x`), y: number(position["y"], `${where}.position.y`) },
    data: record(node["data"] ?? {}, `${where}.data`) as Data,
  };
}

function readEdge(value: unknown, index: number): Edge {
  const where = `graph.edges[${index}]`;
  const edge = record(value, where);
  const handle = edge["sourceHandle"] ?? null;
  const read = {
    id: text(edge["id"] ?? `edge-${index + 1}`, `${where}.id`),
    source: text(edge["source"], `${where}.source`),
    sourceHandle: handle === null || handle === "" ? null : text(handle, `${where}.sourceHandle`),
    target: text(edge["target"], `${where}.target`),
  };
  return typeof edge["label"] === "string" ? { ...read, label: edge["label"] } : read;
}

function check(nodes: readonly Node[], edges: readonly Edge[]): void {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  if (byId.size !== nodes.length) throw new FileProblem("Two nodes have the same id.");
  const ids = new Set([...nodes, ...edges].map(({ id }) => id));
  if (ids.size !== nodes.length + edges.length)
    throw new FileProblem("Two edges, or an edge and a node, have the same id.");
  const unknown = nodes.find((node) => !isKnown(node.type));
  if (unknown) throw new FileProblem(`There is no kind of node ${JSON.stringify(unknown.type)}.`);
  for (const { id, type, data } of nodes) {
    const problem = problemWithData(type, data);
    if (problem) throw new FileProblem(`The node ${JSON.stringify(id)} cannot be read: ${problem}`);
  }
  for (const { id, source, sourceHandle, target } of edges) {
    const from = byId.get(source);
    if (!from || !byId.has(target))
      throw new FileProblem(`The edge ${JSON.stringify(id)} has an end at a node that is not there.`);
    if (!portsOf(from.type, from.data).some((port) => port.handle === sourceHandle))
      throw new FileProblem(
        `The edge ${JSON.stringify(id)} leaves an output that ${JSON.stringify(source)} does not have.`,
      );
  }
}

function number(value: unknown, where: string): number {
  if (typeof value !== "number" || !Number.isFinite(value)) throw new FileProblem(`${where} must be a number.`);
  return value;
}
