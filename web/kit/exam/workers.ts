// Workers keep the page's time: each gets a time of its own, which the page moves along with its own and waits for. What workers
// send is held until all have arrived and is then given to the page worker by worker, so that its order is always the same.

import { define } from "./random";

/** What page and worker tell each other, among the application's own messages and in order with them. */
export interface TimeMessage {
  agonTime: "advance" | "arrived" | "closed";
  to: number;
}

export function isTimeMessage(data: unknown): data is TimeMessage {
  return typeof data === "object" && data !== null && "agonTime" in data;
}

/** What a worker's first lines are told. */
export interface WorkerStart {
  start: number;
  stream: number;
  /** The address of the worker's own script; absent where the script follows. */
  url?: string;
  isModule: boolean;
}

/** What is replaced; a window, or a test's stand-in for one. */
interface WorkerPage {
  Worker: typeof Worker;
  SharedWorker?: unknown;
  URL: Pick<typeof URL, "createObjectURL" | "revokeObjectURL">;
  Blob: typeof Blob;
  navigator: object;
  location: { href: string };
}

/** What a worker has sent that the page has not seen yet, and who waits for it to arrive. */
interface Joined {
  held: MessageEvent[];
  arrived: () => void;
}

export class WorkerTimes {
  readonly #workers = new Map<Worker, Joined>();
  readonly #now: () => number;
  /** The script of `worker.ts`. */
  readonly #script: string;
  /** Events that the application is to see. */
  readonly #given = new WeakSet<Event>();
  #made = 0;

  constructor(script: string, now: () => number) {
    this.#script = script;
    this.#now = now;
  }

  get hasAny(): boolean {
    return this.#workers.size > 0;
  }

  install(page: WorkerPage): void {
    const { createObjectURL, revokeObjectURL } = page.URL;
    const blobs = new Map<string, Blob>();
    page.URL.createObjectURL = (made) => {
      const url = createObjectURL.call(page.URL, made);
      if (made instanceof page.Blob) blobs.set(url, made);
      return url;
    };
    page.URL.revokeObjectURL = (url) => {
      blobs.delete(url);
      revokeObjectURL.call(page.URL, url);
    };
    const scriptFor = (address: string | URL, isModule: boolean) => {
      const url = new URL(address, page.location.href).href;
      const own = blobs.get(url);
      const start: WorkerStart = {
        start: this.#now(),
        stream: ++this.#made,
        url: own ? undefined : url,
        isModule,
      };
      const first = `globalThis.agonWorkerStart = ${JSON.stringify(start)};\n${this.#script}\n`;
      return createObjectURL.call(page.URL, new Blob([first, own ?? ""], { type: "text/javascript" }));
    };
    const join = (worker: Worker) => {
      const joined: Joined = { held: [], arrived: () => undefined };
      this.#workers.set(worker, joined);
      // The first of its listeners: the application sees a message when it is given out below.
      worker.addEventListener("message", (event: MessageEvent) => {
        if (this.#given.has(event)) return;
        event.stopImmediatePropagation();
        if (!isTimeMessage(event.data)) joined.held.push(event);
        else if (event.data.agonTime === "closed") this.#leave(worker);
        else joined.arrived();
      });
    };
    const end = (worker: Worker) => {
      this.#workers.get(worker)?.held.splice(0);
      this.#leave(worker);
    };
    page.Worker = class extends page.Worker {
      constructor(address: string | URL, options?: WorkerOptions) {
        const url = scriptFor(address, options?.type === "module");
        super(url, options);
        join(this);
      }

      override terminate(): void {
        // What an ended worker sent before is not seen any more, as in a browser left alone.
        end(this);
        super.terminate();
      }
    };
    // These outlive a page or serve several: nothing could move their time along with one page's.
    define(page, { SharedWorker: undefined });
    define(page.navigator, { serviceWorker: undefined });
  }

  /** Moves every worker to a time, waits until it is there, and gives out all that it sent on the way. */
  async advanceTo(to: number): Promise<void> {
    const workers = [...this.#workers];
    await Promise.all(
      workers.map(([worker, joined]) => {
        const arrived = new Promise<void>((resolve) => (joined.arrived = resolve));
        worker.postMessage({ agonTime: "advance", to } satisfies TimeMessage);
        return arrived;
      }),
    );
    for (const [worker, joined] of workers) this.#giveOut(worker, joined);
  }

  #giveOut(worker: Worker, joined: Joined): void {
    for (const { data, ports } of joined.held.splice(0)) {
      const event = new MessageEvent("message", { data, ports: [...ports] });
      this.#given.add(event);
      worker.dispatchEvent(event);
    }
  }

  /** A worker that was ended, or ended itself, is not waited for. */
  #leave(worker: Worker): void {
    const joined = this.#workers.get(worker);
    this.#workers.delete(worker);
    joined?.arrived();
  }
}
