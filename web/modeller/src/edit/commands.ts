// What menus offer. Entries are made anew whenever a menu opens, so that they tell how things stand.

import { isExam } from "../../../kit/app";
import { OFF_IN_EXAM } from "../../../kit/ui/files";
import type { Entry } from "../../../kit/ui/menu";
import type { BarMenu } from "../../../kit/ui/menu-bar";
import { HOME } from "../math/camera";
import { titleOf, TYPES } from "../model/scene";
import {
  duplicateScene,
  openBackground,
  openDeleteScene,
  openExport,
  openImport,
  openNewScene,
  openRenameObject,
  openRenameScene,
  openShortcuts,
} from "./dialogs";
import type { Editor } from "./editor";
import type { Tool } from "./gizmo";
import { openAdd, openCommands, openFindObject, openScenes } from "./pickers";

/** What the page does for a command. */
export interface PageActions {
  /** Gives the keyboard to the viewport. */
  toViewport: () => void;
  /** Gives the keyboard to the first field of what is selected. */
  editSelected: () => void;
  /** Shows the scene's settings and gives the keyboard to the first. */
  editScene: () => void;
}

export const ZOOM_STEP = 1.25;
const MOVE_STEPS = [0.1, 0.25, 0.5, 1] as const;
export const TOOLS: readonly (readonly [tool: Tool, name: string, key: string])[] = [
  ["select", "Select", "Q"],
  ["move", "Move", "W"],
  ["rotate", "Rotate", "E"],
  ["scale", "Scale", "R"],
  ["measure", "Measure", "M"],
];

export function barMenus(editor: Editor, page: PageActions): BarMenu[] {
  const menus: BarMenu[] = [
    { name: "File", entries: () => fileMenu(editor) },
    { name: "Edit", entries: () => editMenu(editor, page) },
    { name: "Select", entries: () => selectMenu(editor) },
    { name: "View", entries: () => viewMenu(editor, page) },
    { name: "Add", entries: () => addMenu(editor) },
    {
      name: "Help",
      entries: () => [
        { label: "Find a Command…", note: "/", run: () => openCommands(menus) },
        { label: "Keyboard and Mouse…", note: "?", run: openShortcuts },
      ],
    },
  ];
  return menus;
}

function fileMenu(editor: Editor): Entry[] {
  const { scene } = editor;
  if (!scene) return [];
  return [
    { label: "New Scene…", run: () => openNewScene(editor) },
    { label: "Open a Scene…", note: "Ctrl+O", run: () => openScenes(editor) },
    { label: "All Scenes", run: () => editor.close() },
    "line",
    { label: "Rename the Scene…", run: () => openRenameScene(editor, scene) },
    { label: "Duplicate the Scene", run: () => duplicateScene(editor, scene.id) },
    { label: "Delete the Scene…", run: () => openDeleteScene(editor, scene) },
    "line",
    { label: "Import…", isDisabled: isExam, run: () => openImport(editor), ...(isExam ? { note: OFF_IN_EXAM } : {}) },
    { label: "Export…", run: () => openExport(editor) },
  ];
}

function editMenu(editor: Editor, page: PageActions): Entry[] {
  const { options, tool } = editor;
  const isNone = editor.selected.length === 0;
  return [
    { label: "Undo", note: "Ctrl+Z", isDisabled: !editor.canUndo, run: () => editor.undo() },
    { label: "Redo", note: "Ctrl+Y", isDisabled: !editor.canRedo, run: () => editor.redo() },
    "line",
    ...objectItems(editor),
    { label: "Paste", note: "Ctrl+V", isDisabled: !editor.canPaste, run: () => editor.paste() },
    "line",
    { label: "Edit in the Inspector", note: "Enter", isDisabled: isNone, run: page.editSelected },
    {
      label: "Tool",
      items: () =>
        TOOLS.map(([id, name, key]) => ({
          label: `${name} Tool`,
          note: key,
          isOn: tool === id,
          run: () => editor.setTool(id),
        })),
    },
    {
      label: "Snapping",
      note: "X",
      isOn: options.snaps,
      run: () => editor.setOptions({ snaps: !options.snaps }),
    },
    {
      label: "Step",
      items: () =>
        MOVE_STEPS.map((step) => ({
          label: `Step of ${step}`,
          isOn: options.moveStep === step,
          run: () => editor.setOptions({ moveStep: step }),
        })),
    },
  ];
}

