// What menus offer. Entries are made anew whenever a menu opens, so that they tell how things stand.

import { isExam } from "../../../kit/app";
import { OFF_IN_EXAM } from "../../../kit/ui/files";
import type { Entry } from "../../../kit/ui/menu";
import type { BarMenu } from "../../../kit/ui/menu-bar";
import { EFFECT_NAMES, type EffectType } from "../model/effects";
import { START_SCALE } from "../model/geometry";
import type { Hit } from "../timeline/pointer";
import { openJsonExport, openJsonImport, openShortcuts, openVideoExport } from "./dialogs";
import type { Editor } from "./editor";
import { openBlocks, openEffects, openMedia } from "./pickers";

/** What the page does for a command. */
export interface PageActions {
  /** Gives the keyboard to the timeline, or to the block that is selected. */
  toTimeline: () => void;
  /** Gives the keyboard to a tab's first field. */
  toTime: () => void;
  toText: () => void;
  toEffects: () => void;
  /** Gives the keyboard to the field of the playhead's time. */
  toPlayhead: () => void;
  upload: () => void;
}

export function barMenus(editor: Editor, page: PageActions): BarMenu[] {
  return [
    { name: "File", entries: () => fileMenu(editor, page) },
    { name: "Edit", entries: () => editMenu(editor) },
    { name: "Clip", entries: () => clipMenu(editor, page) },
    { name: "View", entries: () => viewMenu(editor) },
    { name: "Help", entries: () => [{ label: "Keyboard and Mouse…", note: "?", run: openShortcuts }] },
  ];
}

function fileMenu(editor: Editor, page: PageActions): Entry[] {
  const off = isExam ? { note: OFF_IN_EXAM, isDisabled: true } : {};
  return [
    { label: "Upload Media…", ...off, run: page.upload },
    "line",
    { label: "Export…", note: "Ctrl+E", run: () => openVideoExport(editor) },
    { label: "Project as JSON…", run: () => openJsonExport(editor) },
    { label: "Import a Project…", ...off, run: () => openJsonImport(editor) },
  ];
}

function editMenu(editor: Editor): Entry[] {
  const isNone = editor.selection.size === 0;
  return [
    { label: "Undo", note: "Ctrl+Z", isDisabled: !editor.canUndo, run: () => editor.undo() },
    { label: "Redo", note: "Ctrl+Y", isDisabled: !editor.canRedo, run: () => editor.redo() },
    "line",
    { label: "Copy", note: "Ctrl+C", isDisabled: isNone, run: () => editor.copy() },
    { label: "Paste at Playhead", note: "Ctrl+V", isDisabled: !editor.canPaste, run: () => editor.paste() },
    ...cutItems(editor),
    "line",
    { label: "Select All", note: "Ctrl+A", run: () => editor.selectAll() },
    { label: "Select a Block…", note: "G", run: () => openBlocks(editor) },
  ];
}

function clipMenu(editor: Editor, page: PageActions): Entry[] {
  const { selected } = editor;
  const isDisabled = selected === undefined;
  return [
    { label: "Add a Medium…", note: "A", run: () => openMedia(editor, false) },
    { label: "Add a Medium on a New Track…", note: "Shift+A", run: () => openMedia(editor, true) },
    { label: "Add a Text", note: "T", run: () => editor.addText() },
    { label: "Add an Effect…", note: "E", isDisabled, run: () => openEffects(editor) },
    "line",
    { label: "Split at Playhead", note: "S", run: () => editor.split() },
    { label: "To the Track Above", note: "Ctrl+Up", isDisabled, run: () => editor.moveByRow(-1) },
    { label: "To the Track Below", note: "Ctrl+Down", isDisabled, run: () => editor.moveByRow(1) },
    "line",
    { label: "Set Its Times", note: "Enter", isDisabled, run: page.toTime },
    { label: "Set Its Text", note: "X", isDisabled: selected?.type !== "TEXT", run: page.toText },
    { label: "Set Its Effects", note: "F", isDisabled, run: page.toEffects },
  ];
}

function viewMenu(editor: Editor): Entry[] {
  const { options } = editor;
  return [
    { label: "Zoom In", note: "+", run: () => editor.zoom(1) },
    { label: "Zoom Out", note: "-", run: () => editor.zoom(-1) },
    { label: "40 Pixels a Second", note: "0", run: () => editor.setScale(START_SCALE) },
    { label: "Fit", note: "1", run: () => editor.fit() },
    "line",
    { label: "Snapping", note: "N", isOn: options.isSnapping, run: () => toggleSnapping(editor) },
    "line",
    { label: "Light Theme", isOn: !options.isDark, run: () => editor.setOptions({ isDark: false }) },
    { label: "Dark Theme", isOn: options.isDark, run: () => editor.setOptions({ isDark: true }) },
  ];
}

export function toggleSnapping(editor: Editor): void {
  editor.setOptions({ isSnapping: !editor.options.isSnapping });
}

function cutItems(editor: Editor): Entry[] {
  const isDisabled = editor.selection.size === 0;
  return [
    { label: "Duplicate", note: "D", isDisabled, run: () => editor.duplicate() },
    { label: "Delete", note: "Del", isDisabled, run: () => editor.remove({ isRipple: false }) },
    { label: "Ripple Delete", note: "Shift+Del", isDisabled, run: () => editor.remove({ isRipple: true }) },
  ];
}

/** The menu of a right click on the timeline. */
export function timelineMenu(editor: Editor, page: PageActions, hit: Hit): Entry[] {
  if (hit.type === "effect") {
    const { block, effect } = hit;
    return [
      { label: "Set It", note: "F", run: page.toEffects },
      {
        label: "Enabled",
        isOn: effect.enabled,
        run: () => editor.setEffect(block, { ...effect, enabled: !effect.enabled }, "enabled"),
      },
      { label: "Remove", run: () => editor.removeEffect(block, effect.id) },
    ];
  }
  if (hit.type === "empty")
    return [
      { label: "Add a Text", note: "T", run: () => editor.addText() },
      { label: "Paste at Playhead", note: "Ctrl+V", isDisabled: !editor.canPaste, run: () => editor.paste() },
      { label: "Fit", note: "1", run: () => editor.fit() },
    ];
  const effects = Object.entries(EFFECT_NAMES) as [EffectType, string][];
  return [
    { label: "Set Its Times", note: "Enter", run: page.toTime },
    { label: "Split at Playhead", note: "S", run: () => editor.split() },
    {
      label: "Add an Effect",
      items: () => effects.map(([type, label]) => ({ label, run: () => editor.addEffect(type) })),
    },
    "line",
    ...cutItems(editor),
  ];
}
