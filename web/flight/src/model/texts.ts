// Values as they are shown.

/** To the nearest whole number, halves up; there is no minus zero on a display. */
export function round(value: number): number {
  return Math.floor(value + 0.5) + 0;
}

/** 30407 is "30,407". */
export function thousands(whole: number): string {
  return String(whole).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

export const feetOf = (metres: number) => round(metres * 3.28084);
export const feetText = (metres: number) => `${thousands(feetOf(metres))} ft`;
export const knotsText = (metresPerSecond: number) => `${thousands(round(metresPerSecond * 1.94384))} kts`;
/** Steps are those of ADS-B: 64 ft/min. */
export const rateText = (steps: number) => `${thousands(round(steps * 64))} ft/min`;
export const headingText = (degrees: number) => `${round(degrees) % 360}°`;

/** Four decimals, and no "-0.0000". */
export function degreesText(degrees: number): string {
  return (round(degrees * 10_000) / 10_000).toFixed(4);
}
