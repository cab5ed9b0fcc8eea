// A day of flights, decoded from its file (crates/agon-flight/README.md). Hours are decoded when they are asked for.

import { MINUTES } from "./clock";

export interface Flight {
  /** Its place in the day's directory. */
  index: number;
  icao24: string;
  callsign: string;
  squawk: string;
  originCountry: string | undefined;
  /** IATA codes. */
  origin: string | undefined;
  destination: string | undefined;
}

const MAGIC = "AGONDAY1";
export const BLOCK_MINUTES = 60;
const BLOCKS = MINUTES / BLOCK_MINUTES;
const FULL_LONGITUDE = 3_600_000;

/** The samples of one hour: slot × 60 + minute is the place of a sample in every column. */
export interface Block {
  /** The flights that have samples in it, in the day's order. */
  flights: Uint32Array;
  /** The slot of each of the day's flights, or -1. */
  slots: Int32Array;
  /** 0: no sample; else `SEEN`, and `GROUND` besides. */
  flags: Uint8Array;
  /** Ten-thousandths of degrees. */
  latitude: Int32Array;
  longitude: Int32Array;
  /** Metres. */
  altitude: Int32Array;
  geoAltitude: Int32Array;
  /** Metres a second. */
  speed: Int16Array;
  /** Degrees. */
  heading: Int16Array;
  /** Steps of 64 ft/min. */
  rate: Int16Array;
}

export const SEEN = 1;
export const GROUND = 2;

export class DayError extends Error {}

export class Day {
  readonly flights: readonly Flight[];
  readonly #bytes: Uint8Array;
  readonly #starts: number[];
  readonly #blocks = new Map<number, Block>();

