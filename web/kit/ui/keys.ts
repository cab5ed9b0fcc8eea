// The keyboard of an application: what keys do while no menu, dialog or field has them.

import { isDialogOpen } from "./dialog";
import { takesText } from "./dom";

/** Does what a key means; tells whether it means anything. */
export type KeyHandler = (event: KeyboardEvent) => boolean;

/** `withControl` gets keys that are pressed with Control (or Command), `plain` all others. Keys with Alt are the browser's. */
export function listenToKeys(handlers: { withControl: KeyHandler; plain: KeyHandler }): void {
  window.addEventListener("keydown", (event) => {
    if (isDialogOpen() || takesText(event.target) || event.altKey) return;
    const isDone = event.ctrlKey || event.metaKey ? handlers.withControl(event) : handlers.plain(event);
    if (isDone) event.preventDefault();
  });
}

/** Runs something and says that it is done: the result of a handler. */
export function done(run: () => void): true {
  run();
  return true;
}

/** What an editor does by the keys that all editors have for it. */
export interface Editing {
  readonly canPaste: boolean;
  undo(): void;
  redo(): void;
  copy(): void;
  cut?(): void;
  paste(): void;
  duplicate(): void;
  selectAll(): void;
}

/** Does what a key with Control means in every editor; tells whether it means anything. */
export function editingKey(editor: Editing, event: KeyboardEvent): boolean {
  switch (event.key.toLowerCase()) {
    case "z":
      return done(() => (event.shiftKey ? editor.redo() : editor.undo()));
    case "y":
      return done(() => editor.redo());
    case "c":
      return done(() => editor.copy());
    case "x":
      return editor.cut !== undefined && done(() => editor.cut?.());
    case "v":
      // With nothing copied here, the browser's own paste may bring a file's content as text.
      return editor.canPaste && done(() => editor.paste());
    case "d":
      return done(() => editor.duplicate());
    case "a":
      return done(() => editor.selectAll());
    default:
      return false;
  }
}

/** The way that an arrow key points. */
export const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
