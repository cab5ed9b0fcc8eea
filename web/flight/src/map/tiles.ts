// The base map in square pieces: land, coasts, borders, airports and names. Pieces are kept, so a map that is moved draws only
// what comes into view; what a piece looks like depends on its place, the zoom and the colours alone.

import type { Line, World } from "../model/countries";
import { AIRPORT_FONT, COUNTRY_FONT, MARK, namesAt, namesInPiece, type Names } from "./names";
import type { Palette } from "./palette";
import { worldSize } from "./projection";

export const TILE = 512;
const MOST_KEPT = 48;
/** Points nearer to the last one than this are left out. */
const NEAR = 0.6;
/** How far a name or a mark may reach beyond its box. */
const MARGIN = 16;

export class Tiles {
  readonly #kept = new Map<string, HTMLCanvasElement>();
  readonly #ruler = document.createElement("canvas").getContext("2d")!;
  #names: { zoom: number; names: Names } | undefined;

  readonly #areas: Line[];

  constructor(private readonly world: World) {
    this.#areas = world.countries.flatMap(({ rings }) => rings);
  }

  /** The names of a zoom. */
  names(zoom: number): Names {
    if (this.#names?.zoom !== zoom) {
      const names = namesAt(zoom, worldSize(zoom), this.world.labels, (text, font) => this.#measure(text, font));
      this.#names = { zoom, names };
    }
    return this.#names.names;
  }

  #measure(text: string, font: string): number {
    this.#ruler.font = font;
    return this.#ruler.measureText(text).width;
  }

  /** The piece whose corner is so many pieces from the world's; left of 0 and right of the world it goes on with a copy. */
  tile(zoom: number, column: number, row: number, palette: Palette, ratio: number): HTMLCanvasElement {
    const key = `${zoom}/${column}/${row}/${palette.sea}/${ratio}`;
    const kept = this.#kept.get(key);
    // The latest is the last of the map; the first is the one that was not wanted for the longest time.
    this.#kept.delete(key);
    const tile = kept ?? this.#draw(zoom, column * TILE, row * TILE, palette, ratio);
    this.#kept.set(key, tile);
    if (this.#kept.size > MOST_KEPT) this.#kept.delete(this.#kept.keys().next().value!);
    return tile;
  }

  #draw(zoom: number, left: number, top: number, palette: Palette, ratio: number): HTMLCanvasElement {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = TILE * ratio;
    const context = canvas.getContext("2d", { alpha: false })!;
    const size = worldSize(zoom);
    context.fillStyle = palette.sea;
    context.fillRect(0, 0, canvas.width, canvas.height);
    for (let copy = -1; copy <= 1; copy++) {
      const shift = copy * size;
      if (left + TILE < shift || left > shift + size) continue;
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.beginPath();
      trace(context, this.#areas, size, left - shift, top);
      context.fillStyle = palette.land;
      context.fill("evenodd");
      context.lineJoin = "round";
      context.lineWidth = 1;
      for (const [lines, colour] of [
        [this.world.borders, palette.border],
        [this.world.coasts, palette.coast],
      ] as const) {
        context.beginPath();
        trace(context, lines, size, left - shift, top);
        context.strokeStyle = colour;
        context.stroke();
      }
      context.translate(shift - left, -top);
      const all = this.names(zoom);
      const piece = { left: left - shift, top, size: TILE };
      const measure = (text: string, font: string) => this.#measure(text, font);
      // In every second piece, as on a chessboard: often enough.
      const more = ((left + top) / TILE) % 2 === 0 ? namesInPiece(this.world, size, all, piece, measure) : [];
      drawNames(context, { ...all, countries: [...all.countries, ...more] }, palette, left - shift, top);
    }
    return canvas;
  }
}

/** Puts the lines that may be seen in a piece into the path. */
function trace(
  context: CanvasRenderingContext2D,
  lines: readonly Line[],
  size: number,
  left: number,
  top: number,
): void {
  const [minX, minY, maxX, maxY] = [
    (left - 2) / size,
    (top - 2) / size,
    (left + TILE + 2) / size,
    (top + TILE + 2) / size,
  ];
  for (const line of lines) {
    if (line.maxX < minX || line.minX > maxX || line.maxY < minY || line.minY > maxY) continue;
    const { points } = line;
    let x = points[0]! * size - left;
    let y = points[1]! * size - top;
    context.moveTo(x, y);
    const last = points.length - 2;
    for (let i = 2; i <= last; i += 2) {
      const nextX = points[i]! * size - left;
      const nextY = points[i + 1]! * size - top;
      if (i < last && Math.abs(nextX - x) < NEAR && Math.abs(nextY - y) < NEAR) continue;
      x = nextX;
      y = nextY;
      context.lineTo(x, y);
    }
  }
}

function drawNames(context: CanvasRenderingContext2D, names: Names, palette: Palette, left: number, top: number): void {
  const reaches = ({ x, y, width = 0 }: { x: number; y: number; width?: number }) =>
    x < left + TILE + MARGIN && x + width > left - MARGIN && y < top + TILE + MARGIN && y > top - MARGIN;
  context.textBaseline = "middle";
  context.textAlign = "left";
  context.lineWidth = 3;
  context.strokeStyle = palette.halo;
  context.font = COUNTRY_FONT;
  context.fillStyle = palette.countryName;
  for (const { text, x, y } of names.countries.filter(reaches)) {
    context.strokeText(text, x, y);
    context.fillText(text, x, y);
  }
  for (const { x, y } of names.marks.filter(reaches)) {
    context.fillStyle = palette.airport;
    context.fillRect(x - MARK, y - MARK, 2 * MARK, 2 * MARK);
    context.fillStyle = palette.land;
    context.fillRect(x - 1, y - 1, 2, 2);
  }
  context.font = AIRPORT_FONT;
  context.fillStyle = palette.airportName;
  for (const { text, x, y } of names.airports.filter(reaches)) {
    context.strokeText(text, x, y);
    context.fillText(text, x, y);
  }
}
