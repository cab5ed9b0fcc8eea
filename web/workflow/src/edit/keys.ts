// What keys do in the editor while no menu, dialog or field has them.

import { ARROWS, done, editingKey, listenToKeys } from "../../../kit/ui/keys";
import type { PageActions } from "./commands";
import { openShortcuts } from "./dialogs";
import type { Editor } from "./editor";
import { openConnect, openConnections, openGoTo } from "./pickers";

export function listenToEditorKeys(editor: Editor, page: PageActions): void {
  listenToKeys({
    withControl: (event) => editor.workflow !== undefined && editingKey(editor, event),
    plain: (event) => editor.workflow !== undefined && plain(editor, page, event),
  });
}

function plain(editor: Editor, page: PageActions, event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : undefined;
  // Buttons and choices of panels have their own keys.
  if (target?.closest("aside, section")) return event.key === "Escape" && done(() => leavePanel(editor, page));
  if (target?.closest("button") && (event.key === "Enter" || event.key === " ")) return false;
  const [node] = editor.selectedNodes;
  const isOne = node !== undefined && editor.selection.size === 1;
  const arrow = ARROWS[event.key];
  if (arrow) return done(() => editor.nudge(arrow));
  switch (event.key.toLowerCase()) {
    case "/":
      return done(page.find);
    case "?":
      return done(openShortcuts);
    case "enter":
      return isOne && done(page.editSelected);
    case "c":
      return isOne && done(() => openConnect(editor, node));
    case "e":
      return editor.graph.edges.length > 0 && done(() => openConnections(editor));
    case "g":
      return editor.graph.nodes.length > 0 && done(() => openGoTo(editor, page.focusNode));
    case "l":
      return editor.graph.nodes.length > 0 && done(() => editor.layOut());
    case "r":
      return done(() => editor.run());
    case "0":
      return done(() => editor.zoomBy(1 / editor.viewport.zoom));
    case "1":
      return done(() => editor.fit());
    case "2":
      return done(() => editor.fit(editor.selectedNodes));
    case "+":
    case "=":
      return done(() => editor.zoomBy(1.25));
    case "-":
      return done(() => editor.zoomBy(1 / 1.25));
    case "delete":
    case "backspace":
      return done(() => editor.remove(editor.selection));
    case "escape":
      return done(() => escape(editor));
    default:
      return false;
  }
}

function leavePanel(editor: Editor, page: PageActions): void {
  if (editor.result) editor.closeResult();
  page.toCanvas();
}

/** Leaves what is under way: first a drag, then the results, then the selection. */
function escape(editor: Editor): void {
  if (editor.gesture) editor.cancel();
  else if (editor.result) editor.closeResult();
  else editor.select([]);
}
