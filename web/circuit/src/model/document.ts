// The document: parts on the grid, and the scopes that watch them.

import type { ParamValue } from "../sim/types";
import { kindOf } from "./catalogue";
import type { Part, Point } from "./part";

/** What a scope may show beside its trace. The order is that of its properties. */
export const SHOWS = ["frequency", "duty", "peakToPeak", "max", "min", "average", "rms"] as const;
export type Show = (typeof SHOWS)[number];

/** A circuit that holds more is too slow to draw and to simulate in every frame. */
export const MOST_PARTS = 1000;
export const MOST_SCOPES = 8;

export interface Scope {
  readonly id: number;
  part: number;
  /** The pin whose voltage it shows; null for the voltage across the part. */
  pin: string | null;
  shows: Show[];
  /** Seconds per division; null for whatever shows a few cycles. */
  timeScale: number | null;
}

/** All that is saved, and all that undo brings back. */
export interface Contents {
  parts: Part[];
  scopes: Scope[];
}

export type NewPart = Pick<Part, "kind" | "a" | "b"> & Partial<Part>;

export class Document {
  #parts = new Map<number, Part>();
  #scopes = new Map<number, Scope>();
  #nextId = 1;

  constructor(contents: Contents = { parts: [], scopes: [] }) {
    this.restore(contents);
  }

  get parts(): Part[] {
    return [...this.#parts.values()];
  }

  get scopes(): Scope[] {
    return [...this.#scopes.values()];
  }

  part(id: number): Part | undefined {
    return this.#parts.get(id);
  }

  scope(id: number): Scope | undefined {
    return this.#scopes.get(id);
  }

  /** Adds a part with the kind's defaults where nothing else is said, and gives it a number of its own. */
  add(part: NewPart): Part {
    const added: Part = {
      id: this.#nextId++,
      kind: part.kind,
      label: part.label ?? "",
      params: { ...defaultParams(part.kind), ...part.params },
      a: part.a,
      b: part.b,
      flip: part.flip ?? false,
      turns: part.turns ?? 0,
    };
    this.#parts.set(added.id, added);
    return added;
  }

  /** Removes parts, and the scopes that watched them. */
  remove(ids: Iterable<number>): void {
    for (const id of ids) {
      this.#parts.delete(id);
      for (const scope of this.scopes) if (scope.part === id) this.#scopes.delete(scope.id);
    }
  }

  change(id: number, change: Partial<Omit<Part, "id" | "kind">>): void {
    const part = this.#parts.get(id);
    if (part) this.#parts.set(id, { ...part, ...change });
    // A gate that lost inputs takes along the scopes of the pins that are gone.
    if (change.params) this.#dropLostPins(id);
  }

  addScope(part: number, pin: string | null): Scope {
    const scope: Scope = { id: this.#nextId++, part, pin, shows: [], timeScale: null };
    this.#scopes.set(scope.id, scope);
    return scope;
  }

  removeScope(id: number): void {
    this.#scopes.delete(id);
  }

  changeScope(id: number, change: Partial<Omit<Scope, "id">>): void {
    const scope = this.#scopes.get(id);
    if (scope) this.#scopes.set(id, { ...scope, ...change });
  }

  contents(): Contents {
    return structuredClone({ parts: this.parts, scopes: this.scopes });
  }

  /** Replaces everything. Numbers that were ever given are not given again. */
  restore(contents: Contents): void {
    const { parts, scopes } = structuredClone(contents);
    this.#parts = new Map(parts.map((part) => [part.id, part]));
    this.#scopes = new Map(scopes.map((scope) => [scope.id, scope]));
    this.#nextId = Math.max(this.#nextId, ...[...parts, ...scopes].map(({ id }) => id + 1));
  }

  #dropLostPins(id: number): void {
    const inputs = Number(this.#parts.get(id)?.params["inputs"]);
    for (const scope of this.scopes) {
      const input = /^in(\d+)$/.exec(scope.pin ?? "");
      if (scope.part === id && input && Number(input[1]) > inputs) this.#scopes.delete(scope.id);
    }
  }
}

export function defaultParams(kind: string): Record<string, ParamValue> {
  return Object.fromEntries(kindOf(kind).params.map((param) => [param.key, param.default]));
}

export function moved(part: Part, [dx, dy]: Point): Pick<Part, "a" | "b"> {
  return { a: [part.a[0] + dx, part.a[1] + dy], b: [part.b[0] + dx, part.b[1] + dy] };
}
