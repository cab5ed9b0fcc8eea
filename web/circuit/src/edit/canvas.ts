// The canvas's mouse: from pointer events to the editor's gestures.

import type { Menus } from "../../../kit/ui/menu";
import { Pan, wheelFactor } from "../../../kit/ui/viewport";
import type { Point } from "../model/part";
import { drawMenu, partMenu } from "./commands";
import type { Editor } from "./editor";
import { isClick } from "./gesture";
import { openPartDialog } from "./part-dialog";
import { toGrid } from "./viewport";

export function listenToCanvas(canvas: HTMLCanvasElement, editor: Editor, menus: Menus, openSearch: () => void): void {
  const pan = new Pan();
  /** How many presses in a row were released without a drag: two of them are a double click. */
  let clicks = 0;

  const pointOf = (event: MouseEvent): Point => {
    const box = canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const gridOf = (event: MouseEvent) => toGrid(editor.viewport, pointOf(event));

  canvas.addEventListener("pointerdown", (event) => {
    canvas.focus();
    if (editor.gesture || pan.isActive) return;
    if (event.button === 1) pan.begin(pointOf(event));
    else if (event.button === 0) {
      editor.point(gridOf(event));
      editor.press({ at: gridOf(event), adds: event.shiftKey, stretches: event.ctrlKey });
    } else return;
    // The press keeps the pointer, so that a drag that ends outside ends nevertheless.
    canvas.setPointerCapture(event.pointerId);
    event.preventDefault();
  });

  canvas.addEventListener("pointermove", (event) => {
    if (pan.isActive) editor.see(pan.follow(editor.viewport, pointOf(event)));
    editor.point(gridOf(event));
  });

  canvas.addEventListener("pointerup", (event) => {
    if (event.button === 1) pan.end();
    if (event.button !== 0 || !editor.gesture) return;
    editor.point(gridOf(event));
    clicks = isClick(editor.gesture) ? clicks + 1 : 0;
    editor.release();
  });

  canvas.addEventListener("pointerleave", () => {
    if (!editor.gesture) editor.point(undefined);
  });

  const giveUp = () => {
    pan.end();
    if (editor.gesture) editor.cancelGesture();
  };
  canvas.addEventListener("pointercancel", giveUp);
  window.addEventListener("blur", giveUp);

  canvas.addEventListener("dblclick", (event) => {
    if (clicks < 2) return;
    clicks = 0;
    const hit = editor.hit(gridOf(event));
    if (hit) openPartDialog(editor, hit.part);
  });

  canvas.addEventListener("contextmenu", (event) => {
    if (editor.gesture || pan.isActive) return;
    const hit = editor.hit(gridOf(event));
    if (hit && !editor.selection.has(hit.part.id)) editor.select([hit.part.id]);
    if (!hit) editor.select([]);
    menus.open(hit ? partMenu(editor, hit) : drawMenu(editor, openSearch), event.clientX, event.clientY);
  });

  canvas.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      editor.zoomAt(pointOf(event), wheelFactor(event));
      editor.point(gridOf(event));
    },
    { passive: false },
  );
}
