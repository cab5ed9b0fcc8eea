// The viewport: the scene's picture, what is drawn over it, and what is said about it.

import { element, setSize, setText } from "../../../kit/ui/dom";
import type { Editor } from "../edit/editor";
import { keyOf } from "../edit/gizmo";
import { Camera, directionOf } from "../math/camera";
import { boxOf } from "../math/pick";
import { distance, subtract, type Point } from "../math/vector";
import { rounded } from "../model/numbers";
import { paintOverlay } from "./overlay";
import { ScenePainter } from "./paint-scene";

export class Viewport {
  readonly stage = element("div", {
    class: "stage",
    tabindex: 0,
    role: "application",
    "aria-label": "Viewport",
    "aria-describedby": "status",
  });
  readonly #picture = element("canvas", { "aria-hidden": "true" });
  readonly #overlay = element("canvas", { "aria-hidden": "true" });
  readonly #title = element("div", { class: "view-title" });
  readonly #status = element("div", { class: "status", id: "status" });
  readonly root: HTMLElement;
  readonly #painter = new ScenePainter();
  /** What the picture, and what is over it, show: drawn again only when one of them is another. */
  #drawn: readonly unknown[] = [];
  #drawnOver: readonly unknown[] = [];
  #image: ImageData | undefined;
  #isComplete = true;
  /** Where the pointer is, while it is here. */
  pointer: Point | undefined;

  constructor(
    private readonly editor: Editor,
    buttons: HTMLElement,
  ) {
    this.stage.append(this.#picture, this.#overlay);
    this.root = element("main", { class: "viewport", "aria-label": "View of the scene" }, buttons, this.stage);
    this.root.append(this.#title, this.#status);
  }

  /** Brings the texts up to date. */
  update(): void {
    setText(this.#title, this.#viewName());
    setText(this.#status, this.#statusText());
    this.stage.dataset["tool"] = this.editor.tool;
  }

  /** Draws what has changed. */
  draw(): void {
    const { editor } = this;
    const { content, selection, view, size, tool, gesture, measure } = editor;
    if (!editor.scene || size.width <= 0 || size.height <= 0) return;
    const ratio = window.devicePixelRatio;
    const [width, height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)];
    const now = [content.objects, content.settings, selection, view, width, height];
    if (isOther(now, this.#drawn)) {
      this.#drawn = now;
      this.#paint(width, height, ratio);
    }
    const hover = this.pointer && editor.handleUnder(this.pointer);
    const over = [...now, tool, gesture, measure, keyOf(hover)];
    if (!isOther(over, this.#drawnOver)) return;
    this.#drawnOver = over;
    setSize(this.#overlay, width, height);
    const context = this.#overlay.getContext("2d");
    if (!context) return;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    paintOverlay(context, editor, hover);
  }

  #paint(width: number, height: number, ratio: number): void {
    const { content, selection, view, lens } = this.editor;
    setSize(this.#picture, width, height);
    if (this.#image?.width !== width || this.#image.height !== height) this.#image = new ImageData(width, height);
    const camera = new Camera(view, { ...lens, orthoZoom: lens.orthoZoom * ratio }, width, height);
    this.#isComplete = this.#painter.paint(new Uint32Array(this.#image.data.buffer), content, selection, camera);
    setText(this.#title, this.#viewName());
    this.#picture.getContext("2d")?.putImageData(this.#image, 0, 0);
  }

  #viewName(): string {
    const { view, camera } = this.editor;
    const direction = directionOf(view);
    const kind = camera.isOrthographic ? "Orthographic" : "Perspective";
    const name = direction ? `${direction[0]!.toUpperCase()}${direction.slice(1)} · ${kind}` : kind;
    return this.#isComplete ? name : `${name} · too much to draw, some of it is left out`;
  }

  #statusText(): string {
    const { measure, tool, content, selected } = this.editor;
    if (measure.length === 2) {
      const [from, to] = measure as [(typeof measure)[0], (typeof measure)[0]];
      const [x, y, z] = subtract(to!, from!).map((part) => rounded(part));
      return `Distance ${rounded(distance(from!, to!))}  ·  x ${x}, y ${y}, z ${z}`;
    }
    if (tool === "measure")
      return measure.length === 1 ? "Measure: click the second point" : "Measure: click the first point";
    const count = `${content.objects.length} ${content.objects.length === 1 ? "object" : "objects"}`;
    const box = boxOf(selected);
    if (!box) return count;
    const size = subtract(box.high, box.low).map((part) => rounded(part));
    const range = `y from ${rounded(box.low[1])} to ${rounded(box.high[1])}`;
    return `${count}, ${selected.length} selected  ·  size ${size.join(" × ")}  ·  ${range}`;
  }
}

const isOther = (now: readonly unknown[], before: readonly unknown[]) => now.some((value, i) => value !== before[i]);
