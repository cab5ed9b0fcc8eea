// What is drawn over the scene: the gizmo, a box of selection, what is measured, and where the axes point.

import type { Editor } from "../edit/editor";
import { ARM_PARTS, keyOf, type Handle } from "../edit/gizmo";
import type { Camera } from "../math/camera";
import { AXES, distance, dot, mean, type Point, type Vec3 } from "../math/vector";
import { brightness } from "../model/colour";
import { rounded } from "../model/numbers";
import { AXIS_COLOURS } from "./grid";

const HEAD_PX = 14;
const HEAD_HALF_PX = 5;
const CUBE_HALF_PX = 5;
const NAMES = ["X", "Y", "Z"] as const;
const COMPASS_PX = 30;
const COMPASS_MARGIN_PX = 50;
/** Room for the line of status below. */
const COMPASS_BOTTOM_PX = 78;
const FONT = "500 12px Inter";

const css = ([red, green, blue]: Vec3, alpha = 1) => `rgb(${red} ${green} ${blue} / ${alpha})`;

export function paintOverlay(context: CanvasRenderingContext2D, editor: Editor, hover: Handle | undefined): void {
  const { camera, gesture, size } = editor;
  context.clearRect(0, 0, size.width, size.height);
  context.font = FONT;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineCap = "round";
  const isDark = brightness(editor.content.settings.backgroundColor) < 0.5;
  paintCompass(context, camera, isDark);
  const taken = gesture?.kind === "drag" ? gesture.drag.handle : hover;
  // The first to be taken is drawn last, over the others.
  for (const handle of [...editor.handles].reverse())
    paintHandle(context, handle, editor.tool === "scale", keyOf(taken) === keyOf(handle));
  if (gesture?.kind === "box") paintBox(context, gesture.from, gesture.to);
  if (editor.measure.length > 0) paintMeasure(context, camera, editor.measure);
}

const axisOf = (handle: Handle) => (handle.kind === "middle" ? undefined : handle.axis);

function paintHandle(context: CanvasRenderingContext2D, handle: Handle, hasCubes: boolean, isTaken: boolean): void {
  const axis = axisOf(handle);
  const colour = css(isTaken ? [255, 196, 60] : axis === undefined ? [235, 235, 240] : AXIS_COLOURS[axis]);
  context.strokeStyle = colour;
  context.fillStyle = colour;
  context.lineWidth = isTaken ? 4 : 2.5;
  context.beginPath();
  switch (handle.kind) {
    case "arm": {
      const { from, to } = handle;
      const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
      const start = ARM_PARTS[0];
      context.moveTo(from[0] + dx * start, from[1] + dy * start);
      context.lineTo(...to);
      context.stroke();
      if (hasCubes) context.fillRect(to[0] - CUBE_HALF_PX, to[1] - CUBE_HALF_PX, 2 * CUBE_HALF_PX, 2 * CUBE_HALF_PX);
      else paintHead(context, to, [dx, dy]);
      return;
    }
    case "square":
      handle.corners.forEach(([x, y], i) => (i === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
      context.closePath();
      context.globalAlpha = isTaken ? 0.8 : 0.45;
      context.fill();
      context.globalAlpha = 1;
      return;
    case "ring":
      handle.points.forEach(([x, y], i) => (i === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
      context.stroke();
      return;
    case "middle":
      context.strokeStyle = "rgb(30 30 40 / 0.7)";
      context.lineWidth = 1;
      context.rect(handle.at[0] - 5, handle.at[1] - 5, 10, 10);
      context.fill();
      context.stroke();
  }
}

/** An arrow's head, from the arm's end on. */
function paintHead(context: CanvasRenderingContext2D, [x, y]: Point, [dx, dy]: Point): void {
  const long = Math.hypot(dx, dy);
  const [ux, uy] = [dx / long, dy / long];
  context.beginPath();
  context.moveTo(x + ux * HEAD_PX, y + uy * HEAD_PX);
  context.lineTo(x - uy * HEAD_HALF_PX, y + ux * HEAD_HALF_PX);
  context.lineTo(x + uy * HEAD_HALF_PX, y - ux * HEAD_HALF_PX);
  context.closePath();
  context.fill();
}

function paintBox(context: CanvasRenderingContext2D, from: Point, to: Point): void {
  context.beginPath();
  context.rect(from[0] + 0.5, from[1] + 0.5, to[0] - from[0], to[1] - from[1]);
  context.fillStyle = "rgb(110 160 255 / 0.18)";
  context.fill();
  context.strokeStyle = "rgb(110 160 255)";
  context.lineWidth = 1;
  context.stroke();
}

function paintMeasure(context: CanvasRenderingContext2D, camera: Camera, ends: readonly Vec3[]): void {
  const places = ends.flatMap((end) =>
    [camera.project(end) ?? []].filter((place): place is Point => place.length === 2),
  );
  context.strokeStyle = "rgb(255 196 60)";
  context.fillStyle = "rgb(255 196 60)";
  context.lineWidth = 2;
  context.beginPath();
  places.forEach(([x, y], i) => (i === 0 ? context.moveTo(x, y) : context.lineTo(x, y)));
  context.stroke();
  for (const [x, y] of places) {
    context.beginPath();
    context.arc(x, y, 4, 0, 2 * Math.PI);
    context.fill();
  }
  const middle = ends.length === 2 ? camera.project(mean(ends)) : undefined;
  if (middle) paintLabel(context, middle, rounded(distance(ends[0]!, ends[1]!)));
}

function paintLabel(context: CanvasRenderingContext2D, [x, y]: Point, text: string): void {
  const width = context.measureText(text).width + 14;
  context.beginPath();
  context.roundRect(x - width / 2, y - 11, width, 22, 6);
  context.fillStyle = "rgb(20 23 28 / 0.9)";
  context.fill();
  context.fillStyle = "rgb(255 220 140)";
  context.fillText(text, x, y + 0.5);
}

/** The world's axes in a corner, those that point away first. */
function paintCompass(context: CanvasRenderingContext2D, camera: Camera, isDark: boolean): void {
  const [x, y] = [COMPASS_MARGIN_PX, camera.height - COMPASS_BOTTOM_PX];
  const order = [0, 1, 2].sort((a, b) => dot(AXES[b]!, camera.forward) - dot(AXES[a]!, camera.forward));
  for (const axis of order) {
    const [dx, dy] = [dot(AXES[axis]!, camera.right) * COMPASS_PX, -dot(AXES[axis]!, camera.up) * COMPASS_PX];
    const colour = css(AXIS_COLOURS[axis]!);
    context.strokeStyle = colour;
    context.lineWidth = 2;
    context.beginPath();
    context.moveTo(x, y);
    context.lineTo(x + dx, y + dy);
    context.stroke();
    context.fillStyle = colour;
    context.beginPath();
    context.arc(x + dx, y + dy, 8.5, 0, 2 * Math.PI);
    context.fill();
    context.fillStyle = isDark ? "rgb(10 12 20)" : "rgb(255 255 255)";
    context.fillText(NAMES[axis]!, x + dx, y + dy + 0.5);
  }
}
