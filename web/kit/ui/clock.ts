/** Seconds as minutes and seconds: 75 is 1:15. */
export function clock(secs: number): string {
  const whole = Math.max(0, Math.round(secs));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}
