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

/** The way that an arrow key points. */
export const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
