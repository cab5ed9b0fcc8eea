// The kinds of parts, from parts.json.

import json from "../../parts.json";

export type Shape = "line" | "post" | "gate" | "opamp" | "transistor" | "chip";

export interface Param {
  key: string;
  name: string;
  unit: string;
  default: number | boolean | string;
  min?: number;
  max?: number;
  integer?: boolean;
  choices?: readonly (number | string)[];
}

export interface ChipPin {
  name: string;
  /** What is written beside it. */
  text: string;
  at: readonly [number, number];
  side: "left" | "right" | "top" | "bottom";
}

export interface Kind {
  kind: string;
  name: string;
  /** The submenu of Draw; empty for those at its top. */
  menu: string;
  shape: Shape;
  /** The key that takes its tool. */
  shortcut?: string;
  /** Other words by which the search box finds it. */
  words?: readonly string[];
  /** Names of pins in order; a gate's inputs are in1 … inN. */
  pins: readonly (string | ChipPin)[];
  params: readonly Param[];
  /** Chips: width and height in grid squares. */
  size?: readonly [number, number];
}

export const GRID = json.grid;
export const KINDS = json.parts as unknown as readonly Kind[];

const byName = new Map(KINDS.map((kind) => [kind.kind, kind]));

export function kindOf(name: string): Kind {
  const kind = byName.get(name);
  if (!kind) throw new Error(`there is no part of kind ${JSON.stringify(name)}`);
  return kind;
}
