// Which of the aircraft that are present are shown.

import type { Flight } from "./day";
import { distanceKm, type Place } from "./geo";
import type { Fleet } from "./fleet";
import { feetOf } from "./texts";

export const STATUSES = ["All", "Airborne", "On Ground"] as const;
export const AREAS = ["All", "Map", "Circle"] as const;

export interface Filters {
  text: string;
  status: (typeof STATUSES)[number];
  /** "Map" is of the list alone. */
  area: (typeof AREAS)[number];
  lowestFeet: number | null;
  highestFeet: number | null;
}

export const NO_FILTERS: Filters = { text: "", status: "All", area: "All", lowestFeet: null, highestFeet: null };

export interface Circle {
  iata: string;
  centre: Place;
  km: number;
}

/** Whether something on the map is hidden. */
export function hides(filters: Filters, circle: Circle | undefined): boolean {
  const { text, status, area, lowestFeet, highestFeet } = filters;
  const isByCircle = area === "Circle" && circle !== undefined;
  return text.trim() !== "" || status !== "All" || isByCircle || lowestFeet !== null || highestFeet !== null;
}

/** The rows of the fleet that pass. */
export function passing(
  fleet: Fleet,
  flights: readonly Flight[],
  filters: Filters,
  circle: Circle | undefined,
): Uint32Array {
  const rows = new Uint32Array(fleet.count);
  const { status, area, lowestFeet, highestFeet } = filters;
  const text = filters.text.trim().toLowerCase();
  let count = 0;
  for (let i = 0; i < fleet.count; i++) {
    if (status !== "All" && (fleet.isOnGround[i] === 1) !== (status === "On Ground")) continue;
    if (lowestFeet !== null && feetOf(fleet.altitude[i]!) < lowestFeet) continue;
    if (highestFeet !== null && feetOf(fleet.altitude[i]!) > highestFeet) continue;
    if (text !== "" && !isMeant(flights[fleet.flights[i]!]!, text)) continue;
    if (area === "Circle" && circle && !isInside(fleet, i, circle)) continue;
    rows[count++] = i;
  }
  return rows.subarray(0, count);
}

/** Callsign and ICAO24 by their beginnings; countries and airports as a whole. */
function isMeant(flight: Flight, text: string): boolean {
  return (
    flight.callsign.toLowerCase().startsWith(text) ||
    flight.icao24.startsWith(text) ||
    flight.originCountry?.toLowerCase() === text ||
    flight.origin?.toLowerCase() === text ||
    flight.destination?.toLowerCase() === text
  );
}

export function isInside(fleet: Fleet, row: number, { centre, km }: Circle): boolean {
  const latitude = fleet.latitude[row]!;
  // A degree of latitude is more than 111 km: most are ruled out without a sine.
  if (Math.abs(latitude - centre.latitude) * 111 > km) return false;
  return distanceKm(centre, { latitude, longitude: fleet.longitude[row]! }) <= km;
}
