// Colours as `#rrggbb` and as three numbers.

import type { Vec3 } from "../math/vector";

/** A colour as it is kept; undefined where the text is none. `#f00` and `ff0000` are read as well. */
export function readColour(text: string): string | undefined {
  const digits = text.trim().toLowerCase().replace(/^#/, "");
  if (/^[0-9a-f]{6}$/.test(digits)) return `#${digits}`;
  if (/^[0-9a-f]{3}$/.test(digits)) return `#${[...digits].map((digit) => digit + digit).join("")}`;
  return undefined;
}

/** Red, green and blue, from 0 to 255. */
export function channels(colour: string): Vec3 {
  const number = Number.parseInt(colour.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}

export function fromChannels(parts: Vec3): string {
  return `#${parts.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;
}

/** From 0 (black) to 1, as bright as it looks. */
export function brightness(colour: string): number {
  const [red, green, blue] = channels(colour);
  return (0.3 * red + 0.59 * green + 0.11 * blue) / 255;
}

/** Colours to choose from. */
export const SWATCHES: readonly (readonly [name: string, colour: string])[] = [
  ["White", "#ffffff"],
  ["Grey", "#888888"],
  ["Black", "#000000"],
  ["Red", "#ff0000"],
  ["Orange", "#ff8800"],
  ["Yellow", "#ffff00"],
  ["Green", "#00ff00"],
  ["Cyan", "#00ffff"],
  ["Blue", "#0000ff"],
  ["Purple", "#aa00ff"],
  ["Magenta", "#ff00ff"],
  ["Brown", "#885533"],
];
