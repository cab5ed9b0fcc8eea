import { describe, expect, it } from "vitest";
import { CAPACITY } from "./history";
import { Scope } from "./scope";
import type { Measurements } from "./types";

const STEP = 5e-6;

/** A scope that has seen so many samples of a signal of the cycle's phase (0 … 1) and the sample's number. */
function scopeOf(samplesPerCycle: number, samples: number, signal: (phase: number, index: number) => number): Scope {
  const scope = new Scope(STEP);
  for (let i = 0; i < samples; i++) scope.sample(signal((i / samplesPerCycle) % 1, i));
  return scope;
}

function expectWithin(actual: number | null, expected: number, tolerance: number): void {
  expect(actual).not.toBeNull();
  expect(Math.abs(actual! - expected)).toBeLessThanOrEqual(tolerance);
}

/** Within 0.1 %, of the height where the value itself may be zero. */
function expectMeasured(actual: Measurements, expected: Record<keyof Measurements, number>): void {
  const height = expected.peakToPeak;
  expectWithin(actual.frequency, expected.frequency, expected.frequency / 1000);
  expectWithin(actual.duty, expected.duty, 0.001);
  expectWithin(actual.peakToPeak, height, height / 1000);
  expectWithin(actual.max, expected.max, height / 1000);
  expectWithin(actual.min, expected.min, height / 1000);
  expectWithin(actual.average, expected.average, height / 1000);
  expectWithin(actual.rms, expected.rms, expected.rms / 1000);
}

const SAMPLES_PER_CYCLE = [20, 20.37, 33.3, 100, 768.12, 3333, 20_000];
const frequencyOf = (samplesPerCycle: number): number => 1 / (samplesPerCycle * STEP);
const enough = (samplesPerCycle: number): number => Math.max(20_000, Math.ceil(samplesPerCycle * 12.6));

describe.each(SAMPLES_PER_CYCLE)("at %d samples a cycle", (samplesPerCycle) => {
  const frequency = frequencyOf(samplesPerCycle);
  const samples = enough(samplesPerCycle);

  it("measures a sine with an offset", () => {
    const scope = scopeOf(samplesPerCycle, samples, (phase) => 1.2 + 0.5 * Math.sin(2 * Math.PI * phase + 0.3));
    const rms = Math.sqrt(1.2 ** 2 + 0.5 ** 2 / 2);
    const expected = { frequency, duty: 0.5, peakToPeak: 1, max: 1.7, min: 0.7, average: 1.2, rms };
    expectMeasured(scope.measurements(), expected);
  });

  it("measures a distorted sine", () => {
    const wave = (phase: number): number =>
      Math.sin(2 * Math.PI * phase) + 0.2 * Math.cos(4 * Math.PI * phase) + 0.05 * Math.sin(6 * Math.PI * phase);
    const fine = Array.from({ length: 100_000 }, (_, i) => wave(i / 100_000));
    const max = Math.max(...fine.slice(0, 50_000), ...fine.slice(50_000));
    const min = fine.reduce((least, value) => Math.min(least, value));
    const duty = fine.filter((value) => value > (max + min) / 2).length / fine.length;
    const rms = Math.sqrt((1 + 0.2 ** 2 + 0.05 ** 2) / 2);
    const scope = scopeOf(samplesPerCycle, samples, wave);
    expectMeasured(scope.measurements(), { frequency, duty, peakToPeak: max - min, max, min, average: 0, rms });
  });
});

describe.each([20.37, 768.12, 3333.3, 20_000])("a square wave at %d samples a cycle", (samplesPerCycle) => {
  it.each([0.5, 0.581, 0.1, 0.93])("has a duty cycle of %d", (duty) => {
    const samples = enough(samplesPerCycle);
    const scope = scopeOf(samplesPerCycle, samples, (phase) => (phase < duty ? 5 : 0));
    expectMeasured(scope.measurements(), {
      frequency: frequencyOf(samplesPerCycle),
      duty,
      peakToPeak: 5,
      max: 5,
      min: 0,
      average: 5 * duty,
      rms: 5 * Math.sqrt(duty),
    });
  });
});

describe("the recent past", () => {
  it("needs only two cycles", () => {
    const scope = scopeOf(500, 1600, (phase) => Math.sin(2 * Math.PI * phase));
    expectWithin(scope.measurements().frequency, frequencyOf(500), frequencyOf(500) / 1000);
  });

  it("knows cycles that are far longer than the single samples kept", () => {
    const scope = scopeOf(200_000, 900_000, (phase) => (phase < 0.3 ? 4 : 1));
    const measurements = scope.measurements();
    expectWithin(measurements.frequency, 1, 0.001);
    expectWithin(measurements.duty, 0.3, 0.001);
    expectWithin(measurements.average, 1.9, 0.002);
  });

  it("forgets a transient that has faded", () => {
    const signal = (phase: number, i: number): number =>
      10 - 10 * Math.exp(-i / 2000) + 0.1 * Math.sin(2 * Math.PI * phase);
    const measurements = scopeOf(400, 100_000, signal).measurements();
    expectWithin(measurements.peakToPeak, 0.2, 0.0002);
    expectWithin(measurements.average, 10, 0.0002);
    expectWithin(measurements.frequency, 500, 0.5);
  });

  it("does not take a ripple for the signal", () => {
    const signal = (phase: number): number => (phase < 0.5 ? 5 : 0) + 0.05 * Math.sin(2 * Math.PI * 60 * phase);
    for (const samples of [100_000, 101_500, 103_000, 104_500]) {
      expectWithin(scopeOf(6000, samples, signal).measurements().frequency, frequencyOf(6000), 0.04);
    }
  });

  it("follows a change of frequency", () => {
    const scope = scopeOf(100, 40_000, (phase) => Math.sin(2 * Math.PI * phase));
    for (let i = 0; i < 40_000; i++) scope.sample(Math.sin((2 * Math.PI * i) / 250));
    expectWithin(scope.measurements().frequency, frequencyOf(250), 0.8);
  });
});

describe("signals without cycles", () => {
  it("has nothing to say before the first sample", () => {
    expect(Object.values(new Scope(STEP).measurements())).toEqual(Array(7).fill(null));
  });

  it("finds no frequency in a level", () => {
    const measurements = scopeOf(1, CAPACITY * 2, () => 3.3).measurements();
    expect(measurements.frequency).toBeNull();
    expect(measurements.duty).toBeNull();
    expect(measurements.peakToPeak).toBe(0);
    expectWithin(measurements.average, 3.3, 1e-9);
    expectWithin(measurements.rms, 3.3, 1e-9);
  });

  it("finds no frequency in the noise of the arithmetic", () => {
    const measurements = scopeOf(1, 50_000, (_, i) => 5 + (i % 2) * 1e-9).measurements();
    expect(measurements.frequency).toBeNull();
  });

  it("finds no frequency in a single step", () => {
    const measurements = scopeOf(1, 10_000, (_, i) => (i < 5000 ? 0 : 5)).measurements();
    expect(measurements.frequency).toBeNull();
    expect(measurements.peakToPeak).toBe(5);
  });
});
