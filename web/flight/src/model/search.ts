// Finding flights and airports by what is typed.

import { AIRPORTS, type Airport } from "./airports";
import type { Flight } from "./day";

export type Match = { kind: "flight"; flight: Flight } | { kind: "airport"; airport: Airport };

interface Words {
  airport: Airport;
  words: string[];
}

const AIRPORT_WORDS: readonly Words[] = AIRPORTS.map((airport) => ({
  airport,
  words: wordsOf(`${airport.name} ${airport.city}`),
}));

/** Best first: a whole code, its beginning, beginnings of the words of an airport's name. `isPresent` puts flights that can be seen before others. */
export function search(
  text: string,
  flights: readonly Flight[],
  isPresent: (flight: number) => boolean,
  most: number,
): Match[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === "") return [];
  const ranked: { match: Match; rank: number }[] = [];
  // People write "DLH 4AB", too.
  const code = wanted.toUpperCase().replace(/\s+/g, "");
  for (const flight of flights) {
    const isWhole = flight.callsign === code || flight.icao24 === wanted;
    if (!isWhole && !flight.callsign.startsWith(code) && !flight.icao24.startsWith(wanted)) continue;
    const rank = (isWhole ? 0 : 3) + (isPresent(flight.index) ? 0 : 0.5);
    ranked.push({ match: { kind: "flight", flight }, rank });
  }
  const parts = wordsOf(wanted);
  for (const { airport, words } of AIRPORT_WORDS) {
    const rank =
      airport.iata === code
        ? 1
        : airport.iata.startsWith(code)
          ? 4
          : parts.length > 0 && parts.every((part) => words.some((word) => word.startsWith(part)))
            ? 5 + airport.rank / 10
            : undefined;
    if (rank !== undefined) ranked.push({ match: { kind: "airport", airport }, rank });
  }
  ranked.sort((one, other) => one.rank - other.rank);
  return ranked.slice(0, most).map(({ match }) => match);
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}
