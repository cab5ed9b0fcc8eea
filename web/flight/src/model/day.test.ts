import { describe, expect, it } from "vitest";
import { encodeDay, type TestFlight, type TestSample } from "../../tests/encode-day";
import { Day } from "./day";
import { fleetAt } from "./fleet";
import { sampleAt } from "./sample";

const LEVEL: TestSample = {
  latitude: 480_000,
  longitude: 110_000,
  altitude: 10_000,
  geoAltitude: 10_150,
  speed: 230,
  heading: 90,
  rate: 0,
  isOnGround: false,
};

const flightOf = (callsign: string, samples: Record<number, Partial<TestSample>>): TestFlight => ({
  icao24: 0x3c6444,
  callsign,
  squawk: 0o1000,
  originCountry: "Germany",
  origin: "MUC",
  samples: new Map(Object.entries(samples).map(([minute, sample]) => [Number(minute), { ...LEVEL, ...sample }])),
});

const dayOf = (...flights: TestFlight[]) => new Day(encodeDay(flights));

/** A flight of all shapes that a channel can have, by a simple rule instead of chance. */
const wandering = (callsign: string, first: number, count: number, twist: number): TestFlight =>
  flightOf(
    callsign,
    Object.fromEntries(
      Array.from({ length: count }, (_, i) => {
        const bend = Math.round(Math.sin(i * twist) * 5000);
        const longitude = 1_795_000 + 150 * i + bend;
        return [
          first + i,
          {
            latitude: 300_000 + bend * 3 - 7 * i,
            longitude: longitude >= 1_800_000 ? longitude - 3_600_000 : longitude,
            altitude: 100 * i - 300,
            geoAltitude: 100 * i - 350 + (i % 7),
            heading: (350 + 3 * i) % 360,
            rate: (i % 5) - 2,
            isOnGround: i % 11 < 3,
          },
        ];
      }),
    ),
  );

describe("the file of a day", () => {
  it("tells what its flights are", () => {
    const day = dayOf(flightOf("DLH1", { 0: {} }), {
      ...flightOf("N213AL", { 5: {} }),
      icao24: 0x00000f,
      squawk: 0o7700,
      originCountry: "United States",
      origin: undefined,
      destination: "MSO",
    } as TestFlight);
    expect(day.flights).toEqual([
      {
        index: 0,
        icao24: "3c6444",
        callsign: "DLH1",
        squawk: "1000",
        originCountry: "Germany",
        origin: "MUC",
        destination: undefined,
      },
      {
        index: 1,
        icao24: "00000f",
        callsign: "N213AL",
        squawk: "7700",
        originCountry: "United States",
        origin: undefined,
        destination: "MSO",
      },
    ]);
  });

  it("has every sample as it was written, over hours, turns and gaps", () => {
    const flights = [
      wandering("A1", 3, 700, 0.7),
      wandering("B2", 55, 10, 0.1),
      { ...wandering("C3", 0, 300, 0.3), originCountry: undefined } as unknown as TestFlight,
    ];
    for (const minute of [57, 100, 101, 140]) (flights[2]!.samples as Map<number, TestSample>).delete(minute);
    const day = dayOf(...flights);
    expect(day.flights[2]!.originCountry).toBeUndefined();
    flights.forEach(({ samples }, index) => {
      for (let minute = 0; minute < 720; minute++) {
        const written = samples.get(minute);
        const read = sampleAt(day, index, minute * 60);
        expect(read, `flight ${index}, minute ${minute}`).toEqual(
          written && { ...written, latitude: written.latitude / 10_000, longitude: written.longitude / 10_000 },
        );
      }
    });
    expect(day.runs(2)).toEqual([
      [0, 56],
      [58, 99],
      [102, 139],
      [141, 299],
    ]);
  });

  it("is decoded hour by hour, to the end", () => {
    const day = dayOf(wandering("A1", 0, 60, 0.7));
    day.block(3);
    let hours = 1;
    while (day.decodeNext()) hours++;
    expect(hours).toBe(12);
  });

  it("says what is wrong with another file", () => {
    const file = encodeDay([wandering("A1", 0, 60, 0.7)]);
    expect(() => new Day(new ArrayBuffer(4))).toThrow("this is no file of a day");
    expect(() => new Day(file.slice(0, file.byteLength - 1))).toThrow("cut off");
    const broken = file.slice(0);
    const first = new DataView(broken).getUint32(12, true);
    // The first record's length: longer than the hour.
    new Uint8Array(broken)[first + 3] = 99;
    expect(() => new Day(broken).block(0)).toThrow("longer than an hour");
  });
});

describe("between samples", () => {
  const day = dayOf(
    flightOf("TURN", {
      59: { latitude: 0, longitude: 1_799_000, heading: 350, altitude: 1000, rate: 10, isOnGround: true },
      60: { latitude: 1000, longitude: -1_799_000, heading: 10, altitude: 1011, rate: 20, speed: 240 },
    }),
    flightOf("GONE", { 59: { altitude: 3000 } }),
  );

  it("all is on a straight line, the short way round, but for the ground", () => {
    const half = sampleAt(day, 0, 59.5 * 60)!;
    expect(half).toMatchObject({ latitude: 0.05, longitude: -180, heading: 0, altitude: 1005.5, rate: 15, speed: 235 });
    expect(half.isOnGround).toBe(true);
    expect(sampleAt(day, 0, 60 * 60 - 1)!.longitude).toBeCloseTo(-179.9033, 4);
  });

  it("what has no next sample stays for a minute, and is gone", () => {
    expect(sampleAt(day, 1, 59 * 60 + 59.9)!.altitude).toBe(3000);
    expect(sampleAt(day, 1, 60 * 60)).toBeUndefined();
    expect(sampleAt(day, 1, 58 * 60 + 59)).toBeUndefined();
  });

  it("the whole fleet is what its aircraft are alone", () => {
    const many = dayOf(wandering("A1", 3, 700, 0.7), wandering("B2", 110, 20, 0.1), flightOf("END", { 719: {} }));
    for (const seconds of [0, 179.5, 180, 3599.25, 7199, 7200.5, 43_140, 43_199]) {
      const fleet = fleetAt(many, seconds);
      const rows = Array.from({ length: fleet.count }, (_, i) => fleet.flights[i]!);
      expect(rows).toEqual([0, 1, 2].filter((flight) => sampleAt(many, flight, seconds)));
      rows.forEach((flight, i) => {
        const alone = sampleAt(many, flight, seconds)!;
        expect(fleet.latitude[i]).toBe(alone.latitude);
        expect(fleet.longitude[i]).toBe(alone.longitude);
        expect(fleet.heading[i]).toBe(alone.heading);
        expect(fleet.altitude[i]).toBe(alone.altitude);
        expect(fleet.isOnGround[i] === 1).toBe(alone.isOnGround);
      });
    }
  });
});
