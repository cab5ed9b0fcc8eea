// Find in page: which matches there are, and which one is shown. What is looked for is in the browser's state.

import type { State } from "../model/state";
import { findText, seenIn, type Seen } from "../page/text-search";
import type { Viewport } from "./viewport";

export class Find {
  readonly #state: State;
  readonly #viewport: Viewport;
  #matches: Range[] = [];
  /** What is read on the page: collected once for all letters that are typed in one moment. */
  #seen: Seen | undefined;

  constructor(state: State, viewport: Viewport) {
    this.#state = state;
    this.#viewport = viewport;
  }

  get count(): number {
    return this.#matches.length;
  }

  open(): void {
    this.#state.find ??= { text: "", at: 0 };
    this.refresh();
  }

  /** Closes it, and tells what the match that was shown stands on: a link, a button, or the field that a label names. */
  close(): HTMLElement | undefined {
    const holder = this.#matches[this.#state.find?.at ?? -1]?.startContainer.parentElement;
    this.#state.find = null;
    this.refresh();
    const control = () => holder?.closest("label")?.control as HTMLElement | null | undefined;
    return holder?.closest<HTMLElement>("a[href], button, summary") ?? control() ?? undefined;
  }

  /** Looks for another text, from what is seen on. */
  look(text: string): void {
    this.#state.find = { text, at: 0 };
    this.#match();
    const top = this.#viewport.root.getBoundingClientRect().top;
    const seen = this.#matches.findIndex((match) => match.getBoundingClientRect().bottom > top);
    this.#go(Math.max(0, seen));
  }

  step(by: 1 | -1): void {
    const find = this.#state.find;
    if (find && this.count > 0) this.#go((find.at + by + this.count) % this.count);
  }

  #go(at: number): void {
    if (this.#state.find) this.#state.find.at = at;
    const match = this.#matches[at];
    if (match) this.#viewport.reveal(match.getBoundingClientRect());
    this.#paint();
  }

  /** Looks again: the page may have changed. */
  refresh(): void {
    const { find } = this.#state;
    this.#seen = undefined;
    this.#match();
    if (find) find.at = Math.min(find.at, Math.max(0, this.count - 1));
    this.#paint();
  }

  #match(): void {
    const { find } = this.#state;
    const root = this.#viewport.page?.root;
    this.#matches = find && root ? findText(this.#read(root), find.text) : [];
  }

  #read(root: ShadowRoot): Seen {
    if (!this.#seen) {
      this.#seen = seenIn(root);
      // A page can change what is visible without changing its elements, so this is kept no longer than the moment.
      setTimeout(() => (this.#seen = undefined));
    }
    return this.#seen;
  }

  #paint(): void {
    const at = this.#state.find?.at;
    const current = at === undefined ? undefined : this.#matches[at];
    CSS.highlights.set("agon-find", new Highlight(...this.#matches.filter((match) => match !== current)));
    CSS.highlights.set("agon-find-at", new Highlight(...(current ? [current] : [])));
  }
}
