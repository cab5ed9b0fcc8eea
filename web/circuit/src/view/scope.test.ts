import { describe, expect, it } from "vitest";
import { CAPACITY, History } from "./history";
import { nice, Scope } from "./scope";
import { readoutLines, traceColumns } from "./scope-draw";

const STEP = 5e-6;

describe("the history", () => {
  it("keeps every peak in every level, however long ago", () => {
    const history = new History();
    for (let i = 0; i < CAPACITY * 20; i++) history.push(i === 1000 ? 7 : i === 300_000 ? -7 : 0);
    expect(history.recentRange(Infinity)).toEqual({ min: -7, max: 7 });
    expect(history.recentRange(1000)).toEqual({ min: 0, max: 0 });
  });

  it("folds blocks into their means", () => {
    const history = new History();
    for (let i = 0; i < 256; i++) history.push(i);
    const [, , coarse] = history.levels;
    expect(coarse!.count).toBe(1);
    expect(coarse!.mean[0]).toBeCloseTo(127.5, 9);
    expect(coarse!.min[0]).toBe(0);
    expect(coarse!.max[0]).toBe(255);
  });
});

describe("the trace", () => {
  it("shows a spike of one sample at any time scale", () => {
    const history = new History();
    for (let i = 0; i < 200_000; i++) history.push(i === 150_000 ? 9 : 0);
    for (const span of [60_000, 200_000, 2_000_000]) {
      const columns = traceColumns({ history, span, end: null }, 500);
      expect(columns.filter((column) => column.max === 9)).toHaveLength(1);
    }
  });

  it("has a point for each sample when there are fewer samples than pixels", () => {
    const history = new History();
    for (let i = 0; i < 1000; i++) history.push(i);
    const columns = traceColumns({ history, span: 50, end: null }, 500);
    expect(columns.at(-1)).toEqual({ x: 500, min: 999, max: 999 });
    expect(columns[0]).toEqual({ x: 0, min: 949, max: 949 });
  });
});

describe("the time scale", () => {
  it("is chosen to show a few cycles", () => {
    const scope = new Scope(STEP);
    for (let i = 0; i < 20_000; i++) scope.sample(Math.sin((2 * Math.PI * i) / 200));
    expect(scope.isAutomatic).toBe(true);
    expect(scope.timeScale).toBe(5e-4);
  });

  it("stays as it was set", () => {
    const scope = new Scope(STEP);
    scope.setTimeScale(0.02);
    for (let i = 0; i < 20_000; i++) scope.sample(Math.sin((2 * Math.PI * i) / 200));
    expect(scope.timeScale).toBe(0.02);
    scope.setTimeScale(null);
    expect(scope.timeScale).toBe(5e-4);
  });

  it("is one of 1, 2, 5, 10 …", () => {
    expect([0.0011, 0.3, 5e-6, 7].map(nice)).toEqual([0.002, 0.5, 5e-6, 10]);
  });
});

describe("a change of the time step", () => {
  it("starts the scope anew, and frequencies are right again", () => {
    const scope = new Scope(STEP);
    for (let i = 0; i < 5000; i++) scope.sample(Math.sin(2 * Math.PI * 1000 * i * STEP));
    expect(scope.measurements().frequency).toBeCloseTo(1000, 0);
    scope.setTimeStep(STEP / 5);
    expect(scope.measurements().frequency).toBeNull();
    for (let i = 0; i < 5000; i++) scope.sample(Math.sin((2 * Math.PI * 1000 * i * STEP) / 5));
    expect(scope.measurements().frequency).toBeCloseTo(1000, 0);
  });
});

describe("readouts", () => {
  it("are written as engineers do", () => {
    const measurements = {
      frequency: 260.417,
      duty: 0.5812,
      peakToPeak: 0.191615,
      max: 5,
      min: -1.5,
      average: 0,
      rms: null,
    };
    const shows = new Set(["frequency", "duty", "peakToPeak", "max", "min", "average", "rms"] as const);
    expect(readoutLines(measurements, shows)).toEqual([
      "f = 260.4 Hz",
      "duty = 58.1 %",
      "Vpp = 191.6 mV",
      "max = 5 V",
      "min = -1.5 V",
      "avg = 0 V",
      "rms = –",
    ]);
    expect(readoutLines(measurements, new Set(["duty"] as const))).toEqual(["duty = 58.1 %"]);
  });
});

describe("a trace with few samples", () => {
  const columns = (signal: (i: number) => number) => {
    const history = new History();
    for (let i = 0; i < 100; i++) history.push(signal(i));
    return traceColumns({ history, span: 40, end: 80 }, 400);
  };

  it("bends through them", () => {
    const trace = columns((i) => Math.sin((2 * Math.PI * i) / 10));
    for (const { x, min } of trace)
      expect(Math.abs(min - Math.sin((2 * Math.PI * (40 + x / 10)) / 10))).toBeLessThan(0.03);
    expect(trace.length).toBe(401);
  });

  it("does not swing beyond a step", () => {
    const trace = columns((i) => (i < 60 ? 0 : 5));
    expect(Math.min(...trace.map(({ min }) => min))).toBe(0);
    expect(Math.max(...trace.map(({ max }) => max))).toBe(5);
  });
});
