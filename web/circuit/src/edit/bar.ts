// The bar at the top: menus, the search field, zoom, run and pause, reset, speed.

import { barMenus, type BarMenu } from "./commands";
import { dockHeight } from "./dock";
import { button, element, icon } from "./dom";
import type { Editor } from "./editor";
import type { Menus } from "./menu";
import type { Palette } from "./palette";
import { SearchField } from "./search";

const ICONS = {
  play: "M5 3.5v9l7-4.5z",
  pause: "M5.5 3.5v9M10.5 3.5v9",
  reset: "M12.5 8a4.5 4.5 0 1 1-1.5-3.4M12.5 2.5v3h-3",
  zoomIn: "M8 3.5v9M3.5 8h9",
  zoomOut: "M3.5 8h9",
  undo: "M6 3.5L3 6.5l3 3M3 6.5h6a3.5 3.5 0 0 1 0 7H6",
  redo: "M10 3.5l3 3-3 3M13 6.5H7a3.5 3.5 0 0 0 0 7h3",
  parts: "M3 3h4v4H3zM9 3h4v4H9zM3 9h4v4H3zM9 9h4v4H9z",
  fit: "M3 6V3h3M10 3h3v3M13 10v3h-3M6 13H3v-3",
};

/** The slider's ends are a twentieth and twenty times the usual speed. */
const SPEED_REACH = Math.log10(20);

export class Bar {
  readonly root: HTMLElement;
  readonly search: SearchField;
  readonly #titles: HTMLButtonElement[];
  readonly #barMenus: BarMenu[];
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
  #openAt = -1;
  #isOpenByHover = false;

  constructor(
    private readonly editor: Editor,
    private readonly menus: Menus,
    private readonly canvas: HTMLElement,
    private readonly palette: Palette,
  ) {
    const toCanvas = () => canvas.focus();
    this.search = new SearchField((kind) => editor.takeTool(kind), toCanvas);
    this.#barMenus = barMenus(editor, () => this.search.focus());
    this.#titles = this.#barMenus.map((menu, i) => this.#title(menu, i));
    this.#undo = this.#iconButton(ICONS.undo, "Undo (Ctrl+Z)", () => editor.undo());
    this.#redo = this.#iconButton(ICONS.redo, "Redo (Ctrl+Y)", () => editor.redo());
    this.#parts = this.#iconButton(ICONS.parts, "Parts palette", () => palette.toggle());
    this.#run = button("", () => editor.setRunning(!editor.bench.running), { class: "run" });
    this.root = element(
      "header",
      { class: "bar" },
      element("nav", { class: "bar-menus", role: "menubar" }, ...this.#titles),
      this.search.root,
      element("div", { class: "group" }, this.#parts, this.#undo, this.#redo),
      element("span", { class: "space" }),
      element(
        "div",
        { class: "group" },
        this.#iconButton(ICONS.zoomOut, "Zoom out", () => this.#zoomBy(1 / 1.25)),
        this.#zoom,
        this.#iconButton(ICONS.zoomIn, "Zoom in", () => this.#zoomBy(1.25)),
        this.#iconButton(ICONS.fit, "Fit the circuit", () => this.#fit()),
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

  #title(menu: BarMenu, index: number): HTMLButtonElement {
    const made = element(
      "button",
      { type: "button", class: "bar-menu", role: "menuitem", "aria-haspopup": "menu" },
      menu.name,
    );
    made.addEventListener("pointerdown", (event) => {
      // Neither the canvas's focus nor the place in a field is lost to a menu.
      event.preventDefault();
      if (event.button !== 0) return;
      // A menu that opened because the pointer came by on its way to press here stays open.
      if (this.#openAt === index && !this.#isOpenByHover) this.menus.close();
      else this.#open(index);
    });
    made.addEventListener("keydown", (event) => {
      if (!["Enter", " ", "ArrowDown"].includes(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
      this.#open(index);
      this.menus.focusFirst();
    });
    made.addEventListener("pointerenter", () => {
      if (this.#openAt === -1 || this.#openAt === index) return;
      this.#open(index);
      this.#isOpenByHover = true;
    });
    return made;
  }

  #open(index: number): void {
    const title = this.#titles[index]!;
    const box = title.getBoundingClientRect();
    this.canvas.focus();
    this.menus.open(this.#barMenus[index]!.entries(), box.left, box.bottom + 4, () => {
      title.classList.remove("is-open");
      this.#openAt = -1;
    });
    title.classList.add("is-open");
    this.#openAt = index;
    this.#isOpenByHover = false;
    this.menus.onSideways = (step) => {
      this.#open((index + step + this.#titles.length) % this.#titles.length);
      this.menus.focusFirst();
    };
  }

  #iconButton(path: string, title: string, run: () => void): HTMLButtonElement {
    const made = button(icon(path), run, { class: "icon-button", title });
    made.setAttribute("aria-label", title);
    return made;
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

function setText(target: HTMLElement, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}
