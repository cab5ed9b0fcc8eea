// The time of the replay: seconds since 06:00:00 UTC.

export const MINUTES = 720;
export const START_SECONDS = 10 * 3600;
/** The last second at which there is anything to show. */
export const LAST_SECOND = MINUTES * 60 - 1;
export const LAST_MINUTE_SECONDS = (MINUTES - 1) * 60;
export const SPEEDS = [1, 8, 30, 60, 120, 300] as const;

const FIRST_HOUR = 6;

/** 36000 is "16:00:00". */
export function clockText(seconds: number): string {
  const whole = Math.floor(seconds);
  const parts = [FIRST_HOUR + Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return parts.map((part) => String(part).padStart(2, "0")).join(":");
}

/** A minute of the day's 720 as hours and minutes. */
export function minuteText(minute: number): string {
  return clockText(minute * 60).slice(0, 5);
}

/** A time as people write it, or what is wrong with it. */
export function readClock(text: string): { seconds: number } | { problem: string } {
  const match = /^(\d{1,2})[:.]?(\d{2})(?:[:.]?(\d{2}))?(?:\s*(?:utc|z))?$/i.exec(text.trim());
  if (!match) return { problem: "Write the time as 14:30 or 14:30:00." };
  const [hours, minutes, rest] = [Number(match[1]), Number(match[2]), Number(match[3] ?? 0)];
  const seconds = (hours - FIRST_HOUR) * 3600 + minutes * 60 + rest;
  if (minutes > 59 || rest > 59) return { problem: "Minutes and seconds go to 59." };
  if (seconds < 0 || seconds > LAST_SECOND) return { problem: "The day goes from 06:00:00 to 17:59:59 UTC." };
  return { seconds };
}

/**
 * Where the replay is. While it plays, its time follows from the page's, so that nothing has to happen in between: the same
 * number of milliseconds always leads to the same second.
 */
export class Clock {
  #base = START_SECONDS;
  #since: number | undefined;
  #speed = 60;

  constructor(private readonly now: () => number) {}

  get seconds(): number {
    if (this.#since === undefined) return this.#base;
    return Math.min(LAST_SECOND, this.#base + ((this.now() - this.#since) * this.#speed) / 1000);
  }

  get speed(): number {
    return this.#speed;
  }

  /** At the end of the day nothing plays any more. */
  get isPlaying(): boolean {
    return this.#since !== undefined && this.seconds < LAST_SECOND;
  }

  play(): void {
    const base = this.seconds;
    this.#base = base >= LAST_SECOND ? 0 : base;
    this.#since = this.now();
  }

  /** Goes back to the second that is shown. */
  pause(): void {
    this.#base = Math.floor(this.seconds);
    this.#since = undefined;
  }

  go(seconds: number): void {
    const isPlaying = this.isPlaying;
    this.#base = Math.max(0, Math.min(LAST_SECOND, seconds));
    this.#since = isPlaying ? this.now() : undefined;
  }

  setSpeed(speed: number): void {
    // The time so far has passed at the old speed.
    this.go(this.seconds);
    this.#speed = speed;
  }
}
