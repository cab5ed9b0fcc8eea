import { expect, it } from "vitest";
import { SAMPLE_RATE } from "../media/packs";
import { withEffect, withMedium, withText } from "../model/edits";
import { EMPTY, type Project } from "../model/project";
import { layersAt } from "./layers";
import { adjust } from "./light";
import { isSilent, loudness, mixed } from "./sound";

const CLIP = { name: "clip", type: "VIDEO", durationMs: 4000 } as const;
const TONE = { name: "tone", type: "AUDIO", durationMs: 1000 } as const;

function pixel(...channels: number[]): Uint8ClampedArray {
  return Uint8ClampedArray.from(channels);
}

it("draws from the last row to the first, only what is there at the time", () => {
  let [project] = withMedium(EMPTY, CLIP, { row: 0, isNew: true }, 1000);
  [project] = withText(project, 2000);
  const names = (time: number) => layersAt(project, time).map(({ block, mediaTime }) => `${block.type} ${mediaTime}`);
  expect([999, 1000, 2500, 4999, 5000].map(names)).toEqual([
    [],
    ["VIDEO 0"],
    ["VIDEO 1500", "TEXT 500"],
    ["VIDEO 3999", "TEXT 2999"],
    [],
  ]);
});

it("adjusts light as README.md says", () => {
  const adjusted = (light: { brightness?: number; contrast?: number; saturation?: number }) => {
    const pixels = pixel(200, 100, 50, 255);
    adjust(pixels, { brightness: 0, contrast: 1, saturation: 1, ...light });
    return [...pixels];
  };
  expect(adjusted({})).toEqual([200, 100, 50, 255]);
  expect(adjusted({ brightness: 0.2 })).toEqual([251, 151, 101, 255]);
  expect(adjusted({ contrast: 2 })).toEqual([255, 72, 0, 255]);
  expect(adjusted({ contrast: 0 })).toEqual([128, 128, 128, 255]);
  // Grey is 0.2126 × 200 + 0.7152 × 100 + 0.0722 × 50.
  expect(adjusted({ saturation: 0 })).toEqual([118, 118, 118, 255]);
  expect(adjusted({ brightness: -1 })).toEqual([0, 0, 0, 255]);
});

const samples = new Float32Array(SAMPLE_RATE).fill(0.5);
const samplesOf = (name: string) => (name === "tone" ? samples : undefined);

function tones(): Project {
  let [project] = withMedium(EMPTY, TONE, { row: 0, isNew: true }, 500);
  [project] = withMedium(project, TONE, { row: 1, isNew: true }, 1000);
  return project;
}

it("mixes sounds where they are", () => {
  const mix = mixed(tones(), samplesOf, 0, 2500);
  const at = (ms: number) => mix[Math.round((ms * SAMPLE_RATE) / 1000)];
  expect([499, 501, 999, 1001, 1499, 1501, 1999, 2001].map(at)).toEqual([0, 0.5, 0.5, 1, 1, 0.5, 0.5, 0]);
  expect(mix.length).toBe(2.5 * SAMPLE_RATE);
  expect(mixed(tones(), samplesOf, 700, 800).every((sample) => sample === 0.5)).toBe(true);
  expect([loudness(tones(), samplesOf, 1200), loudness(tones(), samplesOf, 2400)]).toEqual([1, 0]);
  expect([isSilent(tones(), samplesOf), isSilent(EMPTY, samplesOf)]).toEqual([false, true]);
});

it("fades sounds", () => {
  const [project] = withEffect(withMedium(EMPTY, TONE, { row: 0, isNew: true }, 0)[0], "b1", "fade-out");
  const mix = mixed(project, samplesOf, 0, 1000);
  expect(mix[0]).toBe(0.5);
  expect(mix[SAMPLE_RATE / 2]).toBeCloseTo(0.25, 2);
  expect(mix.at(-1)).toBeCloseTo(0, 2);
});
