// What graders read; the shape is that of README.md.

import { pinNets } from "../model/nets";
import type { Editor } from "./editor";

export function stateOf(editor: Editor): unknown {
  const { bench, document } = editor;
  return {
    app: "circuit",
    time: bench.time,
    running: bench.running,
    timeStep: bench.timeStep,
    parts: document.parts.map((part) => ({
      id: part.id,
      kind: part.kind,
      label: part.label,
      params: { ...part.params },
      a: part.a,
      b: part.b,
      flip: part.flip,
      turns: part.turns,
      pins: pinNets(part, bench.nets),
    })),
    scopes: document.scopes.map((scope) => ({
      part: scope.part,
      pin: scope.pin,
      shows: scope.shows,
      timeScale: scope.timeScale,
    })),
    problem: bench.problem,
  };
}
