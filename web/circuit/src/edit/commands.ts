// What menus and keys offer. Entries are made anew whenever a menu opens, so that they tell how things stand.

import { isExam } from "../../../kit/app";
import { OFF_IN_EXAM } from "../../../kit/ui/files";
import type { Entry, Item } from "../../../kit/ui/menu";
import type { BarMenu } from "../../../kit/ui/menu-bar";
import { KINDS, kindOf, type Kind } from "../model/catalogue";
import type { Scope } from "../model/document";
import { EXAMPLES } from "../model/examples";
import type { Part } from "../model/part";
import { format } from "../model/quantity";
import { nice } from "../view/scope";
import { isWatchable, type Editor } from "./editor";
import { openExport, openImport, openShortcuts, openTimeStep } from "./dialogs";
import type { Hit } from "./hit";
import { openPartDialog } from "./part-dialog";
import { openScopeDialog } from "./scope-dialog";

export function barMenus(editor: Editor, openSearch: () => void): BarMenu[] {
  return [
    { name: "File", entries: () => fileMenu(editor) },
    { name: "Edit", entries: () => editMenu(editor) },
    { name: "Draw", entries: () => drawMenu(editor, openSearch) },
    { name: "Scopes", entries: () => scopesMenu(editor) },
    { name: "Options", entries: () => optionsMenu(editor) },
    { name: "Help", entries: () => [{ label: "Keyboard and Mouse…", run: openShortcuts }] },
  ];
}

export function drawMenu(editor: Editor, openSearch: () => void): Entry[] {
  const groups = [...new Set(KINDS.map((kind) => kind.menu).filter((menu) => menu !== ""))];
  return [
    { label: "Select", note: "Esc", run: () => editor.takeTool(null) },
    { label: "Find a Part…", note: "/", run: openSearch },
    "line",
    ...KINDS.filter((kind) => kind.menu === "").map((kind) => drawItem(editor, kind)),
    ...groups.map((menu): Item => {
      return {
        label: menu,
        items: () => KINDS.filter((kind) => kind.menu === menu).map((kind) => drawItem(editor, kind)),
      };
    }),
  ];
}

export function partMenu(editor: Editor, hit: Hit): Entry[] {
  const { part, pin } = hit;
  const isOne = editor.selection.size <= 1;
  return [
    { label: "Edit…", isDisabled: !isOne, run: () => openPartDialog(editor, part) },
    {
      label: "View in New Scope",
      note: pin === null ? undefined : `pin ${pin}`,
      isDisabled: !isWatchable(part),
      run: () => editor.addScope(part, pin),
    },
    "line",
    ...turnItems(editor),
    "line",
    ...copyItems(editor),
    "line",
    { label: "Delete", note: "Del", run: () => editor.removeSelected() },
  ];
}

export function scopeMenu(editor: Editor, scope: Scope): Entry[] {
  const { timeScale } = editor.bench.trace(scope);
  const scale = (seconds: number | null) => () => editor.changeScope(scope.id, { timeScale: seconds });
  return [
    { label: "Properties…", run: () => openScopeDialog(editor, scope) },
    "line",
    { label: "Shorter Time Scale", run: scale(nice(timeScale / 2.5)) },
    { label: "Longer Time Scale", run: scale(nice(timeScale * 1.5)) },
    { label: "Automatic Time Scale", isOn: scope.timeScale === null, run: scale(null) },
    "line",
    { label: "Select Part", run: () => editor.select([scope.part]) },
    { label: "Remove Scope", run: () => editor.removeScope(scope.id) },
  ];
}

export function scopeName(editor: Editor, scope: Scope): string {
  const part = editor.document.part(scope.part);
  return part ? `${nameOf(part)}${scope.pin === null ? "" : `, pin ${scope.pin}`}` : "";
}

