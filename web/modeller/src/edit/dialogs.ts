// The dialogs: scenes, names, colours, import and export, keys.

import { FileProblem } from "../../../kit/json";
import { openDialog, openKeyList, type KeyRow } from "../../../kit/ui/dialog";
import { element } from "../../../kit/ui/dom";
import { inputField, readAll, type Entered } from "../../../kit/ui/fields";
import { openExportDialog, openImportDialog } from "../../../kit/ui/files";
import { readColour } from "../model/colour";
import { write } from "../model/file";
import type { Scene } from "../model/scene";
import type { Editor } from "./editor";

export const IMPORT_TITLE = "Import Scenes";
const LABEL = "Scenes as JSON";

export function openImport(editor: Editor): void {
  openImportDialog({
    title: IMPORT_TITLE,
    hint: "Paste the JSON text of a scene here, or choose a file. It is added to your scenes.",
    label: LABEL,
    load: (text) => loaded(editor, text),
  });
}

/** Adds scenes and opens the first; gives what is wrong with the text, if anything is. */
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
  if (!editor.scene) return;
  openExportDialog({
    title: "Export the Scene",
    hint: "This text is the whole scene; Import reads it back.",
    label: LABEL,
    content: write([editor.scene]),
    file: "scene.json",
  });
}

/** Makes a scene and opens it, where there is room for one more. */
export function createScene(editor: Editor, name: string): void {
  if (editor.library.isFull) return editor.onSay("There are too many scenes; delete one first.", "problem");
  editor.open(editor.library.create(name).id);
}

export function duplicateScene(editor: Editor, id: string): void {
  if (editor.library.isFull) return editor.onSay("There are too many scenes; delete one first.", "problem");
  editor.library.duplicate(id);
  editor.onChange();
}

export function openNewScene(editor: Editor): void {
  openField("New Scene", "Name", "Untitled Scene", readName, "Create", (name) => createScene(editor, name));
}

export function openRenameScene(editor: Editor, { id, name }: Scene): void {
  openField("Rename the Scene", "Name", name, readName, "OK", (name) => {
    editor.library.rename(id, name);
    editor.onChange();
  });
}

export function openRenameGroup(editor: Editor, id: string, name: string): void {
  openField("Rename the Group", "Name", name, readName, "OK", (name) => editor.renameGroup(id, name));
}

export function openRenameObject(editor: Editor): void {
  const [object] = editor.selected;
  if (!object) return;
  openField("Rename the Object", "Name", object.name, readName, "OK", (name) => {
    editor.endEdit();
    editor.change("name", new Map([[object.id, { name }]]));
  });
}

export function openBackground(editor: Editor): void {
  const read = (text: string): Entered => {
    const value = readColour(text);
    return value === undefined ? { problem: "Six hexadecimal digits are needed, such as #1a1a2e." } : { value };
  };
  const { backgroundColor } = editor.content.settings;
  openField("Background", "Colour", backgroundColor, read, "OK", (value) => editor.set({ backgroundColor: value }));
}

const readName = (text: string): Entered =>
  text.trim() === "" ? { problem: "A name is needed." } : { value: text.trim() };

function openField(
  title: string,
  name: string,
  value: string,
  read: (text: string) => Entered,
  acceptLabel: string,
  take: (value: string) => void,
): void {
  const field = { key: "value", field: inputField(name, value, read) };
  openDialog({
    title,
    body: element("div", { class: "fields" }, field.field.root),
    acceptLabel,
    accept: () => {
      const values = readAll([field]);
      if (values) take(String(values["value"]));
      return values !== undefined;
    },
  });
}

export function openDeleteScene(editor: Editor, { id, name }: Scene): void {
  openDialog({
    title: "Delete the Scene?",
    body: element("p", {}, `“${name}” will be gone for good.`),
    acceptLabel: "Delete",
    accept: () => {
      editor.library.remove(id);
      editor.onChange();
      return true;
    },
  });
}

export function openShortcuts(): void {
  openKeyList("Keyboard and Mouse", [
    { title: "Objects", rows: OBJECTS },
    { title: "View", rows: VIEW },
    { title: "Mouse in the viewport", rows: MOUSE },
  ]);
}

const OBJECTS: readonly KeyRow[] = [
  ["A", "Add an object"],
  ["N", "Select an object by its name"],
  ["Enter", "Go to the inspector; Esc comes back"],
  ["W, E, R, Q", "Move, rotate, scale, no handles"],
  ["Arrows, Page Up, Down", "Move by a step along x, z, y"],
  ["X", "Snapping on or off"],
  ["Ctrl + D", "Duplicate"],
  ["Delete", "Delete"],
  ["Ctrl + C, X, V", "Copy, cut, paste"],
  ["Ctrl + Z, Ctrl + Y", "Undo, redo"],
  ["Ctrl + G", "Group; with Shift, ungroup"],
  ["H, L", "Hide or show, lock or unlock"],
];

const VIEW: readonly KeyRow[] = [
  ["1, 2, 3", "Front, side, top"],
  ["0", "Reset the view"],
  ["F", "Frame what is selected"],
  ["5", "Perspective or orthographic"],
  ["+, −", "Zoom in, zoom out"],
  ["S", "Scene settings"],
  ["M", "Measure"],
  ["/", "Find a command"],
  ["Ctrl + O", "Open a scene"],
];

const MOUSE: readonly KeyRow[] = [
  ["Click", "Select; with Shift, one more"],
  ["Double click", "Select one object of a group"],
  ["Drag", "Turn the view; on a handle, use it"],
  ["Right drag", "Move the view"],
  ["Shift + drag", "Select by a box"],
  ["Wheel", "Zoom"],
];
