// What a trial starts with.

import { emptyState, readState, type State } from "./model/state";
import { keptText, keepText } from "../../kit/ui/session";

declare global {
  var agonStart: unknown;
}

export interface Start {
  seed: string;
  home: string;
  state: State;
}

const HOME = "http://search.example/";
const KEY = "internet";

/** From the exam, or from the page's own address. A page that was reloaded goes on where it was. */
export function readStart(): Start {
  const given = (globalThis.agonStart ?? {}) as { internet?: unknown; home?: string; state?: unknown };
  const seed = String(given.internet ?? new URLSearchParams(location.search).get("internet") ?? "0");
  const kept = keptText(KEY);
  const before = kept === null ? undefined : (JSON.parse(kept) as { seed: string });
  const told = before?.seed === seed ? before : given.state;
  const state = told === null || told === undefined ? emptyState(seed) : readState(told, seed);
  return { seed, home: given.home ?? HOME, state };
}

export function keepState(told: unknown): void {
  keepText(KEY, JSON.stringify(told));
}
