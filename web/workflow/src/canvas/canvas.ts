// The canvas: cards and edges in one layer that is moved and scaled, without a framework. It is brought up to date as a whole.

import { element } from "../../../kit/ui/dom";
import { toCanvas } from "../../../kit/ui/viewport";
import type { Editor } from "../edit/editor";
import { movedPlaces, targetAt } from "../edit/gesture";
import { defaultData, kindOf } from "../model/catalogue";
import { CARD_WIDTH, GRID, heightOf, snapped } from "../model/geometry";
import { placed, type Graph } from "../model/graph";
import { titles } from "../model/naming";
import { Card, type CardLook } from "./card";
import { EdgesView } from "./edges";
import { Minimap } from "./minimap";

/** Below this the grid would be a grey surface. */
const LEAST_DOTTED_ZOOM = 0.4;

export class Canvas {
  readonly root = element("main", { class: "canvas", tabindex: -1, "aria-label": "Canvas", "data-canvas": true });
  readonly #layer = element("div", { class: "layer" });
  readonly #edges = new EdgesView();
  readonly #cards = new Map<string, Card>();
  readonly #box = element("div", { class: "marquee", hidden: true });
  readonly #ghost = element("div", { class: "card ghost", hidden: true });
  readonly #hint = element("div", { class: "canvas-hint" }, "Choose a node on the left, or press / and type its name.");
  readonly #minimap: Minimap;

  constructor(private readonly editor: Editor) {
    this.#minimap = new Minimap(editor);
    this.#layer.append(this.#edges.root);
    this.root.append(this.#layer, this.#ghost, this.#box, this.#hint, this.#minimap.root);
  }

  update(): void {
    const { editor } = this;
    const { gesture, viewport } = editor;
    const graph =
      gesture?.type === "move"
        ? placed(editor.graph, movedPlaces(editor.graph, gesture, editor.options.snaps))
        : editor.graph;
    this.#layer.style.transform = `translate(${viewport.origin[0]}px, ${viewport.origin[1]}px) scale(${viewport.zoom})`;
    this.root.style.setProperty("--zoom", String(viewport.zoom));
    this.root.classList.toggle("is-far", viewport.zoom < 0.7);
    this.root.classList.toggle("is-busy", gesture !== undefined);
    this.#dots();
    this.#edges.update(editor, graph);
    this.#updateCards(graph);
    this.#updateGhost();
    this.#updateBox();
    this.#hint.hidden = graph.nodes.length > 0;
    this.#minimap.update();
  }

  focusNode(id: string): void {
    const card = this.#cards.get(id);
    if (card) card.focus();
    else this.root.focus();
  }

  #updateCards(graph: Graph): void {
    const { editor } = this;
    const names = titles(graph);
    const { gesture, viewport, selection, result } = editor;
    const target = gesture?.type === "connect" ? targetAt(graph, gesture.to, viewport.zoom) : undefined;
    for (const node of graph.nodes) {
      let card = this.#cards.get(node.id);
      if (!card) {
        card = new Card(node.id);
        this.#cards.set(node.id, card);
        this.#layer.append(card.root);
      }
      const look: CardLook = {
        title: names.get(node.id)!,
        isSelected: selection.has(node.id),
        at: node.position,
        isTarget: target?.id === node.id && gesture?.type === "connect" && gesture.source !== node.id,
        badge: result && badgeOf(result.steps.filter((step) => step.node === node.id)),
      };
      card.update(node, look);
    }
    for (const [id, card] of this.#cards) {
      if (graph.nodes.some((node) => node.id === id)) continue;
      card.root.remove();
      this.#cards.delete(id);
    }
  }

  /** The grid's dots, where they can be told apart. */
  #dots(): void {
    const { origin, zoom } = this.editor.viewport;
    const step = GRID * zoom * (zoom < LEAST_DOTTED_ZOOM ? 4 : 1);
    this.root.style.backgroundSize = `${step}px ${step}px`;
    this.root.style.backgroundPosition = `${origin[0]}px ${origin[1]}px`;
  }

  /** A card that is dragged here from the palette. */
  #updateGhost(): void {
    const { gesture, viewport, options } = this.editor;
    const to = gesture?.type === "place" ? gesture.to : undefined;
    this.#ghost.hidden = to === undefined;
    if (!to || gesture?.type !== "place") return;
    const height = heightOf({ type: gesture.kind, data: defaultData(gesture.kind) });
    const corner = { x: to.x - CARD_WIDTH / 2, y: to.y - height / 2 };
    const place = options.snaps ? snapped(corner) : corner;
    const [x, y] = toCanvas(viewport, [place.x, place.y]);
    this.#ghost.style.transform = `translate(${x}px, ${y}px) scale(${viewport.zoom})`;
    this.#ghost.style.height = `${height}px`;
    this.#ghost.textContent = kindOf(gesture.kind).name;
  }

  #updateBox(): void {
    const { gesture, viewport } = this.editor;
    this.#box.hidden = gesture?.type !== "marquee";
    if (gesture?.type !== "marquee") return;
    const [x0, y0] = toCanvas(viewport, [gesture.from.x, gesture.from.y]);
    const [x1, y1] = toCanvas(viewport, [gesture.to.x, gesture.to.y]);
    Object.assign(this.#box.style, {
      left: `${Math.min(x0, x1)}px`,
      top: `${Math.min(y0, y1)}px`,
      width: `${Math.abs(x1 - x0)}px`,
      height: `${Math.abs(y1 - y0)}px`,
    });
  }
}

/** How many items a node gave out in the last run, or that it failed. */
function badgeOf(
  steps: readonly { outputs: ReadonlyMap<string | null, readonly unknown[]>; problem?: string }[],
): CardLook["badge"] {
  if (steps.length === 0) return undefined;
  if (steps.some((step) => step.problem !== undefined)) return { text: "failed", isProblem: true };
  const count = steps.flatMap((step) => [...step.outputs.values()]).reduce((sum, items) => sum + items.length, 0);
  return { text: count === 1 ? "1 item" : `${count} items`, isProblem: false };
}
