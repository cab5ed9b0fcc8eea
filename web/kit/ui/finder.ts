// Finding one of many things by its name, in a field with the matches below it.

import { element } from "./dom";

export interface Findable {
  name: string;
  /** Other words that mean it. */
  words: readonly string[];
  /** What is shown beside the name, such as its key. */
  note?: string;
}

const MOST_SHOWN = 8;

/** What matches, best first: a whole name, its beginning, the beginnings of its words, other words, anywhere. */
export function find<Thing extends Findable>(query: string, things: readonly Thing[]): Thing[] {
  const wanted = plain(query);
  if (wanted === "") return [];
  return things
    .map((thing) => ({ thing, rank: rankOf(thing, wanted) }))
    .filter(({ rank }) => rank < Infinity)
    .sort((one, other) => one.rank - other.rank)
    .map(({ thing }) => thing);
}

function rankOf(thing: Findable, wanted: string): number {
  const name = plain(thing.name);
  const others = thing.words.map(plain);
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

interface FinderOptions<Thing> {
  things: readonly Thing[];
  /** In the empty field, such as "Find a part". */
  label: string;
  /** Where nothing matches. */
  none: string;
  /** The key that the application opens the field with. */
  key: string;
  take: (thing: Thing) => void;
  /** Gives the focus back. */
  leave: () => void;
}

export class Finder<Thing extends Findable> {
  readonly root: HTMLElement;
  readonly #input: HTMLInputElement;
  readonly #list = element("div", { class: "finder-list", role: "listbox" });
  #matches: Thing[] = [];
  #at = 0;

  constructor(private readonly options: FinderOptions<Thing>) {
    this.#input = element("input", {
      maxlength: 60,
      type: "text",
      placeholder: options.label,
      spellcheck: "false",
      autocomplete: "off",
      "aria-label": options.label,
    });
    this.root = element("div", { class: "finder" }, this.#input, element("kbd", {}, options.key));
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
    this.#matches = find(this.#input.value, this.options.things).slice(0, MOST_SHOWN);
    this.#at = 0;
    this.#show();
  }

  #show(): void {
    const rows = this.#matches.map((thing, i) => {
      const row = element(
        "div",
        { class: i === this.#at ? "menu-item is-at" : "menu-item", role: "option" },
        element("span", { class: "menu-label" }, thing.name),
        thing.note ? element("span", { class: "menu-note" }, thing.note) : null,
      );
      // On press, because the field loses the focus, and the list closes, before a click is done.
      row.addEventListener("pointerdown", (event) => {
        event.preventDefault();
        this.#take(thing);
      });
      return row;
    });
    if (rows.length === 0 && this.#input.value.trim() !== "")
      rows.push(element("div", { class: "finder-none" }, this.options.none));
    this.#list.replaceChildren(...rows);
    if (rows.length > 0) this.root.append(this.#list);
    else this.#list.remove();
  }

  #close(): void {
    this.#input.value = "";
    this.#list.remove();
  }

  #take(thing: Thing): void {
    this.options.take(thing);
    this.options.leave();
  }

  #keyPressed(event: KeyboardEvent): void {
    event.stopPropagation();
    switch (event.key) {
      case "Escape":
        event.preventDefault();
        return this.options.leave();
      case "Enter": {
        event.preventDefault();
        const thing = this.#matches[this.#at];
        if (thing) this.#take(thing);
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
