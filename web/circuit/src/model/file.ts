// Circuits as JSON text. What is read may come from anywhere, so everything is checked before anything is used.

import { FileProblem } from "../../../kit/json";
import type { ParamValue } from "../sim/types";
import { KINDS, type Kind, type Param } from "./catalogue";
import { defaultParams, MOST_PARTS, MOST_SCOPES, SHOWS, type Contents, type Scope, type Show } from "./document";
import { pinsOf } from "./geometry";
import type { Part, Point } from "./part";
import { format } from "./quantity";

export interface Saved extends Contents {
  /** Seconds; null where it is left to the simulator. */
  timeStep: number | null;
}

const FARTHEST = 10_000;
const LONGEST_LABEL = 80;
/** Seconds. */
export const LEAST_TIME_STEP = 1e-12;
export const GREATEST_TIME_STEP = 1;

export function write(saved: Saved): string {
  const line = (value: unknown) => `    ${JSON.stringify(value)}`;
  const list = (values: readonly unknown[]) => (values.length ? `[\n${values.map(line).join(",\n")}\n  ]` : "[]");
  return [
    "{",
    `  "app": "circuit",`,
    `  "version": 1,`,
    `  "timeStep": ${saved.timeStep},`,
    `  "parts": ${list(saved.parts)},`,
    `  "scopes": ${list(saved.scopes)}`,
    "}\n",
  ].join("\n");
}

/** Reads a circuit, or throws a FileProblem that says what is wrong with it. */
export function read(text: string): Saved {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new FileProblem("This is not a circuit file: it is not JSON.");
  }
  if (!isObject(json) || json["app"] !== "circuit")
    throw new FileProblem('This is not a circuit file: "app" is not "circuit".');
  if (json["version"] !== 1) throw new FileProblem(`This file's version is ${show(json["version"])}; only 1 is known.`);
  const timeStep = json["timeStep"] ?? null;
  if (
    timeStep !== null &&
    (typeof timeStep !== "number" || !(timeStep >= LEAST_TIME_STEP && timeStep <= GREATEST_TIME_STEP))
  ) {
    throw new FileProblem(`The time step must be a number from 1 ps to 1 s, not ${show(timeStep)}.`);
  }
  const list = json["parts"];
  if (!Array.isArray(list)) throw new FileProblem('The file has no list of "parts".');
  if (list.length > MOST_PARTS) throw new FileProblem(`The file has ${list.length} parts; ${MOST_PARTS} is the most.`);
  const parts = list.map(readPart);
  const byId = new Map(parts.map((part) => [part.id, part]));
  if (byId.size < parts.length) throw new FileProblem("Two parts of the file have the same id.");
  const scopeList = json["scopes"] ?? [];
  if (!Array.isArray(scopeList)) throw new FileProblem('"scopes" must be a list.');
  if (scopeList.length > MOST_SCOPES)
    throw new FileProblem(`The file has ${scopeList.length} scopes; ${MOST_SCOPES} is the most.`);
  const scopes = scopeList.map((scope, i) => readScope(scope, i, byId));
  const ids = new Set([...parts, ...scopes].map(({ id }) => id));
  if (ids.size < parts.length + scopes.length)
    throw new FileProblem("A scope of the file has the id of another thing.");
  return { timeStep, parts, scopes };
}

function readPart(json: unknown, index: number): Part {
  const where = `Part ${index + 1}`;
  if (!isObject(json)) throw new FileProblem(`${where} of the file is not an object.`);
  const kind = KINDS.find((known) => known.kind === json["kind"]);
  if (!kind) throw new FileProblem(`${where} of the file has an unknown kind, ${show(json["kind"])}.`);
  const named = `${where} of the file (${kind.name})`;
  const { label = "", flip = false, turns = 0 } = json;
  if (typeof label === "string" && label.length > LONGEST_LABEL)
    throw new FileProblem(`${named} has a label of more than ${LONGEST_LABEL} characters.`);
  if (typeof label !== "string") throw new FileProblem(`${named} has a label that is not a text.`);
  if (typeof flip !== "boolean") throw new FileProblem(`${named} has a flip that is neither true nor false.`);
  if (turns !== 0 && turns !== 1 && turns !== 2 && turns !== 3)
    throw new FileProblem(`${named} has turns that are not 0, 1, 2 or 3.`);
  const a = readPoint(json["a"], `${named} has no grid point "a".`);
  const b = readPoint(json["b"] ?? json["a"], `${named} has no grid point "b".`);
  if (kind.shape !== "chip" && a[0] === b[0] && a[1] === b[1]) throw new FileProblem(`${named} has no length.`);
  if (!["chip", "line"].includes(kind.shape) && a[0] !== b[0] && a[1] !== b[1])
    throw new FileProblem(`${named} is not level or upright.`);
  return {
    id: readId(json["id"], named),
    kind: kind.kind,
    label,
    params: readParams(kind, json["params"], named),
    a,
    b,
    flip,
    turns,
  };
}