/** What can be done to what is selected; also the menu of a right click. */
export function objectItems(editor: Editor): Entry[] {
  const { selected } = editor;
  const isNone = selected.length === 0;
  const isDisabled = isNone;
  return [
    { label: "Cut", note: "Ctrl+X", isDisabled, run: () => editor.cut() },
    { label: "Copy", note: "Ctrl+C", isDisabled, run: () => editor.copy() },
    { label: "Duplicate", note: "Ctrl+D", isDisabled, run: () => editor.duplicate() },
    { label: "Delete", note: "Del", isDisabled, run: () => editor.remove() },
    { label: "Rename…", isDisabled: selected.length !== 1, run: () => openRenameObject(editor) },
    "line",
    { label: "Group", note: "Ctrl+G", isDisabled, run: () => editor.group() },
    {
      label: "Ungroup",
      note: "Ctrl+Shift+G",
      isDisabled: selected.every(({ group }) => group === undefined),
      run: () => editor.ungroup(),
    },
    {
      label: !isNone && selected.every(({ visible }) => !visible) ? "Show" : "Hide",
      note: "H",
      isDisabled,
      run: () => editor.toggleVisible(),
    },
    {
      label: !isNone && selected.every(({ locked }) => locked) ? "Unlock" : "Lock",
      note: "L",
      isDisabled,
      run: () => editor.toggleLocked(),
    },
  ];
}

/** The menu of a right click in the viewport. */
export function viewportMenu(editor: Editor): Entry[] {
  if (editor.selected.length > 0)
    return [...objectItems(editor), "line", { label: "Frame", note: "F", run: () => editor.frameView() }];
  return [{ label: "Add", items: () => addMenu(editor) }, "line", ...viewItems(editor)];
}

function selectMenu(editor: Editor): Entry[] {
  const isEmpty = editor.content.objects.length === 0;
  const isNone = editor.selected.length === 0;
  return [
    { label: "Select All", note: "Ctrl+A", isDisabled: isEmpty, run: () => editor.selectAll() },
    { label: "Select None", note: "Esc", isDisabled: isNone, run: () => editor.select([]) },
    { label: "Invert Selection", isDisabled: isEmpty, run: () => editor.invertSelection() },
    { label: "Select the Same Type", isDisabled: isNone, run: () => editor.selectSameType() },
    "line",
    { label: "Select an Object…", note: "N", isDisabled: isEmpty, run: () => openFindObject(editor) },
  ];
}

function viewItems(editor: Editor): Entry[] {
  return [
    { label: "Front View", note: "1", run: () => editor.look("front") },
    { label: "Side View", note: "2", run: () => editor.look("side") },
    { label: "Top View", note: "3", run: () => editor.look("top") },
    { label: "Reset View", note: "0", run: () => editor.see(HOME) },
    { label: "Frame", note: "F", run: () => editor.frameView() },
  ];
}

function viewMenu(editor: Editor, page: PageActions): Entry[] {
  const { settings } = editor.content;
  const { isDark } = editor.options;
  return [
    ...viewItems(editor),
    { label: "Zoom In", note: "+", run: () => editor.zoom(1 / ZOOM_STEP) },
    { label: "Zoom Out", note: "−", run: () => editor.zoom(ZOOM_STEP) },
    "line",
    {
      label: "Orthographic Camera",
      note: "5",
      isOn: settings.cameraType === "orthographic",
      run: () => toggleCamera(editor),
    },
    { label: "Show Grid", isOn: settings.showGrid, run: () => editor.set({ showGrid: !settings.showGrid }) },
    { label: "Show Axes", isOn: settings.showAxes, run: () => editor.set({ showAxes: !settings.showAxes }) },
    { label: "Background…", run: () => openBackground(editor) },
    { label: "Scene Settings", note: "S", run: page.editScene },
    "line",
    { label: "Light Theme", isOn: !isDark, run: () => editor.setOptions({ isDark: false }) },
    { label: "Dark Theme", isOn: isDark, run: () => editor.setOptions({ isDark: true }) },
  ];
}

export function toggleCamera(editor: Editor): void {
  const isOrthographic = editor.content.settings.cameraType === "orthographic";
  editor.set({ cameraType: isOrthographic ? "perspective" : "orthographic" });
}

function addMenu(editor: Editor): Entry[] {
  return [
    ...TYPES.map((type): Entry => ({ label: titleOf(type), run: () => editor.add(type) })),
    "line",
    { label: "Find One to Add…", note: "A", run: () => openAdd(editor) },
  ];
}
