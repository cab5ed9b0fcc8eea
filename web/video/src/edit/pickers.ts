// Choosing by name: media, effects, blocks.

import { openPicker } from "../../../kit/ui/picker";
import { EFFECT_NAMES, type EffectType } from "../model/effects";
import { blocksOf, namesOf, rowOf } from "../model/project";
import { clockOf } from "../model/times";
import type { Editor } from "./editor";

export function openMedia(editor: Editor, onNewTrack: boolean): void {
  const things = editor.library.media.map((medium) => ({
    name: medium.name,
    words: [medium.name.replace(/\.\w+$/, ""), medium.type === "AUDIO" ? "sound" : "clip"],
    note: clockOf(medium.durationMs),
    medium,
  }));
  openPicker({
    title: onNewTrack ? "Add on a new track" : "Add to the track",
    label: "Name of a medium",
    things,
    take: ({ medium }) => editor.add(medium, onNewTrack),
  });
}

export function openEffects(editor: Editor): void {
  const block = editor.selected;
  if (!block) return editor.onSay("Select one block to add an effect to.", "problem");
  const things = (Object.entries(EFFECT_NAMES) as [EffectType, string][]).map(([type, name]) => ({
    name,
    words: [],
    type,
  }));
  openPicker({
    title: "Add an effect",
    label: "Name of an effect",
    things,
    take: ({ type }) => editor.addEffect(type),
  });
}

export function openBlocks(editor: Editor): void {
  const names = namesOf(editor.project);
  const things = blocksOf(editor.project).map((block) => ({
    name: names.get(block.id)!,
    words: [],
    note: `track ${rowOf(editor.project, block.id) + 1}, ${clockOf(block.start)}`,
    block,
  }));
  openPicker({
    title: "Select a block",
    label: "Name of a block",
    things,
    take: ({ block }) => editor.selectAndShow(block),
  });
}
