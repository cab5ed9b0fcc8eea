import { expect, it } from "vitest";
import { fitted, START, toCanvas, toGrid, zoomedAt } from "./viewport";

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
});
