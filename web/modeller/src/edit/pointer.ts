// The mouse on the viewport: picking, dragging handles, turning, moving and zooming the view.

import type { Entry, Menus } from "../../../kit/ui/menu";
import type { Viewport } from "../draw/viewport";
import type { Point } from "../math/vector";
import type { Editor } from "./editor";
import { keyOf, type Handle } from "./gizmo";

/** A press that goes no farther than this is a click. */
const CLICK_PX = 4;
const ZOOM_PER_NOTCH = 1.2;
const WHEEL_PER_NOTCH = 100;

/** What a press may become. */
interface Press {
  readonly button: number;
  readonly from: Point;
  readonly handle: Handle | undefined;
  readonly isAdding: boolean;
  readonly isBox: boolean;
  readonly isPan: boolean;
  last: Point;
  hasMoved: boolean;
}

export function listenToPointer(viewport: Viewport, editor: Editor, menus: Menus, menu: () => Entry[]): void {
  const { stage } = viewport;
  let press: Press | undefined;
  let isSpaceDown = false;
  const place = (event: MouseEvent): Point => {
    const box = stage.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };

  stage.addEventListener("keydown", (event) => (isSpaceDown ||= event.key === " "));
  window.addEventListener("keyup", (event) => (isSpaceDown &&= event.key !== " "));
  window.addEventListener("blur", () => (isSpaceDown = false));

  stage.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    stage.focus();
    if (press) return;
    const from = place(event);
    press = {
      button: event.button,
      from,
      handle: event.button === 0 && !event.shiftKey ? editor.handleUnder(from) : undefined,
      isAdding: event.shiftKey || event.ctrlKey || event.metaKey,
      isBox: event.button === 0 && event.shiftKey,
      isPan: event.button !== 0 || isSpaceDown,
      last: from,
      hasMoved: false,
    };
    stage.setPointerCapture(event.pointerId);
  });

  stage.addEventListener("pointermove", (event) => {
    const at = place(event);
    if (!press) return hoverAt(viewport, editor, at);
    viewport.pointer = at;
    if (!press.hasMoved && Math.hypot(at[0] - press.from[0], at[1] - press.from[1]) < CLICK_PX) return;
    if (!press.hasMoved) begin(editor, press);
    press.hasMoved = true;
    const by: Point = [at[0] - press.last[0], at[1] - press.last[1]];
    press.last = at;
    if (editor.gesture) editor.follow(at);
    else if (press.isPan) editor.pan(by);
    else if (!press.handle && !press.isBox) editor.orbit(by);
  });

  const end = (event: PointerEvent) => {
    const ended = press;
    press = undefined;
    if (!ended) return;
    if (ended.hasMoved) {
      if (editor.gesture) editor.finish();
    } else if (ended.button === 0) click(editor, ended);
    else if (ended.button === 2) {
      const object = editor.objectAt(ended.from);
      if (object && !editor.selection.has(object.id)) editor.select(editor.withGroup(object));
      menus.open(menu(), event.clientX, event.clientY);
    }
  };
  stage.addEventListener("pointerup", end);
  stage.addEventListener("pointercancel", () => {
    press = undefined;
    editor.cancel();
  });
  stage.addEventListener("pointerleave", (event) => {
    // Where a dialog opens over the pointer the browser tells that it has left, sooner or later: only a way out counts.
    const [x, y] = place(event);
    const isOut = x < 0 || y < 0 || x >= editor.size.width || y >= editor.size.height;
    if (isOut) hoverAt(viewport, editor, undefined);
  });
  stage.addEventListener("dblclick", (event) => {
    const object = editor.tool === "measure" ? undefined : editor.objectAt(place(event));
    if (object) editor.select([object.id]);
  });
  stage.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      editor.zoom(ZOOM_PER_NOTCH ** (event.deltaY / WHEEL_PER_NOTCH));
    },
    { passive: false },
  );
}

function begin(editor: Editor, { handle, from, isBox, isPan }: Press): void {
  if (isPan) return;
  if (handle) editor.beginDrag(handle, from);
  else if (isBox) editor.beginBox(from);
}

function click(editor: Editor, { from, isAdding }: Press): void {
  if (editor.tool === "measure") return editor.measureAt(from);
  const object = editor.objectAt(from);
  if (object && isAdding) editor.toggle(editor.withGroup(object));
  else if (object) editor.select(editor.withGroup(object));
  else if (!isAdding) editor.select([]);
}

/** The handle under the pointer is marked. */
function hoverAt(viewport: Viewport, editor: Editor, at: Point | undefined): void {
  const before = viewport.pointer && editor.handleUnder(viewport.pointer);
  viewport.pointer = at;
  if (keyOf(before) !== keyOf(at && editor.handleUnder(at))) editor.onChange();
}
