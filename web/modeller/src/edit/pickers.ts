// Picking by name: objects to add, objects to select, scenes, commands.

import type { Findable } from "../../../kit/ui/finder";
import type { Entry } from "../../../kit/ui/menu";
import type { BarMenu } from "../../../kit/ui/menu-bar";
import { openPicker } from "../../../kit/ui/picker";
import { titleOf, TYPES } from "../model/scene";
import type { Editor } from "./editor";

export function openAdd(editor: Editor): void {
  openPicker({
    title: "Add an Object",
    label: "Cube, sphere, cylinder, cone, torus, plane",
    things: TYPES.map((type) => ({ name: titleOf(type), words: [], type })),
    take: ({ type }) => editor.add(type),
  });
}

export function openFindObject(editor: Editor): void {
  openPicker({
    title: "Select an Object",
    label: "Name of an object",
    things: editor.content.objects.map(({ id, name, type }) => ({ name, words: [], note: titleOf(type), id })),
    take: ({ id }) => editor.select([id]),
  });
}

export function openScenes(editor: Editor): void {
  openPicker({
    title: "Open a Scene",
    label: "Name of a scene",
    things: editor.library.scenes.map(({ id, name }) => ({ name, words: [], id })),
    take: ({ id }) => editor.open(id),
  });
}

interface Command extends Findable {
  run: () => void;
}

export function openCommands(menus: readonly BarMenu[]): void {
  openPicker({
    title: "Find a Command",
    label: "Name of a command",
    things: menus.flatMap(({ name, entries }) => commandsOf(entries(), name)),
    take: ({ run }) => run(),
  });
}

/** What can be done now, with the words of the menus that it is in. */
function commandsOf(entries: readonly Entry[], menu: string): Command[] {
  return entries.flatMap((entry): Command[] => {
    if (entry === "line" || entry.isDisabled) return [];
    if (entry.items) return commandsOf(entry.items(), `${menu} ${entry.label}`);
    const { label, note, run } = entry;
    return run ? [{ name: label, words: [`${menu} ${label}`], run, ...(note === undefined ? {} : { note }) }] : [];
  });
}
