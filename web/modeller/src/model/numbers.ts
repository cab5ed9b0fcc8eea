// What is typed into number boxes: expressions, and changes of what was there.

/** Digits after the point that are kept: more would be noise of computing. */
export function tidy(value: number): number {
  const rounded = Math.round(value * 1e6) / 1e6;
  return rounded === 0 ? 0 : rounded;
}

/** As it stands in a box. */
export const shown = (value: number): string => String(tidy(value));

/** Rounded for reading. */
export const rounded = (value: number, digits = 3): string => String(Number(value.toFixed(digits)));

/** What a text makes of the number that was there; undefined where it means nothing. */
export type Meaning = (before: number) => number | undefined;

const CHANGES: Readonly<Record<string, (before: number, by: number) => number>> = {
  "+=": (before, by) => before + by,
  "-=": (before, by) => before - by,
  "*=": (before, by) => before * by,
  "/=": (before, by) => before / by,
};

export function meaningOf(text: string): Meaning {
  const change = CHANGES[text.trim().slice(0, 2)];
  const value = evaluate(change ? text.trim().slice(2) : text);
  return (before) => {
    const result = value === undefined ? undefined : change ? change(before, value) : value;
    return result !== undefined && Number.isFinite(result) ? tidy(result) : undefined;
  };
}

const LONGEST = 200;

/** The value of an expression; undefined where it is none. */
export function evaluate(text: string): number | undefined {
  if (text.length > LONGEST) return undefined;
  const tokens = text.replaceAll("−", "-").match(/\d+\.?\d*(?:e[+-]?\d+)?|\.\d+(?:e[+-]?\d+)?|[a-z]+|\S/gi) ?? [];
  const parser = new Parser(tokens.map((token) => token.toLowerCase()));
  const value = parser.sum();
  return parser.isAtEnd && Number.isFinite(value) ? value : undefined;
}

const DEGREES = Math.PI / 180;
const FUNCTIONS: Readonly<Record<string, (...values: number[]) => number>> = {
  sqrt: Math.sqrt,
  abs: Math.abs,
  round: Math.round,
  min: Math.min,
  max: Math.max,
  sin: (angle) => Math.sin(angle * DEGREES),
  cos: (angle) => Math.cos(angle * DEGREES),
  tan: (angle) => Math.tan(angle * DEGREES),
};

/** By recursive descent. What is wrong is not a number, and so is everything made of it. */
class Parser {
  #at = 0;

  constructor(private readonly tokens: readonly string[]) {}

  get isAtEnd(): boolean {
    return this.#at === this.tokens.length && this.tokens.length > 0;
  }

  sum(): number {
    let value = this.#product();
    for (;;) {
      if (this.#take("+")) value += this.#product();
      else if (this.#take("-")) value -= this.#product();
      else return value;
    }
  }

  #product(): number {
    let value = this.#signed();
    for (;;) {
      if (this.#take("*")) value *= this.#signed();
      else if (this.#take("/")) value /= this.#signed();
      else return value;
    }
  }

  #signed(): number {
    if (this.#take("-")) return -this.#signed();
    if (this.#take("+")) return this.#signed();
    const base = this.#value();
    return this.#take("^") ? base ** this.#signed() : base;
  }

  #value(): number {
    if (this.#take("(")) return this.#closed(this.sum());
    const token = this.tokens[this.#at++] ?? "";
    if (token === "pi") return Math.PI;
    const call = Object.hasOwn(FUNCTIONS, token) ? FUNCTIONS[token] : undefined;
    if (!call) return /^[\d.]/.test(token) ? Number(token) : NaN;
    if (!this.#take("(")) return NaN;
    const values = [this.sum()];
    while (this.#take(",")) values.push(this.sum());
    return this.#closed(call(...values));
  }

  #closed(value: number): number {
    return this.#take(")") ? value : NaN;
  }

  #take(token: string): boolean {
    const isThere = this.tokens[this.#at] === token;
    if (isThere) this.#at++;
    return isThere;
  }
}
