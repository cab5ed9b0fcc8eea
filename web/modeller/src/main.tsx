// Puts the 3D Modeller together: the page, what is drawn when, and what the proctor is told.

import "../../kit/style/tokens.css";
import "../../kit/style/base.css";
import "../../kit/style/bar.css";
import "../../kit/style/menus.css";
import "../../kit/style/dialogs.css";
import "../../kit/style/toasts.css";
import "../../kit/style/forms.css";
import "./style/page.css";
import "./style/panels.css";
import "./style/dashboard.css";

import { render } from "preact";
import { isExam, register } from "../../kit/app";
import { element } from "../../kit/ui/dom";
import { listenToFiles } from "../../kit/ui/files";
import { loadFonts } from "../../kit/ui/fonts";
import { Menus } from "../../kit/ui/menu";
import { keepBrowserOut, showTheme } from "../../kit/ui/page";
import { Toasts } from "../../kit/ui/toast";
import { Viewport } from "./draw/viewport";
import { barMenus, viewportMenu, type PageActions } from "./edit/commands";
import { IMPORT_TITLE, loaded } from "./edit/dialogs";
import { Editor } from "./edit/editor";
import { listenToEditorKeys } from "./edit/keys";
import { listenToPointer } from "./edit/pointer";
import { HOME } from "./math/camera";
import { Bar, viewButtons } from "./panels/bar";
import { Dashboard } from "./panels/dashboard";
import { Inspector } from "./panels/inspector";
import { Outliner } from "./panels/outliner";
import { stateOf } from "./state";

const BAR_HEIGHT = 48;
const OUTLINER_WIDTH = 240;
const INSPECTOR_WIDTH = 320;

const editor = new Editor();
const menus = new Menus();
const toasts = new Toasts();
const dashboard = element("div", {});
const left = element("div", {});
const right = element("div", {});

const focusFirst = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus();
const actions: PageActions = {
  toViewport: () => viewport.stage.focus(),
  editSelected: () => {
    editor.setTab("Object");
    update();
    focusFirst(".inspector .tab-panel input");
  },
  editScene: () => {
    editor.setTab("Scene");
    update();
    focusFirst(".inspector .tab-panel input");
  },
};
const chooseView = (choose: () => void) => {
  choose();
  actions.toViewport();
};
const viewport = new Viewport(
  editor,
  viewButtons(editor, chooseView, () => editor.see(HOME)),
);
const menuTitles = barMenus(editor, actions);
const bar = new Bar(editor, menus, menuTitles, actions);
const title = element("h1", { class: "unseen" }, "3D Modeller");
const desk = element("div", { class: "desk" }, bar.root, left, viewport.root, right);
bar.root.prepend(title);
document.body.append(dashboard, desk, toasts.root);

function update(): void {
  const isOpen = editor.scene !== undefined;
  showTheme(editor.options.isDark);
  document.title = isOpen ? `${editor.scene!.name} – 3D Modeller` : "3D Modeller";
  desk.hidden = !isOpen;
  render(isOpen ? null : <Dashboard editor={editor} />, dashboard);
  render(isOpen ? <Outliner editor={editor} leave={actions.toViewport} edit={actions.editSelected} /> : null, left);
  render(isOpen ? <Inspector editor={editor} leave={actions.toViewport} /> : null, right);
  viewport.update();
  bar.update();
}

/** What the panels leave of the window. */
function measure(): void {
  editor.size = {
    width: Math.max(1, window.innerWidth - OUTLINER_WIDTH - INSPECTOR_WIDTH),
    height: Math.max(1, window.innerHeight - BAR_HEIGHT),
  };
}

// Several changes in one event are shown once, and before the next event.
let isWaiting = false;
let openId: string | null = null;
function changed(): void {
  measure();
  if (isWaiting) return;
  isWaiting = true;
  queueMicrotask(() => {
    isWaiting = false;
    update();
    const before = openId;
    openId = editor.library.openId;
    if (openId !== null && openId !== before) actions.toViewport();
    if (openId === null && before !== null) focusFirst(".create input");
    // In an exam the picture is drawn when somebody is about to look.
    if (!isExam) requestAnimationFrame(() => viewport.draw());
  });
}

editor.onChange = changed;
editor.onSay = (text, kind) => toasts.say(text, kind);
listenToPointer(viewport, editor, menus, () => viewportMenu(editor));
listenToEditorKeys(editor, actions, menuTitles);
listenToFiles(IMPORT_TITLE, (text) => loaded(editor, text));
keepBrowserOut();
window.addEventListener("resize", changed);

let isReady = false;
register({ state: () => stateOf(editor), idle: () => isReady, draw: () => viewport.draw() });
editor.library.restore();
measure();
if (editor.scene) editor.open(editor.scene.id);
void loadFonts().then(() => {
  changed();
  update();
  isReady = true;
});
