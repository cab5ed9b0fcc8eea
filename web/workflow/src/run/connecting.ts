// Nodes that reach out: web addresses and databases are answered from sample data, messages go to the outbox.

import { fieldOf, numberOf, RunProblem, textOf, type Context } from "./context";
import type { Data } from "../model/catalogue";
import { sha1, sha256 } from "./hash";
import { answerOf, type Item } from "./samples";

type Run = (items: readonly Item[], data: Data, context: Context) => readonly Item[];

export const httpRequest: Run = (items, data, context) => {
  const method = textOf(data, "method") || "GET";
  return items.flatMap((item, i): readonly Item[] => {
    const url = context.filled(textOf(data, "url"), item, i, items).trim();
    if (!/^https?:\/\/\S+$/.test(url))
      throw new RunProblem(`URL must begin with https:// and is ${JSON.stringify(url)}.`);
    const body = context.filled(textOf(data, "body"), item, i, items);
    if (new URL(url).hostname === "hooks.slack.com") {
      context.send({ kind: "chat", to: url, title: "Chat message", body });
      return [{ ...item, statusCode: 200 }];
    }
    // A list is read once, not once for each item.
    if (method === "GET") return i === 0 ? (answerOf(url) ?? [{ statusCode: 200, url }]) : [];
    return [{ ...item, statusCode: 200, url }];
  });
};

export const databaseConnector: Run = (_, data, context) => {
  const name = textOf(data, "table").trim();
  if (name === "") throw new RunProblem("Table is empty.");
  const rows = context.tables.get(name);
  if (!rows)
    throw new RunProblem(
      `There is no table ${JSON.stringify(name)}; there are ${[...context.tables.keys()].join(", ")}.`,
    );
  const where = textOf(data, "where");
  const kept = where.trim() === "" ? undefined : context.forEach(rows, where, "Where");
  const found = rows.filter((_, i) => !kept || kept[i]);
  return found.slice(0, numberOf(data, "limit", found.length));
};

export const dataTable: Run = (items, data, context) => {
  const table = context.table(textOf(data, "tableName").trim());
  const key = textOf(data, "keyField").trim();
  const placeOf = (item: Item) => table.findIndex((row) => fieldOf(row, key) === fieldOf(item, key));
  switch (textOf(data, "operation")) {
    case "insert":
      table.push(...items);
      return items;
    case "upsert":
      for (const item of items) {
        const at = fieldOf(item, key) === undefined ? -1 : placeOf(item);
        if (at === -1) table.push(item);
        else table[at] = { ...table[at], ...item };
      }
      return items;
    case "delete":
      for (const item of items) {
        const at = placeOf(item);
        if (at !== -1) table.splice(at, 1);
      }
      return items;
    default:
      return [...table];
  }
};

export const sendEmail: Run = (items, data, context) => {
  items.forEach((item, i) => {
    const fill = (key: string) => context.filled(textOf(data, key), item, i, items);
    context.send({ kind: "email", to: fill("to"), title: fill("subject"), body: fill("body") });
  });
  return items;
};

/** One answer for one request, whatever number of items there is. */
export const respondToWebhook: Run = (items, data, context) => {
  const status = numberOf(data, "statusCode", 200);
  const body = textOf(data, "body");
  const text = body === "" ? JSON.stringify(items) : context.filled(body, items[0] ?? {}, 0, items);
  context.send({ kind: "response", to: "the caller", title: `Status ${status}`, body: text });
  return items;
};

export const crypto: Run = (items, data) => {
  const field = textOf(data, "field").trim();
  if (field === "") throw new RunProblem("Field is empty.");
  const [operation, algorithm] = [textOf(data, "operation"), textOf(data, "algorithm")];
  return items.map((item) => {
    const value = fieldOf(item, field);
    const text = typeof value === "string" ? value : JSON.stringify(value ?? "");
    return { ...item, [field]: encrypted(operation, algorithm, text) };
  });
};

function encrypted(operation: string, algorithm: string, text: string): string {
  if (operation === "hash") {
    if (algorithm === "base64") throw new RunProblem("base64 is no hash; choose sha256 or sha1.");
    return algorithm === "sha1" ? sha1(text) : sha256(text);
  }
  if (operation === "encode") return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(text), (char) => char.charCodeAt(0)));
  } catch {
    throw new RunProblem("The field holds no base64.");
  }
}

const PATTERNS: Readonly<Record<string, RegExp>> = {
  pii: /[\w.+-]+@[\w-]+\.[\w.]+|\+?\d[\d ()-]{7,}\d/g,
  nsfw: /\b(?:nsfw|explicit|porn\w*)\b/gi,
  secrets: /\b(?:sk|ghp|AKIA)[-_]?[A-Za-z0-9]{12,}\b|password\s*[:=]\s*\S+/gi,
};

export const guardrails: Run = (items, data) => {
  const checks = (Array.isArray(data["checks"]) ? data["checks"] : []).filter(
    (name) => String(name) in PATTERNS,
  ) as string[];
  const found = (item: Item) => checks.filter((name) => JSON.stringify(item).search(PATTERNS[name]!) !== -1);
  switch (textOf(data, "action")) {
    case "flag":
      return items.map((item) => ({ ...item, flags: found(item) }));
    case "mask":
      return items.map((item) => JSON.parse(checks.reduce(masked, JSON.stringify(item))) as Item);
    default:
      return items.filter((item) => found(item).length === 0);
  }
};

function masked(text: string, check: string): string {
  return text.replace(PATTERNS[check]!, (found) => "*".repeat(found.length));
}

/** There is no model here: one of the quoted words of the prompt is chosen by the field's text, always the same one. */
export const aiTransform: Run = (items, data) => {
  const words = [...textOf(data, "prompt").matchAll(/["'“]([\w -]+)["'”]/g)].map((match) => match[1]!);
  return items.map((item) => {
    const value = fieldOf(item, textOf(data, "field").trim());
    const text = typeof value === "string" ? value : JSON.stringify(value ?? item);
    const result =
      words.length === 0 ? text.slice(0, 40) : words[parseInt(sha256(text).slice(0, 6), 16) % words.length]!;
    return { ...item, result };
  });
};
