import { expect, it } from "vitest";
import { fitted, Pan, START, toCanvas, toContent, wheelFactor, zoomedAt } from "./viewport";

it("zooming keeps what is under the pointer there, within bounds", () => {
  let view = START;
  for (let i = 0; i < 50; i++) view = zoomedAt(view, [333, 222], 1.3);
  expect(view.zoom).toBe(5);
  const [x, y] = toContent(view, [333, 222]);
  expect(x).toBeCloseTo(333);
  expect(y).toBeCloseTo(222);
  for (let i = 0; i < 50; i++) view = zoomedAt(view, [10, 20], 0.5);
  expect(view.zoom).toBe(0.2);
  expect(wheelFactor({ deltaY: -100 }) * wheelFactor({ deltaY: 100 })).toBeCloseTo(1);
  expect(wheelFactor({ deltaY: -100 })).toBeGreaterThan(1);
});

it("fitting shows all of a box beside what covers the canvas, and a small one not larger than life", () => {
  const box = { from: [0, 0], to: [3200, 800] } as const;
  const view = fitted(box, { width: 1280, height: 672, left: 212, margin: 48 });
  expect(toCanvas(view, box.from)[0]).toBeGreaterThan(212);
  expect(toCanvas(view, box.to)[0]).toBeLessThan(1280);
  expect(fitted({ from: [0, 0], to: [32, 32] }, { width: 1280, height: 672, margin: 48 }).zoom).toBe(1);
});

it("panning moves by as much as the pointer", () => {
  const pan = new Pan();
  expect(pan.follow(START, [9, 9])).toBe(START);
  pan.begin([10, 10]);
  let view = pan.follow(START, [15, 30]);
  view = pan.follow(view, [16, 30]);
  expect([view.origin, pan.isActive]).toEqual([[6, 20], true]);
  pan.end();
  expect(pan.follow(view, [100, 100])).toBe(view);
});
