// What opens over a page: lists of choices, the calendar. One is open at a time, and a press beside it closes it.

import { element } from "../../../kit/ui/dom";

const GAP = 2;
const MARGIN = 4;

/** The layer above a page's content. */
export class Popups {
  readonly layer = element("div", { class: "agon-layer" });
  #open: { content: HTMLElement; anchor: HTMLElement; closed: () => void } | undefined;

  get isOpen(): boolean {
    return this.#open !== undefined;
  }

  /** Whether what is open belongs to this element. */
  isFor(anchor: HTMLElement): boolean {
    return this.#open?.anchor === anchor;
  }

  /** Shows something below an element, or above it where there is more room. */
  show(content: HTMLElement, anchor: HTMLElement, closed: () => void = () => undefined): void {
    this.close();
    this.#open = { content, anchor, closed };
    this.layer.replaceChildren(content);
    const [place, room] = [anchor.getBoundingClientRect(), this.layer.getBoundingClientRect()];
    const { offsetWidth: width, offsetHeight: height } = content;
    const below = place.bottom - room.top + GAP;
    const above = place.top - room.top - GAP - height;
    const top = below + height <= room.height - MARGIN || above < MARGIN ? below : above;
    content.style.left = `${Math.max(MARGIN, Math.min(place.left - room.left, room.width - width - MARGIN))}px`;
    content.style.top = `${Math.max(MARGIN, Math.min(top, room.height - height - MARGIN))}px`;
  }

  close(): void {
    const open = this.#open;
    this.#open = undefined;
    this.layer.replaceChildren();
    open?.closed();
  }

  /** A press somewhere in the page. */
  pressed(path: readonly EventTarget[]): void {
    if (this.#open && !path.includes(this.#open.content) && !path.includes(this.#open.anchor)) this.close();
  }
}

export interface Choice {
  text: string;
  isDisabled?: boolean;
}

let lists = 0;

/** What a field is called: the words of its label, without what stands in the field. */
function nameOf(field: HTMLElement): string {
  const label = (field as HTMLInputElement).labels?.[0]?.cloneNode(true) as HTMLElement | undefined;
  for (const inner of label?.querySelectorAll("select, input, textarea, .agon-problem") ?? []) inner.remove();
  return field.getAttribute("aria-label") ?? label?.textContent?.trim() ?? "Choices";
}

/** A list of choices below a field, which keeps the focus and passes its keys on. */
export class ChoiceList {
  readonly #popups: Popups;
  readonly #anchor: HTMLElement;
  readonly #choices: readonly Choice[];
  readonly #choose: (index: number) => void;
  readonly #rows: HTMLElement[];
  #typed = "";
  at: number;

  constructor(
    popups: Popups,
    anchor: HTMLElement,
    choices: readonly Choice[],
    at: number,
    choose: (index: number) => void,
  ) {
    this.#popups = popups;
    this.#anchor = anchor;
    this.#choices = choices;
    this.#choose = choose;
    const id = `agon-list-${++lists}`;
    this.#rows = choices.map(({ text, isDisabled }, index) => {
      const attributes = {
        class: "agon-choice",
        role: "option",
        id: `${id}-${index}`,
        "aria-disabled": isDisabled ? "true" : undefined,
      };
      const row = element("div", attributes, text === "" ? " " : text);
      // The field keeps the focus.
      row.addEventListener("mousedown", (event) => event.preventDefault());
      row.addEventListener("click", () => this.choose(index));
      row.addEventListener("mouseenter", () => this.#mark(index));
      return row;
    });
    const list = element(
      "div",
      { class: "agon-list", role: "listbox", id, "aria-label": nameOf(anchor) },
      ...this.#rows,
    );
    list.style.minWidth = `${anchor.offsetWidth}px`;
    anchor.setAttribute("aria-expanded", "true");
    this.at = at;
    popups.show(list, anchor, () => {
      anchor.removeAttribute("aria-activedescendant");
      anchor.setAttribute("aria-expanded", "false");
    });
    this.#mark(at);
    this.#rows[at]?.scrollIntoView({ block: "nearest" });
  }

  get isOpen(): boolean {
    return this.#rows[0]?.isConnected === true;
  }

  choose(index: number): void {
    if (this.#choices[index]?.isDisabled) return;
    this.#popups.close();
    if (index >= 0) this.#choose(index);
  }

  /** What a key does to the list; false if it means nothing here. */
  pressed(event: KeyboardEvent, isTyped: boolean): boolean {
    const last = this.#choices.length - 1;
    switch (event.key) {
      case "ArrowDown":
        return this.#go(this.at + 1, 1);
      case "ArrowUp":
        return this.#go(this.at < 0 ? last : this.at - 1, -1);
      case "PageDown":
        return this.#go(Math.min(last, this.at + 10), -1);
      case "PageUp":
        return this.#go(Math.max(0, this.at - 10), 1);
      case "Escape":
        this.#popups.close();
        return true;
      case "Enter":
        if (this.at < 0) return false;
        this.choose(this.at);
        return true;
    }
    if (isTyped) return false;
    if (event.key === "Home") return this.#go(0, 1);
    if (event.key === "End") return this.#go(last, -1);
    if (event.key === " " && this.#typed === "") {
      this.choose(this.at);
      return true;
    }
    if (event.key.length === 1 && !event.ctrlKey && !event.altKey && !event.metaKey) return this.#type(event.key);
    return false;
  }

  /** Letters that are typed one after the other choose by the beginning; the same letter again goes on to the next. */
  #type(letter: string): true {
    const text = this.#typed + letter.toLowerCase();
    const begins = (from: number, start: string) => {
      const order = this.#choices.map((_, i) => (from + i) % this.#choices.length);
      return order.find((i) => this.#choices[i]!.text.toLowerCase().startsWith(start) && !this.#choices[i]!.isDisabled);
    };
    const found = begins(Math.max(this.at, 0), text);
    if (found !== undefined && this.#typed !== "") {
      this.#typed = text;
      return this.#go(found, 1);
    }
    this.#typed = letter.toLowerCase();
    const next = begins(this.at + 1, this.#typed);
    return next === undefined ? true : this.#go(next, 1);
  }

  /** Marks a row; one that cannot be chosen is passed by. */
  #go(index: number, by: 1 | -1): true {
    let to = index;
    while (this.#choices[to]?.isDisabled) to += by;
    if (this.#choices[to]) this.#mark(to);
    this.#rows[this.at]?.scrollIntoView({ block: "nearest" });
    return true;
  }

  #mark(index: number): void {
    this.#rows[this.at]?.removeAttribute("aria-selected");
    this.at = index;
    const row = this.#rows[index];
    row?.setAttribute("aria-selected", "true");
    if (row) this.#anchor.setAttribute("aria-activedescendant", row.id);
  }
}
