import { expect, it } from "vitest";
import { installRandom, type RandomSource } from "./random";

function page(stream = 0): RandomSource {
  const made = { Math: Object.create(Math) as Math, crypto: {} } as RandomSource;
  installRandom(made, stream);
  return made;
}

it("draws the same random numbers in every page, and others in its workers", () => {
  const draw = (stream = 0) => {
    const window = page(stream);
    return [window.Math.random(), window.Math.random(), window.Math.random()];
  };
  expect(draw()).toEqual(draw());
  expect(draw()).not.toEqual(draw(1));
  expect(new Set(draw()).size).toBe(3);
  expect(draw().every((value) => value >= 0 && value < 1)).toBe(true);
});

it("fills arrays of every type with the same bytes", () => {
  const bytes = page().crypto.getRandomValues(new Uint8Array(64));
  expect(page().crypto.getRandomValues(new Uint8Array(64))).toEqual(bytes);
  expect(page(1).crypto.getRandomValues(new Uint8Array(64))).not.toEqual(bytes);
  expect(new Set(bytes).size).toBeGreaterThan(40);
  const whole = new Uint32Array(4);
  const part = page().crypto.getRandomValues(whole.subarray(1, 3));
  expect([whole[0], whole[3]]).toEqual([0, 0]);
  expect([...new Uint8Array(part.buffer, 4, 8)]).toEqual([...bytes.subarray(0, 8)]);
});

it("makes the same identifiers in every page, each of them once", () => {
  const draw = () => {
    const { crypto } = page();
    return [crypto.randomUUID(), crypto.randomUUID()];
  };
  expect(draw()).toEqual(draw());
  const [first, second] = draw();
  expect(first).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(second).not.toBe(first);
});
