// What keys do while no menu, dialog or field has them.

import { done, editingKey, listenToKeys } from "../../../kit/ui/keys";
import { START_SCALE } from "../model/geometry";
import { FRAME } from "../model/project";
import { toggleSnapping, type PageActions } from "./commands";
import { openShortcuts, openVideoExport } from "./dialogs";
import type { Editor } from "./editor";
import { openBlocks, openEffects, openMedia } from "./pickers";

export function listenToEditorKeys(editor: Editor, page: PageActions): void {
  listenToKeys({
    withControl: (event) => control(editor, event),
    plain: (event) => plain(editor, page, event),
  });
}

function control(editor: Editor, event: KeyboardEvent): boolean {
  switch (event.key.toLowerCase()) {
    case "e":
      return done(() => openVideoExport(editor));
    case "arrowup":
      return done(() => editor.moveByRow(-1));
    case "arrowdown":
      return done(() => editor.moveByRow(1));
    case "arrowleft":
      return done(() => editor.nudge(-FRAME.stepMs));
    case "arrowright":
      return done(() => editor.nudge(FRAME.stepMs));
    default:
      return editingKey(editor, event);
  }
}

/** Keys that buttons and choices of panels have a use for, or that would be too much there. */
const PANEL_KEYS = /^(?:Enter| |Arrow\w+|Home|End|Delete|Backspace)$/;

function plain(editor: Editor, page: PageActions, event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : undefined;
  if (target?.closest("aside")) {
    if (event.key === "Escape") return done(page.toTimeline);
    if (PANEL_KEYS.test(event.key)) return false;
  }
  if (target?.closest("button") && (event.key === "Enter" || event.key === " ")) return false;
  const { selected } = editor;
  const second = event.shiftKey ? 1000 : FRAME.stepMs;
  switch (event.key.toLowerCase()) {
    case " ":
      return done(() => editor.togglePlay());
    case "arrowleft":
      return done(() => editor.step(-second));
    case "arrowright":
      return done(() => editor.step(second));
    case "arrowup":
      return done(() => editor.stepEdge(-1));
    case "arrowdown":
      return done(() => editor.stepEdge(1));
    case "home":
      return done(() => editor.step(-editor.playhead));
    case "end":
      return done(() => editor.step(editor.length));
    case "a":
      return done(() => openMedia(editor, event.shiftKey));
    case "t":
      return done(() => editor.addText());
    case "s":
      return done(() => editor.split());
    case "d":
      return done(() => editor.duplicate());
    case "delete":
    case "backspace":
      return done(() => editor.remove({ isRipple: event.shiftKey }));
    case "e":
      return done(() => openEffects(editor));
    case "f":
      return selected !== undefined && done(page.toEffects);
    case "x":
      return selected?.type === "TEXT" && done(page.toText);
    case "enter":
      return selected !== undefined && done(page.toTime);
    case "p":
      return done(page.toPlayhead);
    case "g":
      return editor.length > 0 && done(() => openBlocks(editor));
    case "[":
      return done(() => editor.selectNext(-1));
    case "]":
      return done(() => editor.selectNext(1));
    case "n":
      return done(() => toggleSnapping(editor));
    case "+":
    case "=":
      return done(() => editor.zoom(1));
    case "-":
      return done(() => editor.zoom(-1));
    case "0":
      return done(() => editor.setScale(START_SCALE));
    case "1":
      return done(() => editor.fit());
    case "?":
      return done(openShortcuts);
    case "escape":
      return done(() => escape(editor));
    default:
      return false;
  }
}

/** Leaves what is under way: first a drag, then playing, then the selection. */
function escape(editor: Editor): void {
  if (editor.gesture) editor.cancel();
  else if (editor.isPlaying) editor.pause();
  else editor.select([]);
}
