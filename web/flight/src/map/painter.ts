// Draws the map as it is now: the base map, circle, trails, aircraft, labels.

import type { Analyser } from "../edit/analyser";
import { placeAt } from "../model/geo";
import { Boxes, MARK } from "./names";
import { type Palette, paletteOf } from "./palette";
import type { Projection } from "./projection";
import { scaleAt, SPRITE, Sprites } from "./sprites";
import { TILE, type Tiles } from "./tiles";
import { type Trail, trailOf } from "./trail";

const LABEL_ZOOM = 8;
const MOST_LABELS = 400;
const LABEL_FONT = "500 11px Inter";
const TRAIL_MINUTES = 10;
const CIRCLE_POINTS = 180;

/** What the pointer is on. */
export type Hover = { kind: "flight"; flight: number } | { kind: "airport"; iata: string };

export class Painter {
  #sprites: { key: string; sprites: Sprites } | undefined;

  constructor(
    private readonly context: CanvasRenderingContext2D,
    private readonly tiles: Tiles,
  ) {}

  draw(analyser: Analyser, ratio: number): void {
    const { context } = this;
    const { projection } = analyser;
    const palette = paletteOf(analyser.options.isDark);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.#drawBase(projection, palette, ratio);
    context.lineJoin = "round";
    context.lineCap = "round";
    this.#drawCircle(analyser, projection, palette);
    if (analyser.options.isTrails) this.#drawTrails(analyser, projection, palette);
    this.#drawSelectedTrail(analyser, projection, palette);
    this.#drawMarks(analyser, projection, palette);
    this.#drawAircraft(analyser, projection, palette, ratio);
  }

