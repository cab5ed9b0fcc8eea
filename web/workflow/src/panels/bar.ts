// The bar at the top of the editor: back to the list, menus, the name, undo, zoom, run.

import { isDialogOpen } from "../../../kit/ui/dialog";
import { button, element, icon, iconButton, setText } from "../../../kit/ui/dom";
import { ICONS } from "../../../kit/ui/icons";
import type { Menus } from "../../../kit/ui/menu";
import { MenuBar } from "../../../kit/ui/menu-bar";
import { barMenus, type PageActions } from "../edit/commands";
import { openExport } from "../edit/dialogs";
import type { Editor } from "../edit/editor";
import { LONGEST_NAME } from "../model/workflow";
import { LAYOUT_ICON, LIST_ICON } from "./icons";

export class Bar {
  readonly root: HTMLElement;
  readonly #undo: HTMLButtonElement;
  readonly #redo: HTMLButtonElement;
  readonly #zoom = element("span", { class: "zoom" });
  readonly #name = element("input", {
    class: "name",
    type: "text",
    "aria-label": "Workflow name",
    maxlength: LONGEST_NAME,
    spellcheck: "false",
    autocomplete: "off",
  });

  constructor(
    private readonly editor: Editor,
    menus: Menus,
    page: PageActions,
  ) {
    const { toCanvas } = page;
    this.#undo = iconButton(ICONS.undo, "Undo (Ctrl+Z)", () => editor.undo());
    this.#redo = iconButton(ICONS.redo, "Redo (Ctrl+Y)", () => editor.redo());
    const run = button("Run", () => editor.run(), { class: "run", title: "Run the workflow on sample data (R)" });
    run.prepend(icon(ICONS.play));
    this.root = element(
      "header",
      { class: "bar" },
      element(
        "div",
        { class: "group" },
        iconButton(LIST_ICON, "All workflows", () => editor.close()),
      ),
      new MenuBar(barMenus(editor, page), menus, toCanvas).root,
      this.#name,
      element("div", { class: "group" }, this.#undo, this.#redo),
      element("span", { class: "space" }),
      element(
        "div",
        { class: "group" },
        iconButton(LAYOUT_ICON, "Lay out (L)", () => editor.layOut()),
        iconButton(ICONS.zoomOut, "Zoom out", () => editor.zoomBy(1 / 1.25)),
        this.#zoom,
        iconButton(ICONS.zoomIn, "Zoom in", () => editor.zoomBy(1.25)),
        button("Fit View", () => editor.fit(), { title: "Show the whole workflow (1)" }),
      ),
      element(
        "div",
        { class: "group" },
        button("Export", () => openExport(editor)),
        run,
      ),
    );
    this.#name.addEventListener(
      "input",
      () => this.#name.value.trim() !== "" && editor.describe({ name: this.#name.value }),
    );
    this.#name.addEventListener("blur", () => {
      editor.endEdit();
      this.#name.value = editor.workflow?.name ?? "";
    });
    this.#name.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === "Escape") toCanvas();
    });
    // The keyboard belongs to the canvas again after a click on a button.
    this.root.addEventListener("click", (event) => {
      const isButton = event.target instanceof Element && event.target.closest(".group");
      if (isButton && !menus.isOpen && !isDialogOpen() && editor.workflow) toCanvas();
    });
  }

  update(): void {
    const { editor } = this;
    const name = editor.workflow?.name ?? "";
    // A field that is being typed in keeps what is typed.
    if (document.activeElement !== this.#name && this.#name.value !== name) this.#name.value = name;
    this.#undo.disabled = !editor.canUndo;
    this.#redo.disabled = !editor.canRedo;
    setText(this.#zoom, `${Math.round(editor.viewport.zoom * 100)}%`);
  }
}
