import { describe, expect, it } from "vitest";
import { kindOf } from "../model/catalogue";
import type { Part } from "../model/part";
import type { ParamValue } from "../sim/types";
import { describePart } from "./info";
import type { Live } from "./types";

function part(kind: string, params: Record<string, ParamValue> = {}, label = ""): Part {
  const defaults = Object.fromEntries(kindOf(kind).params.map((param) => [param.key, param.default]));
  return { id: 1, kind, label, params: { ...defaults, ...params }, a: [0, 0], b: [4, 0], flip: false, turns: 0 };
}

function live(volts: Record<string, number>, amps: Record<string, number> = {}): Live {
  return { voltage: (_, pin) => volts[pin], current: (_, pin) => amps[pin] };
}

describe("the information panel", () => {
  it("tells a resistor's current, voltage drop and power, whichever way it lies", () => {
    const resistor = part("resistor", { resistance: 4700 }, "R4");
    const expected = ["Resistor R4, 4.7 kΩ", "I = 1.449 mA", "Vd = 6.812 V", "P = 9.873 mW"];
    const amps = 6.812 / 4700;
    expect(describePart(resistor, live({ a: 9, b: 2.188 }, { a: amps, b: -amps }))).toEqual(expected);
    expect(describePart(resistor, live({ a: 2.188, b: 9 }, { a: -amps, b: amps }))).toEqual(expected);
  });

  it("tells that a source gives power", () => {
    const lines = describePart(part("dc-source"), live({ minus: 0, plus: 5 }, { minus: 0.01, plus: -0.01 }));
    expect(lines).toEqual(["DC Voltage Source, 5 V", "I = 10 mA", "Vd = 5 V", "P = -50 mW"]);
  });

  it("tells an op-amp's pins", () => {
    const lines = describePart(part("opamp"), live({ plus: 0, minus: 1e-6, out: -1.5 }, { out: 0.0003 }));
    expect(lines.slice(1, 5)).toEqual(["V+ = 0 V", "V− = 1 µV", "Vout = -1.5 V", "Iout = -300 µA"]);
  });

  it("tells a transistor's currents and voltages", () => {
    const volts = { base: 0.65, collector: 5, emitter: 0 };
    const amps = { base: 1e-5, collector: 1e-3, emitter: -1.01e-3 };
    expect(describePart(part("npn"), live(volts, amps)).slice(1)).toEqual([
      "Ic = 1 mA",
      "Ib = 10 µA",
      "Ie = 1.01 mA",
      "Vbe = 650 mV",
      "Vbc = -4.35 V",
      "Vce = 5 V",
    ]);
  });

  it("tells levels of logic", () => {
    expect(describePart(part("logic-output", {}, "Y"), live({ a: 5 }))).toEqual(["Logic Output Y", "high (5 V)"]);
    expect(describePart(part("nand", { inputs: 3 }), live({ in1: 5, in2: 0, in3: 5, out: 5 })).slice(1)).toEqual([
      "in = H L H",
      "Vout = 5 V",
    ]);
    expect(describePart(part("half-adder"), live({ a: 5, b: 0, s: 5, c: 0 })).slice(1)).toEqual([
      "A = high (5 V)",
      "B = low (0 V)",
      "S = high (5 V)",
      "C = low (0 V)",
    ]);
  });

  it("keeps silent about what is unknown", () => {
    expect(describePart(part("capacitor"), live({}))).toEqual(["Capacitor, 10 µF"]);
  });
});
