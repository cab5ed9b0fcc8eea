// Numbers with SI prefixes and units, as people write them and as they are shown. The one home of both.

const PREFIXES: Readonly<Record<string, number>> = {
  T: 12,
  G: 9,
  M: 6,
  k: 3,
  "": 0,
  m: -3,
  µ: -6,
  n: -9,
  p: -12,
  f: -15,
  a: -18,
};

/** Other ways to write a prefix. */
const PREFIX_WORDS: Readonly<Record<string, string>> = { K: "k", u: "µ", μ: "µ", meg: "M", Meg: "M", MEG: "M" };

/** Other ways to write a unit; keys in lower case. */
const UNIT_WORDS: Readonly<Record<string, string>> = {
  ohm: "Ω",
  ohms: "Ω",
  ω: "Ω",
  volt: "V",
  volts: "V",
  amp: "A",
  amps: "A",
  sec: "s",
  deg: "°",
  "a/v^2": "A/V²",
  "a/v2": "A/V²",
  "a/v²": "A/V²",
};

/** Units that are not written with a prefix; none at all is one of them. */
const PLAIN_UNITS = new Set(["", "%", "°"]);

/**
 * Reads `4.7k`, `10 mV`, `1 uF`, `2.2 kΩ`, `1e3`. With a `unit`, another unit in the text is refused; without one, any unit
 * is passed over. Gives undefined for what is no number.
 */
export function parse(text: string, unit?: string): number | undefined {
  const match = /^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)\s*(\S*)\s*$/iu.exec(text.replaceAll("−", "-"));
  if (!match) return undefined;
  const [, digits = "", tail = ""] = match;
  const exponent = exponentOf(tail, unit);
  if (exponent === undefined) return undefined;
  // Shifting the exponent in the text keeps 4.7k at 4700 exactly; multiplying would not always.
  const [mantissa = "", power = "0"] = digits.toLowerCase().split("e");
  const value = Number(`${mantissa}e${Number(power) + exponent}`);
  return Number.isFinite(value) ? value : undefined;
}

/** Writes a value with the prefix that leaves one to three digits before the point: `4.7 kΩ`, `10 mV`. */
export function format(value: number, unit = "", digits = 4): string {
  const text = Number.isFinite(value) ? scaled(value, !PLAIN_UNITS.has(unit), digits) : ["–", ""];
  return `${text[0]} ${text[1]}${unit}`.trim();
}

/** A number and the prefix that goes with it. */
function scaled(value: number, hasPrefix: boolean, digits: number): [string, string] {
  if (value === 0) return ["0", ""];
  // Rounding comes first, for 999.96 is shown as 1 k.
  const [mantissa = "", exponent = ""] = value.toExponential(digits - 1).split("e");
  const power = hasPrefix ? Math.floor(Number(exponent) / 3) * 3 : 0;
  if (power < -18) return [`${Number(mantissa)}e${exponent}`, ""];
  const used = Math.min(power, 12);
  const prefix = Object.keys(PREFIXES).find((name) => PREFIXES[name] === used) ?? "";
  return [String(Number(`${mantissa}e${Number(exponent) - used}`)), prefix];
}

/** The power of ten that what stands behind a number means: 3 for `k`, `kΩ` and `kohm`. */
function exponentOf(tail: string, unit: string | undefined): number | undefined {
  // A bare unit goes before a prefix: 1 F is a farad and 1 A an ampere, whatever else those letters mean.
  if (tail === "" || isUnit(tail, unit)) return 0;
  for (const length of [3, 1]) {
    const head = tail.slice(0, length);
    const prefix = PREFIX_WORDS[head] ?? head;
    const exponent = PREFIXES[prefix];
    if (head !== "" && exponent !== undefined) {
      const rest = tail.slice(length);
      if (rest === "" || isUnit(rest, unit)) return exponent;
    }
  }
  return undefined;
}

function isUnit(text: string, unit: string | undefined): boolean {
  const plain = UNIT_WORDS[text.toLowerCase()] ?? text;
  if (unit === undefined) return ["V", "A", "Ω", "F", "H", "Hz", "s", "W", "%", "°", "A/V²"].includes(plain);
  return plain === unit || (unit === "Hz" && plain.toLowerCase() === "hz") || (unit === "Ω" && plain === "R");
}
