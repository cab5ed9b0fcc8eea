// What netlist parts are to the network: resistors, curved parts, and who conducts.

import { Bipolar } from "./bipolar";
import type { Curved } from "./curved";
import { Diode } from "./diode";
import { Mosfet } from "./mosfet";
import { flagOf, numberOf, pinOf } from "./params";
import type { NetPart } from "./types";
import { Zener } from "./zener";

export interface Resistor {
  id: number;
  a: number;
  b: number;
  conductance: number;
}

const CLOSED_RESISTANCE = 0.01;

export function resistorOf(part: NetPart): Resistor[] {
  const between = (conductance: number): Resistor[] => [
    { id: part.id, a: pinOf(part, "a"), b: pinOf(part, "b"), conductance },
  ];
  if (part.kind === "resistor") return between(1 / numberOf(part, "resistance"));
  if (part.kind === "switch" && flagOf(part, "closed")) return between(1 / CLOSED_RESISTANCE);
  return [];
}

export function curvedOf(part: NetPart): Curved | null {
  switch (part.kind) {
    case "diode":
    case "led":
      return new Diode(part);
    case "zener":
      return new Zener(part);
    case "npn":
      return new Bipolar(part, 1);
    case "pnp":
      return new Bipolar(part, -1);
    case "nmos":
      return new Mosfet(part, 1);
    case "pmos":
      return new Mosfet(part, -1);
    default:
      return null;
  }
}

/** Pairs of nets between which a part can carry current. */
export function conducting(part: NetPart): (readonly [number, number])[] {
  const pair = (a: string, b: string): readonly [number, number] => [pinOf(part, a), pinOf(part, b)];
  switch (part.kind) {
    case "resistor":
    case "capacitor":
    case "inductor":
      return [pair("a", "b")];
    case "switch":
      return flagOf(part, "closed") ? [pair("a", "b")] : [];
    case "diode":
    case "led":
    case "zener":
      return [pair("anode", "cathode")];
    case "npn":
    case "pnp":
      return [pair("base", "collector"), pair("base", "emitter")];
    case "nmos":
    case "pmos":
      return [pair("drain", "source")];
    case "transformer":
      return [pair("p1", "p2"), pair("s1", "s2")];
    case "timer-555":
      return [pair("vcc", "ctl"), pair("ctl", "gnd"), pair("out", "vcc"), pair("dis", "gnd")];
    default:
      return [];
  }
}
