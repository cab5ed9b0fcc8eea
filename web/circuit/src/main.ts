// Puts the Circuit Designer together: the page, the loop, and what the proctor is told.

import "../../kit/style/tokens.css";
import "../../kit/style/base.css";
import "../../kit/style/bar.css";
import "../../kit/style/menus.css";
import "../../kit/style/dialogs.css";
import "./style/page.css";
import "./style/bar.css";

import { isExam, register } from "../../kit/app";
import { element } from "../../kit/ui/dom";
import { listenToFiles } from "../../kit/ui/files";
import { loadFonts } from "../../kit/ui/fonts";
import { Menus } from "../../kit/ui/menu";
import { keepBrowserOut } from "../../kit/ui/page";
import { Bar } from "./edit/bar";
import { listenToCanvas } from "./edit/canvas";
import { IMPORT_TITLE, loaded } from "./edit/dialogs";
import { Editor } from "./edit/editor";
import { listenToEditorKeys } from "./edit/keys";
import { Page } from "./edit/page";
import { Palette } from "./edit/palette";
import { keep, restore } from "./edit/session";
import { stateOf } from "./edit/state";
import { make } from "./sim";
import { guarded } from "./sim/guard";

const editor = new Editor(guarded(make));
restore(editor);
editor.onEdit = () => keep(editor);

const board = element("canvas", { class: "board", tabindex: 0, "aria-label": "Circuit" });
const menus = new Menus();
const palette = new Palette(editor, () => board.focus());
const bar = new Bar(editor, menus, board, palette);
const page = new Page(editor, menus, board, bar, palette);
const openSearch = () => bar.search.focus();
listenToCanvas(board, editor, menus, openSearch);
listenToEditorKeys(editor, openSearch);
listenToFiles(IMPORT_TITLE, (text) => loaded(editor, text));
keepBrowserOut();

let isDrawn = false;
let isSimulated = false;
const draw = () => {
  page.drawIfChanged(isSimulated);
  isSimulated = false;
};
register({ state: () => stateOf(editor), idle: () => isDrawn, draw });

void loadFonts().then(() => {
  let last = performance.now();
  page.draw();
  isDrawn = true;
  board.focus();
  const frame = () => {
    const now = performance.now();
    if (editor.bench.pass((now - last) / 1000)) isSimulated = true;
    last = now;
    if (!isExam) draw();
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
});
