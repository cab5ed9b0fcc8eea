// What graders read; the shape is that of README.md.

import type { Editor } from "./edit/editor";
import { exported } from "./model/file";

export function stateOf({ library, selection }: Editor): unknown {
  return {
    app: "modeller",
    view: library.openId === null ? "dashboard" : "editor",
    open: library.openId,
    selection: [...selection],
    scenes: library.scenes.map(exported),
  };
}
