// The bar at the top: menus, undo, what was exported, Export.

import { isDialogOpen } from "../../../kit/ui/dialog";
import { button, element, iconButton, setText } from "../../../kit/ui/dom";
import { ICONS } from "../../../kit/ui/icons";
import type { Menus } from "../../../kit/ui/menu";
import { MenuBar } from "../../../kit/ui/menu-bar";
import { barMenus, type PageActions } from "../edit/commands";
import { openVideoExport } from "../edit/dialogs";
import type { Editor } from "../edit/editor";

export class Bar {
  readonly root: HTMLElement;
  readonly #undo: HTMLButtonElement;
  readonly #redo: HTMLButtonElement;
  readonly #exported = element("span", { class: "exported" });

  constructor(
    private readonly editor: Editor,
    menus: Menus,
    page: PageActions,
  ) {
    this.#undo = iconButton(ICONS.undo, "Undo (Ctrl+Z)", () => editor.undo());
    this.#redo = iconButton(ICONS.redo, "Redo (Ctrl+Y)", () => editor.redo());
    this.root = element(
      "header",
      { class: "bar" },
      new MenuBar(barMenus(editor, page), menus, page.toTimeline).root,
      element("div", { class: "group" }, this.#undo, this.#redo),
      element("span", { class: "space" }),
      this.#exported,
      element(
        "div",
        { class: "group" },
        button("Export", () => openVideoExport(editor), { class: "is-main", title: "Export (Ctrl+E)" }),
      ),
    );
    this.root.addEventListener("click", (event) => {
      const isButton = event.target instanceof Element && event.target.closest(".group");
      if (isButton && !menus.isOpen && !isDialogOpen()) page.toTimeline();
    });
  }

  update(): void {
    const { editor } = this;
    this.#undo.disabled = !editor.canUndo;
    this.#redo.disabled = !editor.canRedo;
    const at = editor.exported?.at;
    const two = (number: number) => String(number).padStart(2, "0");
    setText(
      this.#exported,
      at ? `Last export ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}` : "",
    );
  }
}
