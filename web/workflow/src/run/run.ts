// Runs a workflow: from the nodes that nothing leads to, in rows; what comes back over a loop makes another round.

import { casesOf, handleOfCase, portsOf, type Data } from "../model/catalogue";
import type { Graph, Node } from "../model/graph";
import { topological, withoutLoops } from "../model/layout";
import { titles } from "../model/naming";
import type { Surroundings } from "../lang/builtins";
import * as connecting from "./connecting";
import { checkSize, Context, numberOf, RunProblem, textOf, type Message } from "./context";
import { CHAT_ITEMS, MANUAL_ITEMS, WEBHOOK_ITEMS, type Item } from "./samples";
import * as shaping from "./shaping";

/** What leaves a node by each of its outputs. */
type Outputs = ReadonlyMap<string | null, readonly Item[]>;

export interface Step {
  node: string;
  title: string;
  /** From 1; more than one where the workflow loops. */
  round: number;
  received: number;
  outputs: Outputs;
  problem?: string;
}

export interface RunResult {
  steps: readonly Step[];
  outbox: readonly Message[];
  /** Tables that were written to or read, with their rows at the end. */
  tables: ReadonlyMap<string, readonly Item[]>;
  /** Seconds that the workflow would have waited. */
  waited: number;
  /** Why it stopped before its end, if it did. */
  problem: string | undefined;
  /** Titles of nodes that nothing reached. */
  unreached: readonly string[];
}

const MOST_ROUNDS = 100;

export function run(graph: Graph, surroundings: Surroundings): RunResult {
  const context = new Context(surroundings);
  const names = titles(graph);
  const forward = withoutLoops(graph);
  const order = topological(graph.nodes, forward);
  const steps: Step[] = [];
  let problem: string | undefined;
  let arriving = starts(graph);
  if (arriving.size === 0)
    problem = graph.nodes.length === 0 ? "There are no nodes to run." : "Nothing starts this workflow: add a trigger.";

  for (let round = 1; arriving.size > 0 && problem === undefined; round++) {
    if (round > MOST_ROUNDS) {
      problem = `It was stopped after ${MOST_ROUNDS} rounds of its loop.`;
      break;
    }
    const later = new Map<string, Item[]>();
    for (const node of order) {
      const items = arriving.get(node.id);
      if (items === undefined) continue;
      const step: Step = {
        node: node.id,
        title: names.get(node.id)!,
        round,
        received: items.length,
        outputs: new Map(),
      };
      steps.push(step);
      try {
        step.outputs = outputsOf(node, items, context);
      } catch (error) {
        if (!(error instanceof RunProblem)) throw error;
        step.problem = error.message;
        problem = `${step.title}: ${error.message}`;
        break;
      }
      for (const edge of graph.edges) {
        const sent = edge.source === node.id ? (step.outputs.get(edge.sourceHandle) ?? []) : [];
        if (sent.length === 0) continue;
        const to = forward.includes(edge) ? arriving : later;
        to.set(edge.target, [...(to.get(edge.target) ?? []), ...sent]);
      }
    }
    arriving = later;
  }
  const reached = new Set(steps.map((step) => step.node));
  return {
    steps,
    outbox: context.outbox,
    tables: new Map(
      [...context.tables].filter(([name]) => graph.nodes.some((node) => textOf(node.data, "tableName") === name)),
    ),
    waited: context.waited,
    problem,
    unreached: graph.nodes.filter((node) => !reached.has(node.id)).map((node) => names.get(node.id)!),
  };
}

/** Triggers start with their sample events, other nodes that nothing leads to with one empty item. */
function starts(graph: Graph): Map<string, Item[]> {
  const entered = new Set(graph.edges.map((edge) => edge.target));
  const first = graph.nodes.filter((node) => !entered.has(node.id));
  return new Map(first.map((node) => [node.id, [...startItems(node)]]));
}

function startItems({ type, data }: Node): readonly Item[] {
  switch (type) {
    case "manualTrigger":
      return MANUAL_ITEMS;
    case "webhookTrigger":
      return WEBHOOK_ITEMS.map((item) => ({ ...item, method: data["method"], path: data["path"] }));
    case "chatTrigger":
      return CHAT_ITEMS.map((item) => ({ ...item, provider: data["provider"] }));
    default:
      return [{}];
  }
}

function outputsOf(node: Node, items: readonly Item[], context: Context): Outputs {
  const { type, data } = node;
  if (type === "if") return branches(items, data, context);
  if (type === "switch") return routed(items, data, context);
  const run = RUNS[type];
  const made = run ? run(items, data, context) : items;
  checkSize(made);
  return new Map(portsOf(type, data).map((port) => [port.handle, made]));
}

type Run = (items: readonly Item[], data: Data, context: Context) => readonly Item[];

const RUNS: Readonly<Record<string, Run>> = {
  wait(items, data, context) {
    context.waited += numberOf(data, "durationSeconds", 0);
    return items;
  },
  map: shaping.map,
  filter: shaping.filter,
  formula: shaping.formula,
  editFields: shaping.editFields,
  sort: shaping.sort,
  limit: shaping.limit,
  tablePreview: shaping.tablePreview,
  rangeGenerator: shaping.range,
  aggregate: shaping.aggregate,
  httpRequest: connecting.httpRequest,
  databaseConnector: connecting.databaseConnector,
  dataTable: connecting.dataTable,
  sendEmail: connecting.sendEmail,
  respondToWebhook: connecting.respondToWebhook,
  crypto: connecting.crypto,
  guardrails: connecting.guardrails,
  aiTransform: connecting.aiTransform,
};

function branches(items: readonly Item[], data: Data, context: Context): Outputs {
  const met = context.forEach(items, textOf(data, "expression"), "Condition");
  return new Map([
    ["onTrue", items.filter((_, i) => met[i])],
    ["onFalse", items.filter((_, i) => !met[i])],
  ]);
}

/** The first case that is met takes the item; a case without an expression is met by nothing. */
function routed(items: readonly Item[], data: Data, context: Context): Outputs {
  const outputs = new Map<string | null, Item[]>(portsOf("switch", data).map((port) => [port.handle, []]));
  const tests = casesOf(data).map(({ expr }, i) =>
    expr?.trim() ? context.forEach(items, expr, handleOfCase(data, i)) : [],
  );
  items.forEach((item, i) => {
    const met = tests.findIndex((test) => test[i]);
    outputs.get(met === -1 ? "default" : handleOfCase(data, met))?.push(item);
  });
  return outputs;
}
