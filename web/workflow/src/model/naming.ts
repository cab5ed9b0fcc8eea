// What nodes and edges are called where a person reads of them.

import { kindOf, portsOf, type Json } from "./catalogue";
import type { Edge, Graph, Node } from "./graph";

/** The name of its kind, with a number where there are several of them, in the order in which they were added. */
export function titles(graph: Graph): ReadonlyMap<string, string> {
  const count = new Map<string, number>();
  for (const { type } of graph.nodes) count.set(type, (count.get(type) ?? 0) + 1);
  const seen = new Map<string, number>();
  return new Map(
    graph.nodes.map(({ id, type }) => {
      const number = (seen.get(type) ?? 0) + 1;
      seen.set(type, number);
      return [id, count.get(type)! > 1 ? `${kindOf(type).name} ${number}` : kindOf(type).name];
    }),
  );
}

/** What leaves which output to where: "If, true › Data Table 2". */
export function edgeTitle(graph: Graph, edge: Edge, names = titles(graph)): string {
  const source = graph.nodes.find((node) => node.id === edge.source);
  const port = source && portsOf(source.type, source.data).find((port) => port.handle === edge.sourceHandle);
  const output = port?.label ? `, ${port.label}` : "";
  return `${names.get(edge.source) ?? edge.source}${output} › ${names.get(edge.target) ?? edge.target}`;
}

const LONGEST = 90;

/** What is set on a node, in a line. */
export function summaryOf({ type, data }: Node): string {
  const text = summary(type, data);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

function summary(type: string, data: Readonly<Record<string, Json>>): string {
  const text = (key: string) => String(data[key] ?? "");
  switch (type) {
    case "if":
    case "map":
      return text("expression");
    case "filter":
      return text("predicate");
    case "formula":
      return text("field") && `${text("field")} = ${text("expression")}`;
    case "switch":
      return portsOf(type, data).length === 0 ? "no cases" : "";
    case "httpRequest":
      return `${text("method")} ${text("url")}`.trim();
    case "webhookTrigger":
      return `${text("method")} ${text("path")}`.trim();
    case "respondToWebhook":
      return `status ${text("statusCode")}`;
    case "databaseConnector":
      return text("table") && `${text("table")}${text("where") && ` where ${text("where")}`}`;
    case "dataTable":
      return `${text("operation")} ${text("tableName")}`;
    case "sort":
      return text("field") && `${text("field")} ${text("direction")}`;
    case "limit":
      return `first ${text("n")}`;
    case "wait":
      return `${text("durationSeconds")} s${text("reason") && `: ${text("reason")}`}`;
    case "aggregate":
      return text("groupBy") && `by ${text("groupBy")}`;
    case "editFields":
      return Object.keys((data["fields"] ?? {}) as object).join(", ");
    case "sendEmail":
      return text("subject");
    case "rangeGenerator":
      return `${text("start")} to ${text("stop")} by ${text("step")}`;
    case "tablePreview":
      return `${text("limit")} rows`;
    case "crypto":
      return `${text("operation")} ${text("field")}, ${text("algorithm")}`;
    case "guardrails":
      return `${text("action")} ${text("checks")}`;
    case "chatTrigger":
      return text("provider");
    case "aiTransform":
      return `${text("model")} ${text("field")}`.trim();
    default:
      return "";
  }
}
