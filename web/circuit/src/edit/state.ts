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
    isAutomatic: bench.chosenStep === null,
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
    scopes: document.scopes.map((scope) => {
      const trace = bench.trace(scope);
      const { part, pin, shows } = scope;
      return { part, pin, shows, ...trace.measurements(), timeScale: trace.timeScale };
    }),
    problem: bench.problem,
    warning: bench.warning,
  };
}