  constructor(file: ArrayBuffer) {
    this.#bytes = new Uint8Array(file);
    const view = new DataView(file);
    const hasMagic = file.byteLength >= 12 && ascii(this.#bytes.subarray(0, MAGIC.length)) === MAGIC;
    if (!hasMagic || view.getUint32(8, true) !== BLOCKS) throw new DayError("this is no file of a day");
    if (file.byteLength < 12 + 4 * (BLOCKS + 1)) throw new DayError("the day's file is cut off");
    this.#starts = Array.from({ length: BLOCKS + 1 }, (_, i) => view.getUint32(12 + 4 * i, true));
    if (this.#starts[BLOCKS] !== file.byteLength) throw new DayError("the day's file is cut off");
    this.flights = readDirectory(new Reader(this.#bytes, 12 + 4 * (BLOCKS + 1), this.#starts[0]!));
  }

  block(index: number): Block {
    let block = this.#blocks.get(index);
    if (!block) {
      const reader = new Reader(this.#bytes, this.#starts[index]!, this.#starts[index + 1]!);
      block = readBlock(reader, this.flights.length);
      this.#blocks.set(index, block);
    }
    return block;
  }

  /** The block of a minute, which is decoded if it is not yet. */
  blockOf(minute: number): Block {
    return this.block(Math.floor(minute / BLOCK_MINUTES));
  }

  /** Decodes one more hour; false if there is none left. */
  decodeNext(): boolean {
    const next = Array.from({ length: BLOCKS }, (_, i) => i).find((index) => !this.#blocks.has(index));
    if (next !== undefined) this.block(next);
    return next !== undefined;
  }

  has(flight: number, minute: number): boolean {
    if (minute < 0 || minute >= MINUTES) return false;
    const block = this.blockOf(minute);
    const slot = block.slots[flight]!;
    return slot >= 0 && block.flags[slot * BLOCK_MINUTES + (minute % BLOCK_MINUTES)] !== 0;
  }

  /** Runs of minutes at which a flight was seen: first and last of each. */
  runs(flight: number): [number, number][] {
    const runs: [number, number][] = [];
    for (let minute = 0; minute < MINUTES; minute++) {
      if (!this.has(flight, minute)) continue;
      const run = runs.at(-1);
      if (run && run[1] === minute - 1) run[1] = minute;
      else runs.push([minute, minute]);
    }
    return runs;
  }
}

/** Reads numbers; what would be beyond the end is a fault of the file. */
class Reader {
  /** All of it as text, one letter a byte; texts are cut out of it. */
  #letters: string | undefined;

  constructor(
    readonly bytes: Uint8Array,
    public at: number,
    readonly end: number,
  ) {}

  /** An unsigned LEB128. */
  number(): number {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.byte();
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value >>> 0;
    }
    throw new DayError("a number in the day's file is too long");
  }

  /** A number in zigzag. */
  difference(): number {
    const number = this.number();
    return (number >>> 1) ^ -(number & 1);
  }

  byte(): number {
    if (this.at >= this.end) throw new DayError("the day's file is cut off");
    return this.bytes[this.at++]!;
  }

  text(length: number): string {
    if (this.at + length > this.end) throw new DayError("the day's file is cut off");
    this.#letters ??= ascii(this.bytes.subarray(0, this.end));
    this.at += length;
    return this.#letters.slice(this.at - length, this.at);
  }
}

function ascii(bytes: Uint8Array): string {
  return new TextDecoder("latin1").decode(bytes);
}

function readDirectory(reader: Reader): Flight[] {
  const countries = Array.from({ length: reader.number() }, () => reader.text(reader.number()));
  const airport = () => {
    const code = reader.text(3);
    return code === "\0\0\0" ? undefined : code;
  };
  return Array.from({ length: reader.number() }, (_, index) => {
    const address = (reader.byte() << 16) | (reader.byte() << 8) | reader.byte();
    return {
      index,
      icao24: address.toString(16).padStart(6, "0"),
      callsign: reader.text(reader.number()),
      squawk: reader.number().toString(8).padStart(4, "0"),
      // 0 is an unknown country.
      originCountry: countries[reader.number() - 1],
      origin: airport(),
      destination: airport(),
    };
  });
}

function readBlock(reader: Reader, flightCount: number): Block {
  const records = reader.number();
  const most = Math.min(records, flightCount);
  const size = most * BLOCK_MINUTES;
  const slots = new Int32Array(flightCount).fill(-1);
  const block: Block = {
    flights: new Uint32Array(most),
    slots,
    flags: new Uint8Array(size),
    latitude: new Int32Array(size),
    longitude: new Int32Array(size),
    altitude: new Int32Array(size),
    geoAltitude: new Int32Array(size),
    speed: new Int16Array(size),
    heading: new Int16Array(size),
    rate: new Int16Array(size),
  };
  let flight = 0;
  let used = 0;
  for (let i = 0; i < records; i++) {
    flight += reader.number();
    if (flight >= flightCount) throw new DayError("a record of the day's file is of no flight");
    if (slots[flight] === -1) {
      block.flights[used] = flight;
      slots[flight] = used++;
    }
    const first = reader.number();
    const count = reader.number() + 1;
    if (first + count > BLOCK_MINUTES) throw new DayError("a record of the day's file is longer than an hour");
    readRecord(reader, block, slots[flight]! * BLOCK_MINUTES + first, count);
  }
  return { ...block, flights: block.flights.subarray(0, used) };
}

function readRecord(reader: Reader, block: Block, at: number, count: number): void {
  readGround(reader, block.flags, at, count);
  readChannel(reader, block.latitude, at, count);
  readChannel(reader, block.longitude, at, count);
  readChannel(reader, block.altitude, at, count);
  readChannel(reader, block.geoAltitude, at, count);
  readChannel(reader, block.speed, at, count);
  readChannel(reader, block.heading, at, count);
  readChannel(reader, block.rate, at, count);
  for (let i = at; i < at + count; i++) {
    block.geoAltitude[i]! += block.altitude[i]!;
    // Both run on past a full turn within a record.
    block.longitude[i] = positive(block.longitude[i]! + FULL_LONGITUDE / 2, FULL_LONGITUDE) - FULL_LONGITUDE / 2;
    block.heading[i] = positive(block.heading[i]!, 360);
  }
}

function positive(value: number, turn: number): number {
  const rest = value % turn;
  return rest < 0 ? rest + turn : rest;
}

function readGround(reader: Reader, flags: Uint8Array, at: number, count: number): void {
  const head = reader.number();
  let flag = head & 1 ? SEEN | GROUND : SEEN;
  let from = at;
  for (let changes = head >>> 1; changes > 0; changes--) {
    const to = Math.min(at + count, from + reader.number());
    flags.fill(flag, from, to);
    flag ^= GROUND;
    from = to;
  }
  flags.fill(flag, from, at + count);
}

/** Straight pieces, each rounded to whole numbers. */
function readChannel(reader: Reader, column: Int32Array | Int16Array, at: number, count: number): void {
  let value = reader.difference();
  column[at] = value;
  for (let i = 1; i < count;) {
    const length = reader.number();
    const change = reader.difference();
    if (length === 0 || i + length > count) throw new DayError("a piece of the day's file is longer than its record");
    if (change === 0) column.fill(value, at + i, at + i + length);
    else
      for (let j = 1; j <= length; j++)
        column[at + i + j - 1] = value + Math.floor((2 * change * j + length) / (2 * length));
    value += change;
    i += length;
  }
}
