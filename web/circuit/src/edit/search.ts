// Finding a part by its name.

import { KINDS, type Kind } from "../model/catalogue";
import { element } from "./dom";

const MOST_SHOWN = 8;

/** Kinds that match, best first: a whole name, its beginning, the beginnings of its words, other words, anywhere. */
export function search(query: string, kinds: readonly Kind[] = KINDS): Kind[] {
  const wanted = plain(query);
  if (wanted === "") return [];
  return kinds
    .map((kind) => ({ kind, rank: rankOf(kind, wanted) }))
    .filter(({ rank }) => rank < Infinity)
    .sort((one, other) => one.rank - other.rank)
    .map(({ kind }) => kind);
}

function rankOf(kind: Kind, wanted: string): number {
  const name = plain(kind.name);
  const others = [kind.kind, ...(kind.words ?? [])].map(plain);
  if (name === wanted) return 0;
  if (others.includes(wanted)) return 1;
  if (name.startsWith(wanted)) return 2;
  if (beginsWords(name, wanted)) return 3;
  if (others.some((other) => beginsWords(other, wanted))) return 4;
  if ([name, ...others].some((text) => text.includes(wanted))) return 5;
  return Infinity;
}

/** Whether every word that is wanted begins a word of the text. */
function beginsWords(text: string, wanted: string): boolean {
  const words = text.split(" ");
  return wanted.split(" ").every((begin) => words.some((word) => word.startsWith(begin)));
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9#]+/g, " ")
    .trim();
}

/** The search field of the bar, with the matches below it. */
export class SearchField {
  readonly root: HTMLElement;
  readonly #input = element("input", {
    maxlength: 60,
    type: "text",
    placeholder: "Find a part",
    spellcheck: "false",
    autocomplete: "off",
    "aria-label": "Find a part",
  });
  readonly #list = element("div", { class: "search-list", role: "listbox" });
  #matches: Kind[] = [];
  #at = 0;

  constructor(
    private readonly take: (kind: string) => void,
    private readonly leave: () => void,
  ) {
    this.root = element("div", { class: "search" }, this.#input, element("kbd", {}, "/"));
    this.#input.addEventListener("input", () => this.#update());
    this.#input.addEventListener("focus", () => this.#update());
    this.#input.addEventListener("blur", () => this.#close());
    this.#input.addEventListener("keydown", (event) => this.#keyPressed(event));
  }

  focus(): void {
    this.#input.value = "";
    this.#input.focus();
  }

  #update(): void {
    this.#matches = search(this.#input.value).slice(0, MOST_SHOWN);
    this.#at = 0;
    this.#show();
  }

  #show(): void {
    const rows = this.#matches.map((kind, i) => {
      const row = element(
        "div",
        { class: i === this.#at ? "menu-item is-at" : "menu-item", role: "option" },
        element("span", { class: "menu-label" }, kind.name),
        kind.shortcut ? element("span", { class: "menu-note" }, kind.shortcut) : null,
      );
      // On press, because the field loses the focus, and the list closes, before a click is done.
      row.addEventListener("pointerdown", (event) => {
        event.preventDefault();
        this.#take(kind);
      });
      return row;
    });
    if (rows.length === 0 && this.#input.value.trim() !== "")
      rows.push(element("div", { class: "search-none" }, "No part has this name"));
    this.#list.replaceChildren(...rows);
    if (rows.length > 0) this.root.append(this.#list);
    else this.#list.remove();
  }

  #close(): void {
    this.#input.value = "";
    this.#list.remove();
  }

  #take(kind: Kind): void {
    this.take(kind.kind);
    this.leave();
  }

  #keyPressed(event: KeyboardEvent): void {
    event.stopPropagation();
    switch (event.key) {
      case "Escape":
        event.preventDefault();
        return this.leave();
      case "Enter": {
        event.preventDefault();
        const kind = this.#matches[this.#at];
        if (kind) this.#take(kind);
        return;
      }
      case "ArrowDown":
      case "ArrowUp": {
        event.preventDefault();
        const count = this.#matches.length;
        if (count > 0) this.#at = (this.#at + (event.key === "ArrowDown" ? 1 : -1) + count) % count;
        return this.#show();
      }
    }
  }
}
