// Diodes, LEDs, transistors and op-amps.

import type { Point } from "../../model/part";
import { faded } from "../colour";
import { LINE, type Pen } from "../pen";
import { arrowHead, between, minus, plus, type PartSymbol } from "./symbol";

export const diode: PartSymbol = { reach: 0.6, draw: (pen) => drawDiode(pen, pen.ink) };

export const zener: PartSymbol = {
  reach: 0.7,
  draw(pen) {
    drawDiode(pen, pen.ink);
    // The bent ends of the bar tell it from a plain diode.
    between(pen, "anode", "cathode", 1, (width) => {
      for (const side of [1, -1] as const)
        pen.line(
          [
            [0.5, 0.58 * side],
            [0.5 + 0.25 * side, 0.58 * side],
          ],
          pen.ink,
          width,
        );
    });
  },
};

const LIGHTS: Readonly<Record<string, string>> = {
  red: "#ff3b30",
  green: "#22c55e",
  blue: "#3b82f6",
  yellow: "#facc15",
};
/** The current at which an LED shines fully. */
const FULL_LIGHT = 0.01;

export const led: PartSymbol = {
  reach: 1.3,
  draw(pen) {
    const light = LIGHTS[String(pen.part.params["colour"])] ?? LIGHTS["red"]!;
    const current = Math.max(0, pen.style.live.current(pen.part, "anode") ?? 0);
    const brightness = Math.min(1, Math.sqrt(current / FULL_LIGHT));
    if (brightness > 0.02) glow(pen, light, brightness);
    drawDiode(pen, brightness > 0.02 ? light : faded(light, 0.45));
    const middle = pen.length / 2;
    for (const shift of [-0.1, 0.42]) {
      const from: Point = [middle + shift, -0.68];
      const tip: Point = [middle + shift + 0.4, -1.14];
      pen.line([from, tip], pen.ink, LINE * 0.6);
      arrowHead(pen, tip, from, 0.24);
    }
  },
};

function glow(pen: Pen, light: string, brightness: number): void {
  const middle = pen.length / 2;
  const gradient = pen.context.createRadialGradient(middle, 0, 0, middle, 0, 1.9);
  gradient.addColorStop(0, faded(light, 0.85 * brightness));
  gradient.addColorStop(0.45, faded(light, 0.35 * brightness));
  gradient.addColorStop(1, faded(light, 0));
  pen.circle(middle, 0, 1.9, { fill: gradient });
}

function drawDiode(pen: Pen, fill: string): void {
  between(pen, "anode", "cathode", 1, (width) => {
    pen.path(
      (context) => {
        context.moveTo(-0.5, -0.55);
        context.lineTo(0.45, 0);
        context.lineTo(-0.5, 0.55);
        context.closePath();
      },
      { fill: pen.style.selected ? pen.look.selection : fill, stroke: pen.ink, width: width * 0.75 },
    );
    pen.line(
      [
        [0.5, -0.58],
        [0.5, 0.58],
      ],
      pen.ink,
      width * 1.1,
    );
  });
}

export const npn: PartSymbol = bipolar("collector", "emitter");
export const pnp: PartSymbol = bipolar("emitter", "collector");

/** The upper pin is at b − p, the lower at b + p. */
function bipolar(upper: string, lower: string): PartSymbol {
  return {
    reach: 1,
    draw(pen) {
      const end = pen.length;
      const bar = end - 0.95;
      pen.line(
        [
          [0, 0],
          [bar, 0],
        ],
        pen.at("base"),
      );
      for (const [pin, side] of [
        [upper, -1],
        [lower, 1],
      ] as const) {
        const inner: Point = [bar, 0.26 * side];
        const outer: Point = [end, 0.82 * side];
        pen.line([inner, outer, [end, side]], pen.at(pin));
        if (pin !== "emitter") continue;
        const out = side === 1;
        const share = out ? 0.86 : 0.3;
        const tip: Point = [inner[0] + (outer[0] - inner[0]) * share, inner[1] + (outer[1] - inner[1]) * share];
        arrowHead(pen, tip, out ? inner : outer, 0.42);
      }
      pen.line(
        [
          [bar, -0.68],
          [bar, 0.68],
        ],
        pen.ink,
        LINE * 1.6,
      );
    },
  };
}

