// Puts the Workflow Builder together: the page, what is drawn when, and what the proctor is told.

import "../../kit/style/tokens.css";
import "../../kit/style/base.css";
import "../../kit/style/bar.css";
import "../../kit/style/menus.css";
import "../../kit/style/dialogs.css";
import "../../kit/style/toasts.css";
import "../../kit/style/forms.css";
import "./style/page.css";
import "./style/canvas.css";
import "./style/panels.css";
import "./style/hub.css";

import { render } from "preact";
import { register } from "../../kit/app";
import { element } from "../../kit/ui/dom";
import { listenToFiles } from "../../kit/ui/files";
import { loadFonts } from "../../kit/ui/fonts";
import { Menus } from "../../kit/ui/menu";
import { keepBrowserOut, showTheme } from "../../kit/ui/page";
import { Toasts } from "../../kit/ui/toast";
import { Canvas } from "./canvas/canvas";
import { listenToPointer } from "./canvas/pointer";
import { canvasMenu, PALETTE_WIDTH, type PageActions } from "./edit/commands";
import { IMPORT_TITLE, loaded } from "./edit/dialogs";
import { Editor } from "./edit/editor";
import { listenToEditorKeys } from "./edit/keys";
import { Bar } from "./panels/bar";
import { Hub } from "./panels/hub";
import { Palette } from "./panels/palette";
import { Properties } from "./panels/properties";
import { Results } from "./panels/results";
import { stateOf } from "./state";

const BAR_HEIGHT = 48;
const PROPERTIES_WIDTH = 320;
const DRAWER_HEIGHT = 248;

const editor = new Editor();
const menus = new Menus();
const toasts = new Toasts();
const canvas = new Canvas(editor);
const hub = element("div", {});
const left = element("div", {});
const right = element("div", {});
const drawer = element("div", {});

const actions: PageActions = {
  find: () => document.querySelector<HTMLInputElement>(".palette input")?.focus(),
  toCanvas: () => canvas.focusNode(editor.selectedNodes[0]?.id ?? ""),
  focusNode: (id) => canvas.focusNode(id),
  editSelected: () => document.querySelector<HTMLElement>(FIRST_FIELD)?.focus(),
};
const FIRST_FIELD = ".properties .tab-panel :is(input, textarea, button:not([tabindex='-1']))";

const bar = new Bar(editor, menus, actions);
const desk = element("div", { class: "desk" }, canvas.root, left, right, drawer, bar.root);
document.body.append(hub, desk, toasts.root);

function update(): void {
  const { options } = editor;
  const isOpen = editor.workflow !== undefined;
  showTheme(options.isDark);
  document.title = isOpen ? `${editor.workflow!.name} – Workflow Builder` : "Workflow Builder";
  desk.hidden = !isOpen;
  desk.classList.toggle("has-palette", options.showsPalette);
  desk.classList.toggle("has-properties", options.showsProperties);
  desk.classList.toggle("has-drawer", editor.result !== undefined);
  render(isOpen ? null : <Hub editor={editor} />, hub);
  render(isOpen && options.showsPalette ? <Palette editor={editor} leave={actions.toCanvas} /> : null, left);
  render(isOpen && options.showsProperties ? <Properties editor={editor} leave={actions.toCanvas} /> : null, right);
  render(isOpen ? <Results editor={editor} /> : null, drawer);
  canvas.update();
  bar.update();
}

/** What the panels leave of the window. */
function measure(): void {
  const { showsPalette, showsProperties } = editor.options;
  editor.size = {
    width: window.innerWidth - (showsPalette ? PALETTE_WIDTH : 0) - (showsProperties ? PROPERTIES_WIDTH : 0),
    height: window.innerHeight - BAR_HEIGHT - (editor.result ? DRAWER_HEIGHT : 0),
  };
}

// Several changes in one event are shown once, and before the next event.
let isWaiting = false;
let wasOpen = false;
function changed(): void {
  measure();
  if (isWaiting) return;
  isWaiting = true;
  queueMicrotask(() => {
    isWaiting = false;
    update();
    const isOpen = editor.workflow !== undefined;
    if (isOpen && !wasOpen) canvas.root.focus();
    wasOpen = isOpen;
  });
}

editor.onChange = changed;
editor.onSay = (text, kind) => toasts.say(text, kind);
listenToPointer(canvas, editor, menus, {
  edit: actions.editSelected,
  menu: (hit, at) => canvasMenu(editor, actions, hit, at),
});
listenToEditorKeys(editor, actions);
listenToFiles(IMPORT_TITLE, (text) => loaded(editor, text));
keepBrowserOut();
window.addEventListener("resize", changed);

let isReady = false;
register({ state: () => stateOf(editor), idle: () => isReady });
editor.library.restore();
measure();
if (editor.library.openId !== null) editor.open(editor.library.openId);
void loadFonts().then(() => {
  update();
  isReady = true;
});
