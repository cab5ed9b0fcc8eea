import { beforeEach, describe, expect, it } from "vitest";
import { encodeDay, type TestFlight } from "../../tests/encode-day";
import { EUROPE } from "../map/projection";
import { airportOf } from "../model/airports";
import { Day } from "../model/day";
import { stateOf } from "../state";
import { Analyser } from "./analyser";

/** A flight that stands still at a place for the whole day. */
const standing = (callsign: string, latitude: number, longitude: number): TestFlight => ({
  icao24: 0x3c6444,
  callsign,
  squawk: 0,
  samples: new Map(
    Array.from({ length: 720 }, (_, minute) => [
      minute,
      {
        latitude: latitude * 10_000,
        longitude: longitude * 10_000,
        altitude: 10_000,
        geoAltitude: 10_000,
        speed: 200,
        heading: 90,
        rate: 0,
        isOnGround: false,
      },
    ]),
  ),
});

const DAY = new Day(
  encodeDay([
    standing("MID2", 50, 10),
    standing("MID1", 50, 10),
    standing("EDGE", 50, 10 - (480 * 360) / 8192),
    standing("AWAY", -30, 150),
  ]),
);

let analyser: Analyser;
let now: number;
let changes: number;
beforeEach(() => {
  now = 0;
  changes = 0;
  analyser = new Analyser(DAY, "0", () => now);
  analyser.onChange = () => changes++;
});

describe("the state", () => {
  it("tells what is shown at the start", () => {
    expect(stateOf(analyser)).toEqual({
      app: "flight",
      day: "0",
      clockSeconds: 36_000,
      clock: "16:00:00",
      isPlaying: false,
      speed: 60,
      view: { ...EUROPE, width: 960, height: 640 },
      selected: null,
      panel: null,
      radius: null,
      inside: null,
      present: 4,
      shown: 4,
      visible: 3,
      filters: { text: "", status: "All", area: "All", lowestFeet: null, highestFeet: null },
      tab: "Flight",
      isDark: false,
      isTrails: false,
      isLabels: true,
    });
  });

  it("tells what is selected, circled and filtered", () => {
    analyser.take(analyser.find("away", 1)[0]!);
    expect(stateOf(analyser)).toMatchObject({
      selected: { kind: "flight", index: 3, callsign: "AWAY", icao24: "3c6444" },
      panel: { callsign: "AWAY", altitude: "32,808 ft", status: "Airborne" },
      view: { latitude: -30, longitude: 150, zoom: 5 },
      visible: 1,
    });
    analyser.drawCircle(airportOf("FRA")!, 150);
    expect(stateOf(analyser)).toMatchObject({ radius: { iata: "FRA", km: 150 }, inside: 2, view: { zoom: 5 } });
    analyser.setFilters({ text: "mid1" });
    expect(stateOf(analyser)).toMatchObject({ inside: 1, shown: 1, present: 4 });
    analyser.setFilters({ area: "Circle" });
    analyser.clearCircle();
    expect(stateOf(analyser)).toMatchObject({ radius: null, inside: null, filters: { area: "All" } });
    expect(changes).toBeGreaterThan(0);
  });
});

describe("time", () => {
  it("steps to whole minutes, within the day", () => {
    analyser.goTo(36_030);
    analyser.stepMinutes(1);
    expect(analyser.seconds).toBe(36_060);
    analyser.goTo(36_030);
    analyser.stepMinutes(-1);
    expect(analyser.seconds).toBe(36_000);
    analyser.stepMinutes(-1);
    expect(analyser.seconds).toBe(35_940);
    analyser.stepMinutes(999);
    expect(analyser.seconds).toBe(719 * 60);
    analyser.stepMinutes(-999);
    expect(analyser.seconds).toBe(0);
  });

  it("plays by the page's time", () => {
    analyser.togglePlay();
    now = 2000;
    expect(stateOf(analyser)).toMatchObject({ clock: "16:02:00", isPlaying: true });
    analyser.togglePlay();
    now = 9000;
    expect(stateOf(analyser)).toMatchObject({ clock: "16:02:00", isPlaying: false });
  });
});

describe("selecting", () => {
  it("takes the nearest, and of equally near ones the one that is drawn above", () => {
    expect(analyser.flightAt(482, 321)).toBe(1);
    expect(analyser.flightAt(0, 333)).toBe(2);
    expect(analyser.flightAt(0, 335)).toBeUndefined();
    analyser.selectNearest();
    expect(analyser.selected).toEqual({ kind: "flight", flight: 1 });
  });

  it("goes through the list by callsign, and shows what it comes to", () => {
    analyser.selectNext(1);
    expect(stateOf(analyser)).toMatchObject({ selected: { callsign: "AWAY" }, view: { longitude: 150 } });
    analyser.selectNext(1);
    analyser.selectNext(1);
    expect(stateOf(analyser)).toMatchObject({ selected: { callsign: "MID1" } });
    analyser.select(undefined);
    analyser.selectNext(-1);
    expect(stateOf(analyser)).toMatchObject({ selected: { callsign: "MID2" } });
  });

  it("lists what is on the map where that is asked for", () => {
    const callsigns = () => analyser.listed.map((row) => DAY.flights[analyser.shown.fleet.flights[row]!]!.callsign);
    expect(callsigns()).toEqual(["AWAY", "EDGE", "MID1", "MID2"]);
    analyser.setFilters({ area: "Map" });
    expect(callsigns()).toEqual(["EDGE", "MID1", "MID2"]);
    expect(analyser.shown.rows).toHaveLength(4);
  });
});

describe("the view", () => {
  it("moves, zooms and comes back", () => {
    analyser.pan(1, 0);
    expect(analyser.projection.x(10)).toBeCloseTo(360, 9);
    analyser.pan(0, -1, true);
    expect(analyser.projection.y(50)).toBeCloseTo(340, 9);
    analyser.zoom(99);
    expect(analyser.view.zoom).toBe(12);
    analyser.see(EUROPE);
    expect(analyser.view).toEqual(EUROPE);
  });

  it("shows all of a circle as large as it goes", () => {
    analyser.drawCircle(airportOf("FRA")!, 50);
    analyser.fitCircle();
    expect(analyser.view).toMatchObject({ latitude: airportOf("FRA")!.latitude, zoom: 9 });
    analyser.drawCircle(airportOf("FRA")!, 3000);
    analyser.fitCircle();
    expect(analyser.view.zoom).toBe(2);
  });
});
