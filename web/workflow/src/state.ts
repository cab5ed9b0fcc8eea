// What graders read; the shape is that of README.md.

import type { Editor } from "./edit/editor";
import { exported } from "./model/file";

export function stateOf({ library, result }: Editor): unknown {
  return {
    app: "workflow",
    view: library.openId === null ? "hub" : "editor",
    current: library.lastId,
    workflows: library.workflows.map(exported),
    run: result && {
      problem: result.problem ?? null,
      steps: result.steps.map(({ node, round, received, outputs, problem }) => ({
        node,
        round,
        received,
        outputs: Object.fromEntries([...outputs].map(([handle, items]) => [handle ?? "", items.length])),
        problem: problem ?? null,
      })),
      sent: result.outbox.length,
    },
  };
}
