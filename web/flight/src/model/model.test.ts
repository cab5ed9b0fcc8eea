import { describe, expect, it } from "vitest";
import topology from "../../data/countries.json";
import { encodeDay, type TestFlight } from "../../tests/encode-day";
import { AIRPORTS, airportOf, readAirport } from "./airports";
import { Clock, clockText, LAST_SECOND, readClock } from "./clock";
import { countryAt, type Topology, worldOf } from "./countries";
import { Day } from "./day";
import { detailsOf } from "./details";
import { hides, isInside, NO_FILTERS, passing } from "./filters";
import { fleetAt } from "./fleet";
import { distanceKm, EARTH_KM, latitudeOf, mercatorX, mercatorY, placeAt, wrapLongitude } from "./geo";
import { search } from "./search";
import { degreesText, feetText, headingText, knotsText, rateText, round, thousands } from "./texts";

describe("texts", () => {
  it("have the units and commas that the original shows", () => {
    expect(feetText(9268)).toBe("30,407 ft");
    expect(feetText(11819)).toBe("38,776 ft");
    expect(feetText(-30)).toBe("-98 ft");
    expect(knotsText(247)).toBe("480 kts");
    expect(rateText(-20)).toBe("-1,280 ft/min");
    expect(rateText(-0.001)).toBe("0 ft/min");
    expect(headingText(359.6)).toBe("0°");
    expect(degreesText(-11.78614)).toBe("-11.7861");
    expect(degreesText(-0.00001)).toBe("0.0000");
    expect(thousands(1_234_567)).toBe("1,234,567");
    expect(round(-0.5)).toBe(0);
  });
});

describe("the clock", () => {
  it("reads and writes times of the day", () => {
    expect(clockText(36_000)).toBe("16:00:00");
    expect(clockText(LAST_SECOND + 0.9)).toBe("17:59:59");
    expect(readClock(" 14:23 ")).toEqual({ seconds: 8 * 3600 + 23 * 60 });
    expect(readClock("6:00")).toEqual({ seconds: 0 });
    expect(readClock("1423")).toEqual({ seconds: 8 * 3600 + 23 * 60 });
    expect(readClock("14:23:45 UTC")).toEqual({ seconds: 8 * 3600 + 23 * 60 + 45 });
    expect(readClock("18:00")).toEqual({ problem: "The day goes from 06:00:00 to 17:59:59 UTC." });
    expect(readClock("05:59:59")).toHaveProperty("problem");
    expect(readClock("12:60")).toHaveProperty("problem");
    expect(readClock("noon")).toHaveProperty("problem");
  });

  it("follows the page's time at its speed, and stops at the end", () => {
    let now = 0;
    const clock = new Clock(() => now);
    clock.play();
    now = 1500;
    expect(clock.seconds).toBe(36_090);
    clock.setSpeed(8);
    now = 2500;
    expect(clock.seconds).toBe(36_098);
    now = 2600;
    clock.pause();
    expect([clock.seconds, clock.isPlaying]).toEqual([36_098, false]);
    clock.go(LAST_SECOND - 4);
    clock.play();
    now += 10_000;
    expect([clock.seconds, clock.isPlaying]).toEqual([LAST_SECOND, false]);
    clock.play();
    expect([clock.seconds, clock.isPlaying]).toEqual([0, true]);
  });
});

