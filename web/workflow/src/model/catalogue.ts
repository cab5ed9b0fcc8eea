// The kinds of nodes: what they are called, what is set on them, and which outputs they have.

import file from "../../nodes.json";

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type Data = Readonly<Record<string, Json>>;

export type FieldKind =
  | "text"
  | "long"
  | "expression"
  | "number"
  | "choice"
  | "tick"
  | "pairs"
  | "assignments"
  | "cases"
  | "reducers"
  | "checks";

export interface FieldSpec {
  key: string;
  name: string;
  kind: FieldKind;
  choices?: readonly string[];
  /** Shown in the empty field. */
  hint?: string;
  least?: number;
  /** A number that may be left out. */
  optional?: boolean;
  default?: Json;
}

export interface NodeKind {
  type: string;
  name: string;
  category: string;
  /** One short line. */
  about: string;
  /** Other words that find it. */
  words?: readonly string[];
  /** Outputs that are not the plain one. */
  ports?: "trigger" | "if" | "switch";
  fields: readonly FieldSpec[];
}

export const CATEGORIES: readonly string[] = file.categories;
export const KINDS = file.nodes as readonly NodeKind[];

const BY_TYPE: ReadonlyMap<string, NodeKind> = new Map(KINDS.map((kind) => [kind.type, kind]));

export function kindOf(type: string): NodeKind {
  return BY_TYPE.get(type) ?? { type, name: type, category: "", about: "", fields: [] };
}

export function isKnown(type: string): boolean {
  return BY_TYPE.has(type);
}

/** An object without one of its fields. */
export function omit<T extends object>(from: T, key: string): T {
  return Object.fromEntries(Object.entries(from).filter(([name]) => name !== key)) as T;
}

/** What is set on a node that was just added. */
export function defaultData(type: string): Data {
  const fields = kindOf(type).fields.filter((field) => field.default !== undefined);
  return Object.fromEntries(fields.map((field) => [field.key, structuredClone(field.default!)]));
}

/** One of the cases of a switch. */
export interface Case {
  label: string;
  expr?: string;
}

export function casesOf(data: Data): readonly Case[] {
  return Array.isArray(data["cases"]) ? (data["cases"] as unknown as readonly Case[]) : [];
}

/** An output: what edges call it (null: the only one), and what the card says beside it. */
export interface Port {
  handle: string | null;
  label: string;
}

const PLAIN: readonly Port[] = [{ handle: null, label: "" }];
const TRIGGER: readonly Port[] = [{ handle: "trigger", label: "" }];
const IF: readonly Port[] = [
  { handle: "onTrue", label: "true" },
  { handle: "onFalse", label: "false" },
];

export function portsOf(type: string, data: Data): readonly Port[] {
  switch (kindOf(type).ports) {
    case "trigger":
      return TRIGGER;
    case "if":
      return IF;
    case "switch": {
      const cases = casesOf(data).map((_, i): Port => ({
        handle: handleOfCase(data, i),
        label: handleOfCase(data, i),
      }));
      return data["default"] === true ? [...cases, { handle: "default", label: "default" }] : cases;
    }
    default:
      return PLAIN;
  }
}

/** Edges call a case by its label; one without a label by its place. */
export function handleOfCase(data: Data, index: number): string {
  return casesOf(data)[index]?.label.trim() || `case ${index + 1}`;
}

/** Whether anything can lead to it. */
export function hasInput(type: string): boolean {
  return kindOf(type).category !== "Triggers";
}
