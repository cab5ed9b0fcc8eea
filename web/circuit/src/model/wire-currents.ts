// Currents in wires and grounds. The simulator knows none: to it a net is one point. They follow from what the parts' pins
// send into the net. Where wires form a loop nothing says how the current divides, and one side is shown to carry it all.

import { pinsOf } from "./geometry";
import { netName } from "./nets";
import type { Part, Point } from "./part";

/** By the id of a wire, the current from its a to its b; of a ground, the current into it. */
export type WireCurrents = ReadonlyMap<number, number>;

/** `into` is the current into a part at a pin. */
export function wireCurrents(parts: readonly Part[], into: (part: Part, pin: string) => number): WireCurrents {
  const nodes = new Map<string, Node>();
  const nodeAt = (point: Point): Node => {
    const key = `${point[0]},${point[1]}`;
    const node = nodes.get(key) ?? { wires: [], ground: undefined, inflow: 0, isReached: false };
    nodes.set(key, node);
    return node;
  };
  const named = new Map<string, Node>();
  /** Net labels of one name are joined as by a wire that nobody sees; its id is below those of parts. */
  const join = (label: Part): void => {
    const name = netName(label);
    if (name === undefined) return;
    const [node, first] = [nodeAt(label.a), named.get(name)];
    if (first && first !== node) {
      first.wires.push({ id: -label.id, far: node, isForward: true });
      node.wires.push({ id: -label.id, far: first, isForward: false });
    } else named.set(name, node);
  };
  for (const part of parts) {
    if (part.kind === "wire") {
      const ends: [Node, Node] = [nodeAt(part.a), nodeAt(part.b)];
      ends[0].wires.push({ id: part.id, far: ends[1], isForward: true });
      ends[1].wires.push({ id: part.id, far: ends[0], isForward: false });
    } else if (part.kind === "ground") {
      nodeAt(part.a).ground ??= part.id;
    } else if (part.kind === "net-label") {
      join(part);
    } else {
      for (const pin of pinsOf(part)) nodeAt(pin.at).inflow -= into(part, pin.name);
    }
  }

  const currents = new Map<number, number>();
  // Current flows to grounds where there are any, so these are the roots; elsewhere it sums up to nothing, and any root will do.
  const all = [...nodes.values()];
  drain(
    all.filter((node) => node.ground !== undefined),
    currents,
  );
  for (const node of all) if (!node.isReached) drain([node], currents);
  return currents;
}

interface Node {
  wires: { id: number; far: Node; isForward: boolean }[];
  ground: number | undefined;
  /** What parts send into the net here. */
  inflow: number;
  isReached: boolean;
}

/** Lets everything flow along the shortest ways to the roots. */
function drain(roots: readonly Node[], currents: Map<number, number>): void {
  const order: { node: Node; up?: { id: number; to: Node; isForward: boolean } }[] = [];
  for (const node of roots) {
    node.isReached = true;
    order.push({ node });
  }
  for (let i = 0; i < order.length; i++) {
    const { node } = order[i]!;
    for (const { id, far, isForward } of node.wires) {
      if (far.isReached) continue;
      far.isReached = true;
      // Seen from the far end, the wire towards the root runs the other way.
      order.push({ node: far, up: { id, to: node, isForward: !isForward } });
    }
  }
  for (const { node, up } of order.reverse()) {
    if (up) {
      currents.set(up.id, up.isForward ? node.inflow : -node.inflow);
      up.to.inflow += node.inflow;
    } else if (node.ground !== undefined) {
      currents.set(node.ground, node.inflow);
    }
  }
}
