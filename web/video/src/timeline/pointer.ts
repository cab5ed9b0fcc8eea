// What the pointer does on the timeline, and what is dragged there from the media.

import type { Editor } from "../edit/editor";
import { droppedAt, extentBy, movedBy, trimmedBy, type Point } from "../edit/gesture";
import type { Medium } from "../media/library";
import { extentOf, type Effect } from "../model/effects";
import { DRAG_PX, edgeAt, partAt, RULER_HEIGHT, timeAt, xOf } from "../model/geometry";
import { endOf, type Block } from "../model/project";
import type { Timeline } from "./timeline";

type Edge = "left" | "right" | undefined;

export type Hit =
  | { type: "block"; block: Block; edge: Edge }
  | { type: "effect"; block: Block; effect: Effect; edge: Edge }
  | { type: "empty" };

/** What is at a point of the rows. */
export function hitAt({ project, view }: Pick<Editor, "project" | "view">, [x, y]: Point): Hit {
  const { row, part, offset } = partAt(view, y);
  const time = ((x + view.scrollX) * 1000) / view.scale;
  const block = project.tracks[row]?.blocks.find((block) => block.start <= time && time < endOf(block));
  if (!block || part === "gap") return { type: "empty" };
  const left = xOf(view, block.start);
  if (part === "block") return { type: "block", block, edge: edgeAt(x - left, xOf(view, endOf(block)) - left) };
  const effect = block.effects[Math.floor((offset * block.effects.length) / 14)];
  if (!effect) return { type: "empty" };
  const [from, to] = extentOf(block, effect);
  const at = time - block.start;
  if (at < from || at >= to) return { type: "empty" };
  const px = (ms: number) => (ms * view.scale) / 1000;
  return { type: "effect", block, effect, edge: edgeAt(px(at - from), px(to - from)) };
}

interface Actions {
  menu: (hit: Hit, x: number, y: number) => void;
  /** Gives the keyboard to the first field of a block. */
  edit: () => void;
}

