import { expect, it } from "vitest";
import { formatSi } from "./format";

it.each([
  [6.812, "V", "6.812 V"],
  [0.191615, "V", "191.6 mV"],
  [-1.5, "V", "-1.5 V"],
  [1000, "Ω", "1 kΩ"],
  [999.96, "Hz", "1 kHz"],
  [4700, "Ω", "4.7 kΩ"],
  [1e-5, "F", "10 µF"],
  [1e-6, "F", "1 µF"],
  [1e-9, "F", "1 nF"],
  [1e6, "Ω", "1 MΩ"],
  [0, "A", "0 A"],
  [-0, "V", "0 V"],
  [3e-20, "A", "0 A"],
  [2.5e-12, "A", "2.5 pA"],
  [58.12, "%", "58.12 %"],
  [0.001, "", "0.001"],
])("%d %s is %s", (value, unit, text) => {
  expect(formatSi(value, unit)).toBe(text);
});
