// Numbers as engineers write them: `6.812 V`, `191.6 mV`, `1 kΩ`, `10 µF`.

const PREFIXES = ["f", "p", "n", "µ", "m", "", "k", "M", "G", "T"];
const PLAIN = PREFIXES.indexOf("");
/** Below this everything is noise of the arithmetic. */
const NOTHING = 1e-16;
/** Units that take no prefix. */
const BARE = new Set(["", "%", "°"]);

/** A value with its unit and SI prefix, trailing zeros dropped. */
export function formatSi(value: number, unit: string, digits = 4): string {
  if (!Number.isFinite(value)) return `– ${unit}`.trim();
  if (BARE.has(unit)) return `${trimmed(value, digits)} ${unit}`.trim();
  if (Math.abs(value) < NOTHING) return `0 ${unit}`;
  // Rounding first lets 999.96 become 1 k instead of 1000.
  const rounded = Number(value.toPrecision(digits));
  const thousands = Math.floor(Math.log10(Math.abs(rounded)) / 3 + 1e-12);
  const prefix = Math.max(-PLAIN, Math.min(PREFIXES.length - 1 - PLAIN, thousands));
  return `${trimmed(rounded / 1000 ** prefix, digits)} ${PREFIXES[prefix + PLAIN]!}${unit}`;
}

function trimmed(value: number, digits: number): string {
  const text = String(Number(value.toPrecision(digits)));
  return text === "-0" ? "0" : text;
}
