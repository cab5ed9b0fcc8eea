// The page's time: timers, animation frames and every clock move only when they are told to.

import { installClocks, type ClockedPage } from "./clocks";
import { installRandom, type RandomSource } from "./random";

/** App time of one animation frame. */
export const FRAME_MS = 1000 / 60;
/** Frames are due at multiples of their length; sums of fractions are never quite equal. */
const EPSILON_MS = 1e-6;

interface Timer {
  id: number;
  due: number;
  every: number | undefined;
  run: () => void;
}

/** What is replaced; a window, the global object of a worker, or a test's stand-in for one. */
export type Timed = ClockedPage &
  RandomSource &
  Pick<
    Window,
    | "setTimeout"
    | "setInterval"
    | "clearTimeout"
    | "clearInterval"
    | "requestAnimationFrame"
    | "cancelAnimationFrame"
    | "requestIdleCallback"
    | "cancelIdleCallback"
  > & { AbortSignal?: typeof AbortSignal };

interface TimeOptions {
  /** Where time begins, in milliseconds since the page began: a worker begins when it is made. */
  start?: number;
  /** Which sequence of random numbers: 0 for the page, and another for each of its workers. */
  stream?: number;
}

export class AppTime {
  readonly #stream: number;
  #now: number;
  #frame: number;
  #ids = 0;
  #timers: Timer[] = [];
  #frames = new Map<number, FrameRequestCallback>();
  /** Called before the callbacks of each frame: for whatever else has to keep up with this time. */
  beforeFrame: ((now: number) => Promise<void> | undefined) | undefined;

  constructor({ start = 0, stream = 0 }: TimeOptions = {}) {
    this.#now = start;
    this.#frame = Math.floor((start + EPSILON_MS) / FRAME_MS);
    this.#stream = stream;
  }

  /** Milliseconds since the page began. */
  get now(): number {
    return this.#now;
  }

  /** Puts this time in place of the browser's. */
  install(page: object): void {
    const timed = page as Timed;
    const start = (handler: TimerHandler, ms: number | undefined, repeats: boolean, args: unknown[]) => {
      const run = typeof handler === "function" ? () => handler(...args) : () => undefined;
      const delay = Math.max(Number(ms) || 0, 1);
      const id = ++this.#ids;
      this.#timers.push({ id, due: this.#now + delay, every: repeats ? delay : undefined, run });
      return id;
    };
    const stop = (id: number | undefined) => {
      this.#timers = this.#timers.filter((timer) => timer.id !== id);
    };
    Object.assign(timed, {
      setTimeout: (handler: TimerHandler, ms?: number, ...args: unknown[]) => start(handler, ms, false, args),
      setInterval: (handler: TimerHandler, ms?: number, ...args: unknown[]) => start(handler, ms, true, args),
      clearTimeout: stop,
      clearInterval: stop,
      requestAnimationFrame: (callback: FrameRequestCallback) => {
        const id = ++this.#ids;
        this.#frames.set(id, callback);
        return id;
      },
      cancelAnimationFrame: (id: number) => void this.#frames.delete(id),
      requestIdleCallback: (callback: IdleRequestCallback) =>
        start(() => callback({ didTimeout: false, timeRemaining: () => 10 }), 1, false, []),
      cancelIdleCallback: stop,
    });
    if (timed.AbortSignal) {
      timed.AbortSignal.timeout = (ms) => {
        const controller = new AbortController();
        start(() => controller.abort(new DOMException("signal timed out", "TimeoutError")), ms, false, []);
        return controller.signal;
      };
    }
    installClocks(timed, () => this.#now);
    installRandom(timed, this.#stream);
  }

  /** Lets time pass: runs every timer and every frame that falls due, in order. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      const nextFrame = (this.#frame + 1) * FRAME_MS;
      const timer = this.#timers.reduce<Timer | undefined>(
        (first, timer) => (first === undefined || timer.due < first.due ? timer : first),
        undefined,
      );
      const due = Math.min(timer?.due ?? Infinity, nextFrame);
      if (due > end + EPSILON_MS) break;
      this.#now = due;
      if (timer && timer.due <= nextFrame) {
        if (timer.every === undefined) this.#timers = this.#timers.filter((other) => other !== timer);
        else timer.due += timer.every;
        timer.run();
      } else {
        this.#frame++;
        await this.beforeFrame?.(this.#now);
        const frames = [...this.#frames.values()];
        this.#frames.clear();
        for (const frame of frames) frame(this.#now);
      }
      // Promises that the callbacks settled go on before the next of them, as in a browser left alone.
      await undefined;
    }
    this.#now = Math.max(this.#now, end);
  }
}
