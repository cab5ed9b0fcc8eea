import { describe, expect, it } from "vitest";
import { KINDS, kindOf, type Kind } from "../model/catalogue";
import { pinsOf } from "../model/geometry";
import type { Part, Point } from "../model/part";
import { LIGHT } from "./look";
import { drawPart } from "./parts";
import type { PartStyle } from "./types";

/** A context that follows transforms and notes where lines go, in grid coordinates. */
class Recorder {
  readonly points: Point[] = [];
  readonly texts: string[] = [];
  depth = 0;
  globalAlpha = 1;
  private matrix = [1, 0, 0, 1, 0, 0];
  private readonly saved: number[][] = [];

  get context(): CanvasRenderingContext2D {
    return new Proxy(this, {
      get: (target, name) => Reflect.get(target, name) ?? (() => undefined),
      set: (target, name, value) =>
        typeof name === "string" && name in target ? Reflect.set(target, name, value) : true,
    }) as unknown as CanvasRenderingContext2D;
  }

  save(): void {
    this.saved.push(this.matrix);
    this.depth++;
  }
  restore(): void {
    this.matrix = this.saved.pop()!;
    this.depth--;
  }
  transform(a: number, b: number, c: number, d: number, e: number, f: number): void {
    const [A, B, C, D, E, F] = this.matrix as [number, number, number, number, number, number];
    const apply = (x: number, y: number, w: number): Point => [A * x + C * y + E * w, B * x + D * y + F * w];
    this.matrix = [...apply(a, b, 0), ...apply(c, d, 0), ...apply(e, f, 1)];
  }
  translate(x: number, y: number): void {
    this.transform(1, 0, 0, 1, x, y);
  }
  scale(x: number, y: number): void {
    this.transform(x, 0, 0, y, 0, 0);
  }
  moveTo(x: number, y: number): void {
    const [a, b, c, d, e, f] = this.matrix as [number, number, number, number, number, number];
    this.points.push([a * x + c * y + e, b * x + d * y + f]);
  }
  lineTo(x: number, y: number): void {
    this.moveTo(x, y);
  }
  arc(x: number, y: number, radius: number): void {
    this.moveTo(x, y);
    expect(radius).toBeGreaterThan(0);
  }
  fillText(text: string): void {
    this.texts.push(text);
  }
  measureText(text: string): { width: number } {
    return { width: text.length * 7 };
  }
  createLinearGradient(): { addColorStop(): void } {
    return { addColorStop: () => undefined };
  }
  createRadialGradient(): { addColorStop(): void } {
    return this.createLinearGradient();
  }
}

const STYLE: PartStyle = {
  look: LIGHT,
  live: { voltage: () => 3, current: () => 0.01 },
  selected: false,
  hovered: true,
  ghost: false,
};

function part(kind: Kind, b: Point, changes: Partial<Part> = {}): Part {
  const params = Object.fromEntries(kind.params.map((param) => [param.key, param.default]));
  return { id: 1, kind: kind.kind, label: "", params, a: [10, 10], b, flip: false, turns: 0, ...changes };
}

function recorded(drawn: Part): Recorder {
  const recorder = new Recorder();
  drawPart(recorder.context, drawn, STYLE);
  return recorder;
}

const ENDS: readonly Point[] = [
  [16, 10],
  [4, 10],
  [10, 16],
  [10, 4],
];

describe.each(KINDS.map((kind) => [kind.kind, kind] as const))("%s", (_, kind) => {
  it("has a lead at every pin, in all directions, flipped or not", () => {
    ENDS.forEach((end, turns) => {
      for (const flip of [false, true]) {
        const drawn = part(kind, end, { flip, turns: kind.shape === "chip" ? turns : 0 });
        const { points, depth } = recorded(drawn);
        expect(depth).toBe(0);
        expect(points.flat().every(Number.isFinite)).toBe(true);
        for (const { name, at } of pinsOf(drawn)) {
          // The pin's own dot is one; the end of its lead is another.
          const hits = points.filter(([x, y]) => Math.hypot(x - at[0], y - at[1]) < 1e-9);
          expect(hits.length, `${name} of ${kind.kind} towards ${end.join()}`).toBeGreaterThanOrEqual(2);
        }
      }
    });
  });
});

describe("labels and values", () => {
  it("stand beside the part", () => {
    const { texts } = recorded(part(kindOf("resistor"), [16, 10], { label: "R1" }));
    expect(texts).toEqual(["R1", "1 kΩ"]);
  });

  it("are upright letters in logic inputs and outputs", () => {
    const input = kindOf("logic-input");
    const drawn = part(input, [8, 10], { label: "A" });
    expect(recorded(drawn).texts).toEqual(["L", "A"]);
    drawn.params["state"] = 1;
    expect(recorded(drawn).texts).toEqual(["H", "A"]);
    expect(recorded(part(kindOf("logic-output"), [12, 10], { label: "Y" })).texts).toEqual(["H", "Y"]);
  });
});

describe("short parts", () => {
  it("shrink instead of growing beyond their pins", () => {
    for (const kind of KINDS.filter(({ shape }) => shape === "line")) {
      const { points } = recorded(part(kind, [11, 10]));
      for (const [x] of points) {
        expect(x, kind.kind).toBeGreaterThan(9.5);
        expect(x, kind.kind).toBeLessThan(11.5);
      }
    }
  });
});
