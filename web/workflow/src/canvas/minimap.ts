// The whole workflow in little, with what the canvas shows; a press or a drag goes there.

import { element } from "../../../kit/ui/dom";
import { toContent } from "../../../kit/ui/viewport";
import type { Editor } from "../edit/editor";
import { boxOf, CARD_WIDTH, heightOf } from "../model/geometry";
import { CATEGORIES, kindOf } from "../model/catalogue";

const WIDTH = 160;
const HEIGHT = 100;
const MARGIN = 64;

export class Minimap {
  readonly root = element("div", { class: "minimap", role: "img", "aria-label": "Overview of the workflow" });
  #scale = 1;
  #corner: readonly [number, number] = [0, 0];
  #key = "";

  constructor(private readonly editor: Editor) {
    const go = (event: PointerEvent) => {
      const box = this.root.getBoundingClientRect();
      this.#centreOn(
        (event.clientX - box.left) / this.#scale + this.#corner[0],
        (event.clientY - box.top) / this.#scale + this.#corner[1],
      );
    };
    this.root.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      event.stopPropagation();
      event.preventDefault();
      this.root.setPointerCapture(event.pointerId);
      go(event);
    });
    this.root.addEventListener("pointermove", (event) => this.root.hasPointerCapture(event.pointerId) && go(event));
  }

  update(): void {
    const { graph, viewport, size, options, result } = this.editor;
    const key = JSON.stringify([graph.nodes, viewport, size, options.showsMinimap]);
    if (key === this.#key) return;
    this.#key = key;
    // Results leave the canvas little room.
    this.root.hidden = !options.showsMinimap || graph.nodes.length === 0 || result !== undefined;
    const box = boxOf(graph.nodes);
    if (!box) return;
    this.#corner = [box.from[0] - MARGIN, box.from[1] - MARGIN];
    this.#scale = Math.min(
      WIDTH / (box.to[0] - box.from[0] + 2 * MARGIN),
      HEIGHT / (box.to[1] - box.from[1] + 2 * MARGIN),
    );
    const at = ([x, y]: readonly [number, number]) =>
      [(x - this.#corner[0]) * this.#scale, (y - this.#corner[1]) * this.#scale] as const;
    const rect = (className: string, from: readonly [number, number], width: number, height: number) => {
      const [x, y] = at(from);
      const [w, h] = [width * this.#scale, height * this.#scale];
      const style = `left:${x.toFixed(1)}px;top:${y.toFixed(1)}px;width:${w.toFixed(1)}px;height:${h.toFixed(1)}px`;
      return element("div", { class: className, style });
    };
    const cards = graph.nodes.map((node) => {
      const category = CATEGORIES.indexOf(kindOf(node.type).category);
      return rect(
        `minimap-card is-category-${category}`,
        [node.position.x, node.position.y],
        CARD_WIDTH,
        heightOf(node),
      );
    });
    const seen = toContent(viewport, [0, 0]);
    this.root.replaceChildren(
      ...cards,
      rect("minimap-view", seen, size.width / viewport.zoom, size.height / viewport.zoom),
    );
  }

  #centreOn(x: number, y: number): void {
    const { viewport, size } = this.editor;
    const { zoom } = viewport;
    this.editor.see({ zoom, origin: [Math.round(size.width / 2 - x * zoom), Math.round(size.height / 2 - y * zoom)] });
  }
}
