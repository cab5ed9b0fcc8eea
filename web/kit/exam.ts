// The script that a sat exam puts into its page before the page's own: from here on the page's time is the agent's.
//
// Clocks, timers, animation frames and randomness are ours, in the page and in its workers: nothing happens by itself while an
// agent thinks, and the same actions give the same pixels. The runner moves time forward with `advance`, over the DevTools pipe; what a page's user can
// do with mouse and keyboard reaches none of this.

import type { App, Proctor } from "./app";
import workerScript from "virtual:exam-worker";
import { ownClipboard } from "./exam/clipboard";
import { changeWithInputs } from "./exam/frames";
import { MediaTime } from "./exam/media";
import { stayHere } from "./exam/stay";
import { AppTime } from "./exam/time";
import { WorkerTimes } from "./exam/workers";

declare global {
  /** "real" where a task asks for real time. */
  var agonClock: string | undefined;
}

const realFrame = window.requestAnimationFrame.bind(window);

/** App time, and what keeps up with it. */
class ExamTime {
  readonly #time = new AppTime();
  readonly #media = new MediaTime(() => this.#time.now);
  readonly #workers = new WorkerTimes(workerScript, () => this.#time.now);

  constructor() {
    this.#workers.install(window);
    this.#media.install(window);
    this.#time.install(window);
    this.#time.beforeFrame = (now) => {
      this.#media.tick();
      return this.#workers.hasAny ? this.#workers.advanceTo(now) : undefined;
    };
  }

  async advance(ms: number): Promise<void> {
    await this.#time.advance(ms);
    await this.settle();
  }

  /** Lets what belongs to the present be done, without time passing. */
  async settle(): Promise<void> {
    if (this.#workers.hasAny) await this.#workers.advanceTo(this.#time.now);
    await this.#media.settle();
  }
}

class Exam implements Proctor {
  app: App | undefined;
  readonly #time = globalThis.agonClock === "real" ? undefined : new ExamTime();

  constructor() {
    ownClipboard(window);
    stayHere(window);
    changeWithInputs(window);
    // Transitions would run in the browser's own time, and a caret blinks in it.
    document.addEventListener("DOMContentLoaded", () => {
      const style = document.createElement("style");
      style.textContent = `*, *::before, *::after { transition: none !important; animation: none !important;
        caret-animation: manual !important; scroll-behavior: auto !important }`;
      document.head.append(style);
    });
  }

  /** Lets app time pass. The screenshot that follows makes the browser draw a new frame, so nothing else is waited for. */
  async advance(ms: number): Promise<void> {
    if (this.#time) await this.#time.advance(ms);
    else if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
    await this.app?.draw?.();
  }

  /** Waits, in real time and without moving the page's, until the application is there and nothing of it is on its way. */
  async whenReady(withinMs: number): Promise<boolean> {
    // Frames come sixty times a second as long as somebody asks for them.
    for (let frames = 0; frames < (withinMs * 60) / 1000; frames++) {
      await this.#time?.settle();
      if (this.#isReady()) return true;
      await new Promise((resolve) => realFrame(resolve));
    }
    return this.#isReady();
  }

  /** What the grader reads. */
  state(): string {
    if (!this.app) throw new Error("the application has not registered");
    return JSON.stringify(this.app.state());
  }

  #isReady(): boolean {
    const loaded = document.readyState === "complete" && document.fonts.status === "loaded";
    return loaded && this.app !== undefined && (this.app.idle?.() ?? true);
  }
}

globalThis.agonProctor = new Exam();
