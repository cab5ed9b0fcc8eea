// The first lines of every worker of an exam: its time is the page's. Built by itself and carried by exam.js as a text.

import { AppTime } from "./time";
import { isTimeMessage, type TimeMessage, type WorkerStart } from "./workers";

declare global {
  var agonWorkerStart: WorkerStart;
}

interface WorkerScope {
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
  dispatchEvent(event: Event): boolean;
  postMessage(message: unknown): void;
  importScripts(...urls: string[]): void;
  close(): void;
  fetch: typeof fetch;
}

const scope = globalThis as unknown as WorkerScope;
const { start, stream, url, isModule } = globalThis.agonWorkerStart;
const time = new AppTime({ start, stream });
time.install(globalThis);

/** Messages that came before a module's own listeners were there. */
let early: MessageEvent[] | undefined = isModule && url !== undefined ? [] : undefined;
let advancing = Promise.resolve();
const tell = (agonTime: TimeMessage["agonTime"], to: number) =>
  scope.postMessage({ agonTime, to } satisfies TimeMessage);

scope.addEventListener("message", (event) => {
  const { data } = event;
  if (isTimeMessage(data)) {
    event.stopImmediatePropagation();
    advancing = advancing
      .then(() => loaded)
      .then(() => time.advance(data.to - time.now))
      .then(() => tell("arrived", data.to));
  } else if (early) {
    event.stopImmediatePropagation();
    early.push(event);
  }
});

const close = scope.close.bind(scope);
scope.close = () => {
  tell("closed", time.now);
  close();
};

// The script runs from an address of its own, and names others relative to where it really is.
if (url !== undefined) {
  const absolute = (address: string | URL) => new URL(address, url).href;
  Object.defineProperty(globalThis, "location", { value: new URL(url), configurable: true });
  const { importScripts, fetch } = scope;
  scope.importScripts = (...urls) => importScripts.call(scope, ...urls.map(absolute));
  scope.fetch = (input, init) =>
    fetch.call(scope, typeof input === "string" || input instanceof URL ? absolute(input) : input, init);
}

const loaded = load();

async function load(): Promise<void> {
  if (url === undefined) return;
  try {
    if (isModule) await import(/* @vite-ignore */ url);
    else scope.importScripts(url);
  } catch (error) {
    // Reported rather than thrown: a worker that cannot be loaded must still answer when time passes.
    reportError(error);
  }
  const held = early ?? [];
  early = undefined;
  for (const { data, ports } of held) scope.dispatchEvent(new MessageEvent("message", { data, ports: [...ports] }));
}
