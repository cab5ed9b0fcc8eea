// What expressions may call. Whatever is not listed here does not exist for them: there is no way from a value to the page.

import { ExpressionProblem } from "./syntax";

/** Time and chance, which the page gives. */
export interface Surroundings {
  now(): number;
  random(): number;
  /** Is told how many operations an evaluation took. */
  spend?(operations: number): void;
}

export type Fn = (...args: never[]) => unknown;
type Names = Readonly<Record<string, readonly string[]>>;

/** Methods of values by their kind. */
const METHODS: Names = {
  string: [
    "at", "charAt", "charCodeAt", "concat", "endsWith", "includes", "indexOf", "lastIndexOf", "localeCompare", "padEnd", "padStart",
    "repeat", "replace", "replaceAll", "slice", "split", "startsWith", "substring", "toLowerCase", "toString", "toUpperCase", "trim",
    "trimEnd", "trimStart",
  ],
  number: ["toFixed", "toPrecision", "toString"],
  boolean: ["toString"],
  array: [
    "at", "concat", "every", "filter", "find", "findIndex", "flat", "flatMap", "includes", "indexOf", "join", "lastIndexOf", "map",
    "reduce", "slice", "some",
  ],
  date: [
    "getTime", "getFullYear", "getMonth", "getDate", "getDay", "getHours", "getMinutes", "getSeconds", "getUTCFullYear", "getUTCMonth",
    "getUTCDate", "getUTCDay", "getUTCHours", "getUTCMinutes", "getUTCSeconds", "toISOString", "toJSON", "valueOf",
  ],
}; // prettier-ignore

const LONGEST_TEXT = 100_000;

/** A method bound to its value; undefined where the value has none of that name. */
export function method(value: unknown, name: string): Fn | undefined {
  const kind = Array.isArray(value) ? "array" : value instanceof Date ? "date" : typeof value;
  if (!METHODS[kind]?.includes(name)) return undefined;
  const found = (Object(value) as Record<string, Fn>)[name]!;
  return (...args: never[]) => {
    if (["repeat", "padStart", "padEnd"].includes(name) && Number(args[0]) * String(value).length > LONGEST_TEXT)
      throw new ExpressionProblem("The text would be too long.");
    return bounded(found.apply(value, args));
  };
}

/** Texts that double with every use would take all memory. */
export function bounded(value: unknown): unknown {
  if (typeof value === "string" && value.length > LONGEST_TEXT) throw new ExpressionProblem("The text is too long.");
  return value;
}

/** The names that every expression knows. */
export function globals({ now, random }: Surroundings): ReadonlyMap<string, unknown> {
  const of = (from: object, names: readonly string[]) =>
    new Functions(names.map((name) => [name, (from as Record<string, Fn>)[name]!]));
  const math = of(Math, [
    "abs", "ceil", "floor", "round", "trunc", "sign", "sqrt", "cbrt", "pow", "exp", "log", "log2", "log10", "min", "max", "hypot", "sin",
    "cos", "tan", "atan", "atan2",
  ]); // prettier-ignore
  math.set("random", random);
  math.set("PI", Math.PI);
  math.set("E", Math.E);
  return new Map<string, unknown>([
    ["Math", math],
    ["JSON", new Functions([["stringify", (value: unknown) => bounded(JSON.stringify(value))], ["parse", parsed]])],
    ["Object", of(Object, ["keys", "values", "entries", "fromEntries"])],
    ["Array", new Functions([["isArray", Array.isArray]])],
    ["Date", new Functions([["now", now]])],
    ["Number", new Functions([["isInteger", Number.isInteger], ["isFinite", Number.isFinite], ["isNaN", Number.isNaN]], Number)],
    ["String", new Functions([], String)],
    ["Boolean", new Functions([], Boolean)],
    ["parseInt", (text: unknown, radix?: number) => Number.parseInt(String(text), radix)],
    ["parseFloat", (text: unknown) => Number.parseFloat(String(text))],
    ["isNaN", (value: unknown) => Number.isNaN(Number(value))],
  ]);
} // prettier-ignore

function parsed(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    throw new ExpressionProblem("JSON.parse was given a text that is no JSON.");
  }
}

/** A name such as Math, with what it holds; some can be called themselves. */
export class Functions extends Map<string, unknown> {
  constructor(
    entries: readonly (readonly [string, unknown])[],
    readonly self?: (value: unknown) => unknown,
  ) {
    super(entries);
  }
}
