// Everything that tells the time: dates, `performance`, the stamps of events, the timeline of animations, audio.

import { define } from "./random";

/** App time begins at a fixed moment: 1 January 2026, 09:00 UTC. */
export const EPOCH_MS = Date.UTC(2026, 0, 1, 9);

/** What is replaced where it exists: workers have no documents, and a test's stand-in has little of all this. */
export interface ClockedPage {
  Date: DateConstructor;
  performance: Pick<Performance, "now" | "timeOrigin">;
  Intl?: typeof Intl;
  Event?: { prototype: Event };
  Element?: { prototype: Element };
  document?: { timeline: AnimationTimeline };
  AudioContext?: typeof AudioContext;
}

/** Lets every clock tell `now`, in milliseconds since the page began. */
export function installClocks(page: ClockedPage, now: () => number): void {
  const epoch = () => EPOCH_MS + Math.floor(now());
  page.Date = appDate(page.Date, epoch);
  define(page.performance, { now, timeOrigin: EPOCH_MS });
  if (page.Intl) formatAppTime(page.Intl.DateTimeFormat.prototype, epoch);
  if (page.Event) stampEvents(page.Event.prototype, now);
  if (page.document) Object.defineProperty(page.document.timeline, "currentTime", { get: now, configurable: true });
  if (page.Element) finishAnimations(page.Element.prototype);
  if (page.AudioContext) page.AudioContext = timedAudio(page.AudioContext, now);
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

/** A format without a date means now. */
function formatAppTime(prototype: Intl.DateTimeFormat, epoch: () => number): void {
  const format = Object.getOwnPropertyDescriptor(prototype, "format")!.get!;
  const { formatToParts } = prototype;
  Object.defineProperty(prototype, "format", {
    configurable: true,
    get(this: Intl.DateTimeFormat) {
      const formatted = format.call(this) as Intl.DateTimeFormat["format"];
      return (date?: Date | number) => formatted(date ?? epoch());
    },
  });
  prototype.formatToParts = function (date) {
    return formatToParts.call(this, date ?? epoch());
  };
}

/** An event has the time at which its stamp is first read, and keeps it: time stands still while an event is handled. */
function stampEvents(prototype: Event, now: () => number): void {
  const stamps = new WeakMap<Event, number>();
  Object.defineProperty(prototype, "timeStamp", {
    configurable: true,
    get(this: Event) {
      if (!stamps.has(this)) stamps.set(this, now());
      return stamps.get(this);
    },
  });
}

/** Animations of scripts end as they begin, as those of style sheets do: they would run in the browser's own time. */
function finishAnimations(prototype: Element): void {
  const { animate } = prototype;
  prototype.animate = function (...args: Parameters<Element["animate"]>) {
    const animation = animate.apply(this, args);
    // An endless animation has no last moment to go to.
    if (animation.effect?.getComputedTiming().endTime === Infinity) animation.cancel();
    else animation.finish();
    return animation;
  };
}

/** An audio context's clock runs from when it is made, and stands while the context is suspended. */
function timedAudio(Real: typeof AudioContext, now: () => number): typeof AudioContext {
  return class extends Real {
    /** Milliseconds that it has run until `since`. */
    #run = 0;
    #since: number | undefined = now();

    override get currentTime(): number {
      return (this.#run + this.#sinceThen()) / 1000;
    }

    override getOutputTimestamp(): AudioTimestamp {
      return { contextTime: this.currentTime, performanceTime: now() };
    }

    override resume(): Promise<void> {
      this.#since ??= now();
      return super.resume();
    }

    override suspend(): Promise<void> {
      this.#stop();
      return super.suspend();
    }

    override close(): Promise<void> {
      this.#stop();
      return super.close();
    }

    #sinceThen(): number {
      return this.#since === undefined ? 0 : now() - this.#since;
    }

    #stop(): void {
      this.#run += this.#sinceThen();
      this.#since = undefined;
    }
  };
}
