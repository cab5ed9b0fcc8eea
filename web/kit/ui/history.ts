// Undo and redo by snapshots: a snapshot of the whole content cannot be wrong as a reversed edit can.

const MOST = 200;

/** Snapshots are kept as they are given: whoever changes content afterwards gives copies. */
export class History<Snapshot> {
  #before: Snapshot[] = [];
  #after: Snapshot[] = [];

  get canUndo(): boolean {
    return this.#before.length > 0;
  }

  get canRedo(): boolean {
    return this.#after.length > 0;
  }

  /** Keeps how things were before a change. */
  record(before: Snapshot): void {
    this.#before.push(before);
    if (this.#before.length > MOST) this.#before.shift();
    this.#after = [];
  }

  undo(now: Snapshot): Snapshot | undefined {
    const snapshot = this.#before.pop();
    if (snapshot !== undefined) this.#after.push(now);
    return snapshot;
  }

  redo(now: Snapshot): Snapshot | undefined {
    const snapshot = this.#after.pop();
    if (snapshot !== undefined) this.#before.push(now);
    return snapshot;
  }
}
