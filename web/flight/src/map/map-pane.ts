// The map on the page: its canvas, what is said about it, and the name of what is under the pointer.

import { element, setSize, setText } from "../../../kit/ui/dom";
import type { Analyser, Selection } from "../edit/analyser";
import { airportOf } from "../model/airports";
import { clockText } from "../model/clock";
import type { World } from "../model/countries";
import { distanceKm } from "../model/geo";
import { degreesText, thousands } from "../model/texts";
import { type Hover, Painter } from "./painter";
import { Tiles } from "./tiles";

const AIRPORT_REACH = 10;
const TIP_WIDTH = 340;

export class MapPane {
  readonly stage = element("div", {
    class: "map-stage",
    tabindex: 0,
    role: "application",
    "aria-label": "Map",
    "aria-describedby": "map-summary",
    "data-canvas": "",
  });
  readonly #canvas = element("canvas", { "aria-hidden": "true" });
  readonly #tip = element("div", { class: "map-tip", hidden: true, "aria-hidden": "true" });
  readonly #summary = element("p", { class: "unseen", id: "map-summary" });
  readonly root: HTMLElement;
  readonly #tiles: Tiles;
  readonly #painter: Painter;
  /** Pixels from the map's corner, while the pointer is on it and nothing is dragged. */
  pointer: { x: number; y: number } | undefined;
  #drawn: readonly unknown[] = [];

  constructor(
    private readonly analyser: Analyser,
    world: World,
  ) {
    this.#tiles = new Tiles(world);
    this.#painter = new Painter(this.#canvas.getContext("2d", { alpha: false })!, this.#tiles);
    this.stage.append(this.#canvas, this.#tip);
    this.root = element("main", { class: "map", "aria-label": "Map of flights" }, this.stage, this.#summary);
  }

  focus(): void {
    this.stage.focus();
  }

  /** What the pointer would select. */
  hoverAt(x: number, y: number): Hover | undefined {
    const flight = this.analyser.flightAt(x, y);
    if (flight !== undefined) return { kind: "flight", flight };
    const iata = this.#airportAt(x, y);
    return iata === undefined ? undefined : { kind: "airport", iata };
  }

  /** Brings the map up to date; draws only what has changed. */
  draw(): void {
    const { analyser } = this;
    const { circle, options, seconds, selected, shown, size, view } = analyser;
    const ratio = window.devicePixelRatio;
    const now = [circle, options, seconds, selected, shown.rows, size, view, ratio];
    if (now.some((value, i) => value !== this.#drawn[i])) {
      this.#drawn = now;
      setSize(this.#canvas, size.width * ratio, size.height * ratio);
      this.#painter.draw(analyser, ratio);
      setText(this.#summary, this.#summaryText());
    }
    this.#drawTip();
  }

  #summaryText(): string {
    const { analyser } = this;
    const { seconds, shown, view } = analyser;
    const centre = `centre ${degreesText(view.latitude)}, ${degreesText(view.longitude)}, zoom ${view.zoom}`;
    return `${clockText(seconds)} UTC, ${centre}. ${thousands(shown.rows.length)} aircraft.`;
  }

  #drawTip(): void {
    const { pointer } = this;
    const hover = pointer && this.hoverAt(pointer.x, pointer.y);
    this.stage.classList.toggle("is-over", hover !== undefined);
    this.#tip.hidden = !hover;
    if (!hover || !pointer) return;
    setText(this.#tip, this.#tipText(hover));
    // To the left of the pointer where there is no room on its right.
    const isRight = pointer.x > this.analyser.size.width - TIP_WIDTH;
    this.#tip.style.left = isRight ? "" : `${pointer.x + 14}px`;
    this.#tip.style.right = isRight ? `${this.analyser.size.width - pointer.x + 10}px` : "";
    this.#tip.style.top = `${Math.min(pointer.y + 12, this.analyser.size.height - 32)}px`;
  }

  /** What is under the pointer, and how far it is from what is selected. */
  #tipText(hover: Hover): string {
    const { analyser } = this;
    const airport = hover.kind === "airport" ? airportOf(hover.iata)! : undefined;
    const over: Selection = airport ? { kind: "airport", airport } : (hover as Selection);
    const name = over.kind === "airport" ? `${over.airport.iata} ${over.airport.name}` : analyser.callsign(over.flight);
    const [from, to] = [analyser.placeOf(analyser.selected), analyser.placeOf(over)];
    const { selected } = analyser;
    const isSame =
      selected?.kind === "flight"
        ? over.kind === "flight" && over.flight === selected.flight
        : over.kind === "airport" && over.airport === selected?.airport;
    if (!from || !to || !selected || isSame) return name;
    const other = selected.kind === "airport" ? selected.airport.iata : analyser.callsign(selected.flight);
    return `${name}, ${distanceKm(from, to).toFixed(1)} km from ${other}`;
  }

  #airportAt(x: number, y: number): string | undefined {
    const { projection } = this.analyser;
    let nearest = AIRPORT_REACH;
    let found: string | undefined;
    for (const { airport } of this.#tiles.names(projection.view.zoom).marks) {
      const way = Math.hypot(projection.x(airport.longitude) - x, projection.y(airport.latitude) - y);
      if (way > nearest) continue;
      nearest = way;
      found = airport.iata;
    }
    return found;
  }
}
