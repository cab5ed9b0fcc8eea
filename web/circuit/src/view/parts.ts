// Draws a part: its halo, its symbol, its pins, its label and value.

import { kindOf } from "../model/catalogue";
import { inputOffsets, pinsOf } from "../model/geometry";
import type { Point } from "../model/part";
import { stretches } from "../model/route";
import { faded } from "./colour";
import { drawLabels } from "./labels";
import { LINE, Pen } from "./pen";
import { chip, sevenSegment } from "./symbols/chips";
import * as coils from "./symbols/coils";
import * as logic from "./symbols/logic";
import * as meters from "./symbols/meters";
import * as passive from "./symbols/passive";
import * as semiconductors from "./symbols/semiconductors";
import * as sources from "./symbols/sources";
import type { Box, PartSymbol } from "./symbols/symbol";
import { text } from "./symbols/text";
import type { DrawPart } from "./types";

export const drawPart: DrawPart = (context, part, style) => {
  const pen = new Pen(context, part, style);
  const symbol = symbolOf(part.kind);
  context.save();
  if (style.ghost) context.globalAlpha *= 0.45;
  if (part.kind === "wire") drawWire(pen, style.route ?? [part.a, part.b]);
  else
    pen.inFrame(() => {
      if (style.hovered) drawHalo(pen, symbol);
      symbol.draw(pen);
      drawLabels(pen, symbol.reach);
    });
  drawPins(pen);
  context.restore();
};

const SYMBOLS: Readonly<Record<string, PartSymbol>> = {
  ground: passive.ground,
  resistor: passive.resistor,
  capacitor: passive.capacitor,
  inductor: passive.inductor,
  switch: passive.switchSymbol,
  "dc-source": sources.dcSource,
  "dc-rail": sources.dcRail,
  "ac-source": sources.acSource,
  "ac-rail": sources.acRail,
  "square-source": sources.squareSource,
  "square-rail": sources.squareRail,
  clock: sources.clock,
  "current-source": sources.currentSource,
  zener: semiconductors.zener,
  njfet: semiconductors.njfet,
  transformer: coils.transformer,
  potentiometer: coils.potentiometer,
  scr: coils.scr,
  voltmeter: meters.voltmeter,
  ammeter: meters.ammeter,
  "net-label": meters.netLabel,
  diode: semiconductors.diode,
  led: semiconductors.led,
  npn: semiconductors.npn,
  pnp: semiconductors.pnp,
  nmos: semiconductors.nmos,
  pmos: semiconductors.pmos,
  opamp: semiconductors.opamp,
  "opamp-ideal": semiconductors.idealOpamp,
  "logic-input": logic.logicInput,
  "logic-output": logic.logicOutput,
  not: logic.not,
  and: logic.and,
  nand: logic.nand,
  or: logic.or,
  nor: logic.nor,
  xor: logic.xor,
  xnor: logic.xnor,
  "seven-segment": sevenSegment,
  text,
};

/** Every chip without a picture of its own is a box with pins. */
function symbolOf(kind: string): PartSymbol {
  return SYMBOLS[kind] ?? chip;
}

/** Wires are drawn on the grid itself: they have corners. */
function drawWire(pen: Pen, route: readonly Point[]): void {
  if (pen.style.hovered) pen.line(route, faded(pen.look.accent, 0.22), 0.7);
  pen.line(route, pen.at("a"));
  const { label } = pen.part;
  if (label === "") return;
  // The label stands over the longest level stretch, or beside the first one.
  const length = ([a, b]: readonly [Point, Point]): number => (a[1] === b[1] ? Math.abs(b[0] - a[0]) : 0);
  const [a, b] = stretches(route).reduce((most, next) => (length(next) > length(most) ? next : most));
  const isLevel = a[1] === b[1];
  const [halfWidth, halfHeight] = pen.textSize(label, { weight: 600 });
  const [x, y] = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
  pen.context.save();
  pen.context.translate(isLevel ? x : x + 0.3 + halfWidth, isLevel ? y - 0.3 - halfHeight : y);
  pen.uprightText(label, { weight: 600 });
  pen.context.restore();
}

const PIN_RADIUS = 2.4 * (LINE / 2);

function drawPins(pen: Pen): void {
  for (const { name, at } of pinsOf(pen.part)) pen.circle(at[0], at[1], PIN_RADIUS, { fill: pen.at(name) });
}

function drawHalo(pen: Pen, symbol: PartSymbol): void {
  const { x0, y0, x1, y1 } = extent(pen, symbol);
  const margin = 0.3;
  pen.path((context) => context.roundRect(x0 - margin, y0 - margin, x1 - x0 + 2 * margin, y1 - y0 + 2 * margin, 0.4), {
    fill: faded(pen.look.accent, 0.14),
  });
}

function extent(pen: Pen, symbol: PartSymbol): Box {
  if (symbol.cover) return symbol.cover(pen);
  const isGate = kindOf(pen.part.kind).shape === "gate";
  const inputs = isGate ? inputOffsets(Number(pen.part.params["inputs"])).at(-1)! : 0;
  const reach = Math.max(symbol.reach, inputs);
  return { x0: 0, y0: -reach, x1: pen.length, y1: reach };
}
