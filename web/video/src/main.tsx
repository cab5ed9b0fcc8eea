// Puts the Video Editor together: the page, what is drawn when, and what the proctor is told.

import "../../kit/style/tokens.css";
import "../../kit/style/base.css";
import "../../kit/style/bar.css";
import "../../kit/style/menus.css";
import "../../kit/style/dialogs.css";
import "../../kit/style/toasts.css";
import "../../kit/style/forms.css";
import "./style/page.css";
import "./style/panels.css";
import "./style/timeline.css";

import { render } from "preact";
import { isExam, register } from "../../kit/app";
import { isDialogOpen, openMessage } from "../../kit/ui/dialog";
import { element } from "../../kit/ui/dom";
import { listenToFiles } from "../../kit/ui/files";
import { loadFonts } from "../../kit/ui/fonts";
import { Menus } from "../../kit/ui/menu";
import { keepBrowserOut, showTheme } from "../../kit/ui/page";
import { keepText, keptText } from "../../kit/ui/session";
import { Toasts } from "../../kit/ui/toast";
import { timelineMenu, type PageActions } from "./edit/commands";
import { IMPORT_TITLE, loaded } from "./edit/dialogs";
import { Editor, type Tab } from "./edit/editor";
import { listenToEditorKeys } from "./edit/keys";
import { Playback } from "./edit/playback";
import { Library } from "./media/library";
import { readMedium } from "./media/upload";
import { read } from "./model/file";
import { Bar } from "./panels/bar";
import { MediaPanel } from "./panels/media";
import { Properties } from "./panels/properties";
import { Tools } from "./panels/tools";
import { Transport } from "./panels/transport";
import { Preview } from "./render/preview";
import { Speaker } from "./render/speaker";
import { stateOf } from "./state";
import { listenToMedium, listenToTimeline } from "./timeline/pointer";
import { Timeline } from "./timeline/timeline";

const KEPT_PROJECT = "video-project";

const library = new Library();
const editor = new Editor(library);
const menus = new Menus();
const toasts = new Toasts();
const preview = new Preview(library);
const playback = new Playback(editor, new Speaker((name) => library.get(name)?.samples));
const left = element("div", {});
const right = element("div", {});

/** A tab's field has the focus after what was asked for is shown. */
function toField(tab: Tab, field: string): void {
  editor.showTab(tab);
  update();
  document.querySelector<HTMLElement>(`.properties ${field}`)?.focus();
}

const actions: PageActions = {
  toTimeline: () => !isDialogOpen() && timeline.focus(),
  toTime: () => toField("Time", ".tab-panel input"),
  toText: () => toField("Text", ".tab-panel textarea"),
  toEffects: () => {
    const newest = editor.selected?.effects.at(-1);
    if (newest && !editor.selectedEffect) editor.selectEffect(editor.selected!.id, newest.id);
    toField("Effects", newest ? ".effect-card.is-selected [role=radio][tabindex='0']" : ".effects-add button");
  },
  toPlayhead: () => transport.focusTime(),
  upload: () => chooser.click(),
};

const tools = new Tools(editor, actions.toTimeline);
const timeline = new Timeline(editor, tools.root);
const transport = new Transport(editor, actions.toTimeline);
const bar = new Bar(editor, menus, actions);
const chooser = element("input", { type: "file", accept: "video/*,image/*,audio/*", multiple: true, hidden: true });
const stage = element(
  "main",
  { class: "stage", "aria-label": "Preview" },
  element("div", { class: "frame-place" }, preview.canvas),
  transport.root,
);
document.body.append(bar.root, left, stage, right, timeline.root, toasts.root, chooser);

function update(): void {
  showTheme(editor.options.isDark);
  const hold = (event: PointerEvent, medium: Parameters<typeof listenToMedium>[1]) =>
    listenToMedium(event, medium, timeline, editor);
  render(<MediaPanel editor={editor} hold={hold} upload={actions.upload} />, left);
  render(<Properties editor={editor} leave={actions.toTimeline} />, right);
  timeline.update();
  tools.update();
  transport.update();
  bar.update();
  playback.update();
  showFrame();
}

/** In an exam frames are drawn when somebody is about to look, and at no other time. */
function showFrame(): void {
  if (isExam) return;
  const failed = () => editor.onSay("A picture could not be loaded. Is the page's server still there?", "problem");
  preview.show(editor.project, editor.playhead).catch(failed);
  if (editor.isPlaying) preview.prepare(editor.project, editor.playhead);
}

// Several changes in one event are shown once, and before the next event.
let isWaiting = false;
function changed(): void {
  if (isWaiting) return;
  isWaiting = true;
  queueMicrotask(() => {
    isWaiting = false;
    update();
  });
}

async function upload(files: readonly File[]): Promise<void> {
  if (isExam) return;
  for (const file of files) {
    toasts.say(`Reading ${file.name}…`);
    try {
      library.add(await readMedium(file, (name) => library.get(name) !== undefined));
    } catch (error) {
      openMessage("Upload", error instanceof Error ? error.message : String(error));
    }
    toasts.clear();
    changed();
  }
}

editor.onChange = changed;
editor.onTime = () => {
  timeline.updatePlayhead();
  transport.updateTime();
  showFrame();
};
editor.onEdit = () => keepText(KEPT_PROJECT, JSON.stringify(editor.file));
editor.onSay = (text, kind) => toasts.say(text, kind);
listenToTimeline(timeline, editor, {
  edit: actions.toTime,
  menu: (hit, x, y) => menus.open(timelineMenu(editor, actions, hit), x, y),
});
listenToEditorKeys(editor, actions);
listenToFiles(
  IMPORT_TITLE,
  (text) => loaded(editor, text),
  (files) => void upload(files),
);
chooser.addEventListener("change", () => void upload([...(chooser.files ?? [])]));
keepBrowserOut();
const measure = () => {
  editor.size = timeline.size;
  editor.see(editor.view);
};
window.addEventListener("resize", measure);

let isReady = false;
register({
  state: () => stateOf(editor),
  idle: () => isReady,
  draw: async () => {
    if (isReady) await preview.show(editor.project, editor.playhead);
  },
});

async function start(): Promise<void> {
  const kept = keptText(KEPT_PROJECT);
  const restored = kept === null ? undefined : read(JSON.parse(kept), library.sources);
  await Promise.all([loadFonts(), library.load()]);
  measure();
  // A project that used uploaded media cannot be shown again.
  if (restored && "project" in restored) editor.restore(restored.project);
  update();
  await preview.show(editor.project, editor.playhead);
  timeline.focus();
  isReady = true;
}
void start();
