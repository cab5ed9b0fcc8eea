// Whether data fits its kind of node, for what comes from outside of the fields: imports and the JSON tab.

import { kindOf, type Data, type FieldKind, type Json } from "./catalogue";

/** What is wrong, in a sentence. Fields that a kind does not know are kept, and a missing field is an empty one. */
export function problemWithData(type: string, data: Data): string | undefined {
  for (const { key, kind, name } of kindOf(type).fields) {
    const value = data[key];
    if (value !== undefined && !fits(kind, value)) return `${name} (${key}) must be ${WORDS[kind]}.`;
  }
  return undefined;
}

const WORDS: Readonly<Record<FieldKind, string>> = {
  text: "a text",
  long: "a text",
  expression: "a text",
  choice: "a text",
  number: "a number",
  tick: "true or false",
  pairs: "an object of texts",
  assignments: "an object of texts",
  cases: "a list of objects with a label and, if needed, an expr",
  reducers: "a list of objects with op, as and, if needed, field",
  checks: "a list of texts",
};

function fits(kind: FieldKind, value: Json): boolean {
  switch (kind) {
    case "number":
      return typeof value === "number";
    case "tick":
      return typeof value === "boolean";
    case "pairs":
    case "assignments":
      return isRecord(value) && Object.values(value).every(isText);
    case "cases":
      return isListOf(value, (one) => isText(one["label"]) && (one["expr"] === undefined || isText(one["expr"])));
    case "reducers":
      return isListOf(
        value,
        (one) => isText(one["op"]) && isText(one["as"]) && (one["field"] === undefined || isText(one["field"])),
      );
    case "checks":
      return Array.isArray(value) && value.every(isText);
    default:
      return isText(value);
  }
}

function isText(value: Json | undefined): value is string {
  return typeof value === "string";
}

function isRecord(value: Json): value is Record<string, Json> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isListOf(value: Json, test: (one: Record<string, Json>) => boolean): boolean {
  return Array.isArray(value) && value.every((one) => isRecord(one) && test(one));
}
