// The scopes' dock at the bottom of the page: scopes side by side, each with its menu on a right click.

import { element, fitCanvas } from "../../../kit/ui/dom";
import type { Menus } from "../../../kit/ui/menu";
import type { Scope } from "../model/document";
import type { Rect } from "../view/panel";
import { readoutLines } from "../view/scope-draw";
import { scopeMenu, scopeName } from "./commands";
import type { Editor } from "./editor";
import { lookOf } from "./paint";
import { openScopeDialog } from "./scope-dialog";

const DOCK_HEIGHT = 160;
const GAP = 6;

/** The height that the dock covers at the bottom of the canvas. */
export function dockHeight(editor: Editor): number {
  return editor.document.scopes.length > 0 ? DOCK_HEIGHT : 0;
}

export class Dock {
  readonly root = element("canvas", { class: "dock", role: "img", "aria-label": "Scopes", hidden: true });
  readonly #context = this.root.getContext("2d", { alpha: false })!;

  constructor(
    private readonly editor: Editor,
    menus: Menus,
  ) {
    this.root.addEventListener("contextmenu", (event) => {
      const scope = this.#scopeAt(event.clientX);
      if (scope) menus.open(scopeMenu(editor, scope), event.clientX, event.clientY);
    });
    this.root.addEventListener("dblclick", (event) => {
      const scope = this.#scopeAt(event.clientX);
      if (scope) openScopeDialog(editor, scope);
    });
  }

  draw(): void {
    const { scopes } = this.editor.document;
    this.root.hidden = scopes.length === 0;
    document.body.classList.toggle("has-dock", scopes.length > 0);
    if (scopes.length === 0) return;
    const look = lookOf(this.editor);
    const { width, height, ratio } = fitCanvas(this.root);
    this.#context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.#context.fillStyle = look.gridDots;
    this.#context.fillRect(0, 0, width, height);
    const told = scopes.map((scope, i) => {
      const name = `Scope ${i + 1}: ${scopeName(this.editor, scope)}`;
      const trace = this.editor.bench.trace(scope);
      trace.draw(this.#context, slot(i, scopes.length, width, height), look, name, i);
      return [name, ...readoutLines(trace.measurements(), trace.shows)].join(", ");
    });
    const text = told.join("; ");
    if (this.root.getAttribute("aria-label") !== text) this.root.setAttribute("aria-label", text);
  }

  #scopeAt(x: number): Scope | undefined {
    const { scopes } = this.editor.document;
    const width = this.root.clientWidth;
    return scopes.find((_, i) => {
      const box = slot(i, scopes.length, width, DOCK_HEIGHT);
      return x < box.x + box.width + GAP / 2;
    });
  }
}

/** Where a scope stands in the dock. */
function slot(index: number, count: number, width: number, height: number): Rect {
  const each = (width - GAP * (count + 1)) / count;
  const x = Math.round(GAP + index * (each + GAP));
  return { x, y: GAP, width: Math.round(GAP + index * (each + GAP) + each) - x, height: height - 2 * GAP };
}
