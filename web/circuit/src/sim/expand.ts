// Parts that are made of others: to the network a potentiometer is two resistors, a thyristor mainly two transistors.

import { numberOf, pinOf } from "./params";
import type { NetPart, Netlist, ParamValue } from "./types";

export interface Expanded {
  netlist: Netlist;
  /** The parts' pins that a pin stands for; a part that stands for itself is its own. */
  pinsOf(part: number, pin: string): readonly (readonly [part: number, pin: string])[];
}

/** Ohms; low enough not to be seen beside what it measures. */
const AMMETER_RESISTANCE = 1e-3;
/** A wiper at the end of its way leaves this share of the resistance. */
const LEAST_SHARE = 1e-6;
/** The gate junctions of a field-effect transistor, and the two transistors of a thyristor. */
const GATE_SATURATION = 1e-14;
const NPN_BETA = 20;
const PNP_BETA = 2;
/** Farads at the bases of these two: they take a moment to turn each other on. */
const BASE_CAPACITANCE = 1e-9;
/** The most parts that one is made of. */
const MOST = 5;

interface Piece {
  kind: string;
  /** Pins of the whole that the piece's pins are joined to; other names are nets of its own. */
  pins: Record<string, string>;
  params: Record<string, ParamValue>;
}

export function expand({ nets, parts }: Netlist): Expanded {
  const all: NetPart[] = [];
  const stands = new Map<string, (readonly [number, string])[]>();
  let count = nets;
  for (const part of parts) {
    const pieces = piecesOf(part);
    if (!pieces) {
      all.push(part);
      continue;
    }
    const own = new Map<string, number>();
    const netOf = (name: string): number => {
      if (name in part.pins) return pinOf(part, name);
      if (!own.has(name)) own.set(name, count++);
      return own.get(name)!;
    };
    for (const name of Object.keys(part.pins)) stands.set(`${part.id}/${name}`, []);
    pieces.forEach(({ kind, pins, params }, i) => {
      // Below nought there are no ids of the document.
      const id = -(part.id * MOST + i + 1);
      const joined = Object.entries(pins).map(([pin, name]) => {
        stands.get(`${part.id}/${name}`)?.push([id, pin]);
        return [pin, netOf(name)] as const;
      });
      all.push({ id, kind, params, pins: Object.fromEntries(joined) });
    });
  }
  return {
    netlist: { nets: count, parts: all },
    pinsOf: (part, pin) => stands.get(`${part}/${pin}`) ?? [[part, pin]],
  };
}

function piecesOf(part: NetPart): Piece[] | null {
  const resistor = (a: string, b: string, resistance: number): Piece => ({
    kind: "resistor",
    pins: { a, b },
    params: { resistance },
  });
  switch (part.kind) {
    case "ammeter":
      return [resistor("a", "b", AMMETER_RESISTANCE)];
    case "potentiometer": {
      const whole = numberOf(part, "resistance");
      const share = Math.min(1 - LEAST_SHARE, Math.max(LEAST_SHARE, numberOf(part, "position") / 100));
      return [resistor("a", "wiper", whole * share), resistor("wiper", "b", whole * (1 - share))];
    }
    case "njfet": {
      const junction = (cathode: string): Piece => ({
        kind: "diode",
        pins: { anode: "gate", cathode },
        params: { saturation: GATE_SATURATION, emission: 1 },
      });
      const channel: Piece = {
        kind: "nmos",
        pins: { gate: "gate", drain: "drain", source: "source" },
        params: { threshold: numberOf(part, "pinchOff"), transconductance: 2 * numberOf(part, "beta") },
      };
      return [channel, junction("source"), junction("drain")];
    }
    case "scr":
      return [
        { kind: "pnp", pins: { base: "inner", collector: "gate", emitter: "anode" }, params: { beta: PNP_BETA } },
        { kind: "npn", pins: { base: "gate", collector: "inner", emitter: "cathode" }, params: { beta: NPN_BETA } },
        resistor("gate", "cathode", numberOf(part, "gateResistance")),
        { kind: "capacitor", pins: { a: "anode", b: "inner" }, params: { capacitance: BASE_CAPACITANCE } },
        { kind: "capacitor", pins: { a: "gate", b: "cathode" }, params: { capacitance: BASE_CAPACITANCE } },
      ];
    default:
      return null;
  }
}
