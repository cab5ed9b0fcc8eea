// What a node has while it runs: the values of expressions, the tables, and the outbox.

import { evaluate } from "../lang/evaluate";
import type { Surroundings } from "../lang/builtins";
import { parse } from "../lang/parse";
import { ExpressionProblem, type Expression } from "../lang/syntax";
import type { Data } from "../model/catalogue";
import { TABLES, type Item } from "./samples";

export interface Message {
  kind: "email" | "chat" | "response";
  to: string;
  title: string;
  body: string;
}

/** Why a node could not run, in a sentence. */
export class RunProblem extends Error {}

export const MOST_ITEMS = 2000;
const MOST_MESSAGES = 200;
/** Of all expressions of a run. */
const MOST_OPERATIONS = 2_000_000;
/** Values in all items that leave a node. */
const MOST_VALUES = 100_000;

export class Context {
  readonly tables = new Map<string, Item[]>(Object.entries(TABLES).map(([name, rows]) => [name, [...rows]]));
  readonly outbox: Message[] = [];
  /** Seconds that the workflow would have waited. */
  waited = 0;

  readonly #surroundings: Surroundings;
  #operations = 0;

  constructor(surroundings: Surroundings) {
    this.#surroundings = {
      now: () => surroundings.now(),
      random: () => surroundings.random(),
      spend: (operations) => (this.#operations += operations),
    };
  }

  table(name: string): Item[] {
    const rows = this.tables.get(name) ?? [];
    this.tables.set(name, rows);
    return rows;
  }

  send(message: Message): void {
    if (this.outbox.length >= MOST_MESSAGES)
      throw new RunProblem(`The outbox holds ${MOST_MESSAGES} messages already.`);
    this.outbox.push(message);
  }

  /** Computes an expression for every item. */
  forEach(items: readonly Item[], source: string, what: string): unknown[] {
    const expression = this.#parsed(source, what);
    return items.map((item, index) =>
      this.#computed(expression, { item, index, array: items }, `${what}, item ${index + 1}`),
    );
  }

  /** Fills in the `{{ … }}` of a text. */
  filled(text: string, item: Item, index: number, array: readonly Item[]): string {
    return text.replace(/\{\{(.*?)\}\}/g, (_, source: string) => {
      const expression = this.#parsed(source, "{{ }}");
      const value = this.#computed(expression, { item, index, array }, "{{ }}");
      return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value ?? "");
    });
  }

  #parsed(source: string, what: string): Expression {
    if (source.trim() === "") throw new RunProblem(`${what} is empty.`);
    try {
      return parse(source);
    } catch (error) {
      throw problem(error, what);
    }
  }

  #computed(expression: Expression, names: Readonly<Record<string, unknown>>, what: string): unknown {
    if (this.#operations > MOST_OPERATIONS) throw new RunProblem("The workflow computes too much.");
    try {
      return evaluate(expression, names, this.#surroundings);
    } catch (error) {
      throw problem(error, what);
    }
  }
}

function problem(error: unknown, what: string): unknown {
  return error instanceof ExpressionProblem ? new RunProblem(`${what}: ${error.message}`) : error;
}

/** A text of a node's data. */
export function textOf(data: Data, key: string): string {
  const value = data[key];
  return typeof value === "string" ? value : "";
}

export function numberOf(data: Data, key: string, otherwise: number): number {
  const value = data[key];
  return typeof value === "number" ? value : otherwise;
}

/** A field of an item by its path, such as `address.city`. */
export function fieldOf(item: Item, path: string): unknown {
  return path.split(".").reduce<unknown>((value, key) => {
    return typeof value === "object" && value !== null && Object.hasOwn(value, key) ? (value as Item)[key] : undefined;
  }, item);
}

/** Refuses items that are too many or too large: values that are nested in each other double with every round. */
export function checkSize(items: readonly Item[]): void {
  if (items.length > MOST_ITEMS) throw new RunProblem(`It makes more than ${MOST_ITEMS} items.`);
  let left = MOST_VALUES;
  const visit = (value: unknown): void => {
    if (--left < 0) throw new RunProblem("Its items are too large.");
    if (typeof value === "object" && value !== null) Object.values(value).forEach(visit);
  };
  items.forEach(visit);
}
