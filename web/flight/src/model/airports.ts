// The airports: data/airports.json.

import table from "../../data/airports.json";
import type { Place } from "./geo";

export interface Airport extends Place {
  iata: string;
  name: string;
  city: string;
  /** Two letters, ISO 3166. */
  country: string;
  /** 1 for hubs, 4 for airports that have no traffic in our days. */
  rank: number;
}

type Row = [string, string, string, string, string, number, number, number, number, number];

export const AIRPORTS: readonly Airport[] = (table.airports as Row[]).map((row) => ({
  iata: row[0],
  name: row[2],
  city: row[3],
  country: row[4],
  latitude: row[5] / 10_000,
  longitude: row[6] / 10_000,
  rank: row[8],
}));

const BY_CODE = new Map(AIRPORTS.map((airport) => [airport.iata, airport]));

export function airportOf(iata: string | undefined): Airport | undefined {
  return iata === undefined ? undefined : BY_CODE.get(iata);
}

/** The zoom from which on an airport has a mark on the map. */
export function zoomOf(airport: Airport): number {
  return 3 + airport.rank;
}

/** An airport by its code, or by a name or city that no other has. */
export function readAirport(text: string): { airport: Airport } | { problem: string } {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return { problem: "Write an airport's code, such as SZG." };
  const byCode = airportOf(wanted.toUpperCase());
  if (byCode) return { airport: byCode };
  const matches = (part: (airport: Airport) => boolean) => AIRPORTS.filter(part);
  const named = [
    matches(({ name, city }) => name.toLowerCase() === wanted || city.toLowerCase() === wanted),
    matches(({ name, city }) => `${name} ${city}`.toLowerCase().includes(wanted)),
  ].find((found) => found.length > 0);
  if (!named) return { problem: `There is no airport ${text.trim()}.` };
  if (named.length === 1) return { airport: named[0]! };
  const some = named.slice(0, 4).map(({ iata }) => iata);
  return { problem: `Several airports are meant by that: ${some.join(", ")}${named.length > 4 ? ", …" : ""}.` };
}
