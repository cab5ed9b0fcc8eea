// The page: what stands where, and when it is drawn again.

import { element } from "../../../kit/ui/dom";
import type { Menus } from "../../../kit/ui/menu";
import { showTheme } from "../../../kit/ui/page";
import { kindOf } from "../model/catalogue";
import type { Bar } from "./bar";
import { Dock, dockHeight } from "./dock";
import type { Editor } from "./editor";
import { isToggle } from "./gesture";
import { Painter, paintInfo } from "./paint";
import type { Palette } from "./palette";

export class Page {
  readonly #notice = element("div", { class: "notice", role: "status" });
  readonly #info = element("canvas", { class: "info", "aria-label": "Information" });
  readonly #dock: Dock;
  readonly #painter: Painter;
  #isEdited = true;
  #dockHeight = 0;

  constructor(
    private readonly editor: Editor,
    menus: Menus,
    private readonly board: HTMLCanvasElement,
    private readonly bar: Bar,
    private readonly palette: Palette,
  ) {
    this.#painter = new Painter(board);
    this.#dock = new Dock(editor, menus);
    document.body.append(board, this.#info, this.#dock.root, this.#notice, palette.root, bar.root);
    const edited = () => {
      this.#isEdited = true;
    };
    editor.onChange = edited;
    window.addEventListener("resize", edited);
  }

  /** Draws if there is anything new to see; `isSimulated` tells that the simulation has moved on. */
  drawIfChanged(isSimulated: boolean): void {
    if (isSimulated || this.#isEdited) this.draw();
  }

  draw(): void {
    this.#makeRoom();
    showTheme(this.editor.options.isDark);
    if (this.#isEdited) this.#painter.paint(this.editor);
    else this.#painter.paintSimulated(this.editor);
    this.#isEdited = false;
    paintInfo(this.#info, this.editor);
    this.#dock.draw();
    this.board.style.cursor = this.#cursor();
    this.#tell();
    this.palette.draw();
    this.bar.update();
  }

  /** When the dock opens, what it would hide comes up above it. */
  #makeRoom(): void {
    const height = dockHeight(this.editor);
    if (height === this.#dockHeight) return;
    this.#dockHeight = height;
    if (height > 0) this.editor.reveal(this.board.clientWidth, this.board.clientHeight - height);
  }

  #cursor(): string {
    const { tool, gesture, hovered } = this.editor;
    if (gesture?.type === "move") return "grabbing";
    if (tool !== null || gesture?.type === "place") return "crosshair";
    if (!hovered) return "default";
    if (hovered.pin !== null) return "crosshair";
    return isToggle(hovered.part) ? "pointer" : "grab";
  }

  /** Says what keeps the simulation from running or an edit from being made, else what the tool waits for, else what is doubtful. */
  #tell(): void {
    const { bench, refusal, tool } = this.editor;
    const shape = tool === null ? undefined : kindOf(tool).shape;
    const how = shape === "chip" || shape === "post" ? "click or drag" : "drag";
    const hint = tool === null ? "" : `${kindOf(tool).name}: ${how} to place, Esc to end`;
    const problem = bench.problem ?? refusal;
    const text = problem ?? (hint || (bench.warning ?? ""));
    this.#notice.classList.toggle("is-problem", problem !== null);
    this.#notice.classList.toggle("is-warning", problem === null && hint === "" && bench.warning !== null);
    if (this.#notice.textContent !== text) this.#notice.textContent = text;
  }
}
