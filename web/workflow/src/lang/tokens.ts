// Splits an expression into words, numbers, texts and signs.

import { ExpressionProblem } from "./syntax";

export type Token =
  | { type: "name"; text: string; at: number }
  | { type: "number"; value: number; at: number }
  | { type: "text"; value: string; at: number }
  /** A text in backquotes: what stands between its `${…}`, which are sources of their own. */
  | { type: "template"; texts: readonly string[]; sources: readonly string[]; at: number }
  | { type: "sign"; text: string; at: number }
  | { type: "end"; at: number };

// Longer signs first.
const SIGNS = [
  "===", "!==", "...", "**", "=>", "==", "!=", "<=", ">=", "&&", "||", "??", "?.",
  "+", "-", "*", "/", "%", "<", ">", "!", "?", ":", "(", ")", "[", "]", "{", "}", ",", ".", "=", ";",
]; // prettier-ignore

const NAME = /[A-Za-z_$][\w$]*/y;
const NUMBER = /0x[0-9a-fA-F]+|(?:\d[\d_]*)?\.?\d[\d_]*(?:[eE][+-]?\d+)?/y;
const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", v: "\v", "0": "\0" };

export function tokens(source: string): Token[] {
  const found: Token[] = [];
  let at = 0;
  while (at < source.length) {
    const char = source[at]!;
    if (/\s/.test(char)) {
      at++;
    } else if (char === '"' || char === "'") {
      const { value, end } = quoted(source, at, char);
      found.push({ type: "text", value, at });
      at = end;
    } else if (char === "`") {
      const { texts, sources, end } = template(source, at);
      found.push({ type: "template", texts, sources, at });
      at = end;
    } else if (/\d/.test(char) || (char === "." && /\d/.test(source[at + 1] ?? ""))) {
      const text = matched(NUMBER, source, at)!;
      found.push({ type: "number", value: Number(text.replaceAll("_", "")), at });
      at += text.length;
    } else {
      const name = matched(NAME, source, at);
      const sign = name === undefined ? signAt(source, at) : undefined;
      if (name !== undefined) found.push({ type: "name", text: name, at });
      else if (sign !== undefined) found.push({ type: "sign", text: sign, at });
      else throw new ExpressionProblem(`There is no sign ${JSON.stringify(char)} in expressions.`);
      at += (name ?? sign)!.length;
    }
  }
  return [...found, { type: "end", at }];
}

function signAt(source: string, at: number): string | undefined {
  const sign = SIGNS.find((sign) => source.startsWith(sign, at));
  // `a?.5:1` chooses; it does not look into anything.
  return sign === "?." && /\d/.test(source[at + 2] ?? "") ? "?" : sign;
}

function matched(pattern: RegExp, source: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0];
}

function quoted(source: string, begin: number, quote: string): { value: string; end: number } {
  let value = "";
  let at = begin + 1;
  while (at < source.length && source[at] !== quote) {
    const { text, end } = character(source, at);
    value += text;
    at = end;
  }
  if (at >= source.length) throw new ExpressionProblem(`A text that begins with ${quote} has no end.`);
  return { value, end: at + 1 };
}

/** One character of a text, which may be escaped. */
function character(source: string, at: number): { text: string; end: number } {
  if (source[at] !== "\\") return { text: source[at]!, end: at + 1 };
  const next = source[at + 1] ?? "";
  if (next === "u" || next === "x") {
    const digits = source.slice(at + 2, at + (next === "u" ? 6 : 4));
    if (!/^[0-9a-fA-F]+$/.test(digits)) throw new ExpressionProblem(`\\${next} needs hexadecimal digits.`);
    return { text: String.fromCharCode(parseInt(digits, 16)), end: at + 2 + digits.length };
  }
  return { text: ESCAPES[next] ?? next, end: at + 2 };
}

function template(source: string, begin: number): { texts: string[]; sources: string[]; end: number } {
  const texts: string[] = [""];
  const sources: string[] = [];
  let at = begin + 1;
  while (at < source.length && source[at] !== "`") {
    if (source.startsWith("${", at)) {
      const end = closing(source, at + 2);
      sources.push(source.slice(at + 2, end));
      texts.push("");
      at = end + 1;
    } else {
      const { text, end } = character(source, at);
      texts[texts.length - 1] += text;
      at = end;
    }
  }
  if (at >= source.length) throw new ExpressionProblem("A text that begins with ` has no end.");
  return { texts, sources, end: at + 1 };
}

/** Where the brace closes that was opened before `at`. */
function closing(source: string, at: number): number {
  let depth = 1;
  for (let i = at; i < source.length; i++) {
    if (source[i] === "{") depth++;
    if (source[i] === "}" && --depth === 0) return i;
  }
  throw new ExpressionProblem("A ${ in a text has no end.");
}
