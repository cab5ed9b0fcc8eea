// What menus and keys offer. Entries are made anew whenever a menu opens, so that they tell how things stand.

import { isExam } from "../../../kit/app";
import { OFF_IN_EXAM } from "../../../kit/ui/files";
import type { Entry } from "../../../kit/ui/menu";
import type { BarMenu } from "../../../kit/ui/menu-bar";
import { CATEGORIES, KINDS } from "../model/catalogue";
import type { Point } from "../model/graph";
import { openExport, openImport, openRename, openShortcuts } from "./dialogs";
import type { Editor } from "./editor";
import type { Hit } from "./gesture";
import { openConnect, openConnections, openGoTo } from "./pickers";

/** What the page does for a command. */
export interface PageActions {
  find: () => void;
  /** Gives the keyboard to the canvas, or to the card that is selected. */
  toCanvas: () => void;
  /** Gives the keyboard to a node's card. */
  focusNode: (id: string) => void;
  /** Gives the keyboard to the first field of what is selected. */
  editSelected: () => void;
}

export const PALETTE_WIDTH = 240;

export function barMenus(editor: Editor, page: PageActions): BarMenu[] {
  return [
    { name: "File", entries: () => fileMenu(editor) },
    { name: "Edit", entries: () => editMenu(editor, page) },
    { name: "View", entries: () => viewMenu(editor, page) },
    { name: "Help", entries: () => [{ label: "Keyboard and Mouse…", note: "?", run: openShortcuts }] },
  ];
}

function fileMenu(editor: Editor): Entry[] {
  const { workflow } = editor;
  return [
    { label: "All Workflows", run: () => editor.close() },
    { label: "Rename…", run: () => workflow && openRename(editor, workflow) },
    "line",
    { label: "Import…", note: isExam ? OFF_IN_EXAM : undefined, isDisabled: isExam, run: () => openImport(editor) },
    { label: "Export…", run: () => openExport(editor) },
  ] as Entry[];
}

function editMenu(editor: Editor, page: PageActions): Entry[] {
  const [node] = editor.selectedNodes;
  const isOne = editor.selectedNodes.length === 1;
  return [
    { label: "Undo", note: "Ctrl+Z", isDisabled: !editor.canUndo, run: () => editor.undo() },
    { label: "Redo", note: "Ctrl+Y", isDisabled: !editor.canRedo, run: () => editor.redo() },
    "line",
    ...copyItems(editor),
    { label: "Paste", note: "Ctrl+V", isDisabled: !editor.canPaste, run: () => editor.paste() },
    deleteItem(editor),
    { label: "Select All", note: "Ctrl+A", run: () => editor.selectAll() },
    "line",
    { label: "Add a Node…", note: "/", run: page.find },
    { label: "Set Its Fields", note: "Enter", isDisabled: !isOne, run: page.editSelected },
    { label: "Connect to…", note: "C", isDisabled: !isOne, run: () => node && openConnect(editor, node) },
    {
      label: "Select a Connection…",
      note: "E",
      isDisabled: editor.graph.edges.length === 0,
      run: () => openConnections(editor),
    },
  ];
}

function viewMenu(editor: Editor, page: PageActions): Entry[] {
  const { options, graph } = editor;
  return [
    { label: "Fit the Workflow", note: "1", run: () => editor.fit() },
    {
      label: "Zoom to Selection",
      note: "2",
      isDisabled: editor.selectedNodes.length === 0,
      run: () => editor.fit(editor.selectedNodes),
    },
    { label: "Actual Size", note: "0", run: () => editor.zoomBy(1 / editor.viewport.zoom) },
    {
      label: "Go to a Node…",
      note: "G",
      isDisabled: graph.nodes.length === 0,
      run: () => openGoTo(editor, page.focusNode),
    },
    { label: "Lay Out", note: "L", isDisabled: graph.nodes.length === 0, run: () => editor.layOut() },
    "line",
    { label: "Snap to Grid", isOn: options.snaps, run: () => editor.setOptions({ snaps: !options.snaps }) },
    {
      label: "Minimap",
      isOn: options.showsMinimap,
      run: () => editor.setOptions({ showsMinimap: !options.showsMinimap }),
    },
    { label: "Nodes Panel", isOn: options.showsPalette, run: () => togglePalette(editor) },
    {
      label: "Properties Panel",
      isOn: options.showsProperties,
      run: () => editor.setOptions({ showsProperties: !options.showsProperties }),
    },
    "line",
    { label: "Light Theme", isOn: !options.isDark, run: () => editor.setOptions({ isDark: false }) },
    { label: "Dark Theme", isOn: options.isDark, run: () => editor.setOptions({ isDark: true }) },
  ];
}

/** Cards stay where they are on the screen. */
function togglePalette(editor: Editor): void {
  const showsPalette = !editor.options.showsPalette;
  editor.setOptions({ showsPalette });
  editor.pan([showsPalette ? -PALETTE_WIDTH : PALETTE_WIDTH, 0]);
}

function copyItems(editor: Editor): Entry[] {
  const isDisabled = editor.selectedNodes.length === 0;
  return [
    { label: "Cut", note: "Ctrl+X", isDisabled, run: () => editor.cut() },
    { label: "Copy", note: "Ctrl+C", isDisabled, run: () => editor.copy() },
    { label: "Duplicate", note: "Ctrl+D", isDisabled, run: () => editor.duplicate() },
  ];
}

function deleteItem(editor: Editor): Entry {
  return {
    label: "Delete",
    note: "Del",
    isDisabled: editor.selection.size === 0,
    run: () => editor.remove(editor.selection),
  };
}

/** The menu of a right click. */
export function canvasMenu(editor: Editor, page: PageActions, hit: Hit | undefined, at: Point): Entry[] {
  if (hit?.type === "edge") return [deleteItem(editor)];
  if (hit)
    return [
      { label: "Set Its Fields", note: "Enter", run: page.editSelected },
      { label: "Connect to…", note: "C", run: () => openConnect(editor, hit.node) },
      "line",
      ...copyItems(editor),
      "line",
      deleteItem(editor),
    ];
  const nodesOf = (category: string): Entry[] =>
    KINDS.filter((kind) => kind.category === category).map(({ type, name }) => ({
      label: name,
      run: () => editor.add(type, at),
    }));
  return [
    ...CATEGORIES.map((category): Entry => ({ label: category, items: () => nodesOf(category) })),
    "line",
    { label: "Paste", note: "Ctrl+V", isDisabled: !editor.canPaste, run: () => editor.paste() },
    { label: "Fit the Workflow", note: "1", run: () => editor.fit() },
  ];
}
