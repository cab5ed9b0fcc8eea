// The dialogs that the bar's menus open: import, export, the time step, keys.

import { FileProblem } from "../../../kit/json";
import { openDialog, openKeyList, type KeyRow } from "../../../kit/ui/dialog";
import { element } from "../../../kit/ui/dom";
import { inputField, readAll, type Entered } from "../../../kit/ui/fields";
import { openExportDialog, openImportDialog } from "../../../kit/ui/files";
import { KINDS } from "../model/catalogue";
import { GREATEST_TIME_STEP, LEAST_TIME_STEP } from "../model/file";
import { format, parse } from "../model/quantity";
import type { Editor } from "./editor";

export const IMPORT_TITLE = "Import a Circuit";
const LABEL = "Circuit as JSON";

export function openImport(editor: Editor): void {
  openImportDialog({
    title: IMPORT_TITLE,
    hint: "Paste a circuit's JSON text here, or choose a file.",
    label: LABEL,
    load: (text) => loaded(editor, text),
  });
}

/** Loads a circuit; gives what is wrong with it, if anything is. */
export function loaded(editor: Editor, text: string): string | undefined {
  try {
    editor.load(text);
    return undefined;
  } catch (error) {
    if (error instanceof FileProblem) return error.message;
    throw error;
  }
}

export function openExport(editor: Editor): void {
  openExportDialog({
    title: "Export the Circuit",
    hint: "This text is the whole circuit; Import reads it back.",
    label: LABEL,
    content: editor.save(),
    file: "circuit.json",
  });
}

const AUTOMATIC = "auto";

export function openTimeStep(editor: Editor): void {
  const { chosenStep } = editor.bench;
  const shown = chosenStep === null ? AUTOMATIC : format(chosenStep, "s");
  const field = { key: "timeStep", field: inputField("Time Step", shown, readTimeStep) };
  openDialog({
    title: "Time Step",
    body: element(
      "div",
      { class: "fields" },
      field.field.root,
      element("p", {}, "With auto the simulator makes as many steps as its error bound asks for; a time is kept to."),
    ),
    accept: () => {
      const values = readAll([field]);
      const step = values?.["timeStep"];
      if (values) editor.setTimeStep(typeof step === "number" ? step : null);
      return values !== undefined;
    },
  });
}

function readTimeStep(text: string): Entered {
  const plain = text.trim().toLowerCase();
  if (plain === "" || plain === AUTOMATIC) return { value: AUTOMATIC };
  const value = parse(text, "s");
  return value !== undefined && value >= LEAST_TIME_STEP && value <= GREATEST_TIME_STEP
    ? { value }
    : { problem: "Time Step must be a time from 1 ps to 1 s, such as 5 µs, or auto." };
}

export function openShortcuts(): void {
  const parts = KINDS.filter((kind) => kind.shortcut).map((kind): KeyRow => [kind.shortcut!, kind.name]);
  openKeyList("Keyboard and Mouse", [
    { title: "Editing", rows: SHORTCUTS },
    { title: "Parts", rows: parts },
  ]);
}

const SHORTCUTS: readonly KeyRow[] = [
  ["/", "Find a part by name"],
  ["Esc, Space", "Select tool"],
  ["Drag", "Place a part, move a body, select by a box"],
  ["Drag from a pin", "Draw a wire"],
  ["Ctrl + drag a pin", "Move that end of a part"],
  ["Double click", "Edit a part"],
  ["Right click", "Menu of a part, a pin or a scope"],
  ["Shift + click", "Add to the selection"],
  ["Wheel", "Zoom at the pointer"],
  ["Middle drag", "Pan"],
  ["Arrow keys", "Move the selection"],
  ["Ctrl + Z, Ctrl + Y", "Undo, redo"],
  ["Ctrl + C, X, V", "Copy, cut, paste"],
  ["Ctrl + D", "Duplicate"],
  ["Ctrl + A", "Select all"],
  ["Ctrl + R, Ctrl + F", "Rotate, flip"],
  ["Delete", "Delete the selection"],
];
