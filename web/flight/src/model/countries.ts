// Countries as lines and areas to draw, made from the topology of data/countries.json.

import { mercatorX, mercatorY } from "./geo";

export interface Topology {
  /** First point and steps, thousandths of degrees: longitude, latitude. */
  arcs: number[][];
  countries: { name: string; iso: string | null; polygons: number[][][] }[];
}

/** Points in the square of the world, 0 to 1: x, y, x, y, … */
export interface Line {
  points: Float32Array;
  minX: number;
  minY: number;
  maxX: number;
  maxY: number;
}

export interface Label {
  name: string;
  x: number;
  y: number;
  /** The width of the country's largest part, of the world's 1. */
  width: number;
}

export interface Country {
  name: string;
  rings: Line[];
}

export interface World {
  countries: Country[];
  coasts: Line[];
  borders: Line[];
  labels: Label[];
  /** By their two letters. */
  names: ReadonlyMap<string, string>;
}

/** Longer edges are cut: they are straight in longitude and latitude, and not on the map. */
const LONGEST_DEGREES = 1;

export function worldOf({ arcs, countries }: Topology): World {
  const lines = arcs.map((arc) => boxed(pointsOf(arc)));
  const uses = new Uint8Array(arcs.length);
  const labels: Label[] = [];
  const outlined = countries.map(({ name, polygons }): Country => {
    let largest = undefined as { ring: Line; area: number } | undefined;
    const rings = polygons.flat().map((arcsOfRing) => {
      for (const arc of arcsOfRing) uses[arc < 0 ? -1 - arc : arc]!++;
      const ring = boxed(joined(lines, arcsOfRing));
      const area = areaOf(ring);
      if (!largest || area > largest.area) largest = { ring, area };
      return ring;
    });
    if (largest) labels.push({ name, ...middleOf(largest.ring), width: largest.ring.maxX - largest.ring.minX });
    return { name, rings };
  });
  // Polygons are cut at 180°, where there is no coast.
  const isCut = ({ minX, maxX }: Line) => minX === maxX && (minX === 0 || maxX === 1);
  return {
    countries: outlined,
    coasts: lines.filter((line, i) => uses[i] === 1 && !isCut(line)),
    borders: lines.filter((_, i) => uses[i]! > 1),
    names: new Map(countries.flatMap(({ iso, name }) => (iso === null ? [] : [[iso, name]]))),
    labels: labels.sort((one, other) => other.width - one.width),
  };
}

/** The country that a place of the world's square is in: by the even-odd rule over all of its rings. */
export function countryAt(countries: readonly Country[], x: number, y: number): Country | undefined {
  return countries.find(({ rings }) => {
    let isIn = false;
    for (const ring of rings) if (isWithin(ring, x, y)) isIn = !isIn;
    return isIn;
  });
}

function isWithin({ points, minX, minY, maxX, maxY }: Line, x: number, y: number): boolean {
  if (x < minX || x > maxX || y < minY || y > maxY) return false;
  let isIn = false;
  let [fromX, fromY] = [points[points.length - 2]!, points[points.length - 1]!];
  for (let i = 0; i < points.length; i += 2) {
    const [toX, toY] = [points[i]!, points[i + 1]!];
    if (fromY > y !== toY > y && x < fromX + ((y - fromY) / (toY - fromY)) * (toX - fromX)) isIn = !isIn;
    [fromX, fromY] = [toX, toY];
  }
  return isIn;
}

function pointsOf(arc: readonly number[]): Float32Array {
  const pieces = (i: number) =>
    Math.max(1, Math.ceil(Math.max(Math.abs(arc[i]!), Math.abs(arc[i + 1]!)) / 1000 / LONGEST_DEGREES));
  let count = 1;
  for (let i = 2; i < arc.length; i += 2) count += pieces(i);
  const points = new Float32Array(2 * count);
  let at = 0;
  const add = (longitude: number, latitude: number) => {
    points[at++] = mercatorX(longitude / 1000);
    points[at++] = mercatorY(latitude / 1000);
  };
  let longitude = arc[0]!;
  let latitude = arc[1]!;
  add(longitude, latitude);
  for (let i = 2; i < arc.length; i += 2) {
    const parts = pieces(i);
    for (let part = 1; part <= parts; part++)
      add(longitude + (arc[i]! * part) / parts, latitude + (arc[i + 1]! * part) / parts);
    longitude += arc[i]!;
    latitude += arc[i + 1]!;
  }
  return points;
}

/** The points of a ring: of its arcs one after the other, some of them backwards. */
function joined(lines: readonly Line[], arcs: readonly number[]): Float32Array {
  const pieces = arcs.map((arc) => lines[arc < 0 ? -1 - arc : arc]!.points);
  const points = new Float32Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  pieces.forEach((piece, i) => {
    if (arcs[i]! >= 0) points.set(piece, at);
    else
      for (let j = 0; j < piece.length; j += 2) {
        points[at + j] = piece[piece.length - 2 - j]!;
        points[at + j + 1] = piece[piece.length - 1 - j]!;
      }
    at += piece.length;
  });
  return points;
}

function boxed(points: Float32Array): Line {
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i += 2) {
    const [x, y] = [points[i]!, points[i + 1]!];
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
  }
  return { points, minX, minY, maxX, maxY };
}

/** Twice the area; its sign is that of the ring's direction. */
function areaOf({ points }: Line): number {
  let sum = 0;
  for (let i = 0; i + 3 < points.length; i += 2) sum += points[i]! * points[i + 3]! - points[i + 2]! * points[i + 1]!;
  return Math.abs(sum);
}

/** The centre of gravity of a ring. */
function middleOf({ points, minX, minY, maxX, maxY }: Line): { x: number; y: number } {
  let [sum, x, y] = [0, 0, 0];
  for (let i = 0; i + 3 < points.length; i += 2) {
    const cross = points[i]! * points[i + 3]! - points[i + 2]! * points[i + 1]!;
    sum += cross;
    x += (points[i]! + points[i + 2]!) * cross;
    y += (points[i + 1]! + points[i + 3]!) * cross;
  }
  return sum === 0 ? { x: (minX + maxX) / 2, y: (minY + maxY) / 2 } : { x: x / (3 * sum), y: y / (3 * sum) };
}
