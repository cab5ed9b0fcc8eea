// Draws the map as it is now: the base map, circle, trails, aircraft, labels.

import { setSize } from "../../../kit/ui/dom";
import type { Analyser } from "../edit/analyser";
import { placeAt } from "../model/geo";
import type { Target } from "./blit";
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
const NEAR_PX = 2;

/** What the pointer is on. */
export type Hover = { kind: "flight"; flight: number } | { kind: "airport"; iata: string };

interface Placed {
  flight: number;
  x: number;
  y: number;
  heading: number;
}

/**
 * What lies below the aircraft is drawn on a canvas of its own, and kept as pixels while it does not change: of a map that plays
 * only the aircraft are drawn anew.
 */
export class Painter {
  readonly #below = document.createElement("canvas").getContext("2d", { alpha: false, willReadFrequently: true })!;
  #belowDrawn: readonly unknown[] = [];
  #belowPixels = new Uint32Array();
  #image: ImageData | undefined;
  #sprites: { key: string; sprites: Sprites } | undefined;

  constructor(
    private readonly context: CanvasRenderingContext2D,
    private readonly tiles: Tiles,
  ) {}

  draw(analyser: Analyser, ratio: number): void {
    const { context } = this;
    const { projection } = analyser;
    const palette = paletteOf(analyser.options.isDark);
    const { width, height } = context.canvas;
    this.#drawBelow(analyser, projection, palette, ratio);
    if (this.#image?.width !== width || this.#image.height !== height) this.#image = new ImageData(width, height);
    const target = { pixels: new Uint32Array(this.#image.data.buffer), width, height };
    target.pixels.set(this.#belowPixels);
    const { placed, selected } = this.#stampAircraft(analyser, target, projection, palette, ratio);
    context.putImageData(this.#image, 0, 0);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.#drawAbove(analyser, placed, selected, projection, palette);
  }

  /** The base map, the circle and trails. */
  #drawBelow(analyser: Analyser, projection: Projection, palette: Palette, ratio: number): void {
    const { circle, options, seconds, selected } = analyser;
    const { width, height } = this.context.canvas;
    const hasTrail = options.isTrails || selected?.kind === "flight";
    const now: unknown[] = [
      width,
      height,
      ratio,
      palette,
      analyser.view,
      circle,
      selected,
      options,
      hasTrail && seconds,
    ];
    // Filters hide trails as well.
    if (options.isTrails) now.push(analyser.shown.rows);
    if (now.length === this.#belowDrawn.length && now.every((value, i) => value === this.#belowDrawn[i])) return;
    this.#belowDrawn = now;
    const context = this.#below;
    setSize(context.canvas, width, height);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.#drawBase(projection, palette, ratio);
    context.lineJoin = "round";
    context.lineCap = "round";
    this.#drawCircle(analyser, projection, palette);
    if (options.isTrails) this.#drawTrails(analyser, projection, palette);
    this.#drawSelectedTrail(analyser, projection, palette);
    this.#drawMarks(analyser, projection, palette);
    this.#belowPixels = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
  }

  #drawBase({ origin, size, view }: Projection, palette: Palette, ratio: number): void {
    const [left, top] = [Math.round(origin.x), Math.round(origin.y)];
    const columns = [Math.floor(-left / TILE), Math.floor((size.width - 1 - left) / TILE)] as const;
    const rows = [Math.floor(-top / TILE), Math.floor((size.height - 1 - top) / TILE)] as const;
    for (let row = rows[0]; row <= rows[1]; row++)
      for (let column = columns[0]; column <= columns[1]; column++) {
        const tile = this.tiles.tile(view.zoom, column, row, palette, ratio);
        this.#below.drawImage(tile, left + column * TILE, top + row * TILE, TILE, TILE);
      }
  }

  #drawCircle(analyser: Analyser, projection: Projection, palette: Palette): void {
    const { circle } = analyser;
    if (!circle) return;
    const context = this.#below;
    const middle = projection.x(circle.centre.longitude);
    context.beginPath();
    for (let i = 0; i < CIRCLE_POINTS; i++) {
      const place = placeAt(circle.centre, (i * 360) / CIRCLE_POINTS, circle.km);
      let x = projection.x(place.longitude);
      // All of the circle is around its own middle, also where it goes over the edge of the world.
      if (x - middle > projection.world / 2) x -= projection.world;
      if (middle - x > projection.world / 2) x += projection.world;
      const y = projection.y(place.latitude);
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
  }

  #drawTrails(analyser: Analyser, projection: Projection, palette: Palette): void {
    const context = this.#below;
    const { fleet, rows } = analyser.shown;
    // Lines of one pixel are drawn without filling an outline: twice as fast as wider ones.
    context.lineWidth = 1;
    context.lineJoin = "bevel";
    context.lineCap = "butt";
    context.strokeStyle = palette.trails;
    // Ten minutes are less than 300 km; what is farther away cannot reach the map.
    const reach = (projection.world / 40_000) * 300 * 3;
    for (const row of rows) {
      const x = projection.x(fleet.longitude[row]!);
      const y = projection.y(fleet.latitude[row]!);
      if (x < -reach || y < -reach || x > projection.size.width + reach || y > projection.size.height + reach) continue;
      // One by one: a path with all of them takes longer to fill in.
      context.beginPath();
      tracePieces(context, trailOf(analyser.day, fleet.flights[row]!, analyser.seconds, projection, TRAIL_MINUTES));
      context.stroke();
    }
    context.lineJoin = "round";
    context.lineCap = "round";
  }

  #drawSelectedTrail(analyser: Analyser, projection: Projection, palette: Palette): void {
    const { selected } = analyser;
    if (selected?.kind !== "flight") return;
    const context = this.#below;
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

  #stampAircraft(analyser: Analyser, target: Target, projection: Projection, palette: Palette, ratio: number) {
    const { fleet, rows } = analyser.shown;
    const { width, height } = projection.size;
    const sprites = this.#spritesOf(palette, ratio, scaleAt(projection.view.zoom));
    const flightSelected = analyser.selected?.kind === "flight" ? analyser.selected.flight : -1;
    const placed: Placed[] = [];
    let selected: Placed | undefined;
    for (const row of rows) {
      const x = projection.x(fleet.longitude[row]!);
      const y = projection.y(fleet.latitude[row]!);
      if (x < -SPRITE || y < -SPRITE || x > width + SPRITE || y > height + SPRITE) continue;
      const one = { flight: fleet.flights[row]!, x, y, heading: fleet.heading[row]! };
      placed.push(one);
      if (one.flight === flightSelected) selected = one;
      else sprites.draw(target, fleet.isOnGround[row] ? "ground" : "air", one.heading, x, y);
    }
    // The selected one is above all others.
    if (selected) sprites.draw(target, "selected", selected.heading, selected.x, selected.y);
    return { placed, selected };
  }

  #drawAbove(
    analyser: Analyser,
    placed: readonly Placed[],
    selected: Placed | undefined,
    projection: Projection,
    palette: Palette,
  ): void {
    const { context } = this;
    const { circle, options } = analyser;
    if (circle) {
      const x = projection.x(circle.centre.longitude);
      const top = projection.y(placeAt(circle.centre, 0, circle.km).latitude);
      this.#text(context, circleText(analyser), x, Math.max(14, top - 12), palette.circle, palette.halo, "center");
    }
    if (options.isLabels && projection.view.zoom >= LABEL_ZOOM)
      this.#drawLabels(analyser, placed.slice(0, MOST_LABELS), selected, palette);
    if (selected) {
      context.beginPath();
      context.arc(Math.round(selected.x), Math.round(selected.y), SPRITE / 2 + 3, 0, 2 * Math.PI);
      context.lineWidth = 2;
      context.strokeStyle = palette.selected;
      context.stroke();
      this.#callsign(analyser, selected, palette.selected, palette);
    }
  }

  /** Callsigns where there is room, in the day's order. */
  #drawLabels(analyser: Analyser, placed: readonly Placed[], selected: Placed | undefined, palette: Palette): void {
    const taken = new Boxes();
    for (const { x, y } of placed) taken.add(x - 6, y - 6, x + 6, y + 6);
    this.context.font = LABEL_FONT;
    const boxOf = ({ flight, x, y }: Placed) => {
      const left = x + SPRITE / 2;
      return [left, y - 7, left + this.context.measureText(analyser.callsign(flight)).width, y + 7] as const;
    };
    // The selected one has its label in any case, so others keep away from it.
    if (selected) taken.add(...boxOf(selected));
    for (const one of placed)
      if (one !== selected && taken.take(...boxOf(one))) this.#callsign(analyser, one, palette.label, palette);
  }

