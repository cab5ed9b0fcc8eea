// Undo and redo, by snapshots: circuits are small, and a snapshot cannot be wrong.

import type { Contents } from "./document";

const MOST = 200;

export class History {
  #before: Contents[] = [];
  #after: Contents[] = [];

  get canUndo(): boolean {
    return this.#before.length > 0;
  }

  get canRedo(): boolean {
    return this.#after.length > 0;
  }

  /** Keeps how things were before a change. */
  record(before: Contents): void {
    this.#before.push(before);
    if (this.#before.length > MOST) this.#before.shift();
    this.#after = [];
  }

  undo(now: Contents): Contents | undefined {
    const contents = this.#before.pop();
    if (contents) this.#after.push(now);
    return contents;
  }

  redo(now: Contents): Contents | undefined {
    const contents = this.#after.pop();
    if (contents) this.#before.push(now);
    return contents;
  }
}
