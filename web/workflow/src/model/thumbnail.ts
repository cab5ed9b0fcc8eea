// A small picture of a workflow: a line for each edge and a box for each node.

import { boxOf, CARD_WIDTH, curveOf, heightOf } from "./geometry";
import type { Graph } from "./graph";

const WIDTH = 280;
const HEIGHT = 160;
const BOX = [80, 32] as const;
const MARGIN = 8;

/** As a data address, as exports carry it. */
export function thumbnailOf(graph: Graph): string {
  return `data:image/svg+xml;utf8,${encodeURIComponent(drawing(graph))}`;
}

function drawing(graph: Graph): string {
  const box = boxOf(graph.nodes);
  if (!box) return svg("");
  const across = Math.max(1, box.to[0] - box.from[0] - CARD_WIDTH);
  const down = Math.max(1, Math.max(...graph.nodes.map((node) => node.position.y)) - box.from[1]);
  const place = (x: number, y: number) =>
    [
      Math.round(MARGIN + ((x - box.from[0]) / across) * (WIDTH - BOX[0] - 2 * MARGIN)),
      Math.round(MARGIN + ((y - box.from[1]) / down) * (HEIGHT - BOX[1] - 2 * MARGIN)),
    ] as const;
  const places = new Map(graph.nodes.map((node) => [node.id, place(node.position.x, node.position.y)]));
  const lines = graph.edges.map(({ source, target }) => {
    const [from, to] = [places.get(source), places.get(target)];
    return from && to
      ? `<line x1="${from[0] + BOX[0]}" y1="${from[1] + 16}" x2="${to[0]}" y2="${to[1] + 16}" stroke="#98a2b3"/>`
      : "";
  });
  const boxes = graph.nodes.map(({ id, type }) => {
    const [x, y] = places.get(id)!;
    return (
      `<rect x="${x}" y="${y}" width="${BOX[0]}" height="${BOX[1]}" rx="5" fill="#eef2f8" stroke="#98a2b3"/>` +
      `<text x="${x + 40}" y="${y + 20}" font-size="10" text-anchor="middle" fill="#344054">${type.slice(0, 12)}</text>`
    );
  });
  return svg(lines.join("") + boxes.join(""));
}

function svg(content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${content}</svg>`;
}

/** The cards and edges in little, for pages: a path of the edges and a rectangle a card. */
export function sketchOf(graph: Graph): { viewBox: string; cards: readonly (readonly number[])[]; edges: string } {
  const box = boxOf(graph.nodes) ?? { from: [0, 0] as const, to: [CARD_WIDTH, 160] as const };
  const viewBox = [box.from[0] - 40, box.from[1] - 40, box.to[0] - box.from[0] + 80, box.to[1] - box.from[1] + 80].join(
    " ",
  );
  const curves = graph.edges.map((edge) => curveOf(graph, edge)).filter((line) => line !== undefined);
  const path = ([a, b, c, d]: (typeof curves)[number]) => `M${a.x} ${a.y}C${b.x} ${b.y} ${c.x} ${c.y} ${d.x} ${d.y}`;
  return {
    viewBox,
    cards: graph.nodes.map((node) => [node.position.x, node.position.y, CARD_WIDTH, heightOf(node)]),
    edges: curves.map(path).join(""),
  };
}
