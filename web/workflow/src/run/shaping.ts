// Nodes that shape data.

import { fieldOf, MOST_ITEMS, numberOf, RunProblem, textOf, type Context } from "./context";
import type { Data } from "../model/catalogue";
import type { Item } from "./samples";

type Run = (items: readonly Item[], data: Data, context: Context) => readonly Item[];

/** Anything as an item: what is no object is held in `value`. */
export function asItem(value: unknown): Item {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date)
    ? (value as Item)
    : { value };
}

export const map: Run = (items, data, context) =>
  context.forEach(items, textOf(data, "expression"), "Expression").map(asItem);

export const filter: Run = (items, data, context) => {
  const kept = context.forEach(items, textOf(data, "predicate"), "Condition");
  return items.filter((_, i) => kept[i]);
};

export const formula: Run = (items, data, context) => {
  const field = textOf(data, "field").trim();
  if (field === "") throw new RunProblem("Field is empty.");
  const values = context.forEach(items, textOf(data, "expression"), "Expression");
  return items.map((item, i) => ({ ...item, [field]: values[i] }));
};

/** Values that begin with = are expressions. */
export const editFields: Run = (items, data, context) => {
  const fields = Object.entries((data["fields"] ?? {}) as Record<string, string>);
  const columns = fields.map(([name, value]) =>
    value.startsWith("=") ? context.forEach(items, value.slice(1), name) : items.map(() => value as unknown),
  );
  return items.map((item, i) => ({
    ...item,
    ...Object.fromEntries(fields.map(([name], field) => [name, columns[field]![i]])),
  }));
};

export const sort: Run = (items, data) => {
  const field = textOf(data, "field").trim();
  if (field === "") throw new RunProblem("Field is empty.");
  const sign = textOf(data, "direction") === "desc" ? -1 : 1;
  return [...items].sort((one, other) => sign * compared(fieldOf(one, field), fieldOf(other, field)));
};

/** Numbers before texts, what is missing last; the same on every machine, so without the language's own order. */
function compared(one: unknown, other: unknown): number {
  const rank = (value: unknown) => (value === undefined || value === null ? 2 : typeof value === "number" ? 0 : 1);
  if (rank(one) !== rank(other)) return rank(one) - rank(other);
  const [a, b] = rank(one) === 0 ? [one as number, other as number] : [String(one), String(other)];
  return a < b ? -1 : a > b ? 1 : 0;
}

export const limit: Run = (items, data) => items.slice(0, Math.max(0, numberOf(data, "n", 0)));

export const tablePreview: Run = (items, data) => items.slice(0, numberOf(data, "limit", MOST_ITEMS));

export const range: Run = (_, data) => {
  const [start, stop, step] = [numberOf(data, "start", 1), numberOf(data, "stop", 1), numberOf(data, "step", 1)];
  if (step === 0) throw new RunProblem("Step must not be zero.");
  const count = Math.floor((stop - start) / step) + 1;
  if (count > MOST_ITEMS) throw new RunProblem(`That would be more than ${MOST_ITEMS} items.`);
  return Array.from({ length: Math.max(0, count) }, (_, i) => ({ value: start + i * step }));
};

interface Reducer {
  op: string;
  field?: string;
  as: string;
}

export const aggregate: Run = (items, data) => {
  const by = textOf(data, "groupBy").trim();
  const reducers = (Array.isArray(data["reducers"]) ? data["reducers"] : []) as unknown as readonly Reducer[];
  const groups = new Map<string, { key: unknown; items: Item[] }>();
  for (const item of items) {
    const key = by === "" ? undefined : fieldOf(item, by);
    const name = JSON.stringify(key) ?? "";
    const group = groups.get(name) ?? { key, items: [] };
    group.items.push(item);
    groups.set(name, group);
  }
  return [...groups.values()].map(({ key, items }) => ({
    ...(by === "" ? {} : { [by]: key }),
    ...Object.fromEntries(reducers.map((reducer) => [reducer.as || reducer.op, reduced(reducer, items)])),
  }));
};

function reduced({ op, field = "" }: Reducer, items: readonly Item[]): unknown {
  const values = items.map((item) => fieldOf(item, field)).filter((value) => value !== undefined && value !== null);
  const numbers = values.map(Number).filter((value) => !Number.isNaN(value));
  const sum = numbers.reduce((total, value) => total + value, 0);
  switch (op) {
    case "count":
      return field === "" ? items.length : values.length;
    case "sum":
      return sum;
    case "average":
      return numbers.length === 0 ? null : sum / numbers.length;
    case "min":
      return numbers.length === 0 ? null : Math.min(...numbers);
    case "max":
      return numbers.length === 0 ? null : Math.max(...numbers);
    case "first":
      return values[0] ?? null;
    case "last":
      return values.at(-1) ?? null;
    default:
      throw new RunProblem(
        `There is no result ${JSON.stringify(op)}; there are count, sum, average, min, max, first, last.`,
      );
  }
}
