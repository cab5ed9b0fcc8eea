import { beforeEach, expect, it } from "vitest";
import { EPOCH_MS, installClocks, type ClockedPage } from "./clocks";

let now: number;
const time = () => now;

/** A page with clocks that run by themselves. */
function page(extra: Partial<ClockedPage> = {}): ClockedPage {
  const made = { Date, performance: { now: () => -1, timeOrigin: -1 }, ...extra } as ClockedPage;
  installClocks(made, time);
  return made;
}

beforeEach(() => {
  now = 0;
});

it("dates and performance tell app time", () => {
  const { Date: AppDate, performance } = page();
  now = 1500.5;
  expect([performance.now(), performance.timeOrigin]).toEqual([1500.5, EPOCH_MS]);
  expect(new AppDate().toISOString()).toBe("2026-01-01T09:00:01.500Z");
  expect(AppDate.now()).toBe(EPOCH_MS + 1500);
});

it("a date format without a date means app time", () => {
  const prototype = Object.create(Intl.DateTimeFormat.prototype) as Intl.DateTimeFormat;
  Object.defineProperty(prototype, "format", Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, "format")!);
  page({ Intl: { DateTimeFormat: { prototype } } as unknown as typeof Intl });
  const format = new Intl.DateTimeFormat("en", { dateStyle: "short", timeStyle: "medium", timeZone: "UTC" });
  Object.setPrototypeOf(format, prototype);
  now = 61_000;
  expect(format.format()).toMatch(/^1\/1\/26, 9:01:01\sAM$/);
  expect(format.format(0)).toMatch(/^1\/1\/70/);
  expect(format.formatToParts().find((part) => part.type === "minute")?.value).toBe("01");
});

it("an event keeps the time at which it was first looked at", () => {
  class Stamped extends Event {}
  page({ Event: Stamped });
  now = 250;
  const event = new Stamped("click");
  expect(event.timeStamp).toBe(250);
  now = 900;
  expect(event.timeStamp).toBe(250);
  expect(new Stamped("click").timeStamp).toBe(900);
});

it("the timeline of animations tells app time, and animations end as they begin", () => {
  const done: string[] = [];
  const prototype = {
    animate: (_: unknown, endTime: number) => ({
      effect: { getComputedTiming: () => ({ endTime }) },
      finish: () => done.push(`finish ${endTime}`),
      cancel: () => done.push(`cancel ${endTime}`),
    }),
  } as unknown as Element;
  const timeline = { currentTime: 5 } as AnimationTimeline;
  page({ document: { timeline }, Element: { prototype } });
  now = 750;
  expect(timeline.currentTime).toBe(750);
  prototype.animate([], 300);
  prototype.animate([], Infinity);
  expect(done).toEqual(["finish 300", "cancel Infinity"]);
});

it("an audio context's clock runs from its beginning, and stands while it is suspended or closed", async () => {
  class RealTimeContext {
    get currentTime() {
      return -1;
    }
    async suspend() {}
    async resume() {}
    async close() {}
  }
  const { AudioContext: Context } = page({ AudioContext: RealTimeContext as unknown as typeof AudioContext });
  now = 1000;
  const context = new Context!();
  now = 1500;
  expect(context.currentTime).toBe(0.5);
  await context.suspend();
  now = 3000;
  expect(context.currentTime).toBe(0.5);
  await context.resume();
  await context.resume();
  now = 3250;
  expect(context.currentTime).toBe(0.75);
  expect(context.getOutputTimestamp()).toEqual({ contextTime: 0.75, performanceTime: 3250 });
  await context.close();
  now = 9000;
  expect(context.currentTime).toBe(0.75);
});
