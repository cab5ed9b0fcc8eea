import { describe, expect, it } from "vitest";
import { format, parse } from "./quantity";

describe("parse", () => {
  it.each([
    ["4.7k", 4700],
    ["10 mV", 0.01],
    ["1 uF", 1e-6],
    ["1µF", 1e-6],
    ["1μF", 1e-6],
    ["2.2 kΩ", 2200],
    ["2.2 kohm", 2200],
    ["1e3", 1000],
    ["1e-3k", 1],
    ["-5", -5],
    ["−1.5V", -1.5],
    [" .5 ", 0.5],
    ["1M", 1e6],
    ["1m", 1e-3],
    ["3meg", 3e6],
    ["1F", 1],
    ["1f", 1e-15],
    ["100n", 1e-7],
    ["1 Hz", 1],
    ["50%", 50],
    ["20 mA/V²", 0.02],
  ])("%s", (text, value) => expect(parse(text)).toBe(value));

  it.each(["", "k", "abc", "1 2", "4.7x", "1e999", "1,5", "NaN", "Infinity", "--1", "1kk"])("refuses %j", (text) =>
    expect(parse(text)).toBeUndefined(),
  );

  it("refuses another unit than the one asked for", () => {
    expect(parse("5 V", "Ω")).toBeUndefined();
    expect(parse("5 kΩ", "Ω")).toBe(5000);
    expect(parse("5 V", "")).toBeUndefined();
    expect(parse("5k", "")).toBe(5000);
    expect(parse("1 khz", "Hz")).toBe(1000);
  });
});

describe("format", () => {
  it.each([
    [4700, "Ω", "4.7 kΩ"],
    [0.01, "V", "10 mV"],
    [1e-6, "F", "1 µF"],
    [6.81234, "V", "6.812 V"],
    [0.191615, "V", "191.6 mV"],
    [999.96, "V", "1 kV"],
    [-1.5, "V", "-1.5 V"],
    [0, "A", "0 A"],
    [1e6, "", "1000000"],
    [50, "%", "50 %"],
    [1e-18, "A", "1 aA"],
    [1e-30, "A", "1e-30 A"],
    [1000, "Hz", "1 kHz"],
    [0.001, "s", "1 ms"],
    [3e15, "Hz", "3000 THz"],
    [Number.NaN, "V", "– V"],
  ])("%d %s", (value, unit, text) => expect(format(value, unit)).toBe(text));

  it("parses back", () => {
    for (const value of [1.7143528192808883e-7, 4700, 0.001, 123456.789, 1e-5]) {
      expect(parse(format(value, "A", 12), "A")! / value).toBeCloseTo(1, 10);
    }
  });
});
