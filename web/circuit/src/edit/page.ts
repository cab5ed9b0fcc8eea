// The page: what stands where, and when it is drawn again.

import { kindOf } from "../model/catalogue";
import type { Bar } from "./bar";
import { Dock, dockHeight } from "./dock";
import { element, fitCanvas } from "./dom";
import type { Editor } from "./editor";
import { isToggle } from "./gesture";
import type { Menus } from "./menu";
import { paint } from "./paint";

export class Page {
  readonly #notice = element("div", { class: "notice", role: "status" });
  readonly #dock: Dock;
  readonly #context: CanvasRenderingContext2D;
  #isChanged = true;

  constructor(
    private readonly editor: Editor,
    menus: Menus,
    private readonly board: HTMLCanvasElement,
    private readonly bar: Bar,
  ) {
    // Opaque: text on it is drawn sharper.
    this.#context = board.getContext("2d", { alpha: false })!;
    this.#dock = new Dock(editor, menus);
    document.body.append(board, this.#dock.root, this.#notice, bar.root);
    editor.onChange = () => this.changed();
    window.addEventListener("resize", () => this.changed());
  }

  changed(): void {
    this.#isChanged = true;
  }

  drawIfChanged(): void {
    if (this.#isChanged) this.draw();
  }

  draw(): void {
    this.#isChanged = false;
    document.documentElement.dataset["theme"] = this.editor.options.isDark ? "dark" : "light";
    const size = fitCanvas(this.board);
    paint(this.#context, this.editor, size, dockHeight(this.editor));
    this.#dock.draw();
    this.board.style.cursor = this.#cursor();
    this.#tell();
    this.bar.update();
  }

  #cursor(): string {
    const { tool, gesture, hovered } = this.editor;
    if (gesture?.type === "move") return "grabbing";
    if (tool !== null || gesture?.type === "place") return "crosshair";
    if (!hovered) return "default";
    if (hovered.pin !== null) return "crosshair";
    return isToggle(hovered.part) ? "pointer" : "grab";
  }

  /** Says what keeps the simulation from running, else what the tool waits for. */
  #tell(): void {
    const { bench, tool } = this.editor;
    const shape = tool === null ? undefined : kindOf(tool).shape;
    const how = shape === "chip" || shape === "post" ? "click or drag" : "drag";
    const hint = tool === null ? "" : `${kindOf(tool).name}: ${how} to place, Esc to end`;
    const text = bench.problem ?? hint;
    this.#notice.classList.toggle("is-problem", bench.problem !== null);
    if (this.#notice.textContent !== text) this.#notice.textContent = text;
  }
}
