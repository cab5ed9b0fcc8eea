// The palette: every part as a small picture, to be taken by a click. It opens from the bar, and stays until it is closed.

import { button, element, setSize } from "../../../kit/ui/dom";
import { KINDS, kindOf, type Kind } from "../model/catalogue";
import { defaultParams } from "../model/document";
import type { Part } from "../model/part";
import { boxOf } from "../model/turn";
import { drawPart } from "../view/parts";
import type { Editor } from "./editor";
import { lookOf } from "./paint";

const WIDTH = 44;
const HEIGHT = 34;

export class Palette {
  readonly root = element("aside", { class: "palette", "aria-label": "Parts palette", hidden: true });
  readonly #pictures: { kind: string; canvas: HTMLCanvasElement; button: HTMLButtonElement }[] = [];
  #isDark: boolean | undefined;

  constructor(
    private readonly editor: Editor,
    private readonly leave: () => void,
  ) {
    const groups = new Map<string, Kind[]>();
    for (const kind of KINDS) {
      const name = kind.menu || "Wires";
      groups.set(name, [...(groups.get(name) ?? []), kind]);
    }
    for (const [name, kinds] of groups) {
      this.root.append(
        element("h2", {}, name),
        element("div", { class: "palette-parts" }, ...kinds.map((kind) => this.#entry(kind))),
      );
    }
  }

  get isOpen(): boolean {
    return !this.root.hidden;
  }

  toggle(): void {
    this.root.hidden = !this.root.hidden;
    this.draw();
    this.leave();
  }

  /** Marks the tool that is taken; the pictures change with the theme only. */
  draw(): void {
    if (!this.isOpen) return;
    for (const { kind, button } of this.#pictures)
      button.setAttribute("aria-pressed", String(kind === this.editor.tool));
    const { isDark } = this.editor.options;
    if (this.#isDark === isDark) return;
    this.#isDark = isDark;
    for (const { kind, canvas } of this.#pictures) this.#paint(kind, canvas);
  }

  #entry(kind: Kind): HTMLButtonElement {
    const canvas = element("canvas", { "aria-hidden": "true" });
    const take = () => {
      this.editor.takeTool(kind.kind);
      this.leave();
    };
    const made = button(canvas, take, { title: kind.shortcut ? `${kind.name} (${kind.shortcut})` : kind.name });
    made.setAttribute("aria-label", kind.name);
    this.#pictures.push({ kind: kind.kind, canvas, button: made });
    return made;
  }

  #paint(kind: string, canvas: HTMLCanvasElement): void {
    const ratio = window.devicePixelRatio;
    setSize(canvas, WIDTH * ratio, HEIGHT * ratio);
    const part = sample(kind);
    const { from, to } = boxOf([part]);
    const [width, height] = [to[0] - from[0] + 2, to[1] - from[1] + 2];
    const scale = Math.min(WIDTH / width, HEIGHT / height) * ratio;
    const context = canvas.getContext("2d")!;
    const middle = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2] as const;
    context.setTransform(
      scale,
      0,
      0,
      scale,
      (WIDTH * ratio) / 2 - middle[0] * scale,
      (HEIGHT * ratio) / 2 - middle[1] * scale,
    );
    const live = { voltage: () => undefined, current: () => undefined };
    const look = lookOf(this.editor);
    drawPart(context, part, { look, live, selected: false, hovered: false, ghost: false, hidesValue: true });
  }
}

/** A part as the palette shows it. */
function sample(kind: string): Part {
  const { shape } = kindOf(kind);
  const length = shape === "post" || shape === "transistor" ? 2 : 4;
  const b = kind === "ground" ? ([0, length] as const) : ([length, 0] as const);
  return { id: 0, kind, label: "", params: defaultParams(kind), a: [0, 0], b, flip: false, turns: 0 };
}
