// Colours between others: wires by voltage, glows by brightness.

import type { Look } from "./look";

/** At this voltage a wire has its full colour. */
const FULL_VOLTS = 5;
/** Shades between neutral and full; more could not be told apart. */
const SHADES = 40;

/** The colour of a wire or lead at a voltage; unknown voltages are neutral. */
export function voltageColour(look: Look, volts: number | undefined): string {
  if (volts === undefined || !Number.isFinite(volts)) return look.neutral;
  const share = Math.max(-1, Math.min(1, volts / FULL_VOLTS));
  const shade = Math.round(share * SHADES) / SHADES;
  return mixed(look.neutral, shade < 0 ? look.negative : look.positive, Math.abs(shade));
}

/** A colour with an opacity from 0 to 1. */
export function faded(colour: string, opacity: number): string {
  const [r, g, b] = channels(colour);
  return `rgba(${r}, ${g}, ${b}, ${Math.max(0, Math.min(1, opacity)).toFixed(3)})`;
}

const mixes = new Map<string, string>();

function mixed(from: string, to: string, share: number): string {
  const key = `${from}${to}${share}`;
  let colour = mixes.get(key);
  if (colour === undefined) {
    const start = channels(from);
    const end = channels(to);
    colour = `rgb(${start.map((c, i) => Math.round(c + (end[i]! - c) * share)).join(", ")})`;
    mixes.set(key, colour);
  }
  return colour;
}

/** Red, green and blue of `#rrggbb`. */
function channels(hex: string): [number, number, number] {
  const number = Number.parseInt(hex.slice(1), 16);
  return [(number >> 16) & 255, (number >> 8) & 255, number & 255];
}