  #drawBase({ origin, size, view }: Projection, palette: Palette, ratio: number): void {
    const [left, top] = [Math.round(origin.x), Math.round(origin.y)];
    const columns = [Math.floor(-left / TILE), Math.floor((size.width - 1 - left) / TILE)] as const;
    const rows = [Math.floor(-top / TILE), Math.floor((size.height - 1 - top) / TILE)] as const;
    for (let row = rows[0]; row <= rows[1]; row++)
      for (let column = columns[0]; column <= columns[1]; column++) {
        const tile = this.tiles.tile(view.zoom, column, row, palette, ratio);
        this.context.drawImage(tile, left + column * TILE, top + row * TILE, TILE, TILE);
      }
  }

  #drawCircle(analyser: Analyser, projection: Projection, palette: Palette): void {
    const { circle } = analyser;
    if (!circle) return;
    const { context } = this;
    const middle = projection.x(circle.centre.longitude);
    context.beginPath();
    let top = Infinity;
    for (let i = 0; i < CIRCLE_POINTS; i++) {
      const place = placeAt(circle.centre, (i * 360) / CIRCLE_POINTS, circle.km);
      let x = projection.x(place.longitude);
      // All of the circle is around its own middle, also where it goes over the edge of the world.
      if (x - middle > projection.world / 2) x -= projection.world;
      if (middle - x > projection.world / 2) x += projection.world;
      const y = projection.y(place.latitude);
      top = Math.min(top, y);
      if (i === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    }
    context.closePath();
    context.fillStyle = palette.circleArea;
    context.fill();
    context.setLineDash([7, 5]);
    context.lineWidth = 2;
    context.strokeStyle = palette.circle;
    context.stroke();
    context.setLineDash([]);
    this.#text(circleText(analyser), middle, Math.max(14, top - 12), palette.circle, palette.halo, "center");
  }

  #drawTrails(analyser: Analyser, projection: Projection, palette: Palette): void {
    const { context } = this;
    const { fleet, rows } = analyser.shown;
    context.beginPath();
    for (const row of rows) {
      const x = projection.x(fleet.longitude[row]!);
      const y = projection.y(fleet.latitude[row]!);
      // Ten minutes are at most 300 km; what is farther away cannot reach the map.
      const reach = (projection.world / 40_000) * 300 * 3;
      if (x < -reach || y < -reach || x > projection.size.width + reach || y > projection.size.height + reach) continue;
      tracePieces(context, trailOf(analyser.day, fleet.flights[row]!, analyser.seconds, projection, TRAIL_MINUTES));
    }
    context.lineWidth = 1.5;
    context.strokeStyle = palette.trails;
    context.stroke();
  }

  #drawSelectedTrail(analyser: Analyser, projection: Projection, palette: Palette): void {
    const { selected } = analyser;
    if (selected?.kind !== "flight") return;
    const { context } = this;
    const trail = trailOf(analyser.day, selected.flight, analyser.seconds, projection);
    context.strokeStyle = palette.trail;
    context.lineWidth = 2;
    context.beginPath();
    tracePieces(context, trail);
    context.stroke();
    context.beginPath();
    for (const [from, to] of trail.gaps) {
      context.moveTo(...from);
      context.lineTo(...to);
    }
    context.setLineDash([3, 5]);
    context.stroke();
    context.setLineDash([]);
  }

  #drawAircraft(analyser: Analyser, projection: Projection, palette: Palette, ratio: number): void {
    const { context } = this;
    const { fleet, rows } = analyser.shown;
    const { width, height } = projection.size;
    const sprites = this.#spritesOf(palette, ratio, scaleAt(projection.view.zoom));
    const selected = analyser.selected?.kind === "flight" ? analyser.selected.flight : -1;
    const labelled: { flight: number; x: number; y: number }[] = [];
    const isLabelled = analyser.options.isLabels && projection.view.zoom >= LABEL_ZOOM;
    let chosen: { x: number; y: number; heading: number } | undefined;
    for (const row of rows) {
      const x = projection.x(fleet.longitude[row]!);
      const y = projection.y(fleet.latitude[row]!);
      if (x < -SPRITE || y < -SPRITE || x > width + SPRITE || y > height + SPRITE) continue;
      const flight = fleet.flights[row]!;
      const heading = fleet.heading[row]!;
      if (flight === selected) chosen = { x, y, heading };
      else sprites.draw(context, fleet.isOnGround[row] ? "ground" : "air", heading, x, y);
      if (isLabelled && labelled.length < MOST_LABELS) labelled.push({ flight, x, y });
    }
    // The selected one is above all others.
    if (chosen) {
      context.beginPath();
      context.arc(Math.round(chosen.x), Math.round(chosen.y), SPRITE / 2 + 3, 0, 2 * Math.PI);
      context.lineWidth = 2;
      context.strokeStyle = palette.selected;
      context.stroke();
      sprites.draw(context, "selected", chosen.heading, chosen.x, chosen.y);
      this.#callsign(analyser, selected, chosen.x, chosen.y, palette.selected, palette);
    }
    this.#drawLabels(analyser, labelled, selected, palette);
  }

  /** Callsigns where there is room, in the day's order. */
  #drawLabels(
    analyser: Analyser,
    labelled: readonly { flight: number; x: number; y: number }[],
    selected: number,
    palette: Palette,
  ): void {
    const taken = new Boxes();
    for (const { x, y } of labelled) taken.add(x - 6, y - 6, x + 6, y + 6);
    this.context.font = LABEL_FONT;
    for (const { flight, x, y } of labelled) {
      const { width } = this.context.measureText(analyser.day.flights[flight]!.callsign);
      const left = x + SPRITE / 2;
      if (!taken.take(left, y - 7, left + width, y + 7) || flight === selected) continue;
      this.#callsign(analyser, flight, x, y, palette.label, palette);
    }
  }

  #callsign(analyser: Analyser, flight: number, x: number, y: number, colour: string, palette: Palette): void {
    const left = Math.round(x) + SPRITE / 2 + 1;
    this.#text(analyser.day.flights[flight]!.callsign, left, Math.round(y), colour, palette.halo, "left");
  }

  /** The airports that matter now, whatever the zoom. */
  #drawMarks(analyser: Analyser, projection: Projection, palette: Palette): void {
    const { circle, selected } = analyser;
    const airports = [
      circle && { ...circle.centre, iata: circle.iata, colour: palette.circle },
      selected?.kind === "airport" && { ...selected.airport, colour: palette.selected },
    ];
    for (const airport of airports) {
      if (!airport) continue;
      const { context } = this;
      const x = Math.round(projection.x(airport.longitude));
      const y = Math.round(projection.y(airport.latitude));
      context.fillStyle = airport.colour;
      context.fillRect(x - MARK - 1, y - MARK - 1, 2 * MARK + 2, 2 * MARK + 2);
      this.#text(airport.iata, x + MARK + 5, y, airport.colour, palette.halo, "left");
    }
  }

  #text(text: string, x: number, y: number, colour: string, halo: string, align: CanvasTextAlign): void {
    const { context } = this;
    context.font = LABEL_FONT;
    context.textAlign = align;
    context.textBaseline = "middle";
    context.lineWidth = 3;
    context.strokeStyle = halo;
    context.strokeText(text, x, y);
    context.fillStyle = colour;
    context.fillText(text, x, y);
  }

  #spritesOf(palette: Palette, ratio: number, scale: number): Sprites {
    const key = `${palette.sea} ${ratio} ${scale}`;
    if (this.#sprites?.key !== key) this.#sprites = { key, sprites: new Sprites(palette, ratio, scale) };
    return this.#sprites.sprites;
  }
}

/** "50 km around SZG: 3 aircraft" */
export function circleText(analyser: Analyser): string {
  const { circle, insideRows } = analyser;
  return circle && insideRows ? `${circle.km} km around ${circle.iata}: ${insideRows.length} aircraft` : "";
}

function tracePieces(context: CanvasRenderingContext2D, { pieces }: Trail): void {
  for (const piece of pieces) piece.forEach(([x, y], i) => (i === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
}
