// What sites keep: forms write it, bindings read it. Paths are below what one site keeps.

import type { Json, Kept, State } from "./state";

/** Names that lead to a value: the entry of a list that is being shown, then what the site keeps. */
export type Scope = readonly Json[];

type Entry = { [name: string]: Json };

const isObject = (value: Json | undefined): value is Entry =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value at a path: `cart.length`, `settings.language`, `cart.0.price`, `cart.last.price`. */
export function lookUp(path: string, scope: Scope): Json | undefined {
  const [first, ...rest] = path.trim().split(".");
  const start = scope.find((level) => isObject(level) && Object.hasOwn(level, first!));
  return rest.reduce(step, step(start, first!));
}

function step(value: Json | undefined, name: string): Json | undefined {
  if (Array.isArray(value)) {
    if (name === "length") return value.length;
    return name === "last" ? value.at(-1) : value[Number(name)];
  }
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** A value as a text. */
export function textOf(value: Json | undefined): string | undefined {
  if (value === undefined || value === null || isObject(value)) return undefined;
  return Array.isArray(value) ? value.map((one) => textOf(one) ?? "").join(", ") : String(value);
}

/** `PATH`, `PATH=VALUE`, `PATH!=VALUE`, several of them with ` & ` between. */
export function holds(condition: string, scope: Scope): boolean {
  return condition.split(" & ").every((part) => {
    const [, path, operator, wanted] = /^(.*?)(?:(!?=)(.*))?$/s.exec(part)!;
    const value = lookUp(path!, scope);
    // The length of what is not there is none.
    const text = textOf(value) ?? (path!.endsWith(".length") ? "0" : "");
    if (operator === "=") return text === wanted!.trim();
    if (operator === "!=") return text !== wanted!.trim();
    if (Array.isArray(value)) return value.length > 0;
    return isObject(value) ? Object.keys(value).length > 0 : text !== "" && text !== "0" && text !== "false";
  });
}

/** The sum of a field over a list, `cart.price`, or of a product of fields, `cart.price*quantity`. */
export function sum(path: string, scope: Scope): number {
  const [name, fields] = [path.slice(0, path.lastIndexOf(".")), path.slice(path.lastIndexOf(".") + 1).split("*")];
  const list = lookUp(name, scope);
  if (!Array.isArray(list)) return 0;
  const factor = (entry: Json, field: string) => Number(textOf(lookUp(field, [entry])) ?? NaN) || 0;
  return list.reduce<number>(
    (total, entry) => total + fields.reduce((product, field) => product * factor(entry, field), 1),
    0,
  );
}

/** Puts values in place of `{{path}}`. */
export const fillIn = (text: string, scope: Scope): string =>
  text.replace(/\{\{([^{}]*)\}\}/g, (_, path: string) => textOf(lookUp(path, scope)) ?? "");

export const keptBy = (state: State, host: string): Kept => state.sites[host] ?? {};

/** What a sent form does to what its site keeps; all of these are names. */
export interface Sending {
  keep?: string | undefined;
  /** One object is kept instead of a list: in place of the one before, or merged into it. */
  one?: "replace" | "merge" | undefined;
  /** All fields of the form: when merged, those that are not sent, such as boxes that are not ticked, go as well. */
  own?: readonly string[];
  /** An object whose fields go into the entry, or a list that does so as a whole. */
  include?: string | undefined;
  /** Whose entry with the form's number gets the form's other fields. */
  change?: string | undefined;
  /** Whose entry with the form's number is removed. */
  remove?: string | undefined;
  forget?: readonly string[];
}

const hasNumber = (entry: Json, number: Json | undefined) => textOf(lookUp("number", [entry])) === textOf(number);

/** Keeps a form's fields. */
export function send(state: State, host: string, fields: Entry, sending: Sending): void {
  const kept = (state.sites[host] ??= {});
  const { keep, include, change, remove } = sending;
  if (change !== undefined) edit(kept, change, fields);
  if (remove !== undefined) removeFrom(kept, remove, fields["number"]);
  if (keep !== undefined) {
    const included = include === undefined ? undefined : kept[include];
    const entry = {
      ...(Array.isArray(included) && { [include!]: included }),
      ...(isObject(included) && included),
      ...fields,
    };
    if (sending.one === undefined) add(state, host, keep, entry);
    else kept[keep] = sending.one === "merge" ? { ...without(kept[keep], sending.own ?? []), ...entry } : entry;
  }
  for (const name of sending.forget ?? []) Reflect.deleteProperty(kept, name);
  if (Object.keys(kept).length === 0) Reflect.deleteProperty(state.sites, host);
}

/** An object without some of its fields. */
function without(value: Json | undefined, names: readonly string[]): Entry {
  return Object.fromEntries(Object.entries(isObject(value) ? value : {}).filter(([name]) => !names.includes(name)));
}

function add(state: State, host: string, name: string, entry: Entry): void {
  const kept = state.sites[host]!;
  const before = kept[name];
  const key = `${host}/${name}`;
  // A number is never given twice, even if the entry that had it is gone.
  const number = (state.numbers[key] = (state.numbers[key] ?? 0) + 1);
  kept[name] = [...(Array.isArray(before) ? before : []), { ...entry, number }];
}

function edit(kept: Kept, name: string, { number, ...fields }: Entry): void {
  const list = kept[name];
  if (!Array.isArray(list)) return;
  kept[name] = list.map((entry) => (isObject(entry) && hasNumber(entry, number) ? { ...entry, ...fields } : entry));
}

function removeFrom(kept: Kept, name: string, number: Json | undefined): void {
  const list = kept[name];
  if (!Array.isArray(list)) return;
  const rest = list.filter((entry) => !hasNumber(entry, number));
  if (rest.length === 0) Reflect.deleteProperty(kept, name);
  else kept[name] = rest;
}
