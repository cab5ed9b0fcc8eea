import { describe, expect, it } from "vitest";
import { encodeDay, type TestSample } from "../../tests/encode-day";
import { Day } from "../model/day";
import { Boxes, namesAt } from "./names";
import { EUROPE, keepView, panned, Projection, scaleBar, worldSize, zoomed } from "./projection";
import { trailOf } from "./trail";

const SIZE = { width: 960, height: 640 };

describe("the projection", () => {
  it("has the centre in the middle, and pixels back to places", () => {
    const projection = new Projection(EUROPE, SIZE);
    expect([projection.x(10), projection.y(50)]).toEqual([480, 320]);
    // 8192 px are 360 degrees.
    expect(projection.x(11) - 480).toBeCloseTo(8192 / 360, 9);
    const place = projection.placeAt(123, 456);
    expect(projection.x(place.longitude)).toBeCloseTo(123, 6);
    expect(projection.y(place.latitude)).toBeCloseTo(456, 6);
  });

  it("goes on over 180 degrees", () => {
    const projection = new Projection({ latitude: 0, longitude: 179, zoom: 5 }, SIZE);
    expect(projection.x(-179)).toBeCloseTo(480 + (2 * 8192) / 360, 9);
    expect(projection.placeAt(480 + (2 * 8192) / 360, 320).longitude).toBeCloseTo(-179, 9);
  });

  it("shows no place twice and nothing beyond the poles", () => {
    expect(keepView({ latitude: 0, longitude: 0, zoom: 0 }, SIZE).zoom).toBe(2);
    expect(keepView({ latitude: 0, longitude: 0, zoom: 0 }, { width: 1600, height: 1000 }).zoom).toBe(3);
    expect(keepView({ latitude: 0, longitude: 0, zoom: 99 }, SIZE).zoom).toBe(12);
    const north = keepView({ latitude: 89, longitude: 190, zoom: 4 }, SIZE);
    expect(new Projection(north, SIZE).y(85.0511287798066)).toBeCloseTo(0, 6);
    expect(north.longitude).toBeCloseTo(-170, 9);
    expect(keepView(EUROPE, SIZE)).toEqual(EUROPE);
  });

  it("moves by pixels and zooms about a pixel", () => {
    const right = panned(EUROPE, SIZE, 120, 0);
    expect(right.latitude).toBe(50);
    expect(new Projection(right, SIZE).x(10)).toBeCloseTo(360, 9);
    const at = { x: 100, y: 600 };
    const place = new Projection(EUROPE, SIZE).placeAt(at.x, at.y);
    const nearer = new Projection(zoomed(EUROPE, SIZE, 0.5, at), SIZE);
    expect(nearer.view.zoom).toBe(5.5);
    expect(nearer.x(place.longitude)).toBeCloseTo(100, 6);
    expect(nearer.y(place.latitude)).toBeCloseTo(600, 6);
    expect(zoomed(EUROPE, SIZE, 1)).toEqual({ ...EUROPE, zoom: 6 });
  });
});

it("the scale is a round distance", () => {
  expect(scaleBar({ latitude: 0, longitude: 0, zoom: 5 }, 90)).toEqual({ km: 200, pixels: 41 });
  expect(scaleBar({ latitude: 60, longitude: 0, zoom: 5 }, 90)).toEqual({ km: 200, pixels: 82 });
  expect(scaleBar({ latitude: 0, longitude: 0, zoom: 12 }, 90)).toEqual({ km: 2, pixels: 52 });
});

describe("names", () => {
  it("never overlap", () => {
    const measure = (text: string) => 7 * text.length;
    for (const zoom of [4, 5, 8]) {
      const { airports, countries } = namesAt(
        zoom,
        worldSize(zoom),
        [
          { name: "Here", x: 0.5, y: 0.35, width: 0.05 },
          { name: "There", x: 0.5, y: 0.35, width: 0.05 },
        ],
        measure,
      );
      const boxes = [...airports, ...countries].map(({ x, y, width }) => [x, y - 7, x + width, y + 7] as const);
      const overlapping = boxes.filter((one, i) =>
        boxes.some(
          (other, j) => j < i && one[0] < other[2] && one[2] > other[0] && one[1] < other[3] && one[3] > other[1],
        ),
      );
      expect(overlapping).toEqual([]);
    }
    expect(namesAt(4, worldSize(4), [], measure).airports).toEqual([]);
    expect(namesAt(5, worldSize(5), [], measure).airports.map(({ text }) => text)).toContain("FRA");
  });

  it("find a taken box in every square that it touches", () => {
    const boxes = new Boxes();
    expect(boxes.take(-200, -200, 200, 200)).toBe(true);
    expect(boxes.take(150, 150, 160, 160)).toBe(false);
    expect(boxes.take(200, 0, 300, 10)).toBe(true);
  });
});

describe("trails", () => {
  const sample = (longitude: number): TestSample => ({
    latitude: 0,
    longitude,
    altitude: 0,
    geoAltitude: 0,
    speed: 0,
    heading: 90,
    rate: 0,
    isOnGround: false,
  });
  const day = new Day(
    encodeDay([
      {
        icao24: 1,
        callsign: "AA1",
        squawk: 0,
        samples: new Map([58, 59, 60, 63, 64].map((minute) => [minute, sample(minute * 10_000)])),
      },
    ]),
  );
  const projection = new Projection({ latitude: 0, longitude: 60, zoom: 5 }, SIZE);
  const lengths = (seconds: number, longest?: number) => {
    const { pieces, gaps } = trailOf(day, 0, seconds, projection, longest);
    return [pieces.map((piece) => piece.length), gaps.length];
  };

  it("go from the first sample to the present, with a gap where nothing was received", () => {
    expect(lengths(60 * 60)).toEqual([[4], 0]);
    expect(lengths(61 * 60)).toEqual([[3], 0]);
    expect(lengths(64 * 60)).toEqual([[3, 3], 1]);
    expect(lengths(64 * 60, 1)).toEqual([[3], 0]);
    expect(lengths(50 * 60)).toEqual([[], 0]);
    const last = trailOf(day, 0, 63.5 * 60, projection)
      .pieces.at(-1)!
      .at(-1)!;
    expect(last[0]).toBeCloseTo(projection.x(63.5), 6);
  });

  it("are cut where they would go round the world", () => {
    const other = new Projection({ latitude: 0, longitude: -121, zoom: 3 }, SIZE);
    expect(trailOf(day, 0, 60 * 60, other).pieces.map((piece) => piece.length)).toEqual([1, 3]);
  });
});
