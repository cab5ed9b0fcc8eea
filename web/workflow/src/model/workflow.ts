// A workflow: a graph with a name. Templates are workflows that are copied when they are opened.

import file from "../../templates.json";
import type { Data } from "./catalogue";
import { EMPTY, type Edge, type Graph } from "./graph";

export interface Workflow {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly graph: Graph;
}

export interface Template {
  readonly name: string;
  readonly about: string;
  readonly graph: Graph;
}

export const LONGEST_NAME = 80;

export function newWorkflow(id: string, name: string, now: number): Workflow {
  return { id, name, description: "", createdAt: now, updatedAt: now, graph: EMPTY };
}

export function fromTemplate(id: string, template: Template, now: number): Workflow {
  return { ...newWorkflow(id, template.name, now), description: template.about, graph: template.graph };
}

interface TemplateFile {
  name: string;
  about: string;
  nodes: readonly { id: string; type: string; at: readonly number[]; data: Data }[];
  edges: readonly string[];
}

/** Edges are written `source.output -> target : label`; output and label may be left out. */
function readEdge(text: string, index: number): Edge {
  const match = /^([\w-]+)(?:\.(\w+))? -> ([\w-]+)(?: : (.+))?$/.exec(text);
  if (!match) throw new Error(`templates.json: ${text} is no edge`);
  const [, source, handle, target, label] = match;
  const edge = { id: `e${index + 1}`, source: source!, sourceHandle: handle ?? null, target: target! };
  return label === undefined ? edge : { ...edge, label };
}

export const TEMPLATES: readonly Template[] = (file as unknown as readonly TemplateFile[]).map((template) => ({
  name: template.name,
  about: template.about,
  graph: {
    nodes: template.nodes.map(({ id, type, at, data }) => ({ id, type, position: { x: at[0]!, y: at[1]! }, data })),
    edges: template.edges.map(readEdge),
  },
}));
