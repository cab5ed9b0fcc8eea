// All aircraft that are present at a time, in columns: what the map draws and the list lists.

import { BLOCK_MINUTES, type Day, GROUND } from "./day";
import { headingBetween, longitudeBetween, momentOf } from "./sample";

export interface Fleet {
  seconds: number;
  count: number;
  /** Indices of flights, in the day's order. */
  flights: Uint32Array;
  latitude: Float64Array;
  longitude: Float64Array;
  heading: Float64Array;
  /** Metres. */
  altitude: Float64Array;
  isOnGround: Uint8Array;
}

export function fleetAt(day: Day, seconds: number): Fleet {
  const { minute, part } = momentOf(seconds);
  const block = day.blockOf(minute);
  const most = block.flights.length;
  const next = part > 0 ? day.blockOf(minute + 1) : block;
  const row = minute % BLOCK_MINUTES;
  const nextRow = (minute + 1) % BLOCK_MINUTES;
  const flights = new Uint32Array(most);
  const latitude = new Float64Array(most);
  const longitude = new Float64Array(most);
  const heading = new Float64Array(most);
  const altitude = new Float64Array(most);
  const isOnGround = new Uint8Array(most);
  let count = 0;
  for (let slot = 0; slot < most; slot++) {
    const at = slot * BLOCK_MINUTES + row;
    const flag = block.flags[at]!;
    if (flag === 0) continue;
    const flight = block.flights[slot]!;
    let share = part;
    let to = at;
    if (part > 0) {
      const nextSlot = next.slots[flight]!;
      to = nextSlot * BLOCK_MINUTES + nextRow;
      // Without a next sample all stays as it is.
      if (nextSlot < 0 || next.flags[to] === 0) {
        share = 0;
        to = at;
      }
    }
    const from = share > 0 ? next : block;
    flights[count] = flight;
    latitude[count] = (block.latitude[at]! + (from.latitude[to]! - block.latitude[at]!) * share) / 10_000;
    longitude[count] = longitudeBetween(block.longitude[at]!, from.longitude[to]!, share) / 10_000;
    heading[count] = headingBetween(block.heading[at]!, from.heading[to]!, share);
    altitude[count] = block.altitude[at]! + (from.altitude[to]! - block.altitude[at]!) * share;
    isOnGround[count] = flag & GROUND ? 1 : 0;
    count++;
  }
  return { seconds, count, flights, latitude, longitude, heading, altitude, isOnGround };
}
