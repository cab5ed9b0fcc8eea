// Reading a part's parameters and pins; what a netlist leaves out has the catalogue's default.

import { kindOf } from "../model/catalogue";
import type { NetPart, ParamValue } from "./types";

/** `fallback` is for kinds that do not have the parameter. */
export function numberOf(part: NetPart, key: string, fallback = NaN): number {
  const value = valueOf(part, key) ?? fallback;
  return typeof value === "number" ? value : Number(value);
}

export function flagOf(part: NetPart, key: string): boolean {
  return valueOf(part, key) === true;
}

export function pinOf(part: NetPart, pin: string): number {
  const net = part.pins[pin];
  if (net === undefined) throw new Error(`part ${part.id} (${part.kind}) has no pin ${pin}`);
  return net;
}

function valueOf(part: NetPart, key: string): ParamValue | undefined {
  return part.params[key] ?? kindOf(part.kind).params.find((param) => param.key === key)?.default;
}
