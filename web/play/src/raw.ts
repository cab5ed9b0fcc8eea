// The browser's own events, kept beside the actions that are made of them.

import type { PagePoint, RawEvent, RawKind } from "../../generated/play";

/** More than any one action is made of. */
const MOST_EVENTS = 500;

export class RawEvents {
  #events: RawEvent[] = [];

  add(kind: RawKind, at?: PagePoint, detail?: string): void {
    if (this.#events.length >= MOST_EVENTS) return;
    const event: RawEvent = { kind, at_ms: Math.round(performance.now()) };
    if (at) event.at = at;
    if (detail !== undefined) event.detail = detail;
    this.#events.push(event);
  }

  /** What has come since the last time. */
  take(): RawEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }
}
