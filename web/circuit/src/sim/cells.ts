// What logic parts do: input bits to output bits, bit k of a mask being the k-th pin in order.

import { numberOf } from "./params";
import type { NetPart } from "./types";

export interface Cell {
  inputs: readonly string[];
  outputs: readonly string[];
  /** The state is empty for parts that do not remember. */
  state: number[];
  /** Output bits; parts that remember change their state here. */
  next(inputs: number, state: number[]): number;
  /** Parts that remember: output bits before any input is seen. */
  rest?(state: readonly number[]): number;
}

export function isLogic(kind: string): boolean {
  return kind === "not" || kind in GATES || kind in CHIPS;
}

export function outputPins(part: NetPart): readonly string[] {
  return CHIPS[part.kind]?.outputs ?? ["out"];
}

export function cellOf(part: NetPart): Cell {
  const chip = CHIPS[part.kind];
  if (chip) return { ...chip, state: [...chip.state] };
  if (part.kind === "not") return { inputs: ["in"], outputs: ["out"], state: [], next: (bits) => bits ^ 1 };
  const count = numberOf(part, "inputs");
  const inputs = Array.from({ length: count }, (_, i) => `in${i + 1}`);
  return { inputs, outputs: ["out"], state: [], next: GATES[part.kind]!((1 << count) - 1) };
}

/** A clock that has not been seen yet: the first look at it is no edge. */
const UNSEEN = -1;

const GATES: Readonly<Record<string, (all: number) => (bits: number) => number>> = {
  and: (all) => (bits) => Number(bits === all),
  nand: (all) => (bits) => Number(bits !== all),
  or: () => (bits) => Number(bits !== 0),
  nor: () => (bits) => Number(bits === 0),
  xor: () => parity,
  xnor: () => (bits) => parity(bits) ^ 1,
};

const CHIPS: Readonly<Record<string, Cell>> = {
  "d-flip-flop": flipFlop(["d", "clk"], 1, (_, bits) => bits & 1),
  "jk-flip-flop": flipFlop(["j", "clk", "k"], 0, (q, bits) => (q ? (bits >> 2) ^ 1 : bits & 1)),
  "t-flip-flop": flipFlop(["t", "clk"], 1, (q, bits) => q ^ (bits & 1)),
  "sr-flip-flop": {
    inputs: ["s", "r"],
    outputs: ["q", "nq"],
    state: [0],
    next(bits, state) {
      // As a latch of two NOR gates: both outputs are low while set and reset are both high; released together, it stays reset.
      if (bits !== 0) state[0] = bits === 1 ? 1 : 0;
      return bits === 3 ? 0 : pair(state);
    },
    rest: pair,
  },
  "half-adder": { inputs: ["a", "b"], outputs: ["s", "c"], state: [], next: count },
  "full-adder": { inputs: ["a", "b", "cin"], outputs: ["s", "cout"], state: [], next: count },
  multiplexer: {
    inputs: ["d0", "d1", "d2", "d3", "s0", "s1"],
    outputs: ["q"],
    state: [],
    next: (bits) => (bits >> (bits >> 4)) & 1,
  },
  counter: {
    inputs: ["clk", "r"],
    outputs: ["q0", "q1", "q2", "q3"],
    state: [0, UNSEEN],
    next(bits, state) {
      const clock = bits & 1;
      if (bits & 2) state[0] = 0;
      else if (clock === 1 && state[1] === 0) state[0] = (state[0]! + 1) & 15;
      state[1] = clock;
      return state[0]!;
    },
    rest: (state) => state[0]!,
  },
};

/** A flip-flop that acts when its clock (input 1) comes to `edge`. */
function flipFlop(inputs: string[], edge: number, act: (q: number, bits: number) => number): Cell {
  return {
    inputs,
    outputs: ["q", "nq"],
    state: [0, UNSEEN],
    next(bits, state) {
      const clock = (bits >> 1) & 1;
      if (clock === edge && state[1] === 1 - edge) state[0] = act(state[0]!, bits) & 1;
      state[1] = clock;
      return pair(state);
    },
    rest: pair,
  };
}

/** Q and its opposite. */
function pair(state: readonly number[]): number {
  return state[0] ? 1 : 2;
}

function parity(bits: number): number {
  return count(bits) & 1;
}

function count(bits: number): number {
  let ones = 0;
  for (let rest = bits; rest; rest &= rest - 1) ones++;
  return ones;
}
