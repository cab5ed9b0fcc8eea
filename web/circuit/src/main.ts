// Puts the Circuit Designer together: the page, the loop, and what the proctor is told.

import "@fontsource/inter/greek-400.css";
import "@fontsource/inter/greek-600.css";
import "@fontsource/inter/latin-400.css";
import "@fontsource/inter/latin-500.css";
import "@fontsource/inter/latin-600.css";
import "@fontsource/jetbrains-mono/greek-400.css";
import "@fontsource/jetbrains-mono/latin-400.css";
import "./style/page.css";
import "./style/bar.css";
import "./style/menus.css";
import "./style/dialogs.css";

import { isExam, register } from "../../kit/app";
import { Bar } from "./edit/bar";
import { listenToCanvas, listenToFiles } from "./edit/canvas";
import { element } from "./edit/dom";
import { Editor } from "./edit/editor";
import { listenToKeys } from "./edit/keys";
import { Menus } from "./edit/menu";
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
listenToKeys(editor, openSearch);
listenToFiles(editor);
window.addEventListener("contextmenu", (event) => event.preventDefault());
// The browser's own zoom would move the page away from under its coordinates.
window.addEventListener("wheel", (event) => event.ctrlKey && event.preventDefault(), { passive: false });

let isDrawn = false;
let isSimulated = false;
const draw = () => {
  page.drawIfChanged(isSimulated);
  isSimulated = false;
};
register({ state: () => stateOf(editor), idle: () => isDrawn, draw });

// Fonts are fetched before the first picture: text measured or drawn without them would be drawn differently later.
const FACES = ["400 12px Inter", "500 12px Inter", "600 12px Inter", "400 12px 'JetBrains Mono'"];
void Promise.allSettled(FACES.map((face) => document.fonts.load(face, "AaΩµ"))).then(() => {
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
