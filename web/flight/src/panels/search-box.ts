// The search: a field with the matches below it.

import { element } from "../../../kit/ui/dom";
import type { Analyser } from "../edit/analyser";
import { minuteText } from "../model/clock";
import type { Match } from "../model/search";

const MOST_SHOWN = 8;

export class SearchBox {
  readonly root: HTMLElement;
  readonly #input = element("input", {
    type: "search",
    placeholder: "Callsign, ICAO24 or airport",
    "aria-label": "Search",
    role: "combobox",
    "aria-expanded": "false",
    "aria-controls": "search-list",
    "aria-autocomplete": "list",
    maxlength: 40,
    spellcheck: "false",
    autocomplete: "off",
  });
  readonly #list = element("div", {
    class: "finder-list",
    role: "listbox",
    id: "search-list",
    "aria-label": "Matches",
  });
  #matches: Match[] = [];
  #at = 0;

  constructor(
    private readonly analyser: Analyser,
    private readonly leave: () => void,
  ) {
    this.root = element(
      "div",
      { class: "finder search", role: "search" },
      this.#input,
      element("kbd", {}, "/"),
      this.#list,
    );
    this.#list.hidden = true;
    this.#input.addEventListener("input", () => this.#update());
    this.#input.addEventListener("blur", () => this.#close());
    this.#input.addEventListener("keydown", (event) => this.#keyPressed(event));
  }

  focus(): void {
    this.#input.focus();
  }

  #update(): void {
    this.#matches = this.analyser.find(this.#input.value, MOST_SHOWN);
    this.#at = 0;
    this.#show();
  }

  #show(): void {
    const hasText = this.#input.value.trim() !== "";
    const rows = this.#matches.map((match, i) => {
      const row = element(
        "div",
        {
          class: i === this.#at ? "menu-item is-at" : "menu-item",
          role: "option",
          id: `search-${i}`,
          "aria-selected": i === this.#at ? "true" : "false",
        },
        ...this.#textsOf(match),
      );
      // On press, because the field loses the focus, and the list closes, before a click is done.
      row.addEventListener("pointerdown", (event) => {
        event.preventDefault();
        this.#take(match);
      });
      return row;
    });
    const none = element(
      "div",
      { class: "finder-none", role: "option", "aria-disabled": "true" },
      "Nothing of this day matches",
    );
    this.#list.replaceChildren(...(rows.length > 0 ? rows : [none]));
    this.#list.hidden = !hasText;
    this.#input.setAttribute("aria-expanded", String(hasText));
    if (rows.length > 0) this.#input.setAttribute("aria-activedescendant", `search-${this.#at}`);
    else this.#input.removeAttribute("aria-activedescendant");
  }

  #textsOf(match: Match): HTMLElement[] {
    if (match.kind === "airport") {
      const { iata, name, city, country } = match.airport;
      const place = [city, this.analyser.countryName(country)]
        .filter((part) => part !== "" && !name.includes(part))
        .join(", ");
      return [
        element("span", { class: "match-code" }, iata),
        element("span", { class: "menu-label" }, name),
        element("span", { class: "menu-note" }, place),
      ];
    }
    const { callsign, icao24, index, origin, destination } = match.flight;
    const { day, seconds } = this.analyser;
    const isPresent = day.has(index, Math.floor(seconds / 60));
    const runs = isPresent ? [] : day.runs(index);
    const route = `${origin ?? "?"}–${destination ?? "?"}`;
    const times = runs.length > 0 ? `${minuteText(runs[0]![0])}–${minuteText(runs.at(-1)![1])}` : route;
    return [
      element("span", { class: "match-code" }, callsign),
      element("span", { class: "menu-label" }, icao24),
      element("span", { class: "menu-note" }, times),
    ];
  }

  #close(): void {
    this.#input.value = "";
    this.#list.hidden = true;
    this.#input.setAttribute("aria-expanded", "false");
    this.#input.removeAttribute("aria-activedescendant");
  }

  #take(match: Match): void {
    this.analyser.take(match);
    this.leave();
  }

  #keyPressed(event: KeyboardEvent): void {
    event.stopPropagation();
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (event.key === "Escape") {
      event.preventDefault();
      this.leave();
    } else if (event.key === "Enter") {
      event.preventDefault();
      const match = this.#matches[this.#at];
      if (match && this.#input.value.trim() !== "") this.#take(match);
    } else if (step !== 0 && this.#matches.length > 0) {
      event.preventDefault();
      this.#at = (this.#at + step + this.#matches.length) % this.#matches.length;
      this.#show();
    }
  }
}
