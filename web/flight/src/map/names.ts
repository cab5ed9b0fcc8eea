// Which names of countries and airports have room on the map, for the whole world at one zoom: so a name does not come and go while
// the map is moved.

import { AIRPORTS, type Airport, zoomOf } from "../model/airports";
import { countryAt, type Label, type World } from "../model/countries";
import { mercatorX, mercatorY } from "../model/geo";

export const AIRPORT_FONT = "500 11px Inter";
export const COUNTRY_FONT = "600 12px Inter";
const LINE = 14;
export const MARK = 3;
const GRID = 128;
/** Where a country's name is tried: in its middle first, then above and below. */
const NAME_ROWS = [0, 10, -10, 20, -20, 32, -32];

/** A text's left end and its middle height, in pixels of the world. */
export interface Name {
  text: string;
  x: number;
  y: number;
  width: number;
}

export interface Mark {
  airport: Airport;
  x: number;
  y: number;
}

export interface Names {
  marks: Mark[];
  airports: Name[];
  countries: Name[];
}

export function namesAt(
  zoom: number,
  world: number,
  labels: readonly Label[],
  measure: (text: string, font: string) => number,
): Names {
  const taken = new Boxes();
  const marks = AIRPORTS.filter((airport) => zoom >= zoomOf(airport)).map((airport) => ({
    airport,
    x: Math.round(mercatorX(airport.longitude) * world),
    y: Math.round(mercatorY(airport.latitude) * world),
  }));
  for (const { x, y } of marks) taken.add(x - MARK - 1, y - MARK - 1, x + MARK + 1, y + MARK + 1);
  const countries: Name[] = [];
  for (const { name, x, y, width } of labels) {
    const text = name.toUpperCase();
    const length = measure(text, COUNTRY_FONT);
    // A name is there if its country is about as wide, and no longer when one sees only a part of the country.
    if (length > width * world * 1.1 || width * world > 9000) continue;
    const left = Math.round(x * world - length / 2);
    const row = NAME_ROWS.map((by) => Math.round(y * world) + by).find((y) =>
      taken.take(left - 4, y - LINE / 2, left + length + 4, y + LINE / 2),
    );
    if (row !== undefined) countries.push({ text, x: left, y: row, width: length });
  }
  const airports: Name[] = [];
  const byRank = [...marks].sort((one, other) => one.airport.rank - other.airport.rank);
  for (const { airport, x, y } of byRank) {
    if (zoom < zoomOf(airport) + 1) continue;
    const width = measure(airport.iata, AIRPORT_FONT);
    const left = x + MARK + 4;
    if (taken.take(left, y - LINE / 2, left + width + 2, y + LINE / 2))
      airports.push({ text: airport.iata, x: left, y, width });
  }
  return { marks, airports, countries };
}

/** Where names of countries are tried in a piece of the map, as parts of its sides. */
const PLACES = [0.5, 0.25, 0.75].flatMap((y) => [0.5, 0.3, 0.7].map((x) => [x, y] as const));
const MOST_IN_PIECE = 2;

/**
 * Names of countries that are larger than the map, which their one name may be far away from: in each square piece of the map, where
 * a name lies in its country with both of its ends and on nothing else. `left` and `top` are pixels of the world.
 */
export function namesInPiece(
  world: World,
  worldSize: number,
  names: Names,
  piece: { left: number; top: number; size: number },
  measure: (text: string, font: string) => number,
): Name[] {
  const { left, top, size } = piece;
  const taken = new Boxes();
  for (const { x, y, width } of [...names.airports, ...names.countries])
    taken.add(x - 8, y - LINE, x + width + 8, y + LINE);
  for (const { x, y } of names.marks) taken.add(x - 8, y - 8, x + 8, y + 8);
  const large = new Set(world.labels.filter(({ width }) => width * worldSize >= 2 * size).map(({ name }) => name));
  const countries = world.countries.filter(({ name }) => large.has(name));
  const countryAtPixel = (x: number, y: number) => countryAt(countries, x / worldSize, y / worldSize);
  const found: Name[] = [];
  for (const [partX, partY] of PLACES) {
    if (found.length === MOST_IN_PIECE) break;
    const [x, y] = [Math.round(left + partX * size), Math.round(top + partY * size)];
    const country = countryAtPixel(x, y);
    if (!country) continue;
    const text = country.name.toUpperCase();
    const width = measure(text, COUNTRY_FONT);
    const isOther = (at: number) => countryAtPixel(at, y) !== country;
    const name = { text, x: Math.round(x - width / 2), y, width };
    if (name.x < left || name.x + width > left + size || isOther(name.x) || isOther(name.x + width)) continue;
    if (found.some((one) => one.text === text) || names.countries.some((one) => one.text === text && isIn(one, piece)))
      continue;
    if (taken.take(name.x - 4, y - LINE / 2, name.x + width + 4, y + LINE / 2)) found.push(name);
  }
  return found;
}

function isIn({ x, y, width }: Name, { left, top, size }: { left: number; top: number; size: number }): boolean {
  return x + width > left && x < left + size && y > top && y < top + size;
}

/** Boxes that must not overlap, found by squares of the plane. */
export class Boxes {
  readonly #squares = new Map<string, [number, number, number, number][]>();

  /** Adds a box if it is free. */
  take(left: number, top: number, right: number, bottom: number): boolean {
    for (const square of this.#squaresOf(left, top, right, bottom))
      for (const box of this.#squares.get(square) ?? [])
        if (left < box[2] && right > box[0] && top < box[3] && bottom > box[1]) return false;
    this.add(left, top, right, bottom);
    return true;
  }

  add(left: number, top: number, right: number, bottom: number): void {
    for (const square of this.#squaresOf(left, top, right, bottom)) {
      const boxes = this.#squares.get(square);
      if (boxes) boxes.push([left, top, right, bottom]);
      else this.#squares.set(square, [[left, top, right, bottom]]);
    }
  }

  *#squaresOf(left: number, top: number, right: number, bottom: number): Generator<string> {
    for (let x = Math.floor(left / GRID); x <= Math.floor(right / GRID); x++)
      for (let y = Math.floor(top / GRID); y <= Math.floor(bottom / GRID); y++) yield `${x},${y}`;
  }
}
