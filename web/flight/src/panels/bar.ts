// The bar at the top: search, transport, circle, what the map shows.

import { isDialogOpen } from "../../../kit/ui/dialog";
import { element, iconButton } from "../../../kit/ui/dom";
import type { Analyser, Options } from "../edit/analyser";
import { openCircle, openShortcuts } from "../edit/dialogs";
import { FLIGHT_ICONS } from "./icons";
import { SearchBox } from "./search-box";
import { Transport } from "./transport";

export class Bar {
  readonly root: HTMLElement;
  readonly search: SearchBox;
  readonly transport: Transport;
  readonly #circle: HTMLButtonElement;
  readonly #trails: HTMLButtonElement;
  readonly #labels: HTMLButtonElement;
  readonly #theme: HTMLButtonElement;

  constructor(
    private readonly analyser: Analyser,
    toMap: () => void,
    complain: (problem: string) => void,
  ) {
    this.search = new SearchBox(analyser, toMap);
    this.transport = new Transport(analyser, toMap, complain);

    // A dialog gives the keyboard back to where it was before: to the map.
    const fromMap = (open: () => void) => () => {
      toMap();
      open();
    };
    const circle = fromMap(() => openCircle(analyser));
    this.#circle = iconButton(FLIGHT_ICONS.circle, "Circle (R)", circle);
    const toggle = (icon: string, name: string, key: keyof Options) =>
      iconButton(icon, name, () => analyser.setOptions({ [key]: !analyser.options[key] }));
    this.#trails = toggle(FLIGHT_ICONS.trails, "Trails of all (P)", "isTrails");
    this.#labels = toggle(FLIGHT_ICONS.labels, "Labels (B)", "isLabels");
    this.#theme = toggle(FLIGHT_ICONS.theme, "Dark (D)", "isDark");
    this.root = element(
      "header",
      { class: "bar" },
      element("h1", { class: "unseen" }, "Flight Analyser"),
      this.search.root,
      ...this.transport.roots,
      element(
        "div",
        { class: "group", role: "group", "aria-label": "Map" },
        this.#circle,
        this.#trails,
        this.#labels,
        this.#theme,
        iconButton(FLIGHT_ICONS.keys, "Keys (?)", fromMap(openShortcuts)),
      ),
    );
    this.root.addEventListener("click", (event) => {
      const isButton = event.target instanceof Element && event.target.closest("button");
      // A choice that was made by keys keeps them.
      if (isButton && event.detail > 0 && !isDialogOpen()) toMap();
    });
    this.root.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      toMap();
    });
  }

  update(): void {
    const { circle, options } = this.analyser;
    this.transport.update();
    this.#circle.setAttribute("aria-pressed", String(circle !== undefined));
    this.#trails.setAttribute("aria-pressed", String(options.isTrails));
    this.#labels.setAttribute("aria-pressed", String(options.isLabels));
    this.#theme.setAttribute("aria-pressed", String(options.isDark));
  }
}
