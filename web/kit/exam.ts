// The script that a sat exam puts into its page before the page's own: from here on the page's time is the agent's.
//
// Clock, timers, animation frames and randomness are ours: nothing happens by itself while an agent thinks, and the same
// actions give the same pixels. The runner moves time forward with `advance`, over the DevTools pipe; what a page's user can
// do with mouse and keyboard reaches none of this.

import type { App, Proctor } from "./app";

/** App time of one animation frame. */
const FRAME_MS = 1000 / 60;
/** App time begins at a fixed moment: 1 January 2026, 09:00 UTC. */
const EPOCH_MS = Date.UTC(2026, 0, 1, 9);

interface Timer {
  id: number;
  due: number;
  every: number | undefined;
  run: () => void;
}

class Exam implements Proctor {
  app: App | undefined;

  /** App time in milliseconds since the page began. */
  #now = 0;
  #nextFrame = FRAME_MS;
  #ids = 0;
  #timers: Timer[] = [];
  #frames = new Map<number, FrameRequestCallback>();

  /** Puts our clock in place of the browser's. */
  install(): void {
    const realFrame = window.requestAnimationFrame.bind(window);
    // What is shown must be what was drawn: two real frames, because the first may have begun before our last change.
    this.painted = () => new Promise((resolve) => realFrame(() => realFrame(() => resolve())));

    const RealDate = Date;
    const appNow = () => EPOCH_MS + Math.floor(this.#now);
    const AppDate = function (this: unknown, ...args: unknown[]) {
      if (!new.target) return new RealDate(appNow()).toString();
      return args.length === 0 ? new RealDate(appNow()) : Reflect.construct(RealDate, args);
    };
    AppDate.prototype = RealDate.prototype;
    window.Date = Object.assign(AppDate, {
      now: appNow,
      parse: RealDate.parse,
      UTC: RealDate.UTC,
    }) as unknown as DateConstructor;
    performance.now = () => this.#now;

    let seed = 0x9e3779b9;
    Math.random = () => {
      // mulberry32: small, and the same everywhere.
      seed = (seed + 0x6d2b79f5) | 0;
      let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
      t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
      return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
    };

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
    Object.assign(window, {
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
    // Transitions would run in the browser's own time, and a caret blinks in it.
    document.addEventListener("DOMContentLoaded", () => {
      const style = document.createElement("style");
      style.textContent =
        "*, *::before, *::after { transition: none !important; animation: none !important; caret-animation: manual !important; scroll-behavior: auto !important }";
      document.head.append(style);
    });
  }

  painted: () => Promise<void> = async () => undefined;

  /** Lets app time pass, then waits until the page shows what it led to. */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      const timer = this.#timers.reduce<Timer | undefined>(
        (first, timer) => (first === undefined || timer.due < first.due ? timer : first),
        undefined,
      );
      const due = Math.min(timer?.due ?? Infinity, this.#nextFrame);
      if (due > end) break;
      this.#now = due;
      if (timer && timer.due <= this.#nextFrame) {
        if (timer.every === undefined) this.#timers = this.#timers.filter((other) => other !== timer);
        else timer.due += timer.every;
        timer.run();
      } else {
        this.#nextFrame += FRAME_MS;
        const frames = [...this.#frames.values()];
        this.#frames.clear();
        for (const frame of frames) frame(this.#now);
      }
      // Promises that the callbacks settled go on before the next of them, as in a browser left alone.
      await undefined;
    }
    this.#now = end;
    await this.painted();
  }

  /** Whether the application is there and nothing of it is on its way. */
  ready(): boolean {
    return (
      document.readyState === "complete" &&
      document.fonts.status === "loaded" &&
      this.app !== undefined &&
      (this.app.idle?.() ?? true)
    );
  }

  /** What the grader reads. */
  state(): string {
    if (!this.app) throw new Error("the application has not registered");
    return JSON.stringify(this.app.state());
  }
}

const exam = new Exam();
exam.install();
globalThis.agonProctor = exam;
