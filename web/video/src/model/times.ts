// Times as people read and write them.

/** 5060 is 00:05.06. */
export function clockOf(ms: number): string {
  const two = (number: number) => String(Math.floor(number)).padStart(2, "0");
  return `${two(ms / 60_000)}:${two((ms / 1000) % 60)}.${two((ms % 1000) / 10)}`;
}

/** 5060 is 5.06. */
export function secondsOf(ms: number): string {
  return String(ms / 1000);
}

/** Seconds, or minutes and seconds, as milliseconds; undefined if it is neither. */
export function readTime(text: string): number | undefined {
  const match = /^(?:(\d{1,3}):)?(\d*\.?\d*)$/.exec(text.trim());
  if (!match || !/\d/.test(match[2]!)) return undefined;
  return Math.round((Number(match[1] ?? 0) * 60 + Number(match[2])) * 1000);
}

/** Seconds as milliseconds, or what is wrong. */
export function readSeconds(text: string): { ms: number } | { problem: string } {
  if (text.trim() === "") return { problem: "A number of seconds is needed here." };
  const ms = readTime(text);
  return ms === undefined ? { problem: "This is no number of seconds." } : { ms };
}
