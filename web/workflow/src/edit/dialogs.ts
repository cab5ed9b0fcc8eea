// The dialogs: import, export, names, keys.

import { FileProblem } from "../../../kit/json";
import { openDialog, openKeyList, type KeyRow } from "../../../kit/ui/dialog";
import { element } from "../../../kit/ui/dom";
import { inputField, readAll } from "../../../kit/ui/fields";
import { openExportDialog, openImportDialog } from "../../../kit/ui/files";
import { write } from "../model/file";
import type { Workflow } from "../model/workflow";
import type { Editor } from "./editor";

export const IMPORT_TITLE = "Import a Workflow";
const LABEL = "Workflow as JSON";

export function openImport(editor: Editor): void {
  openImportDialog({
    title: IMPORT_TITLE,
    hint: "Paste a workflow's JSON text here, or choose a file. It is added to your workflows.",
    label: LABEL,
    load: (text) => loaded(editor, text),
  });
}

/** Adds a workflow and opens it; gives what is wrong with it, if anything is. */
export function loaded(editor: Editor, text: string): string | undefined {
  try {
    editor.open(editor.library.import(text).id);
    return undefined;
  } catch (error) {
    if (error instanceof FileProblem) return error.message;
    throw error;
  }
}

export function openExport(editor: Editor): void {
  const { workflow } = editor;
  if (!workflow) return;
  openExportDialog({
    title: "Export the Workflow",
    hint: "This text is the whole workflow; Import reads it back.",
    label: LABEL,
    content: write(workflow),
    file: "workflow.json",
  });
}

export function openRename(editor: Editor, workflow: Workflow): void {
  const read = (text: string) =>
    text.trim() === "" ? { problem: "A workflow needs a name." } : { value: text.trim() };
  const field = { key: "name", field: inputField("Name", workflow.name, read) };
  openDialog({
    title: "Rename the Workflow",
    body: element("div", { class: "fields" }, field.field.root),
    accept: () => {
      const values = readAll([field]);
      if (!values) return false;
      editor.library.rename(workflow.id, String(values["name"]));
      editor.onChange();
      return true;
    },
  });
}

export function openShortcuts(): void {
  openKeyList("Keyboard and Mouse", [
    { title: "Nodes and connections", rows: NODES },
    { title: "View and run", rows: VIEW },
  ]);
}

const NODES: readonly KeyRow[] = [
  ["/", "Find a node and add it with Enter"],
  ["Tab", "Next node"],
  ["Enter", "Set what is set on the node; Esc comes back"],
  ["C", "Connect the node"],
  ["E", "Select a connection"],
  ["G", "Go to a node"],
  ["Delete", "Delete what is selected"],
  ["Arrow keys", "Move what is selected"],
  ["Ctrl + Z, Ctrl + Y", "Undo, redo"],
  ["Ctrl + C, X, V", "Copy, cut, paste"],
  ["Ctrl + D", "Duplicate"],
  ["Ctrl + A", "Select all nodes"],
  ["Drag from an output", "Draw a connection to a node"],
  ["Shift + click", "Add to the selection"],
];

const VIEW: readonly KeyRow[] = [
  ["1", "Fit the workflow"],
  ["2", "Zoom to what is selected"],
  ["0", "Actual size"],
  ["+, −", "Zoom in, zoom out"],
  ["Drag", "Pan; on a node, move it"],
  ["Shift + drag", "Select by a box"],
  ["Wheel", "Zoom at the pointer"],
  ["L", "Lay the workflow out"],
  ["R", "Run"],
  ["Esc", "Leave a drag, the results, the selection"],
];
