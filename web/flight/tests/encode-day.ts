// Writes the file of a day as crates/agon-flight/README.md describes it: for tests of the decoder, and of the page without Rust.

export interface TestSample {
  /** Ten-thousandths of degrees. */
  latitude: number;
  longitude: number;
  altitude: number;
  geoAltitude: number;
  speed: number;
  heading: number;
  rate: number;
  isOnGround: boolean;
}

export interface TestFlight {
  icao24: number;
  callsign: string;
  squawk: number;
  originCountry?: string;
  origin?: string;
  destination?: string;
  /** By minute; minutes without a sample are left out. */
  samples: ReadonlyMap<number, TestSample>;
}

class Writer {
  readonly bytes: number[] = [];

  number(value: number): void {
    let rest = value >>> 0;
    for (; rest >= 0x80; rest >>>= 7) this.bytes.push((rest & 0x7f) | 0x80);
    this.bytes.push(rest);
  }

  difference(value: number): void {
    this.number((value << 1) ^ (value >> 31));
  }

  text(text: string): void {
    for (const letter of text) this.bytes.push(letter.charCodeAt(0));
  }
}

export function encodeDay(flights: readonly TestFlight[]): ArrayBuffer {
  const directory = new Writer();
  const countries = [...new Set(flights.flatMap(({ originCountry }) => originCountry ?? []))];
  directory.number(countries.length);
  for (const country of countries) {
    directory.number(country.length);
    directory.text(country);
  }
  directory.number(flights.length);
  for (const flight of flights) {
    directory.bytes.push(flight.icao24 >> 16, (flight.icao24 >> 8) & 255, flight.icao24 & 255);
    directory.number(flight.callsign.length);
    directory.text(flight.callsign);
    directory.number(flight.squawk);
    directory.number(flight.originCountry === undefined ? 0 : 1 + countries.indexOf(flight.originCountry));
    directory.text(flight.origin ?? "\0\0\0");
    directory.text(flight.destination ?? "\0\0\0");
  }
  const blocks = Array.from({ length: 12 }, (_, hour) => encodeBlock(flights, hour));
  const head = 8 + 4 + 4 * 13;
  let at = head + directory.bytes.length;
  const starts = [at, ...blocks.map((block) => (at += block.length))];
  const file = new ArrayBuffer(at);
  const bytes = new Uint8Array(file);
  const view = new DataView(file);
  bytes.set([..."AGONDAY1"].map((letter) => letter.charCodeAt(0)));
  view.setUint32(8, 12, true);
  starts.forEach((start, i) => view.setUint32(12 + 4 * i, start, true));
  bytes.set(directory.bytes, head);
  blocks.forEach((block, i) => bytes.set(block, starts[i]!));
  return file;
}

function encodeBlock(flights: readonly TestFlight[], hour: number): number[] {
  const records: { flight: number; first: number; samples: TestSample[] }[] = [];
  flights.forEach(({ samples }, flight) => {
    let isRunning = false;
    for (let minute = 0; minute < 60; minute++) {
      const sample = samples.get(hour * 60 + minute);
      if (sample && isRunning) records.at(-1)!.samples.push(sample);
      else if (sample) records.push({ flight, first: minute, samples: [sample] });
      isRunning = sample !== undefined;
    }
  });
  const writer = new Writer();
  writer.number(records.length);
  let before = 0;
  for (const { flight, first, samples } of records) {
    writer.number(flight - before);
    before = flight;
    writer.number(first);
    writer.number(samples.length - 1);
    const changes = samples.flatMap(({ isOnGround }, i) =>
      i > 0 && isOnGround !== samples[i - 1]!.isOnGround ? i : [],
    );
    writer.number(2 * changes.length + Number(samples[0]!.isOnGround));
    changes.forEach((change, i) => writer.number(change - (changes[i - 1] ?? 0)));
    const column = (value: (sample: TestSample) => number) => encodeChannel(writer, samples.map(value));
    column(({ latitude }) => latitude);
    encodeChannel(writer, runOn(samples.map(({ longitude }) => longitude), 3_600_000)); // prettier-ignore
    column(({ altitude }) => altitude);
    column(({ altitude, geoAltitude }) => geoAltitude - altitude);
    column(({ speed }) => speed);
    encodeChannel(writer, runOn(samples.map(({ heading }) => heading), 360)); // prettier-ignore
    column(({ rate }) => rate);
  }
  return writer.bytes;
}

/** Values that go past a full turn instead of jumping back. */
function runOn(values: readonly number[], turn: number): number[] {
  let before = values[0]!;
  return values.map((value) => (before = value + turn * Math.round((before - value) / turn)));
}

/** Straight pieces, each as long as it goes. */
function encodeChannel(writer: Writer, values: readonly number[]): void {
  writer.difference(values[0]!);
  for (let i = 0; i < values.length - 1;) {
    let length = values.length - 1 - i;
    while (!isStraight(values, i, length)) length--;
    writer.number(length);
    writer.difference(values[i + length]! - values[i]!);
    i += length;
  }
}

function isStraight(values: readonly number[], i: number, length: number): boolean {
  const change = values[i + length]! - values[i]!;
  for (let j = 1; j < length; j++)
    if (values[i + j] !== values[i]! + Math.floor((2 * change * j + length) / (2 * length))) return false;
  return true;
}
