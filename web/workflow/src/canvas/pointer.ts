// The canvas's mouse: from pointer events to the editor's gestures.

import type { Menus } from "../../../kit/ui/menu";
import { Pan, toContent, wheelFactor, type Point as CanvasPoint } from "../../../kit/ui/viewport";
import type { Editor } from "../edit/editor";
import { CLICK_REACH, hitAt, type Hit } from "../edit/gesture";
import type { Point } from "../model/graph";
import type { Canvas } from "./canvas";

interface Actions {
  /** Opens what a double click asks for: the properties of a node. */
  edit: () => void;
  menu: (hit: Hit | undefined, at: Point) => Parameters<Menus["open"]>[0];
}

export function listenToPointer(canvas: Canvas, editor: Editor, menus: Menus, actions: Actions): void {
  const { root } = canvas;
  const pan = new Pan();
  let pressed: { at: CanvasPoint; hit: Hit | undefined; adds: boolean } | undefined;

  const pointOf = (event: MouseEvent): CanvasPoint => {
    const box = root.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const contentOf = (event: MouseEvent): Point => {
    const [x, y] = toContent(editor.viewport, pointOf(event));
    return { x, y };
  };
  const hitOf = (event: MouseEvent) => hitAt(editor.graph, contentOf(event), editor.viewport.zoom);

  root.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    if (pressed || pan.isActive || (event.button !== 0 && event.button !== 1)) return;
    root.setPointerCapture(event.pointerId);
    const hit = event.button === 0 ? hitOf(event) : undefined;
    pressed = { at: pointOf(event), hit, adds: event.shiftKey };
    if (hit?.type === "node") canvas.focusNode(hit.node.id);
    else root.focus();
    if (hit?.type === "port")
      editor.begin({ type: "connect", source: hit.node.id, handle: hit.handle, to: contentOf(event) });
    else if (!hit && !(event.shiftKey && event.button === 0)) pan.begin(pointOf(event));
  });

  root.addEventListener("pointermove", (event) => {
    if (pan.isActive) editor.see(pan.follow(editor.viewport, pointOf(event)));
    if (!pressed) return;
    if (editor.gesture) return editor.follow(contentOf(event));
    if (!isDrag(pressed.at, pointOf(event)) || pan.isActive) return;
    const [x, y] = toContent(editor.viewport, pressed.at);
    if (pressed.hit?.type === "node") {
      const { id } = pressed.hit.node;
      if (!editor.selection.has(id)) editor.select([id]);
      const ids = new Set(editor.selectedNodes.map((node) => node.id));
      editor.begin({ type: "move", ids, from: { x, y }, to: contentOf(event) });
    } else if (!pressed.hit) editor.begin({ type: "marquee", from: { x, y }, to: contentOf(event) });
  });

  root.addEventListener("pointerup", (event) => {
    if (!pressed || (event.button !== 0 && event.button !== 1)) return;
    const press = pressed;
    pressed = undefined;
    pan.end();
    if (editor.gesture) {
      editor.follow(contentOf(event));
      return editor.finish();
    }
    if (event.button === 0 && !isDrag(press.at, pointOf(event))) click(editor, press.hit, press.adds);
  });

  const giveUp = () => {
    pressed = undefined;
    pan.end();
    if (editor.gesture) editor.cancel();
  };
  root.addEventListener("pointercancel", giveUp);
  window.addEventListener("blur", giveUp);

  root.addEventListener("dblclick", (event) => {
    if (hitOf(event)?.type === "node") actions.edit();
  });

  root.addEventListener("contextmenu", (event) => {
    if (editor.gesture) return;
    const hit = hitOf(event);
    const id = hit?.type === "edge" ? hit.edge.id : hit?.node.id;
    if (id === undefined) editor.select([]);
    else if (!editor.selection.has(id)) editor.select([id]);
    menus.open(actions.menu(hit, contentOf(event)), event.clientX, event.clientY);
  });

  root.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      editor.zoomAt(pointOf(event), wheelFactor(event));
    },
    { passive: false },
  );

  // A card that is come to by Tab is selected, so that the panel shows it.
  root.addEventListener("focusin", (event) => {
    const id = event.target instanceof HTMLElement ? event.target.dataset["node"] : undefined;
    if (id !== undefined && !pressed && !editor.selection.has(id)) editor.select([id]);
  });
}

function isDrag(from: CanvasPoint, to: CanvasPoint): boolean {
  return Math.hypot(to[0] - from[0], to[1] - from[1]) > CLICK_REACH;
}

function click(editor: Editor, hit: Hit | undefined, adds: boolean): void {
  const id = hit?.type === "edge" ? hit.edge.id : hit?.node.id;
  if (id === undefined) editor.select([]);
  else if (adds) editor.toggle(id);
  else editor.select([id]);
}
