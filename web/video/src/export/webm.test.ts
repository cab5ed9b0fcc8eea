import { expect, it } from "vitest";
import { resampled } from "./encode";
import { i420Of } from "./i420";
import { webmOf, type Packet } from "./webm";

interface Element {
  id: string;
  at: number;
  size: number;
}

/** Elements from one place to another; sizes are in eight bytes. */
function elements(view: DataView, from: number, to: number): Element[] {
  const found: Element[] = [];
  for (let at = from; at < to;) {
    const length = Math.clz32(view.getUint8(at)) - 24 + 1;
    const id = Array.from({ length }, (_, i) =>
      view
        .getUint8(at + i)
        .toString(16)
        .padStart(2, "0"),
    ).join("");
    const size = Number(view.getBigUint64(at + length) & 0xffffffffffffffn);
    found.push({ id, at: at + length + 8, size });
    at += length + 8 + size;
  }
  return found;
}

const packet = (track: Packet["track"], timeMs: number, isKey: boolean): Packet => ({
  track,
  timeMs,
  isKey,
  data: Uint8Array.of(7, 8, 9),
});
const PACKETS = [
  packet("video", 0, true),
  packet("sound", 0, true),
  packet("video", 50, false),
  packet("video", 2000, true),
];

it("begins a cluster at every key picture, and the index finds them", async () => {
  const opusHead = new Uint8Array(19);
  const film = { width: 640, height: 360, durationMs: 2050, packets: PACKETS, opusHead, sampleRate: 48_000 };
  const view = new DataView(await new Blob(webmOf(film)).arrayBuffer());
  const [header, segment] = elements(view, 0, view.byteLength);
  expect([header!.id, segment!.id, segment!.at + segment!.size]).toEqual(["1a45dfa3", "18538067", view.byteLength]);
  const parts = elements(view, segment!.at, view.byteLength);
  expect(parts.map(({ id }) => id)).toEqual(["1549a966", "1654ae6b", "1f43b675", "1f43b675", "1c53bb6b"]);
  expect(elements(view, parts[1]!.at, parts[1]!.at + parts[1]!.size)).toHaveLength(2);
  const first = elements(view, parts[2]!.at, parts[2]!.at + parts[2]!.size);
  expect(first.map(({ id }) => id)).toEqual(["e7", "a3", "a3", "a3"]);
  const block = Array.from({ length: 7 }, (_, i) => view.getUint8(first[3]!.at + i));
  expect(block).toEqual([0x81, 0, 50, 0, 7, 8, 9]);
  const cues = elements(view, parts[4]!.at, parts[4]!.at + parts[4]!.size);
  const positions = cues.map(({ at, size }) => {
    const place = elements(view, at, at + size)[1]!;
    const position = elements(view, place.at, place.at + place.size)[1]!;
    return segment!.at + Number(view.getBigUint64(position.at));
  });
  // An element's content is behind its name of four bytes and its size of eight.
  expect(positions).toEqual([parts[2]!.at - 12, parts[3]!.at - 12]);
});

it("resamples by straight lines", () => {
  expect([...resampled(Float32Array.of(0, 1, 0, -1), 2, 4)]).toEqual([0, 0.5, 1, 0.5, 0, -0.5, -1, -1]);
});

it("turns pixels into brightness and colour in the range of television", () => {
  const planes = (...channels: number[]) => {
    const pixels = Uint8ClampedArray.from({ length: 16 }, (_, i) => [...channels, 255][i % 4]!);
    const [brightness, , , , blue, red] = i420Of(pixels, 2, 2);
    return [brightness, blue, red];
  };
  expect(planes(0, 0, 0)).toEqual([16, 128, 128]);
  expect(planes(255, 255, 255)).toEqual([235, 128, 128]);
  expect(planes(255, 0, 0)).toEqual([81, 90, 240]);
  expect(planes(0, 0, 255)).toEqual([41, 240, 110]);
});
