// What an aircraft does at a time: between two samples everything is on a straight line.

import { LAST_MINUTE_SECONDS } from "./clock";
import { BLOCK_MINUTES, type Day, GROUND } from "./day";
import type { Place } from "./geo";

/** Values as they are at a time, of one aircraft. */
export interface Sample extends Place {
  /** Metres. */
  altitude: number;
  geoAltitude: number;
  /** Metres a second. */
  speed: number;
  /** Degrees, 0 to 360. */
  heading: number;
  /** Steps of 64 ft/min. */
  rate: number;
  isOnGround: boolean;
}

/** A time as the minute before it and how much of the next one has passed; after the last minute nothing moves. */
export function momentOf(seconds: number): { minute: number; part: number } {
  const kept = Math.min(LAST_MINUTE_SECONDS, seconds);
  const minute = Math.floor(kept / 60);
  return { minute, part: kept / 60 - minute };
}

/** The values of a flight, or undefined while it is not received. */
export function sampleAt(day: Day, flight: number, seconds: number): Sample | undefined {
  const { minute, part } = momentOf(seconds);
  if (!day.has(flight, minute)) return undefined;
  const block = day.blockOf(minute);
  const at = block.slots[flight]! * BLOCK_MINUTES + (minute % BLOCK_MINUTES);
  const isBetween = part > 0 && day.has(flight, minute + 1);
  const next = isBetween ? day.blockOf(minute + 1) : block;
  const to = isBetween ? next.slots[flight]! * BLOCK_MINUTES + ((minute + 1) % BLOCK_MINUTES) : at;
  const between = (one: number, other: number) => one + (other - one) * part;
  return {
    latitude: between(block.latitude[at]!, next.latitude[to]!) / 10_000,
    longitude: longitudeBetween(block.longitude[at]!, next.longitude[to]!, part) / 10_000,
    altitude: between(block.altitude[at]!, next.altitude[to]!),
    geoAltitude: between(block.geoAltitude[at]!, next.geoAltitude[to]!),
    speed: between(block.speed[at]!, next.speed[to]!),
    heading: headingBetween(block.heading[at]!, next.heading[to]!, part),
    rate: between(block.rate[at]!, next.rate[to]!),
    isOnGround: (block.flags[at]! & GROUND) !== 0,
  };
}

/** The short way round, in ten-thousandths of degrees. */
export function longitudeBetween(one: number, other: number, part: number): number {
  const way = shortWay(other - one, 3_600_000);
  const longitude = one + way * part;
  return longitude >= 1_800_000 ? longitude - 3_600_000 : longitude < -1_800_000 ? longitude + 3_600_000 : longitude;
}

export function headingBetween(one: number, other: number, part: number): number {
  const heading = one + shortWay(other - one, 360) * part;
  return heading < 0 ? heading + 360 : heading >= 360 ? heading - 360 : heading;
}

function shortWay(way: number, turn: number): number {
  return way > turn / 2 ? way - turn : way < -turn / 2 ? way + turn : way;
}
