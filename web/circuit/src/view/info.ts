// What the information panel tells about a part, in the words of CircuitJS1.

import { kindOf, type ChipPin } from "../model/catalogue";
import { inputOffsets } from "../model/geometry";
import type { Part } from "../model/part";
import { formatSi } from "./format";
export { drawInfo, infoHeight } from "./panel";
import type { DescribePart, Live } from "./types";
import { valueOf } from "./value";

export const describePart: DescribePart = (part, live) => {
  const told = details(part, new Reader(part, live));
  return [title(part), ...told.filter((line) => line !== undefined)];
};

function title(part: Part): string {
  // How many terminals it has is seen.
  const kind = kindOf(part.kind).name.replace(/ \(\d-terminal\)$/, "");
  const name = [kind, part.label].filter((text) => text !== "").join(" ");
  const value = valueOf(part);
  return value === "" ? name : `${name}, ${value}`;
}

type Line = string | undefined;

function details(part: Part, reader: Reader): Line[] {
  switch (part.kind) {
    case "wire":
    case "ground":
      return [current("I", magnitude(reader.amps("a"))), voltage("V", reader.volts("a"))];
    case "dc-source":
    case "ac-source":
    case "square-source":
      return [...source(reader), ...waveform(part)];
    case "dc-rail":
    case "ac-rail":
    case "square-rail":
    case "clock":
      return [current("I", magnitude(reader.amps("a"))), voltage("V", reader.volts("a")), ...waveform(part)];
    case "switch":
      return [part.params["closed"] === true ? "closed" : "open", ...twoTerminals(reader, "a", "b")];
    case "voltmeter":
      return [voltage("V", reader.across("plus", "minus"))];
    case "ammeter":
      return [current("I", reader.amps("a"))];
    case "net-label":
      return [voltage("V", reader.volts("a"))];
    case "potentiometer":
      return [
        voltage("Va", reader.volts("a")),
        voltage("Vb", reader.volts("b")),
        voltage("Vw", reader.volts("wiper")),
        current("Iw", reader.amps("wiper")),
      ];
    case "transformer":
      return [
        voltage("V1", reader.across("p1", "p2")),
        current("I1", reader.amps("p1")),
        voltage("V2", reader.across("s1", "s2")),
        current("I2", reader.amps("s1")),
      ];
    case "scr":
      return [
        voltage("Vak", reader.across("anode", "cathode")),
        current("Ia", reader.amps("anode")),
        voltage("Vgk", reader.across("gate", "cathode")),
        current("Ig", reader.amps("gate")),
      ];
    case "diode":
    case "led":
    case "zener":
      return twoTerminals(reader, "anode", "cathode");
    case "resistor":
    case "capacitor":
    case "inductor":
    case "current-source":
      return twoTerminals(reader, "a", "b");
    case "npn":
    case "pnp":
      return bipolar(reader);
    case "nmos":
    case "pmos":
    case "njfet":
      return fieldEffect(reader);
    case "opamp":
    case "opamp-ideal":
      return opamp(part, reader);
    case "timer-555":
      return chipPins(part).map((pin) => voltage(pin.text, reader.volts(pin.name)));
    case "logic-input":
      return [level(reader.volts("a"), Number(part.params["state"]) === 1), current("I", magnitude(reader.amps("a")))];
    case "logic-output":
      return [level(reader.volts("a"), (reader.volts("a") ?? 0) > Number(part.params["threshold"]))];
    case "text":
      return [];
    case "not":
      return [`in = ${letter(reader.volts("in"), highOf(part))}`, ...output(reader)];
    default:
      return kindOf(part.kind).shape === "gate" ? gate(part, reader) : chip(part, reader);
  }
}

function twoTerminals(reader: Reader, first: string, second: string): Line[] {
  const drop = reader.across(first, second);
  const amps = reader.amps(first);
  return [current("I", magnitude(amps)), voltage("Vd", magnitude(drop)), power(drop, amps)];
}

/** A source's current is what it sends out at its plus; the power that it gives is negative. */
function source(reader: Reader): Line[] {
  const drop = reader.across("plus", "minus");
  return [current("I", magnitude(reader.amps("plus"))), voltage("Vd", drop), power(drop, reader.amps("plus"))];
}

