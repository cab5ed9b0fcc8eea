// What keys do while no menu, dialog or field has them.

import { ARROWS, done, editingKey, listenToKeys } from "../../../kit/ui/keys";
import { KINDS } from "../model/catalogue";
import type { Editor } from "./editor";

const TOOLS: ReadonlyMap<string, string> = new Map(
  KINDS.filter((kind) => kind.shortcut !== undefined).map((kind) => [kind.shortcut!, kind.kind]),
);

export function listenToEditorKeys(editor: Editor, openSearch: () => void): void {
  listenToKeys({
    withControl: (event) => control(editor, event),
    plain: (event) => plain(editor, event, openSearch),
  });
}

/** Does what a key with Control means; tells whether it means anything. */
function control(editor: Editor, event: KeyboardEvent): boolean {
  switch (event.key.toLowerCase()) {
    case "r":
      return done(() => editor.rotateSelected());
    case "f":
      return done(() => editor.flipSelected());
    default:
      return editingKey(editor, event);
  }
}

function plain(editor: Editor, event: KeyboardEvent, openSearch: () => void): boolean {
  const tool = TOOLS.get(event.key);
  if (tool !== undefined) return done(() => editor.takeTool(tool));
  const arrow = ARROWS[event.key];
  if (arrow) return !isSlider(event.target) && done(() => editor.moveSelected(arrow));
  switch (event.key) {
    case "/":
      return done(openSearch);
    case "Escape":
      return done(() => escape(editor));
    case " ":
      // A button that has the focus keeps its space bar.
      return !(event.target instanceof HTMLButtonElement) && done(() => editor.takeTool(null));
    case "Delete":
    case "Backspace":
      return done(() => editor.removeSelected());
    default:
      return false;
  }
}

/** Leaves what is under way: first a drag, then a tool, then the selection. */
function escape(editor: Editor): void {
  if (editor.gesture) editor.cancelGesture();
  else if (editor.tool !== null) editor.takeTool(null);
  else editor.select([]);
}

function isSlider(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type === "range";
}
