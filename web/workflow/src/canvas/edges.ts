// The edges, as lines of one SVG below the cards.

import { curve, curveOf, inputAt, outputAt, pointOn, type Curve } from "../model/geometry";
import { nodeOf, type Edge, type Graph } from "../model/graph";
import { edgeTitle, titles } from "../model/naming";
import type { Editor } from "../edit/editor";
import { targetAt } from "../edit/gesture";

const SVG = "http://www.w3.org/2000/svg";

function shape<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string | number>>,
): SVGElementTagNameMap[K] {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}

export function pathOf([a, b, c, d]: Curve): string {
  return `M${a.x} ${a.y}C${b.x} ${b.y} ${c.x} ${c.y} ${d.x} ${d.y}`;
}

export class EdgesView {
  readonly root = shape("svg", { class: "edges", width: 1, height: 1 });
  #key = "";

  /** `graph` is the one that is shown, a drag under way included. */
  update(editor: Editor, graph: Graph): void {
    const { selection, gesture, viewport } = editor;
    const key = JSON.stringify([
      graph.edges,
      graph.nodes,
      [...selection],
      gesture?.type === "connect" ? gesture : 0,
      viewport.zoom,
    ]);
    if (key === this.#key) return;
    this.#key = key;
    const names = titles(graph);
    // What is selected lies over the others.
    const edges = [...graph.edges].sort(
      (one, other) => Number(selection.has(one.id)) - Number(selection.has(other.id)),
    );
    const lines = edges.flatMap((edge) => {
      const line = curveOf(graph, edge);
      return line ? [edgeGroup(edge, line, edgeTitle(graph, edge, names), selection.has(edge.id))] : [];
    });
    const planned = this.#planned(editor, graph);
    this.root.replaceChildren(...lines, ...(planned ? [planned] : []));
  }

  /** The edge that is being drawn. */
  #planned({ gesture, viewport }: Editor, graph: Graph): SVGElement | undefined {
    const source = gesture?.type === "connect" ? nodeOf(graph, gesture.source) : undefined;
    if (!source || gesture?.type !== "connect") return undefined;
    const target = targetAt(graph, gesture.to, viewport.zoom);
    const end = target && target.id !== source.id ? inputAt(target) : gesture.to;
    return shape("path", { class: "edge is-planned", d: pathOf(curve(outputAt(source, gesture.handle), end)) });
  }
}

function edgeGroup(edge: Edge, line: Curve, title: string, isSelected: boolean): SVGElement {
  const group = shape("g", { role: "img", "aria-label": `Connection ${title}${isSelected ? " (selected)" : ""}` });
  group.append(shape("path", { class: isSelected ? "edge is-selected" : "edge", d: pathOf(line) }));
  const end = line[3];
  group.append(
    shape("path", {
      class: isSelected ? "edge-head is-selected" : "edge-head",
      d: `M${end.x - 14} ${end.y - 5}l9 5-9 5z`,
    }),
  );
  // A label that only repeats its output stands on the card already.
  if (edge.label && edge.label !== edge.sourceHandle) {
    const { x, y } = pointOn(line, 0.5);
    const text = shape("text", { class: "edge-label", x, y: y - 8 });
    text.textContent = edge.label;
    group.append(text);
  }
  return group;
}