export function listenToTimeline(timeline: Timeline, editor: Editor, actions: Actions): void {
  const { rows, ruler } = timeline;
  const pointOf = (event: { clientX: number; clientY: number }): Point => {
    const box = rows.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const seek = (event: PointerEvent) => editor.seek(timeAt(editor.view, pointOf(event)[0]));

  const pressed = (event: PointerEvent) => {
    if (event.button !== 0) return;
    // The focus goes to what was pressed, not to whatever lies below the pointer.
    event.preventDefault();
    const target = event.currentTarget as HTMLElement;
    target.setPointerCapture(event.pointerId);
    const from = pointOf(event);
    const hit = target === ruler ? ({ type: "empty" } as const) : hitAt(editor, from);
    if (hit.type === "empty") {
      if (target === rows) editor.select([]);
      timeline.focus();
      editor.follow({ type: "seek" });
      return seek(event);
    }
    if (hit.type === "effect") editor.selectEffect(hit.block.id, hit.effect.id);
    else if (event.shiftKey) editor.toggle(hit.block.id);
    else if (!editor.selection.has(hit.block.id)) editor.select([hit.block.id]);
    timeline.focus();
    held = { hit, from, isDragged: false, isPlain: !event.shiftKey };
  };

  let held: { hit: Exclude<Hit, { type: "empty" }>; from: Point; isDragged: boolean; isPlain: boolean } | undefined;

  const followed = (event: PointerEvent) => {
    if (editor.gesture?.type === "seek") return seek(event);
    if (!held) {
      const hit = event.currentTarget === rows ? hitAt(editor, pointOf(event)) : undefined;
      rows.style.cursor = hit && hit.type !== "empty" ? (hit.edge ? "ew-resize" : "grab") : "";
      return;
    }
    const to = pointOf(event);
    const [dx, dy] = [to[0] - held.from[0], to[1] - held.from[1]];
    // Escape has ended the drag while the button is still held.
    if (held.isDragged && !editor.gesture) return;
    held.isDragged ||= Math.hypot(dx, dy) >= DRAG_PX;
    if (!held.isDragged) return;
    const { hit } = held;
    const { id } = hit.block;
    const { project, view } = editor;
    if (hit.type === "effect") {
      const hold = { id, effectId: hit.effect.id, edge: hit.edge };
      return editor.follow({
        type: "extent",
        id,
        effectId: hit.effect.id,
        ...extentBy({ project, view, targets: [] }, hold, dx),
      });
    }
    if (hit.edge) {
      const place = { project, view, targets: editor.snapTargets(new Set([id])) };
      return editor.follow({ type: "trim", id, edge: hit.edge, time: trimmedBy(place, id, hit.edge, dx) });
    }
    const ids = editor.selection.has(id) ? editor.selection : new Set([id]);
    const place = { project, view, targets: editor.snapTargets(ids) };
    editor.follow({ type: "move", id, ids, ...movedBy(place, id, held.from, to) });
  };

  const released = () => {
    const { gesture } = editor;
    if (gesture?.type === "seek") editor.cancel();
    else if (gesture && gesture.type !== "place") editor.finish();
    else if (held?.hit.type === "block" && held.isPlain && editor.selection.size > 1)
      editor.select([held.hit.block.id]);
    held = undefined;
  };

  for (const surface of [rows, ruler] as HTMLElement[]) {
    surface.addEventListener("pointerdown", pressed);
    surface.addEventListener("pointermove", followed);
    surface.addEventListener("pointerup", released);
    surface.addEventListener("pointercancel", () => {
      held = undefined;
      editor.cancel();
    });
  }
  rows.addEventListener("dblclick", (event) => {
    if (hitAt(editor, pointOf(event)).type === "block") actions.edit();
  });
  rows.addEventListener("contextmenu", (event) => {
    const hit = hitAt(editor, pointOf(event));
    if (hit.type === "effect") editor.selectEffect(hit.block.id, hit.effect.id);
    else if (hit.type === "block" && !editor.selection.has(hit.block.id)) editor.select([hit.block.id]);
    actions.menu(hit, event.clientX, event.clientY);
  });
  timeline.root.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const { view } = editor;
      if (event.ctrlKey) return editor.zoom(event.deltaY < 0 ? 1 : -1, timeAt(view, pointOf(event)[0]));
      const isSideways = event.shiftKey && event.deltaX === 0;
      const [dx, dy] = isSideways ? [event.deltaY, 0] : [event.deltaX, event.deltaY];
      editor.see({ ...view, scrollX: view.scrollX + dx, scrollY: view.scrollY + dy });
    },
    { passive: false },
  );
}

/** Drags a medium from its card; what a press without a drag means is the card's own matter. */
export function listenToMedium(event: PointerEvent, medium: Medium, timeline: Timeline, editor: Editor): void {
  if (event.button !== 0) return;
  // The keyboard is the timeline's afterwards, and not the card's.
  event.preventDefault();
  timeline.focus();
  const card = event.currentTarget as HTMLElement;
  const from: Point = [event.clientX, event.clientY];
  card.setPointerCapture(event.pointerId);
  let isDragged = false;
  const follow = (moved: PointerEvent) => {
    if (isDragged && !editor.gesture) return;
    isDragged ||= Math.hypot(moved.clientX - from[0], moved.clientY - from[1]) >= DRAG_PX;
    if (!isDragged) return;
    const box = timeline.rows.getBoundingClientRect();
    const to: Point = [moved.clientX - box.left, moved.clientY - box.top];
    const isInside = to[0] >= 0 && to[0] < box.width && to[1] >= -RULER_HEIGHT && to[1] < box.height;
    const place = { project: editor.project, view: editor.view, targets: editor.snapTargets(new Set()) };
    editor.follow({ type: "place", medium, drop: isInside ? droppedAt(place, medium, to) : undefined });
  };
  const end = () => {
    card.removeEventListener("pointermove", follow);
    card.removeEventListener("pointerup", drop);
    card.removeEventListener("pointercancel", leave);
  };
  const drop = () => {
    end();
    if (editor.gesture?.type !== "place") return;
    editor.finish();
    timeline.focus();
  };
  const leave = () => {
    end();
    editor.cancel();
  };
  card.addEventListener("pointermove", follow);
  card.addEventListener("pointerup", drop);
  card.addEventListener("pointercancel", leave);
}
