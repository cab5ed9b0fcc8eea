// The bar at the top: menus, the search field, zoom, run and pause, reset, speed.

import { button, element, icon, iconButton, setText } from "../../../kit/ui/dom";
import { Finder } from "../../../kit/ui/finder";
import { ICONS } from "../../../kit/ui/icons";
import type { Menus } from "../../../kit/ui/menu";
import { MenuBar } from "../../../kit/ui/menu-bar";
import { barMenus } from "./commands";
import { dockHeight } from "./dock";
import type { Editor } from "./editor";
import type { Palette } from "./palette";
import { FINDABLE_PARTS, type FindablePart } from "./search";

const PARTS_ICON = "M3 3h4v4H3zM9 3h4v4H9zM3 9h4v4H3zM9 9h4v4H9z";

/** The slider's ends are a twentieth and twenty times the usual speed. */
const SPEED_REACH = Math.log10(20);

export class Bar {
  readonly root: HTMLElement;
  readonly search: Finder<FindablePart>;
  readonly #run: HTMLButtonElement;
  readonly #undo: HTMLButtonElement;
  readonly #redo: HTMLButtonElement;
  readonly #parts: HTMLButtonElement;
  readonly #zoom = element("span", { class: "zoom" });
  readonly #speed = element("input", {
    type: "range",
    min: -SPEED_REACH,
    max: SPEED_REACH,
    step: "any",
    value: 0,
    "aria-label": "Simulation speed",
  });
  readonly #speedText = element("span", { class: "speed-text" });

  constructor(
    private readonly editor: Editor,
    menus: Menus,
    private readonly canvas: HTMLElement,
    private readonly palette: Palette,
  ) {
    const toCanvas = () => canvas.focus();
    this.search = new Finder({
      things: FINDABLE_PARTS,
      label: "Find a part",
      none: "No part has this name",
      key: "/",
      take: ({ kind }) => editor.takeTool(kind),
      leave: toCanvas,
    });
    const menuBar = new MenuBar(
      barMenus(editor, () => this.search.focus()),
      menus,
      toCanvas,
    );
    this.#undo = iconButton(ICONS.undo, "Undo (Ctrl+Z)", () => editor.undo());
    this.#redo = iconButton(ICONS.redo, "Redo (Ctrl+Y)", () => editor.redo());
    this.#parts = iconButton(PARTS_ICON, "Parts palette", () => palette.toggle());
    this.#run = button("", () => editor.setRunning(!editor.bench.running), { class: "run" });
    this.root = element(
      "header",
      { class: "bar" },
      menuBar.root,
      this.search.root,
      element("div", { class: "group" }, this.#parts, this.#undo, this.#redo),
      element("span", { class: "space" }),
      element(
        "div",
        { class: "group" },
        iconButton(ICONS.zoomOut, "Zoom out", () => this.#zoomBy(1 / 1.25)),
        this.#zoom,
        iconButton(ICONS.zoomIn, "Zoom in", () => this.#zoomBy(1.25)),
        iconButton(ICONS.fit, "Fit the circuit", () => this.#fit()),
      ),
      element(
        "label",
        { class: "speed", title: "Simulation speed" },
        element("span", {}, "Speed"),
        this.#speed,
        this.#speedText,
      ),
      element(
        "div",
        { class: "group" },
        this.#run,
        button("Reset", () => editor.reset(), { class: "reset", title: "Start the simulation anew" }),
      ),
    );
    this.root.querySelector(".reset")?.prepend(icon(ICONS.reset));
    this.#speed.addEventListener("input", () => this.#setSpeed());
    this.#speed.addEventListener("pointerup", toCanvas);
    this.#speed.addEventListener("dblclick", () => {
      this.#speed.value = "0";
      this.#setSpeed();
    });
    // The keyboard belongs to the canvas again after a click on a button.
    this.root.addEventListener("click", (event) => {
      if (!menus.isOpen && event.target instanceof Element && event.target.closest(".group")) toCanvas();
    });
    this.update();
  }

  /** Shows how things stand. */
  update(): void {
    const { bench, viewport } = this.editor;
    const label = bench.running ? "Pause" : "Run";
    if (this.#run.dataset["label"] !== label) {
      this.#run.dataset["label"] = label;
      this.#run.replaceChildren(icon(bench.running ? ICONS.pause : ICONS.play), label);
      this.#run.classList.toggle("is-paused", !bench.running);
    }
    this.#undo.disabled = !this.editor.canUndo;
    this.#redo.disabled = !this.editor.canRedo;
    this.#parts.setAttribute("aria-pressed", String(this.palette.isOpen));
    setText(this.#zoom, `${Math.round(viewport.zoom * 100)}%`);
    setText(
      this.#speedText,
      `${bench.speed < 1 ? Number(bench.speed.toPrecision(1)) : Number(bench.speed.toPrecision(2))}×`,
    );
  }

  #zoomBy(factor: number): void {
    this.editor.zoomAt([this.canvas.clientWidth / 2, this.canvas.clientHeight / 2], factor);
  }

  #fit(): void {
    // An open palette hides what lies below it; a closed one has no width.
    const left = this.palette.root.offsetWidth;
    this.editor.fit(this.canvas.clientWidth, this.canvas.clientHeight - dockHeight(this.editor), left);
  }

  #setSpeed(): void {
    const power = Number(this.#speed.value);
    // The usual speed is easy to come back to.
    this.editor.setSpeed(Math.abs(power) < 0.04 ? 1 : 10 ** power);
  }
}