describe("geometry", () => {
  it("measures along great circles", () => {
    expect(distanceKm({ latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 })).toBeCloseTo(111.195, 3);
    expect(distanceKm({ latitude: 90, longitude: 0 }, { latitude: -90, longitude: 77 })).toBeCloseTo(
      Math.PI * EARTH_KM,
      6,
    );
    // The angle between two directions from the Earth's middle, found in another way.
    const [from, to] = [airportOf("FRA")!, airportOf("JFK")!];
    const [one, other] = [from, to].map(({ latitude, longitude }) => {
      const [up, round] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180];
      return [Math.cos(up) * Math.cos(round), Math.cos(up) * Math.sin(round), Math.sin(up)];
    });
    const cosine = one!.reduce((sum, part, i) => sum + part * other![i]!, 0);
    expect(distanceKm(from, to)).toBeCloseTo(Math.acos(cosine) * EARTH_KM, 6);
  });

  it("finds the place at a distance again", () => {
    for (const bearing of [0, 45, 90, 200, 359])
      for (const km of [1, 50, 3000]) {
        const from = { latitude: 65, longitude: 170 };
        expect(distanceKm(from, placeAt(from, bearing, km))).toBeCloseTo(km, 6);
      }
  });

  it("keeps longitudes in a turn and the map square", () => {
    expect([180, -180, 190, -190, 540, 0].map(wrapLongitude)).toEqual([-180, -180, -170, 170, -180, 0]);
    expect(mercatorX(-180)).toBe(0);
    expect(mercatorY(0)).toBeCloseTo(0.5, 12);
    expect(mercatorY(85.0511287798066)).toBeCloseTo(0, 9);
    expect(latitudeOf(mercatorY(48.3538))).toBeCloseTo(48.3538, 9);
  });
});

const flight = (callsign: string, icao24: number, more: Partial<TestFlight> = {}, altitude = 10_000): TestFlight => ({
  icao24,
  callsign,
  squawk: 0,
  samples: new Map([
    [
      600,
      {
        latitude: 500_333,
        longitude: 85_706,
        altitude,
        geoAltitude: altitude,
        speed: 200,
        heading: 0,
        rate: 0,
        isOnGround: altitude === 0,
      },
    ],
  ]),
  ...more,
});

const DAY = new Day(
  encodeDay([
    flight("FRA1", 0xabc123),
    flight("DLH4AB", 0x3c6444, { originCountry: "Germany", origin: "FRA", destination: "SZG" }),
    flight("DLH4A", 0x3c0000, {}, 0),
    flight("AFR1", 0x390000, { samples: new Map() }),
    flight("AFR2", 0x390001, { originCountry: "France" }, 3000),
  ]),
);

describe("search", () => {
  const found = (text: string, most = 8) =>
    search(text, DAY.flights, (index) => DAY.has(index, 600), most).map((match) =>
      match.kind === "flight" ? match.flight.callsign : match.airport.iata,
    );

  it("takes whole codes first, then their beginnings, then names", () => {
    expect(found("dlh4a")).toEqual(["DLH4A", "DLH4AB"]);
    expect(found("3c6444")).toEqual(["DLH4AB"]);
    expect(found("DLH 4AB")).toEqual(["DLH4AB"]);
    expect(found("fra", 2)).toEqual(["FRA", "FRA1"]);
    // Those that can be seen are offered before those that cannot.
    expect(found("afr", 2)).toEqual(["AFR2", "AFR1"]);
    expect(found("salzburg")[0]).toBe("SZG");
    expect(found("john kennedy")[0]).toBe("JFK");
    expect(found("  ")).toEqual([]);
    expect(found("zzzzzz")).toEqual([]);
  });

  it("reads an airport, or says why not", () => {
    expect(readAirport(" szg ")).toEqual({ airport: airportOf("SZG") });
    expect(readAirport("Karlovy Vary")).toMatchObject({ airport: { iata: "KLV" } });
    expect(readAirport("nowhere")).toEqual({ problem: "There is no airport nowhere." });
    expect(readAirport("London")).toMatchObject({ problem: expect.stringContaining("Several airports") });
    expect(readAirport("")).toHaveProperty("problem");
  });

  it("has no two airports of one code", () => {
    expect(new Set(AIRPORTS.map(({ iata }) => iata)).size).toBe(AIRPORTS.length);
  });
});

