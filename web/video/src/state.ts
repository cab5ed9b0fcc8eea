// What graders read; README.md has its form.

import type { Editor } from "./edit/editor";

export function stateOf(editor: Editor): unknown {
  const { view } = editor;
  return {
    app: "video",
    project: editor.file,
    exported: editor.exported?.file ?? null,
    playheadMs: editor.playhead,
    isPlaying: editor.isPlaying,
    selection: editor.selectedBlocks.map(({ id }) => id),
    selectedEffect: editor.selectedEffect?.id ?? null,
    isSnapping: editor.options.isSnapping,
    pixelsPerSecond: view.scale,
    scrollX: view.scrollX,
    scrollY: view.scrollY,
  };
}
