// Everything that holds a voltage: supplies, waves, logic inputs, and the outputs of gates and chips.

import { isLogic, outputPins } from "./cells";
import { numberOf, pinOf } from "./params";
import type { NetPart } from "./types";

/** Holds `net` at its value above `from`. */
export interface Source {
  part: NetPart;
  pin: string;
  net: number;
  from: number;
  /** The value at a time; null where logic sets it. */
  wave: Wave | null;
}

export interface Wave {
  at(time: number): number;
  /** For waves that jump and stand still in between: the time of the next jump. */
  edgeAfter?(time: number): number;
}

export function sourcesOf(parts: readonly NetPart[]): Source[] {
  return parts.flatMap((part): Source[] => {
    const wave = waveOf(part);
    if (wave && part.kind.endsWith("-source")) {
      return [{ part, pin: "plus", net: pinOf(part, "plus"), from: pinOf(part, "minus"), wave }];
    }
    if (wave) return [{ part, pin: "a", net: pinOf(part, "a"), from: 0, wave }];
    if (!isLogic(part.kind)) return [];
    return outputPins(part).map((pin) => ({ part, pin, net: pinOf(part, pin), from: 0, wave: null }));
  });
}

function waveOf(part: NetPart): Wave | null {
  switch (part.kind) {
    case "dc-source":
    case "dc-rail":
      return constant(numberOf(part, "voltage"));
    case "ac-source":
    case "ac-rail":
      return sine(part);
    case "square-source":
    case "square-rail":
      return square(part, numberOf(part, "phase"));
    case "clock":
      return square(part, 0);
    case "logic-input":
      return constant(numberOf(part, numberOf(part, "state") ? "high" : "low"));
    default:
      return null;
  }
}

function constant(value: number): Wave {
  return { at: () => value };
}

function sine(part: NetPart): Wave {
  const amplitude = numberOf(part, "amplitude");
  const offset = numberOf(part, "offset");
  const speed = 2 * Math.PI * numberOf(part, "frequency");
  const phase = (numberOf(part, "phase") * Math.PI) / 180;
  return { at: (time) => offset + amplitude * Math.sin(speed * time + phase) };
}

/** High first, for the duty's share of each period. */
function square(part: NetPart, phase: number): Wave {
  const high = numberOf(part, "high");
  const low = numberOf(part, "low");
  const frequency = numberOf(part, "frequency");
  const duty = numberOf(part, "duty") / 100;
  // The tiny shift keeps rounding from moving edges that fall exactly on a time step.
  const shift = phase / 360 + 1e-9;
  return {
    at(time) {
      const turns = frequency * time + shift;
      return turns - Math.floor(turns) < duty ? high : low;
    },
    edgeAfter(time) {
      const turns = frequency * time + shift;
      const phase = turns - Math.floor(turns);
      return time + ((phase < duty ? duty : 1) - phase) / frequency;
    },
  };
}
