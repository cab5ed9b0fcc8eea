// A part as the document holds it.

import type { ParamValue } from "../sim/types";

/** Grid coordinates. */
export type Point = readonly [number, number];

export interface Part {
  readonly id: number;
  readonly kind: string;
  label: string;
  /** Every parameter of the kind. */
  params: Record<string, ParamValue>;
  a: Point;
  b: Point;
  flip: boolean;
  /** Quarter turns clockwise; chips only. */
  turns: number;
}
