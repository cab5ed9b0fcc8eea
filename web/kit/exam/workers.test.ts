import { expect, it } from "vitest";
import { isTimeMessage, WorkerTimes } from "./workers";

/** A worker that answers when the test lets it. */
class FakeWorker extends EventTarget {
  static made: FakeWorker[] = [];
  posted: unknown[] = [];
  isTerminated = false;

  constructor(readonly url: string) {
    super();
    FakeWorker.made.push(this);
  }

  postMessage(message: unknown) {
    this.posted.push(message);
  }

  terminate() {
    this.isTerminated = true;
  }

  /** As if it came from the worker's thread. */
  say(data: unknown) {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }
}

function page(now: number) {
  FakeWorker.made = [];
  const blobs: Blob[] = [];
  const URL = {
    createObjectURL: (blob: Blob) => `blob:${blobs.push(blob) - 1}`,
    revokeObjectURL: () => undefined,
  };
  const window = { Worker: FakeWorker, URL, Blob, navigator: {}, location: { href: "http://app.localhost/x/" } };
  const times = new WorkerTimes("/* the first lines */", () => now);
  times.install(window as unknown as Parameters<WorkerTimes["install"]>[0]);
  const scriptOf = (worker: FakeWorker) => blobs[Number(worker.url.slice(5))]!.text();
  return {
    times,
    window: window as unknown as Pick<Window & typeof globalThis, "Worker" | "URL" | "SharedWorker">,
    scriptOf,
  };
}

it("a worker begins with our lines, at the page's time and with chances of its own", async () => {
  const { window, scriptOf } = page(125);
  new window.Worker("work.js", { type: "module" });
  new window.Worker(window.URL.createObjectURL(new Blob(["own();"])));
  const [first, second] = await Promise.all(FakeWorker.made.map(scriptOf));
  expect(first).toContain(
    `agonWorkerStart = {"start":125,"stream":1,"url":"http://app.localhost/x/work.js","isModule":true}`,
  );
  expect(second).toContain(`{"start":125,"stream":2,"isModule":false};\n/* the first lines */\nown();`);
  expect(window.SharedWorker).toBeUndefined();
});

it("time passes when every worker has arrived, and then the page gets what they sent, worker by worker", async () => {
  const { times, window } = page(0);
  const [one, two] = [new window.Worker("a.js"), new window.Worker("b.js")] as unknown as [FakeWorker, FakeWorker];
  const seen: unknown[] = [];
  for (const worker of [one, two])
    worker.addEventListener("message", (event) => seen.push((event as MessageEvent).data));
  let isThere = false;
  const arrival = times.advanceTo(40).then(() => (isThere = true));
  expect(one.posted).toEqual([{ agonTime: "advance", to: 40 }]);
  two.say("second");
  two.say({ agonTime: "arrived", to: 40 });
  one.say("first");
  await Promise.resolve();
  expect([isThere, seen]).toEqual([false, []]);
  one.say({ agonTime: "arrived", to: 40 });
  await arrival;
  expect(seen).toEqual(["first", "second"]);
});

it("nobody waits for a worker that was ended or ended itself", async () => {
  const { times, window } = page(0);
  const [one, two] = [new window.Worker("a.js"), new window.Worker("b.js")] as unknown as [FakeWorker, FakeWorker];
  const seen: unknown[] = [];
  for (const worker of [one, two])
    worker.addEventListener("message", (event) => seen.push((event as MessageEvent).data));
  const arrival = times.advanceTo(10);
  one.say("too late");
  one.terminate();
  two.say("goodbye");
  two.say({ agonTime: "closed", to: 3 });
  await arrival;
  expect([one.isTerminated, times.hasAny, seen]).toEqual([true, false, ["goodbye"]]);
});

it("knows its own messages from others", () => {
  expect(isTimeMessage({ agonTime: "advance", to: 1 })).toBe(true);
  for (const other of [null, 3, "agonTime", {}, []]) expect(isTimeMessage(other)).toBe(false);
});
