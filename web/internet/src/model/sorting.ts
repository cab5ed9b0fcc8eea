// The order of rows, and which of them are shown.

export type SortKind = "text" | "number";

/** A number as people write it: `1,234.5`, `−3 %`, `€ 12`. Not a number where there is none. */
export function numberIn(text: string): number {
  const plain = text.replace(/[,\s\u00a0\u202f]/g, "").replace(/[−–]/g, "-");
  const found = /-?\d+(\.\d+)?(e[+-]?\d+)?/i.exec(plain);
  return found ? Number(found[0]) : NaN;
}

/** Indices of values in order; what has no value comes last, whichever way. */
export function order(values: readonly string[], kind: SortKind, isDescending: boolean): number[] {
  const numbers = kind === "number" ? values.map(numberIn) : [];
  const isEmpty = (i: number) => (kind === "number" ? Number.isNaN(numbers[i]) : values[i]!.trim() === "");
  const compare = (a: number, b: number) =>
    kind === "number" ? numbers[a]! - numbers[b]! : compareTexts(values[a]!, values[b]!);
  const indices = values.map((_, i) => i);
  const full = indices.filter((i) => !isEmpty(i)).sort((a, b) => (isDescending ? compare(b, a) : compare(a, b)));
  return [...full, ...indices.filter(isEmpty)];
}

const collator = new Intl.Collator("en");
const compareTexts = (a: string, b: string) => collator.compare(a, b);
