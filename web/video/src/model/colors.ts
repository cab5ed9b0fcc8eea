// Colours as forms take them: `#rrggbb`, or a name.

export const SWATCHES: Readonly<Record<string, string>> = {
  white: "#ffffff",
  black: "#000000",
  red: "#ff0000",
  orange: "#ff8000",
  yellow: "#ffff00",
  green: "#00ff00",
  cyan: "#00ffff",
  blue: "#0000ff",
  purple: "#8000ff",
  gray: "#808080",
};

/** `#rrggbb`, or undefined if the text is no colour. */
export function readColor(text: string): string | undefined {
  const plain = text.trim().toLowerCase();
  const named = SWATCHES[plain];
  if (named) return named;
  const digits = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/.exec(plain)?.[1];
  if (!digits) return undefined;
  return `#${digits.length === 3 ? [...digits].map((digit) => digit + digit).join("") : digits}`;
}

/** `#rrggbbaa` as colour and percent of opacity. */
export function parted(color: string): { color: string; percent: number } {
  return { color: color.slice(0, 7), percent: Math.round((parseInt(color.slice(7), 16) / 255) * 100) };
}

export function joined(color: string, percent: number): string {
  return (
    color +
    Math.round((percent / 100) * 255)
      .toString(16)
      .padStart(2, "0")
  );
}
