// Below the map: zoom, the place of the pointer, the circle's count, what filters hide, where the map is from.

import { button, element, iconButton, setText } from "../../../kit/ui/dom";
import { ICONS } from "../../../kit/ui/icons";
import type { Analyser } from "../edit/analyser";
import { circleText } from "../map/painter";
import { EUROPE, scaleBar } from "../map/projection";
import { countryAt, type World } from "../model/countries";
import { hides, NO_FILTERS } from "../model/filters";
import { mercatorX, mercatorY, type Place } from "../model/geo";
import { degreesText, thousands } from "../model/texts";
import { FLIGHT_ICONS } from "./icons";

const LONGEST_SCALE = 90;

export class Strip {
  readonly root: HTMLElement;
  readonly #zoom = element("span", { class: "strip-zoom" });
  readonly #scale = element("span", { class: "strip-scale", title: "Scale in the middle of the map" });
  readonly #place = element("span", { class: "strip-place" });
  readonly #circle = element("span", { class: "strip-circle" });
  readonly #count = element("span", {});
  readonly #clear: HTMLButtonElement;
  /** Where the pointer is, while it is on the map. */
  pointer: Place | undefined;

  constructor(
    private readonly analyser: Analyser,
    private readonly world: World,
    toMap: () => void,
  ) {
    this.#clear = button("Clear filters", () => analyser.setFilters(NO_FILTERS), { class: "strip-clear" });
    this.root = element(
      "footer",
      { class: "strip" },
      iconButton(ICONS.zoomOut, "Zoom out (-)", () => analyser.zoom(-1)),
      iconButton(ICONS.zoomIn, "Zoom in (+)", () => analyser.zoom(1)),
      iconButton(FLIGHT_ICONS.home, "Europe (0)", () => analyser.see(EUROPE)),
      this.#zoom,
      this.#scale,
      this.#place,
      this.#circle,
      element("span", { class: "space" }),
      this.#count,
      this.#clear,
      element("span", { class: "strip-source" }, "Borders: Natural Earth"),
    );
    this.root.addEventListener("click", (event) => {
      if (event.target instanceof Element && event.target.closest("button")) toMap();
    });
  }

  update(): void {
    const { analyser } = this;
    const { filters, circle, shown, view } = analyser;
    const isHiding = hides(filters, circle);
    setText(this.#zoom, `Zoom ${view.zoom}`);
    const { km, pixels } = scaleBar(view, LONGEST_SCALE);
    setText(this.#scale, `${km} km`);
    this.#scale.style.width = `${pixels}px`;
    this.updatePlace();
    setText(this.#circle, circleText(analyser));
    const present = thousands(shown.fleet.count);
    setText(this.#count, isHiding ? `${thousands(shown.rows.length)} of ${present} aircraft` : `${present} aircraft`);
    this.#clear.hidden = !isHiding;
  }

  updatePlace(): void {
    const { latitude, longitude } = this.pointer ?? this.analyser.view;
    const text = `${degreesText(latitude)}, ${degreesText(longitude)}`;
    const country = this.pointer && countryAt(this.world.countries, mercatorX(longitude), mercatorY(latitude))?.name;
    setText(this.#place, !this.pointer ? `Centre ${text}` : country ? `${text}  ${country}` : text);
  }
}