  #callsign(analyser: Analyser, { flight, x, y }: Placed, colour: string, palette: Palette): void {
    const left = Math.round(x) + SPRITE / 2 + 1;
    this.#text(this.context, analyser.callsign(flight), left, Math.round(y), colour, palette.halo, "left");
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
      const context = this.#below;
      const x = Math.round(projection.x(airport.longitude));
      const y = Math.round(projection.y(airport.latitude));
      context.fillStyle = airport.colour;
      context.fillRect(x - MARK - 1, y - MARK - 1, 2 * MARK + 2, 2 * MARK + 2);
      this.#text(context, airport.iata, x + MARK + 5, y, airport.colour, palette.halo, "left");
    }
  }

  #text(
    context: CanvasRenderingContext2D,
    text: string,
    x: number,
    y: number,
    colour: string,
    halo: string,
    align: CanvasTextAlign,
  ): void {
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

/** Points that are hardly apart are left out, but for the last one. */
function tracePieces(context: CanvasRenderingContext2D, { pieces }: Trail): void {
  for (const piece of pieces) {
    let [x, y] = piece[0]!;
    context.moveTo(x, y);
    for (let i = 1; i < piece.length; i++) {
      const [nextX, nextY] = piece[i]!;
      if (i < piece.length - 1 && Math.abs(nextX - x) + Math.abs(nextY - y) < NEAR_PX) continue;
      [x, y] = [nextX, nextY];
      context.lineTo(x, y);
    }
  }
}
