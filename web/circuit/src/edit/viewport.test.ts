import { describe, expect, it } from "vitest";
import { START } from "../../../kit/ui/viewport";
import { fitted, raised, toCanvas, toGrid } from "./viewport";

it("grid points lie 16 pixels apart at the start", () => {
  expect(toCanvas(START, [10, 5])).toEqual([160, 80]);
  expect(toGrid(START, [160, 80])).toEqual([10, 5]);
});

it("fitting leaves three grid squares around a circuit, beside the palette too", () => {
  const view = fitted({ from: [0, 0], to: [200, 50] }, 1280, 672);
  expect(toCanvas(view, [-3, 0])[0]).toBeCloseTo(0, 0);
  expect(toCanvas(view, [203, 0])[0]).toBeCloseTo(1280, 0);
  expect(fitted({ from: [0, 0], to: [2, 2] }, 1280, 672).zoom).toBe(1);
  const beside = fitted({ from: [0, 0], to: [200, 50] }, 1280, 672, 212);
  expect(toCanvas(beside, [0, 0])[0]).toBeGreaterThan(212);
  expect(toCanvas(beside, [200, 50])[0]).toBeLessThan(1280);
});

describe("a circuit below the dock", () => {
  const box = (top: number, bottom: number) => ({ from: [0, top] as const, to: [10, bottom] as const });

  it("stays where it is seen whole", () => {
    expect(raised(START, box(2, 30), 1280, 512)).toBe(START);
  });

  it("comes up by whole grid squares", () => {
    expect(raised(START, box(10, 36), 1280, 512)).toEqual({ origin: [0, -80], zoom: 1 });
  });

  it("is made smaller where there is no room for it", () => {
    const view = raised(START, box(0, 60), 1280, 512);
    expect(view.zoom).toBeLessThan(1);
    expect(toCanvas(view, [0, 60])[1]).toBeLessThan(512);
  });
});