function waveform(part: Part): Line[] {
  const { amplitude, offset, frequency, high, low, duty } = part.params;
  const told = (name: string, value: unknown, unit: string): Line =>
    value === undefined ? undefined : `${name} = ${formatSi(Number(value), unit)}`;
  return [
    told("Vmax", amplitude, "V"),
    told("Voff", Number(offset) === 0 ? undefined : offset, "V"),
    told("high", high, "V"),
    told("low", low, "V"),
    told("f", frequency, "Hz"),
    told("duty", duty, "%"),
  ];
}

function bipolar(reader: Reader): Line[] {
  return [
    current("Ic", reader.amps("collector")),
    current("Ib", reader.amps("base")),
    current("Ie", negative(reader.amps("emitter"))),
    voltage("Vbe", reader.across("base", "emitter")),
    voltage("Vbc", reader.across("base", "collector")),
    voltage("Vce", reader.across("collector", "emitter")),
  ];
}

function fieldEffect(reader: Reader): Line[] {
  return [
    current("Ids", reader.amps("drain")),
    voltage("Vgs", reader.across("gate", "source")),
    voltage("Vds", reader.across("drain", "source")),
  ];
}

function opamp(part: Part, reader: Reader): Line[] {
  const limit = (key: string): string => formatSi(Number(part.params[key]), "V");
  return [
    voltage("V+", reader.volts("plus")),
    voltage("V−", reader.volts("minus")),
    ...output(reader),
    `range = ${limit("minOutput")} to ${limit("maxOutput")}`,
  ];
}

function output(reader: Reader): Line[] {
  return [voltage("Vout", reader.volts("out")), current("Iout", negative(reader.amps("out")))];
}

function gate(part: Part, reader: Reader): Line[] {
  const inputs = inputOffsets(Number(part.params["inputs"])).map((_, i) => reader.volts(`in${i + 1}`));
  return [`in = ${inputs.map((volts) => letter(volts, highOf(part))).join(" ")}`, ...output(reader)];
}

/** Chips are made of 5 V logic. */
function chip(part: Part, reader: Reader): Line[] {
  return chipPins(part).map((pin) => {
    const name = pin.text === "▷" ? "CLK" : pin.text;
    const volts = reader.volts(pin.name);
    return volts === undefined ? undefined : `${name} = ${volts > 2.5 ? "high" : "low"} (${formatSi(volts, "V")})`;
  });
}

function chipPins(part: Part): readonly ChipPin[] {
  return kindOf(part.kind).pins as readonly ChipPin[];
}

function highOf(part: Part): number {
  return Number(part.params["high"]);
}

function letter(volts: number | undefined, high: number): string {
  if (volts === undefined) return "?";
  return volts > high / 2 ? "H" : "L";
}

function level(volts: number | undefined, isHigh: boolean): Line {
  return volts === undefined ? undefined : `${isHigh ? "high" : "low"} (${formatSi(volts, "V")})`;
}

function voltage(name: string, volts: number | undefined): Line {
  return volts === undefined ? undefined : `${name} = ${formatSi(volts, "V")}`;
}

function current(name: string, amps: number | undefined): Line {
  return amps === undefined ? undefined : `${name} = ${formatSi(amps, "A")}`;
}

function power(volts: number | undefined, amps: number | undefined): Line {
  return volts === undefined || amps === undefined ? undefined : `P = ${formatSi(volts * amps, "W")}`;
}

function magnitude(value: number | undefined): number | undefined {
  return value === undefined ? undefined : Math.abs(value);
}

function negative(value: number | undefined): number | undefined {
  return value === undefined ? undefined : -value;
}

/** One part's live values. */
class Reader {
  constructor(
    private readonly part: Part,
    private readonly live: Live,
  ) {}

  volts(pin: string): number | undefined {
    return this.live.voltage(this.part, pin);
  }

  amps(pin: string): number | undefined {
    return this.live.current(this.part, pin);
  }

  across(from: string, to: string): number | undefined {
    const start = this.volts(from);
    const end = this.volts(to);
    return start === undefined || end === undefined ? undefined : start - end;
  }
}
