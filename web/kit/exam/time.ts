// The page's time: clock, timers, animation frames and randomness that only move when they are told to.

/** App time of one animation frame. */
export const FRAME_MS = 1000 / 60;
/** App time begins at a fixed moment: 1 January 2026, 09:00 UTC. */
const EPOCH_MS = Date.UTC(2026, 0, 1, 9);
/** Frames are due at multiples of their length; sums of fractions are never quite equal. */
const EPSILON_MS = 1e-6;

interface Timer {
  id: number;
  due: number;
  every: number | undefined;
  run: () => void;
}

/** What is replaced; a window, or a test's stand-in for one. */
export type Timed = Pick<
  Window,
  | "setTimeout"
  | "setInterval"
  | "clearTimeout"
  | "clearInterval"
  | "requestAnimationFrame"
  | "cancelAnimationFrame"
  | "requestIdleCallback"
  | "cancelIdleCallback"
> & { Date: DateConstructor; Math: Math; performance: Pick<Performance, "now"> };

export class AppTime {
  /** Milliseconds since the page began. */
  #now = 0;
  #frame = 0;
  #ids = 0;
  #timers: Timer[] = [];
  #frames = new Map<number, FrameRequestCallback>();

  /** Puts this clock in place of the browser's. */
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
      Date: appDate(timed.Date, () => EPOCH_MS + Math.floor(this.#now)),
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
    timed.performance.now = () => this.#now;
    timed.Math.random = seededRandom();
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

/** A `Date` that takes its "now" from elsewhere and is otherwise the real one. */
function appDate(Real: DateConstructor, now: () => number): DateConstructor {
  const App = function (this: unknown, ...args: unknown[]) {
    if (!new.target) return new Real(now()).toString();
    return args.length === 0 ? new Real(now()) : Reflect.construct(Real, args);
  };
  App.prototype = Real.prototype;
  return Object.assign(App, { now, parse: Real.parse, UTC: Real.UTC }) as unknown as DateConstructor;
}

/** mulberry32: small, and the same everywhere. */
function seededRandom(): () => number {
  let seed = 0x9e3779b9;
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
