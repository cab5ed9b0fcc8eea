// The buttons above the timeline.

import { button, element, icon, iconButton, setText } from "../../../kit/ui/dom";
import { ICONS } from "../../../kit/ui/icons";
import type { Editor } from "../edit/editor";
import { openEffects } from "../edit/pickers";
import { VIDEO_ICONS } from "./icons";

export class Tools {
  readonly root: HTMLElement;
  readonly #needSelection: HTMLButtonElement[];
  readonly #effect: HTMLButtonElement;
  readonly #snap: HTMLButtonElement;
  readonly #scale = element("span", { class: "scale" });

  constructor(
    private readonly editor: Editor,
    leave: () => void,
  ) {
    const tool = (path: string, name: string, title: string, run: () => void) => {
      const made = button(icon(path), run, { class: "tool", title });
      made.append(name);
      return made;
    };
    const split = tool(VIDEO_ICONS.split, "Split", "Split at the playhead (S)", () => editor.split());
    const duplicate = tool(VIDEO_ICONS.duplicate, "Duplicate", "Duplicate (D)", () => editor.duplicate());
    const remove = tool(VIDEO_ICONS.remove, "Delete", "Delete (Del)", () => editor.remove({ isRipple: false }));
    const ripple = tool(VIDEO_ICONS.ripple, "Ripple Delete", "Delete and close the gap (Shift+Del)", () =>
      editor.remove({ isRipple: true }),
    );
    const text = tool(VIDEO_ICONS.text, "Text", "Add a text at the playhead (T)", () => editor.addText());
    this.#effect = tool(VIDEO_ICONS.effect, "Effect", "Add an effect to the selected block (E)", () =>
      openEffects(editor),
    );
    this.#snap = tool(VIDEO_ICONS.snap, "Snapping", "Snap to edges (N)", () =>
      editor.setOptions({ isSnapping: !editor.options.isSnapping }),
    );
    this.#needSelection = [duplicate, remove, ripple];
    const line = () => element("span", { class: "tool-line" });
    this.root = element(
      "div",
      { class: "tools", role: "toolbar", "aria-label": "Tools" },
      ...[split, duplicate, remove, ripple, line(), text, this.#effect, line(), this.#snap],
      element("span", { class: "space" }),
      iconButton(ICONS.zoomOut, "Zoom out (-)", () => editor.zoom(-1)),
      this.#scale,
      iconButton(ICONS.zoomIn, "Zoom in (+)", () => editor.zoom(1)),
      tool(ICONS.fit, "Fit", "Show all of it (1)", () => editor.fit()),
    );
    // The keyboard belongs to the timeline again after a click on a button.
    this.root.addEventListener("click", leave);
  }

  update(): void {
    const { editor } = this;
    for (const tool of this.#needSelection) tool.disabled = editor.selection.size === 0;
    this.#effect.disabled = editor.selected === undefined;
    this.#snap.setAttribute("aria-pressed", String(editor.options.isSnapping));
    setText(this.#scale, `${editor.view.scale} px/s`);
  }
}
