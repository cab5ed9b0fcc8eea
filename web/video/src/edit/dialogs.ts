// Dialogs: export as a film, as JSON, import, keys.

import { isExam } from "../../../kit/app";
import { openDialog, openKeyList } from "../../../kit/ui/dialog";
import { element } from "../../../kit/ui/dom";
import { choiceField } from "../../../kit/ui/fields";
import { openExportDialog, openImportDialog } from "../../../kit/ui/files";
import { saveAs } from "../export/download";
import { availableFormats, renderFilm, type Format } from "../export/film";
import { read } from "../model/file";
import { FRAME } from "../model/project";
import { clockOf } from "../model/times";
import type { Editor } from "./editor";

export const IMPORT_TITLE = "Import a project";

/** Keeps what was exported; outside of an exam the file is made, too. */
export function openVideoExport(editor: Editor): void {
  const { length, project } = editor;
  if (length === 0) return editor.onSay("There is nothing on the timeline to export.", "problem");
  editor.pause();
  const tracks = project.tracks.length;
  const { width, height, stepMs } = FRAME;
  const size = `${width} × ${height} pixels, ${1000 / stepMs} frames a second`;
  const summary = `${clockOf(length)} long, ${tracks} ${tracks === 1 ? "track" : "tracks"}, ${size}.`;
  const formats = availableFormats();
  const choice = choiceField("Format", formats, formats[0]!);
  const note = isExam
    ? "The project is exported as it is now. During an exam no file is made."
    : "WebM is small and plays in browsers. AVI is large, and each of its frames can be cut by any editor.";
  openDialog({
    title: "Export",
    body: element("div", {}, element("p", {}, summary), element("p", {}, note), isExam ? null : choice.root),
    acceptLabel: "Export",
    accept: () => {
      editor.markExported();
      const entered = choice.read();
      if (isExam) editor.onSay(`Exported ${clockOf(length)}.`);
      // The dialog of the export's progress takes the place of this one after it has closed.
      else if ("value" in entered) queueMicrotask(() => void exportFilm(editor, entered.value as Format));
      return true;
    },
  });
}

async function exportFilm(editor: Editor, format: Format): Promise<void> {
  const { project, library } = editor;
  const bar = element("progress", { max: 1, value: 0, "aria-label": "Progress" });
  const stop = new AbortController();
  const dialog = openDialog({
    title: "Exporting…",
    body: element("div", { class: "export-progress" }, bar),
    acceptLabel: "Stop",
    closed: () => stop.abort(),
  });
  try {
    const film = await renderFilm(format, {
      project,
      library,
      tell: (part) => (bar.value = part),
      signal: stop.signal,
    });
    if (!film) return;
    const name = `video.${format.toLowerCase()}`;
    saveAs(name, film);
    editor.onSay(`Exported as ${name}, ${(film.size / 1e6).toFixed(1)} MB.`);
  } catch (error) {
    editor.onSay(`The film could not be made: ${String(error)}`, "problem");
  } finally {
    dialog.close();
  }
}

export function openJsonExport(editor: Editor): void {
  openExportDialog({
    title: "Project as JSON",
    hint: "Everything on the timeline: tracks, blocks, texts and effects. Times are in milliseconds.",
    label: "The project",
    content: JSON.stringify(editor.file, null, 2),
    file: "project.json",
  });
}

export function openJsonImport(editor: Editor): void {
  openImportDialog({
    title: IMPORT_TITLE,
    hint: "Paste a project as JSON, or choose a file. It takes the place of what is on the timeline.",
    label: "The project",
    load: (text) => loaded(editor, text),
  });
}

/** Takes a project as text; gives what is wrong with it. */
export function loaded(editor: Editor, text: string): string | undefined {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    return "This is not JSON.";
  }
  const result = read(file, editor.library.sources);
  if ("problem" in result) return result.problem;
  editor.load(result.project);
  return undefined;
}

export function openShortcuts(): void {
  openKeyList("Keyboard and mouse", [
    {
      title: "Playhead",
      rows: [
        ["Space", "Play, pause"],
        ["Left, Right", "One frame; with Shift one second"],
        ["Up, Down", "To the edge of a block"],
        ["Home, End", "To the start, the end"],
        ["P", "Type a time"],
      ],
    },
    {
      title: "Blocks",
      rows: [
        ["A", "Add a medium; Shift+A on a new track"],
        ["T", "Add a text"],
        ["[, ]", "Select the block before, after"],
        ["G", "Select a block by name"],
        ["S", "Split at the playhead"],
        ["D", "Duplicate"],
        ["Delete", "Delete; with Shift close the gap"],
        ["Ctrl+arrows", "Move by a frame, or to another track"],
        ["Enter, X, F", "Set its times, text, effects"],
        ["E", "Add an effect"],
      ],
    },
    {
      title: "Mouse",
      rows: [
        ["Drag", "Move; the edges of a block trim it"],
        ["Between rows", "A drop makes a new track"],
        ["Wheel", "Scroll; Shift sideways, Ctrl zooms"],
        ["N", "Snapping on, off"],
        ["+, -, 0, 1", "Zoom in, out, 40 px/s, fit"],
      ],
    },
  ]);
}
