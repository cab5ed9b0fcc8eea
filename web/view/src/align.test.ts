import { describe, expect, it } from "vitest";
import type { Moment } from "../../generated/view";
import { momentAt, positions } from "./align";

const at = (...times: (number | null)[]) => times.map((at_ms, step) => ({ step, at_ms }) as Moment);
const quick = at(null, 10, 20);
const slow = at(null, 15, 400, 500);

describe("trials side by side", () => {
  it("are aligned by step, and the shorter one stays at its end", () => {
    expect(positions([quick, slow], "step")).toEqual([0, 1, 2, 3]);
    expect([0, 2, 3].map((step) => momentAt(quick, "step", step))).toEqual([0, 2, 2]);
  });

  it("are aligned by time, each where it was then", () => {
    expect(positions([quick, slow], "time")).toEqual([0, 10, 15, 20, 400, 500]);
    expect([0, 12, 20, 450].map((time) => momentAt(slow, "time", time))).toEqual([0, 0, 1, 2]);
    expect(momentAt(quick, "time", 500)).toBe(2);
  });

  it("may have nothing", () => {
    expect(positions([[], []], "step")).toEqual([]);
    expect(positions([[]], "time")).toEqual([]);
  });
});
