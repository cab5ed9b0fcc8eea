// Numbers of a simulation as engineers write them: `6.812 V`, `191.6 mV`, `1 kΩ`, `10 µF`.

import { format } from "../model/quantity";

/** Below this everything is noise of the arithmetic. */
const NOTHING = 1e-16;

/** A value with its unit and SI prefix, trailing zeros dropped. */
export function formatSi(value: number, unit: string, digits = 4): string {
  return format(Math.abs(value) < NOTHING ? 0 : value, unit, digits);
}
