// What keys do in the editor while no menu, dialog or field has them.

import { isDialogOpen } from "../../../kit/ui/dialog";
import { done, editingKey, listenToKeys } from "../../../kit/ui/keys";
import type { BarMenu } from "../../../kit/ui/menu-bar";
import { HOME } from "../math/camera";
import type { Vec3 } from "../math/vector";
import { TOOLS, toggleCamera, ZOOM_STEP, type PageActions } from "./commands";
import { openShortcuts } from "./dialogs";
import type { Editor } from "./editor";
import { openAdd, openCommands, openFindObject, openScenes } from "./pickers";

/** The way that a key moves what is selected. */
const NUDGES: Readonly<Record<string, Vec3>> = {
  ArrowLeft: [-1, 0, 0],
  ArrowRight: [1, 0, 0],
  ArrowUp: [0, 0, -1],
  ArrowDown: [0, 0, 1],
  PageUp: [0, 1, 0],
  PageDown: [0, -1, 0],
};

export function listenToEditorKeys(editor: Editor, page: PageActions, menus: readonly BarMenu[]): void {
  // A scene can be opened while a field has the keyboard, as it has on the dashboard.
  window.addEventListener("keydown", (event) => {
    const isOpening = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "o";
    if (!isOpening) return;
    event.preventDefault();
    if (!isDialogOpen()) openScenes(editor);
  });
  listenToKeys({
    withControl: (event) => editor.scene !== undefined && control(editor, menus, event),
    plain: (event) => editor.scene !== undefined && plain(editor, page, menus, event),
  });
}

function control(editor: Editor, menus: readonly BarMenu[], event: KeyboardEvent): boolean {
  switch (event.key.toLowerCase()) {
    case "g":
      return done(() => (event.shiftKey ? editor.ungroup() : editor.group()));
    case "k":
      return done(() => openCommands(menus));
    default:
      return editingKey(editor, event);
  }
}

function plain(editor: Editor, page: PageActions, menus: readonly BarMenu[], event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : undefined;
  const { key } = event;
  // Panels have keys of their own.
  if (target?.closest("aside")) return key === "Escape" && done(page.toViewport);
  if (target?.closest("button") && (key === "Enter" || key === " ")) return false;
  const way = NUDGES[key];
  if (way) return done(() => editor.nudge(way, event.shiftKey));
  const tool = TOOLS.find(([, , letter]) => letter === key.toUpperCase());
  if (tool) return done(() => editor.setTool(tool[0]));
  switch (key.toLowerCase()) {
    case "a":
      return done(() => openAdd(editor));
    case "n":
      return editor.content.objects.length > 0 && done(() => openFindObject(editor));
    case "enter":
      return editor.selected.length > 0 && done(page.editSelected);
    case "s":
      return done(page.editScene);
    case "/":
      return done(() => openCommands(menus));
    case "?":
      return done(openShortcuts);
    case "f":
      return done(() => editor.frameView());
    case "0":
      return done(() => editor.see(HOME));
    case "1":
      return done(() => editor.look("front"));
    case "2":
      return done(() => editor.look("side"));
    case "3":
      return done(() => editor.look("top"));
    case "5":
      return done(() => toggleCamera(editor));
    case "+":
    case "=":
      return done(() => editor.zoom(1 / ZOOM_STEP));
    case "-":
      return done(() => editor.zoom(ZOOM_STEP));
    case "x":
      return done(() => editor.setOptions({ snaps: !editor.options.snaps }));
    case "h":
      return done(() => editor.toggleVisible());
    case "l":
      return done(() => editor.toggleLocked());
    case "delete":
    case "backspace":
      return done(() => editor.remove());
    case "escape":
      return done(() => escape(editor));
    default:
      return false;
  }
}

/** Leaves what is under way: first a drag, then what is measured, then the selection. */
function escape(editor: Editor): void {
  if (editor.gesture) editor.cancel();
  else if (editor.tool === "measure") editor.setTool("move");
  else editor.select([]);
}
