// Picking one of many things by keyboard: a dialog with a field, and the matches below it.

import { openDialog } from "./dialog";
import { element } from "./dom";
import { find, type Findable } from "./finder";

const MOST_SHOWN = 9;

interface PickerOptions<Thing> {
  title: string;
  /** In the empty field. */
  label: string;
  things: readonly Thing[];
  take: (thing: Thing) => void;
}

/** With nothing typed the first things are offered; Enter takes the marked one. */
export function openPicker<Thing extends Findable>({ title, label, things, take }: PickerOptions<Thing>): void {
  const list = element("div", { class: "picker-list", role: "listbox", id: "picker-list", "aria-label": title });
  const input = element("input", {
    type: "text",
    placeholder: label,
    "aria-label": label,
    role: "combobox",
    "aria-expanded": "true",
    "aria-controls": "picker-list",
    spellcheck: "false",
    autocomplete: "off",
  });
  let matches: readonly Thing[] = [];
  let at = 0;
  const show = () => {
    const rows = matches.map((thing, i) => {
      const row = element(
        "div",
        {
          class: i === at ? "menu-item is-at" : "menu-item",
          role: "option",
          id: `picker-${i}`,
          "aria-selected": i === at ? "true" : "false",
        },
        element("span", { class: "menu-label" }, thing.name),
        thing.note ? element("span", { class: "menu-note" }, thing.note) : null,
      );
      row.addEventListener("click", () => choose(thing));
      return row;
    });
    input.setAttribute("aria-activedescendant", `picker-${at}`);
    list.replaceChildren(...(rows.length > 0 ? rows : [element("div", { class: "finder-none" }, "Nothing matches")]));
  };
  const update = () => {
    const text = input.value.trim();
    matches = (text === "" ? things : find(text, things)).slice(0, MOST_SHOWN);
    at = 0;
    show();
  };
  const choose = (thing: Thing | undefined) => {
    if (!thing) return;
    close();
    take(thing);
  };
  input.addEventListener("input", update);
  input.addEventListener("keydown", (event) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step === 0 || matches.length === 0) return;
    event.preventDefault();
    at = (at + step + matches.length) % matches.length;
    show();
  });
  const { close } = openDialog({
    title,
    body: element("div", { class: "picker" }, input, list),
    acceptLabel: "Choose",
    accept: () => {
      choose(matches[at]);
      return false;
    },
  });
  update();
}