function readParams(kind: Kind, json: unknown, named: string): Record<string, ParamValue> {
  if (json === undefined) return defaultParams(kind.kind);
  if (!isObject(json)) throw new FileProblem(`${named} has params that are not an object.`);
  return Object.fromEntries(
    kind.params.map((param) => {
      const value = json[param.key] ?? param.default;
      const problem = problemWith(param, value);
      if (problem) throw new FileProblem(`${named}: ${problem}`);
      return [param.key, value as ParamValue];
    }),
  );
}

/** What is wrong with a parameter's value, in a sentence that names it; undefined if nothing is. */
export function problemWith(param: Param, value: unknown): string | undefined {
  if (param.choices) {
    return param.choices.includes(value as string | number)
      ? undefined
      : `${param.name} must be one of ${param.choices.join(", ")}.`;
  }
  if (typeof value !== typeof param.default) return `${param.name} must be a ${nameOfType(param)}.`;
  if (typeof value !== "number") return undefined;
  if (!Number.isFinite(value)) return `${param.name} must be a number.`;
  if (param.integer && !Number.isInteger(value)) return `${param.name} must be a whole number.`;
  const { min = -Infinity, max = Infinity, unit } = param;
  if (value >= min && value <= max) return undefined;
  if (Number.isFinite(min) && Number.isFinite(max))
    return `${param.name} must be from ${format(min, unit)} to ${format(max, unit)}.`;
  return value < min
    ? `${param.name} must be at least ${format(min, unit)}.`
    : `${param.name} must be at most ${format(max, unit)}.`;
}

function nameOfType(param: Param): string {
  if (typeof param.default === "number") return "number";
  return typeof param.default === "boolean" ? "yes or no" : "text";
}

function readScope(json: unknown, index: number, parts: ReadonlyMap<number, Part>): Scope {
  const where = `Scope ${index + 1} of the file`;
  if (!isObject(json)) throw new FileProblem(`${where} is not an object.`);
  const part = parts.get(json["part"] as number);
  if (!part) throw new FileProblem(`${where} watches a part that is not there.`);
  const { pin = null, shows = [], timeScale = null } = json;
  if (pin !== null && !pinsOf(part).some(({ name }) => name === pin))
    throw new FileProblem(`${where} watches a pin that is not there, ${show(pin)}.`);
  if (!Array.isArray(shows) || !shows.every((one) => SHOWS.includes(one as Show))) {
    throw new FileProblem(`${where} has "shows" that are not of ${SHOWS.join(", ")}.`);
  }
  if (timeScale !== null && (typeof timeScale !== "number" || !(timeScale > 0 && timeScale <= 1000))) {
    throw new FileProblem(`${where} has a time scale that is neither a number of seconds nor null.`);
  }
  return { id: readId(json["id"], where), part: part.id, pin: pin as string | null, shows: shows as Show[], timeScale };
}

function readId(json: unknown, named: string): number {
  if (typeof json !== "number" || !Number.isSafeInteger(json) || json < 1 || json > 1e9) {
    throw new FileProblem(`${named} has no id that is a positive whole number.`);
  }
  return json;
}

function readPoint(json: unknown, problem: string): Point {
  const isCoordinate = (value: unknown) => Number.isInteger(value) && Math.abs(value as number) <= FARTHEST;
  if (!Array.isArray(json) || json.length !== 2 || !json.every(isCoordinate)) throw new FileProblem(problem);
  return [json[0] as number, json[1] as number];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
