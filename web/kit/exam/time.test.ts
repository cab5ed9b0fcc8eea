import { describe, expect, it } from "vitest";
import { AppTime, FRAME_MS, type Timed } from "./time";

function page(): Timed {
  const performance = { now: () => 0, timeOrigin: 0 };
  return { Date, Math: Object.create(Math), performance, crypto: {}, AbortSignal: {} } as unknown as Timed;
}

describe("the page's time", () => {
  it("moves only when it is told to", async () => {
    const [time, window] = [new AppTime(), page()];
    time.install(window);
    expect(window.performance.now()).toBe(0);
    expect(new window.Date().toISOString()).toBe("2026-01-01T09:00:00.000Z");
    await time.advance(1500);
    expect(window.performance.now()).toBe(1500);
    expect(window.Date.now() - new window.Date(2026, 0, 1).getTime()).toBeGreaterThan(0);
    expect(new window.Date(0).getTime()).toBe(0);
    expect(new window.Date() instanceof window.Date).toBe(true);
  });

  it("runs timers and frames in the order they fall due", async () => {
    const [time, window] = [new AppTime(), page()];
    time.install(window);
    const seen: string[] = [];
    window.setTimeout(() => seen.push("late"), 30);
    window.setTimeout((word: string) => seen.push(word), 5, "early");
    const every = window.setInterval(() => seen.push("tick"), 10);
    window.requestAnimationFrame((now) => seen.push(`frame ${now === FRAME_MS}`));
    await time.advance(25);
    expect(seen).toEqual(["early", "tick", "frame true", "tick"]);
    window.clearInterval(every);
    await time.advance(100);
    expect(seen).toEqual(["early", "tick", "frame true", "tick", "late"]);
  });

  it("gives sixty frames a second however it is cut", async () => {
    for (const pieces of [1, 7, 10]) {
      const [time, window] = [new AppTime(), page()];
      time.install(window);
      let frames = 0;
      const next = () => {
        frames++;
        window.requestAnimationFrame(next);
      };
      window.requestAnimationFrame(next);
      for (let piece = 0; piece < pieces; piece++) await time.advance(1000 / pieces);
      expect(frames, `${pieces} pieces`).toBe(60);
    }
  });

  it("lets promises go on between callbacks", async () => {
    const [time, window] = [new AppTime(), page()];
    time.install(window);
    const seen: string[] = [];
    window.setTimeout(() => void Promise.resolve().then(() => seen.push("promise")), 1);
    window.setTimeout(() => seen.push("second timer"), 2);
    await time.advance(10);
    expect(seen).toEqual(["promise", "second timer"]);
  });

  it("begins where a worker is made, between two frames of the page", async () => {
    const [time, window] = [new AppTime({ start: 20 }), page()];
    time.install(window);
    const seen: number[] = [];
    window.requestAnimationFrame((now) => seen.push(now));
    await time.advance(20);
    expect([time.now, window.performance.now()]).toEqual([40, 40]);
    expect(seen).toEqual([2 * FRAME_MS]);
  });

  it("waits before each frame for what keeps up with it", async () => {
    const [time, window] = [new AppTime(), page()];
    time.install(window);
    const seen: string[] = [];
    time.beforeFrame = async (now) => {
      await undefined;
      seen.push(`before ${Math.round(now)}`);
    };
    window.requestAnimationFrame((now) => seen.push(`frame ${Math.round(now)}`));
    await time.advance(34);
    expect(seen).toEqual(["before 17", "frame 17", "before 33"]);
  });

  it("aborts signals with a time limit when that has passed", async () => {
    const [time, window] = [new AppTime(), page()];
    time.install(window);
    const signal = window.AbortSignal!.timeout(50);
    await time.advance(49);
    expect(signal.aborted).toBe(false);
    await time.advance(1);
    expect((signal.reason as DOMException).name).toBe("TimeoutError");
  });
});
