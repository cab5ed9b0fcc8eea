// Figures as people read them.

export const NOTHING = "–";

export const percent = (share: number) => `${(100 * share).toFixed(share > 0 && share < 0.1 ? 1 : 0)} %`;

export const score = (value: number | null) => (value === null ? NOTHING : value.toFixed(2));

export function duration(secs: number | null): string {
  if (secs === null) return NOTHING;
  if (secs < 1) return `${Math.round(1000 * secs)} ms`;
  if (secs < 120) return `${secs.toFixed(1)} s`;
  if (secs < 7200) return `${(secs / 60).toFixed(1)} min`;
  return `${(secs / 3600).toFixed(1)} h`;
}

export function cost(dollars: number | null): string {
  if (!dollars) return NOTHING;
  return dollars < 0.01 ? `$${dollars.toPrecision(2)}` : `$${dollars.toFixed(2)}`;
}

export function count(value: number | null): string {
  return value === null ? NOTHING : value.toLocaleString("en");
}

/** An average of whole numbers. */
export const mean = (value: number | null) => (value === null ? NOTHING : value.toFixed(value < 10 ? 1 : 0));

/** `2026-11-17 01:02`, of a time as the record writes it. */
export const moment = (text: string) => text.slice(0, 16).replace("T", " ");
