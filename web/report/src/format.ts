// Figures as the report writes them.

export function showSeconds(seconds: number | null): string {
  if (seconds === null) return "–";
  if (seconds < 0.0995) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 119.5) return `${seconds.toFixed(1)} s`;
  return seconds < 7170 ? `${(seconds / 60).toFixed(1)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

export function showNumber(value: number | null): string {
  return value === null ? "–" : value.toLocaleString("en");
}
