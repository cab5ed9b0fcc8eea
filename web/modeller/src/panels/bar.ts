// The bar at the top of the editor: back to the scenes, menus, the scene's name, undo, tools, snapping.

import { isDialogOpen } from "../../../kit/ui/dialog";
import { button, element, iconButton } from "../../../kit/ui/dom";
import { ICONS } from "../../../kit/ui/icons";
import type { Menus } from "../../../kit/ui/menu";
import { MenuBar, type BarMenu } from "../../../kit/ui/menu-bar";
import { TOOLS, type PageActions } from "../edit/commands";
import { openExport } from "../edit/dialogs";
import type { Editor } from "../edit/editor";
import { LONGEST_NAME } from "../model/scene";
import { LIST_ICON, SNAP_ICON, TOOL_ICONS } from "./icons";

export class Bar {
  readonly root: HTMLElement;
  readonly #undo: HTMLButtonElement;
  readonly #redo: HTMLButtonElement;
  readonly #tools: readonly HTMLButtonElement[];
  readonly #snap: HTMLButtonElement;
  readonly #name = element("input", {
    class: "name",
    type: "text",
    "aria-label": "Scene name",
    maxlength: LONGEST_NAME,
    spellcheck: "false",
    autocomplete: "off",
  });

  constructor(
    private readonly editor: Editor,
    menus: Menus,
    barMenus: readonly BarMenu[],
    page: PageActions,
  ) {
    const { toViewport } = page;
    this.#undo = iconButton(ICONS.undo, "Undo (Ctrl+Z)", () => editor.undo());
    this.#redo = iconButton(ICONS.redo, "Redo (Ctrl+Y)", () => editor.redo());
    this.#tools = TOOLS.map(([tool, name, key]) =>
      iconButton(TOOL_ICONS[tool], `${name} (${key})`, () => editor.setTool(tool)),
    );
    this.#snap = iconButton(SNAP_ICON, "Snapping (X)", () => editor.setOptions({ snaps: !editor.options.snaps }));
    this.root = element(
      "header",
      { class: "bar" },
      element(
        "div",
        { class: "group" },
        iconButton(LIST_ICON, "All scenes", () => editor.close()),
      ),
      new MenuBar(barMenus, menus, toViewport).root,
      this.#name,
      element("div", { class: "group" }, this.#undo, this.#redo),
      element("span", { class: "space" }),
      element("div", { class: "group", role: "group", "aria-label": "Tools" }, ...this.#tools),
      element("div", { class: "group" }, this.#snap),
      element(
        "div",
        { class: "group" },
        button("Export", () => openExport(editor)),
      ),
    );
    this.#name.addEventListener(
      "input",
      () => this.#name.value.trim() !== "" && editor.renameScene(this.#name.value.trim()),
    );
    this.#name.addEventListener("focus", () => this.#name.select());
    this.#name.addEventListener("blur", () => {
      editor.endEdit();
      this.#name.value = editor.scene?.name ?? "";
    });
    this.#name.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      toViewport();
    });
    // The keyboard belongs to the viewport again after a click on a button.
    this.root.addEventListener("click", (event) => {
      const isButton = event.target instanceof Element && event.target.closest(".group");
      if (isButton && !menus.isOpen && !isDialogOpen() && editor.scene) toViewport();
    });
  }

  update(): void {
    const { editor } = this;
    const name = editor.scene?.name ?? "";
    // A field that is being typed in keeps what is typed.
    if (document.activeElement !== this.#name && this.#name.value !== name) this.#name.value = name;
    this.#undo.disabled = !editor.canUndo;
    this.#redo.disabled = !editor.canRedo;
    TOOLS.forEach(([tool], i) => this.#tools[i]!.setAttribute("aria-pressed", String(editor.tool === tool)));
    this.#snap.setAttribute("aria-pressed", String(editor.options.snaps));
  }
}

/** Views to choose from, in the viewport's corner. */
export function viewButtons(editor: Editor, run: (choose: () => void) => void, home: () => void): HTMLElement {
  const views: readonly (readonly [string, string, () => void])[] = [
    ["Front", "Front view (1)", () => editor.look("front")],
    ["Side", "Side view (2)", () => editor.look("side")],
    ["Top", "Top view (3)", () => editor.look("top")],
    ["Reset", "Reset the view (0)", home],
    ["Frame", "Frame what is selected (F)", () => editor.frameView()],
  ];
  return element(
    "div",
    { class: "view-buttons", role: "group", "aria-label": "Views" },
    ...views.map(([name, title, choose]) => button(name, () => run(choose), { title })),
  );
}
