// Toasts: a sentence about what has just happened, at the bottom of the page for a few seconds.

import { element } from "./dom";

const SHOWN_MS = 4000;

/** One place for messages, read out by screen readers. */
export class Toasts {
  readonly root = element("div", { class: "toasts", role: "status", "aria-live": "polite" });
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Says something, in place of what was said before. */
  say(text: string, kind: "done" | "problem" = "done"): void {
    clearTimeout(this.#timer);
    this.root.replaceChildren(element("div", { class: `toast is-${kind}` }, text));
    this.#timer = setTimeout(() => this.clear(), SHOWN_MS);
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.root.replaceChildren();
  }
}
