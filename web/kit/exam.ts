// The script that a sat exam puts into its page before the page's own: from here on the page's time is the agent's.
//
// Clock, timers, animation frames and randomness are ours: nothing happens by itself while an agent thinks, and the same
// actions give the same pixels. The runner moves time forward with `advance`, over the DevTools pipe; what a page's user can
// do with mouse and keyboard reaches none of this.

import type { App, Proctor } from "./app";
import { ownClipboard } from "./exam/clipboard";
import { stayHere } from "./exam/stay";
import { AppTime } from "./exam/time";

declare global {
  /** "real" where a task asks for real time. */
  var agonClock: string | undefined;
}

const realFrame = window.requestAnimationFrame.bind(window);

class Exam implements Proctor {
  app: App | undefined;
  readonly #time = globalThis.agonClock === "real" ? undefined : new AppTime();

  constructor() {
    this.#time?.install(window);
    ownClipboard(window);
    stayHere(window);
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
    this.app?.draw?.();
  }

  /** Waits, in real time and without moving the page's, until the application is there and nothing of it is on its way. */
  async whenReady(withinMs: number): Promise<boolean> {
    // Frames come sixty times a second as long as somebody asks for them.
    for (let frames = 0; frames < (withinMs * 60) / 1000; frames++) {
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
