// What the panel of a flight says, as texts.

import { airportOf } from "./airports";
import type { Day } from "./day";
import { sampleAt } from "./sample";
import { degreesText, feetText, headingText, knotsText, rateText } from "./texts";

export const UNKNOWN = "Unknown";

export interface Details {
  callsign: string;
  icao24: string;
  origin: string;
  originName: string;
  destination: string;
  destinationName: string;
  squawk: string;
  originCountry: string;
  status: string;
  latitude: string;
  longitude: string;
  heading: string;
  altitude: string;
  groundSpeed: string;
  verticalRate: string;
  geoAltitude: string;
}

/** Undefined while the flight is not received. */
export function detailsOf(day: Day, index: number, seconds: number): Details | undefined {
  const flight = day.flights[index]!;
  const sample = sampleAt(day, index, seconds);
  if (!sample) return undefined;
  return {
    callsign: flight.callsign,
    icao24: flight.icao24,
    origin: flight.origin ?? UNKNOWN,
    originName: airportOf(flight.origin)?.name ?? "",
    destination: flight.destination ?? UNKNOWN,
    destinationName: airportOf(flight.destination)?.name ?? "",
    squawk: flight.squawk,
    originCountry: flight.originCountry ?? UNKNOWN,
    status: sample.isOnGround ? "On Ground" : "Airborne",
    latitude: degreesText(sample.latitude),
    longitude: degreesText(sample.longitude),
    heading: headingText(sample.heading),
    altitude: feetText(sample.altitude),
    groundSpeed: knotsText(sample.speed),
    verticalRate: rateText(sample.rate),
    geoAltitude: feetText(sample.geoAltitude),
  };
}
