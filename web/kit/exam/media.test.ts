import { beforeEach, expect, it } from "vitest";
import { MediaTime } from "./media";

let now: number;
let media: MediaTime;
let told: string[];

/** An element that would play by itself, as far as it is used. */
function makeElement(duration: number): HTMLMediaElement {
  class Stand extends EventTarget {
    at = 0;
    rate = 1;
    duration = duration;
    loop = false;
    readyState = 4;
    get currentTime() {
      return this.at;
    }
    set currentTime(seconds: number) {
      this.at = seconds;
      queueMicrotask(() => this.dispatchEvent(new Event("seeked")));
    }
    get playbackRate() {
      return this.rate;
    }
    set playbackRate(rate: number) {
      this.rate = rate;
    }
    pause() {}
  }
  const prototype = Stand.prototype as unknown as HTMLMediaElement;
  media.install({ HTMLMediaElement: { prototype }, addEventListener: () => undefined });
  const made = new Stand();
  for (const type of ["play", "pause", "ended"]) made.addEventListener(type, () => told.push(type));
  return made as unknown as HTMLMediaElement;
}

beforeEach(() => {
  now = 0;
  told = [];
  media = new MediaTime(() => now);
});

it("an element plays in app time, at its rate, and is moved to where it is", async () => {
  const element = makeElement(60) as HTMLMediaElement & { at: number };
  await element.play();
  expect(element.paused).toBe(false);
  now = 2000;
  expect([element.currentTime, element.at]).toEqual([2, 0]);
  await media.settle();
  expect(element.at).toBe(2);
  element.playbackRate = 2;
  now = 3000;
  expect(element.currentTime).toBe(4);
  element.currentTime = 30;
  now = 4000;
  expect(element.currentTime).toBe(32);
  element.pause();
  now = 9000;
  expect([element.currentTime, element.at, element.paused]).toEqual([32, 32, true]);
  expect(told).toEqual(["play", "pause"]);
});

it("an element ends at its end, and begins again after it", async () => {
  const element = makeElement(3);
  await element.play();
  now = 5000;
  expect(element.currentTime).toBe(3);
  media.tick();
  expect([told.join(" "), element.paused]).toEqual(["play pause ended", true]);
  await element.play();
  now = 6000;
  expect(element.currentTime).toBe(1);
});

it("an element in a loop goes on", async () => {
  const element = makeElement(3);
  element.loop = true;
  await element.play();
  now = 7000;
  media.tick();
  expect([element.currentTime, element.paused]).toEqual([1, false]);
});