function fileMenu(editor: Editor): Entry[] {
  return [
    { label: "New", run: () => editor.clear() },
    {
      label: "Examples",
      note: isExam ? OFF_IN_EXAM : undefined,
      isDisabled: isExam,
      items: () => EXAMPLES.map((example): Item => ({ label: example.name, run: () => editor.show(example) })),
    },
    "line",
    {
      label: "Import…",
      note: isExam ? OFF_IN_EXAM : undefined,
      isDisabled: isExam,
      run: () => openImport(editor),
    },
    { label: "Export…", run: () => openExport(editor) },
  ];
}

function editMenu(editor: Editor): Entry[] {
  const isNone = editor.selection.size === 0;
  const [part] = editor.selected;
  return [
    { label: "Undo", note: "Ctrl+Z", isDisabled: !editor.canUndo, run: () => editor.undo() },
    { label: "Redo", note: "Ctrl+Y", isDisabled: !editor.canRedo, run: () => editor.redo() },
    "line",
    ...copyItems(editor),
    { label: "Paste", note: "Ctrl+V", isDisabled: !editor.canPaste, run: () => editor.paste() },
    { label: "Delete", note: "Del", isDisabled: isNone, run: () => editor.removeSelected() },
    { label: "Select All", note: "Ctrl+A", run: () => editor.selectAll() },
    "line",
    ...turnItems(editor),
    "line",
    {
      label: "Edit Part…",
      isDisabled: editor.selection.size !== 1,
      run: () => part && openPartDialog(editor, part),
    },
  ];
}

function copyItems(editor: Editor): Item[] {
  const isDisabled = editor.selection.size === 0;
  return [
    { label: "Cut", note: "Ctrl+X", isDisabled, run: () => editor.cut() },
    { label: "Copy", note: "Ctrl+C", isDisabled, run: () => editor.copy() },
    { label: "Duplicate", note: "Ctrl+D", isDisabled, run: () => editor.duplicate() },
  ];
}

function turnItems(editor: Editor): Item[] {
  const isDisabled = editor.selection.size === 0;
  return [
    { label: "Rotate", note: "Ctrl+R", isDisabled, run: () => editor.rotateSelected() },
    { label: "Flip", note: "Ctrl+F", isDisabled, run: () => editor.flipSelected() },
  ];
}

function scopesMenu(editor: Editor): Entry[] {
  const [part] = editor.selected;
  const { scopes } = editor.document;
  return [
    {
      label: "View Selected Part in New Scope",
      isDisabled: editor.selection.size !== 1 || !part || !isWatchable(part),
      run: () => part && editor.addScope(part, null),
    },
    ...(scopes.length > 0 ? (["line"] as const) : []),
    ...scopes.map((scope, i): Item => {
      return { label: `Scope ${i + 1}: ${scopeName(editor, scope)}`, items: () => scopeMenu(editor, scope) };
    }),
    "line",
    { label: "Remove All Scopes", isDisabled: scopes.length === 0, run: () => editor.removeAllScopes() },
  ];
}

function optionsMenu(editor: Editor): Entry[] {
  const { options } = editor;
  return [
    { label: "Light Theme", isOn: !options.isDark, run: () => editor.setOptions({ isDark: false }) },
    { label: "Dark Theme", isOn: options.isDark, run: () => editor.setOptions({ isDark: true }) },
    "line",
    {
      label: "Show Values",
      isOn: options.showsValues,
      run: () => editor.setOptions({ showsValues: !options.showsValues }),
    },
    {
      label: "Show Current",
      isOn: options.showsCurrent,
      run: () => editor.setOptions({ showsCurrent: !options.showsCurrent }),
    },
    "line",
    {
      label: "Time Step…",
      note: editor.bench.chosenStep === null ? "auto" : format(editor.bench.chosenStep, "s"),
      run: () => openTimeStep(editor),
    },
  ];
}

function drawItem(editor: Editor, kind: Kind): Item {
  return {
    label: kind.name,
    note: kind.shortcut,
    run: () => editor.takeTool(kind.kind),
  };
}

function nameOf(part: Part): string {
  return part.label || kindOf(part.kind).name;
}