describe("filters", () => {
  const fleet = fleetAt(DAY, 36_000);
  const frankfurt = { iata: "FRA", centre: airportOf("FRA")!, km: 10 };
  const shown = (filters: Partial<typeof NO_FILTERS>, circle?: typeof frankfurt) =>
    [...passing(fleet, DAY.flights, { ...NO_FILTERS, ...filters }, circle)].map(
      (row) => DAY.flights[fleet.flights[row]!]!.callsign,
    );

  it("show what passes all of them", () => {
    expect(shown({})).toEqual(["FRA1", "DLH4AB", "DLH4A", "AFR2"]);
    expect(shown({ status: "On Ground" })).toEqual(["DLH4A"]);
    expect(shown({ status: "Airborne", text: "dlh" })).toEqual(["DLH4AB"]);
    expect(shown({ text: "germany" })).toEqual(["DLH4AB"]);
    expect(shown({ text: "szg" })).toEqual(["DLH4AB"]);
    expect(shown({ lowestFeet: 9000, highestFeet: 9843 })).toEqual(["AFR2"]);
    expect(shown({ area: "Circle" }, frankfurt)).toHaveLength(4);
    expect(shown({ area: "Circle" }, { ...frankfurt, centre: airportOf("MUC")! })).toEqual([]);
    // Without a circle there is nothing to be in.
    expect(shown({ area: "Circle" })).toHaveLength(4);
  });

  it("tell whether they hide anything", () => {
    expect(hides(NO_FILTERS, undefined)).toBe(false);
    expect(hides({ ...NO_FILTERS, area: "Map" }, frankfurt)).toBe(false);
    expect(hides({ ...NO_FILTERS, area: "Circle" }, undefined)).toBe(false);
    expect(hides({ ...NO_FILTERS, area: "Circle" }, frankfurt)).toBe(true);
    expect(hides({ ...NO_FILTERS, lowestFeet: 0 }, undefined)).toBe(true);
  });

  it("count those at most so far away", () => {
    const at = { latitude: fleet.latitude[0]!, longitude: fleet.longitude[0]! };
    const km = distanceKm(airportOf("MUC")!, at);
    const circle = { iata: "MUC", centre: airportOf("MUC")!, km };
    expect(isInside(fleet, 0, circle)).toBe(true);
    expect(isInside(fleet, 0, { ...circle, km: km - 0.001 })).toBe(false);
  });
});

it("the panel of a flight has all its texts, and none while it is not received", () => {
  expect(detailsOf(DAY, 1, 36_000)).toEqual({
    callsign: "DLH4AB",
    icao24: "3c6444",
    origin: "FRA",
    originName: "Frankfurt am Main International Airport",
    destination: "SZG",
    destinationName: airportOf("SZG")!.name,
    squawk: "0000",
    originCountry: "Germany",
    status: "Airborne",
    latitude: "50.0333",
    longitude: "8.5706",
    heading: "0°",
    altitude: "32,808 ft",
    groundSpeed: "389 kts",
    verticalRate: "0 ft/min",
    geoAltitude: "32,808 ft",
  });
  expect(detailsOf(DAY, 0, 36_000)).toMatchObject({ origin: "Unknown", originName: "", originCountry: "Unknown" });
  expect(detailsOf(DAY, 1, 36_060)).toBeUndefined();
});

it("countries become areas, and lines that are borders or coasts", () => {
  const world = worldOf(topology as unknown as Topology);
  expect(world.countries.length).toBeGreaterThan(200);
  /** Whether some of the lines have a point within a degree or so. */
  const near = (lines: typeof world.coasts, longitude: number, latitude: number) =>
    lines.some(({ points }) =>
      points.some((x, i) => {
        const isX = i % 2 === 0;
        return isX && Math.hypot(x - mercatorX(longitude), points[i + 1]! - mercatorY(latitude)) < 1.3 / 360;
      }),
    );
  // Lesotho lies in South Africa alone, so it has no coast; Iceland has no border.
  expect([near(world.borders, 28.2, -29.6), near(world.coasts, 28.2, -29.6)]).toEqual([true, false]);
  expect([near(world.borders, -22, 64.1), near(world.coasts, -22, 64.1)]).toEqual([false, true]);
  const over = (longitude: number, latitude: number) =>
    countryAt(world.countries, mercatorX(longitude), mercatorY(latitude))?.name;
  expect([over(11.6, 48.1), over(28.2, -29.6), over(24, -31), over(-30, 40), over(179.5, 66.5)]).toEqual([
    "Germany",
    "Lesotho",
    "South Africa",
    undefined,
    "Russia",
  ]);
  const germany = world.labels.find(({ name }) => name === "Germany")!;
  expect(germany.x).toBeCloseTo(mercatorX(10.4), 2);
  expect(germany.y).toBeCloseTo(mercatorY(51.1), 2);
});