export const nmos: PartSymbol = fieldEffect("drain", "source");
export const pmos: PartSymbol = fieldEffect("source", "drain");

function fieldEffect(upper: string, lower: string): PartSymbol {
  const sourceSide = lower === "source" ? 1 : -1;
  return {
    reach: 1,
    draw(pen) {
      const end = pen.length;
      const gate = end - 1.15;
      const channel = end - 0.85;
      pen.line(
        [
          [0, 0],
          [gate, 0],
        ],
        pen.at("gate"),
      );
      pen.line(
        [
          [gate, -0.62],
          [gate, 0.62],
        ],
        pen.ink,
      );
      pen.line(
        [
          [end, 0],
          [end, 0.6 * sourceSide],
        ],
        pen.at("source"),
      );
      pen.line(
        [
          [channel, 0],
          [end, 0],
        ],
        pen.at("source"),
        LINE * 0.75,
      );
      for (const [pin, side] of [
        [upper, -1],
        [lower, 1],
      ] as const) {
        pen.line(
          [
            [channel, 0.6 * side],
            [end, 0.6 * side],
            [end, side],
          ],
          pen.at(pin),
        );
      }
      for (const y of [-0.6, 0, 0.6])
        pen.line(
          [
            [channel, y - 0.17],
            [channel, y + 0.17],
          ],
          pen.ink,
          LINE * 1.2,
        );
      // The arrow of the body points into an n-channel and out of a p-channel.
      if (sourceSide === 1) arrowHead(pen, [channel + 0.08, 0], [end, 0], 0.42);
      else arrowHead(pen, [end - 0.2, 0], [channel, 0], 0.42);
    },
  };
}

export const njfet: PartSymbol = {
  reach: 1,
  draw(pen) {
    const end = pen.length;
    const channel = end - 0.85;
    pen.line(
      [
        [0, 0],
        [channel, 0],
      ],
      pen.at("gate"),
    );
    arrowHead(pen, [channel - 0.05, 0], [0, 0], 0.42);
    for (const [pin, side] of [
      ["drain", -1],
      ["source", 1],
    ] as const)
      pen.line(
        [
          [channel, 0.45 * side],
          [end, 0.45 * side],
          [end, side],
        ],
        pen.at(pin),
      );
    pen.line(
      [
        [channel, -0.68],
        [channel, 0.68],
      ],
      pen.ink,
      LINE * 1.4,
    );
  },
};

export const opamp: PartSymbol = { reach: 2, draw: (pen) => drawOpamp(pen) };
export const idealOpamp: PartSymbol = {
  reach: 2,
  draw(pen) {
    drawOpamp(pen);
    pen.text(pen.length / 2 + 0.1, 0, "∞", {
      size: 13,
      colour: pen.style.selected ? pen.look.selection : pen.look.faint,
    });
  },
};

function drawOpamp(pen: Pen): void {
  const back = pen.length / 2 - 1.5;
  const tip = pen.length / 2 + 1.5;
  pen.line(
    [
      [0, -1],
      [back, -1],
    ],
    pen.at("minus"),
  );
  pen.line(
    [
      [0, 1],
      [back, 1],
    ],
    pen.at("plus"),
  );
  pen.line(
    [
      [tip, 0],
      [pen.length, 0],
    ],
    pen.at("out"),
  );
  pen.path(
    (context) => {
      context.moveTo(back, -1.9);
      context.lineTo(tip, 0);
      context.lineTo(back, 1.9);
      context.closePath();
    },
    { stroke: pen.ink, fill: pen.look.panel },
  );
  plus(pen, back + 0.5, 1, 0.24);
  minus(pen, back + 0.5, -1, 0.24);
}
