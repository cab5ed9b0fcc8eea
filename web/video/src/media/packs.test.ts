import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import catalogue from "../../media.json";
import { picturesOf, SAMPLE_RATE, samplesOf } from "./packs";

function fileOf(name: string): ArrayBuffer {
  const file = readFileSync(new URL(`../../media/${name}`, import.meta.url));
  return file.buffer.slice(file.byteOffset, file.byteOffset + file.byteLength);
}

it.each(catalogue.filter(({ type }) => type === "VIDEO"))("$name has the pictures that it says", (clip) => {
  const pictures = picturesOf(fileOf(`${clip.file}.pack`));
  expect(pictures).toHaveLength(clip.frames!);
  for (const picture of pictures) {
    const text = new TextDecoder("latin1").decode(picture.subarray(0, 12));
    expect([text.slice(0, 4), text.slice(8)]).toEqual(["RIFF", "WEBP"]);
  }
  // The last picture is there for the rest of the time.
  expect(Math.ceil(clip.durationMs / clip.frameMs!)).toBe(clip.frames);
});

it("the sound is as long as it says, and heard", () => {
  const { file, durationMs } = catalogue.find(({ type }) => type === "AUDIO")!;
  const samples = samplesOf(fileOf(`${file}.wav`));
  expect(samples.length / SAMPLE_RATE).toBeCloseTo(durationMs / 1000, 3);
  expect(Math.max(...samples)).toBeGreaterThan(0.2);
  expect(Math.max(...samples)).toBeLessThanOrEqual(1);
});
