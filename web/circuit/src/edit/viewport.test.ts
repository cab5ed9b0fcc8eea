import { describe, expect, it } from "vitest";
import { fitted, raised, START, toCanvas, toGrid, zoomedAt } from "./viewport";

it("grid points lie 16 pixels apart at the start", () => {
  expect(toCanvas(START, [10, 5])).toEqual([160, 80]);
  expect(toGrid(START, [160, 80])).toEqual([10, 5]);
});

it("zooming keeps what is under the pointer there, within bounds", () => {
  let view = START;
  for (let i = 0; i < 50; i++) view = zoomedAt(view, [333, 222], 1.3);
  expect(view.zoom).toBe(5);
  const [x, y] = toGrid(view, [333, 222]);
  expect(x).toBeCloseTo(333 / 16);
  expect(y).toBeCloseTo(222 / 16);
  for (let i = 0; i < 50; i++) view = zoomedAt(view, [10, 20], 0.5);
  expect(view.zoom).toBe(0.2);
});

it("fitting shows all of a box, and a small one not larger than life", () => {
  const view = fitted({ from: [0, 0], to: [200, 50] }, 1280, 672);
  expect(toCanvas(view, [0, 0])[0]).toBeGreaterThan(0);
  expect(toCanvas(view, [200, 50])[0]).toBeLessThan(1280);
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
