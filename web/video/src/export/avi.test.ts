import { expect, it } from "vitest";
import { aviOf, type Film } from "./avi";

const FILM: Film = {
  width: 640,
  height: 360,
  framesPerSecond: 20,
  frames: [1, 2, 3].map((length) => new Uint8Array(length).fill(length)),
  samples: Float32Array.from({ length: 3307 }, () => 0.5),
  sampleRate: 22_050,
};

async function bytesOf(film: Film): Promise<DataView> {
  return new DataView(await new Blob(aviOf(film)).arrayBuffer());
}

interface Chunk {
  name: string;
  at: number;
  length: number;
}

function nameAt(view: DataView, at: number): string {
  return String.fromCharCode(...[0, 1, 2, 3].map((i) => view.getUint8(at + i)));
}

/** The chunks from one place to another. */
function chunks(view: DataView, from: number, to: number): Chunk[] {
  const found: Chunk[] = [];
  for (let at = from; at < to;) {
    const length = view.getUint32(at + 4, true);
    found.push({ name: nameAt(view, at), at: at + 8, length });
    at += 8 + length + (length % 2);
  }
  return found;
}

it("writes chunks whose lengths add up, and an index that finds them", async () => {
  const view = await bytesOf(FILM);
  expect([nameAt(view, 0), view.getUint32(4, true), nameAt(view, 8)]).toEqual(["RIFF", view.byteLength - 8, "AVI "]);
  const [head, movie, index] = chunks(view, 12, view.byteLength);
  expect([head, movie, index].map((chunk) => chunk!.name)).toEqual(["LIST", "LIST", "idx1"]);
  const parts = chunks(view, movie!.at + 4, movie!.at + movie!.length);
  expect(parts.map(({ name, length }) => `${name} ${length}`)).toEqual([
    "00dc 1",
    "01wb 2206",
    "00dc 2",
    "01wb 2204",
    "00dc 3",
    "01wb 2206",
  ]);
  const entries = parts.map((_, i) => {
    const at = index!.at + 16 * i;
    return {
      name: nameAt(view, at),
      at: movie!.at + view.getUint32(at + 8, true) + 8,
      length: view.getUint32(at + 12, true),
    };
  });
  expect(entries).toEqual(parts);
  expect(view.getInt16(parts[1]!.at, true)).toBe(16_384);
});

it("leaves the sound out of a silent film", async () => {
  const view = await bytesOf({ ...FILM, samples: new Float32Array() });
  const [head, movie] = chunks(view, 12, view.byteLength);
  expect(chunks(view, head!.at + 4, head!.at + head!.length).map(({ name }) => name)).toEqual(["avih", "LIST"]);
  expect(chunks(view, movie!.at + 4, movie!.at + movie!.length)).toHaveLength(3);
});
