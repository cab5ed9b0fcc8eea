// Sound and video elements play in app time: the real element stands still and is moved to where it would be.

import { define } from "./random";

interface Playing {
  /** Position in seconds at app time `since`. */
  from: number;
  since: number;
}

/** What is replaced; a window, or a test's stand-in for one. */
interface MediaPage {
  HTMLMediaElement: { prototype: HTMLMediaElement };
  addEventListener(type: string, listener: (event: Event) => void, capture: boolean): void;
}

export class MediaTime {
  readonly #now: () => number;
  readonly #playing = new Map<HTMLMediaElement, Playing>();
  #seek: (element: HTMLMediaElement, seconds: number) => void = () => undefined;

  constructor(now: () => number) {
    this.#now = now;
  }

  install(page: MediaPage): void {
    const { prototype } = page.HTMLMediaElement;
    const position = Object.getOwnPropertyDescriptor(prototype, "currentTime")!;
    const rate = Object.getOwnPropertyDescriptor(prototype, "playbackRate")!;
    const { pause } = prototype;
    this.#seek = (element, seconds) => position.set!.call(element, seconds);
    const play = (element: HTMLMediaElement) => {
      if (this.#playing.has(element)) return;
      const at = position.get!.call(element) as number;
      const from = element.duration > 0 && at >= element.duration ? 0 : at;
      this.#playing.set(element, { from, since: this.#now() });
      tell(element, "play", "playing");
    };
    const positionOf = (element: HTMLMediaElement) =>
      this.#position(element) ?? (position.get!.call(element) as number);
    /** Counts anew from where the element is. */
    const rebase = (element: HTMLMediaElement, from: number) => {
      if (this.#playing.has(element)) this.#playing.set(element, { from, since: this.#now() });
    };
    const playing = this.#playing;
    define(prototype, {
      async play(this: HTMLMediaElement) {
        play(this);
      },
      pause(this: HTMLMediaElement) {
        const at = positionOf(this);
        if (!playing.delete(this)) return;
        position.set!.call(this, at);
        tell(this, "pause");
      },
    });
    Object.defineProperties(prototype, {
      paused: {
        configurable: true,
        get(this: HTMLMediaElement) {
          return !playing.has(this);
        },
      },
      currentTime: {
        configurable: true,
        get(this: HTMLMediaElement) {
          return positionOf(this);
        },
        set(this: HTMLMediaElement, seconds: number) {
          rebase(this, seconds);
          position.set!.call(this, seconds);
        },
      },
      playbackRate: {
        configurable: true,
        get(this: HTMLMediaElement) {
          return rate.get!.call(this) as number;
        },
        set(this: HTMLMediaElement, value: number) {
          rebase(this, positionOf(this));
          rate.set!.call(this, value);
        },
      },
    });
    // An element with `autoplay` starts by itself.
    page.addEventListener(
      "play",
      ({ target, isTrusted }) => {
        if (!isTrusted || !(target instanceof EventTarget)) return;
        const element = target as HTMLMediaElement;
        pause.call(element);
        play(element);
      },
      true,
    );
  }

  /** Ends or begins again what has come to its end, and tells the rest where it is. */
  tick(): void {
    for (const [element] of this.#playing) {
      const at = this.#position(element)!;
      if (!(at >= element.duration)) {
        tell(element, "timeupdate");
      } else if (element.loop) {
        this.#playing.set(element, { from: at % element.duration, since: this.#now() });
      } else {
        this.#playing.delete(element);
        this.#seek(element, element.duration);
        tell(element, "pause", "ended");
      }
    }
  }

  /** Moves the real elements to where they are, so that they are drawn there. */
  async settle(): Promise<void> {
    const moved = [...this.#playing.keys()].filter((element) => element.readyState > 0);
    await Promise.all(
      moved.map(async (element) => {
        const arrived = new Promise((resolve) => element.addEventListener("seeked", resolve, { once: true }));
        this.#seek(element, this.#position(element)!);
        await arrived;
      }),
    );
  }

  /** Where a playing element is, in seconds. */
  #position(element: HTMLMediaElement): number | undefined {
    const playing = this.#playing.get(element);
    if (!playing) return undefined;
    const at = playing.from + ((this.#now() - playing.since) / 1000) * element.playbackRate;
    return element.duration > 0 && !element.loop ? Math.min(at, element.duration) : at;
  }
}

function tell(element: HTMLMediaElement, ...types: string[]): void {
  for (const type of types) element.dispatchEvent(new Event(type));
}
