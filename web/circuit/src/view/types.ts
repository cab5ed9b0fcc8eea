// What drawing needs to know, and what it offers to the editor.

import type { Part, Point } from "../model/part";
import type { LabelSpace } from "./label-space";
import type { Look } from "./look";

/** What the simulation says about a part now. Absent values are unknown. */
export interface Live {
  /** Volts at a pin. */
  voltage(part: Part, pin: string): number | undefined;
  /** Amperes into the part at a pin. */
  current(part: Part, pin: string): number | undefined;
}

export interface PartStyle {
  look: Look;
  live: Live;
  selected: boolean;
  hovered: boolean;
  /** Being placed: drawn paler. */
  ghost: boolean;
  /** The corners of a wire, on the grid; straight from a to b if there are none. */
  route?: readonly Point[] | undefined;
  /** Keeps labels from covering each other. */
  labels?: LabelSpace;
  /** Drawn without its value; its label stays. */
  hidesValue?: boolean;
}

/** view/parts.ts: draws a part in grid units scaled to pixels (the context is already transformed: 1 unit = 1 grid square). */
export type DrawPart = (context: CanvasRenderingContext2D, part: Part, style: PartStyle) => void;

/** view/info.ts: lines of the information panel for a part: its name and value, then live values as `Vd = 6.812 V`. */
export type DescribePart = (part: Part, live: Live) => string[];

/** view/scope.ts: what a scope measures; null where it cannot be told yet. */
export interface Measurements {
  frequency: number | null;
  /** 0 … 1. */
  duty: number | null;
  peakToPeak: number | null;
  max: number | null;
  min: number | null;
  average: number | null;
  rms: number | null;
}
