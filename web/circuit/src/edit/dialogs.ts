// The dialogs that the bar's menus open: import, export, the time step, keys.

import { isExam } from "../../../kit/app";
import { openDialog, openKeyList, type KeyRow } from "../../../kit/ui/dialog";
import { button, download, element } from "../../../kit/ui/dom";
import { inputField, readAll, type Entered } from "../../../kit/ui/fields";
import { KINDS } from "../model/catalogue";
import { FileProblem, GREATEST_TIME_STEP, LEAST_TIME_STEP } from "../model/file";
import { format, parse } from "../model/quantity";
import type { Editor } from "./editor";

export function openImport(editor: Editor): void {
  if (isExam) return;
  const text = element("textarea", { class: "code", spellcheck: "false", "aria-label": "Circuit as JSON" });
  const problem = element("div", { class: "dialog-problem", role: "alert" });
  const file = element("input", { type: "file", accept: ".json,application/json", hidden: true });
  file.addEventListener("change", () => void file.files?.[0]?.text().then((content) => (text.value = content)));
  openDialog({
    title: "Import a Circuit",
    isWide: true,
    body: element(
      "div",
      {},
      element("p", {}, "Paste a circuit's JSON text here, or choose a file."),
      text,
      problem,
      file,
    ),
    actions: [button("Choose File…", () => file.click())],
    acceptLabel: "Import",
    accept: () => {
      problem.textContent = loaded(editor, text.value) ?? "";
      return problem.textContent === "";
    },
  });
  text.focus();
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
  const content = editor.save();
  const text = element("textarea", {
    class: "code",
    readonly: true,
    spellcheck: "false",
    "aria-label": "Circuit as JSON",
  });
  text.value = content;
  const copy = button("Copy", () => {
    text.select();
    // Where the browser forbids it, the text is selected and Ctrl+C does it.
    const copied = () => (copy.textContent = "Copied");
    navigator.clipboard?.writeText(content).then(copied, () => undefined);
  });
  const save = button("Download", () => download("circuit.json", content, "application/json"), {
    disabled: isExam,
    title: isExam ? "off during an exam" : "Save as circuit.json",
  });
  openDialog({
    title: "Export the Circuit",
    isWide: true,
    body: element("div", {}, element("p", {}, "This text is the whole circuit; Import reads it back."), text),
    actions: [copy, save],
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
