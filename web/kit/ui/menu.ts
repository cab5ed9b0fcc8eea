// Menus: nested panels of entries, for the bar at the top and for right clicks. One menu is open at a time.

import { element, icon } from "./dom";
import { ICONS } from "./icons";

export interface Item {
  label: string;
  /** The keys that do the same, or a word about it. */
  note?: string;
  isOn?: boolean;
  isDisabled?: boolean;
  run?: () => void;
  items?: () => Entry[];
}

/** An item, or a line between groups. */
export type Entry = Item | "line";

interface Panel {
  root: HTMLElement;
  items: { item: Item; row: HTMLElement }[];
  /** The row that has the focus, if one has. */
  at: number;
}

const MARGIN = 4;

export class Menus {
  #panels: Panel[] = [];
  #onClose: (() => void) | undefined;
  /** Called for the left and right arrow keys where a menu has no use for them itself: the bar goes to the next menu. */
  onSideways: ((step: 1 | -1) => void) | undefined;

  constructor() {
    // Captured, so that a press anywhere else closes the menu before it does anything of its own.
    window.addEventListener("pointerdown", (event) => this.#pressedOutside(event), true);
    window.addEventListener("keydown", (event) => this.#keyPressed(event), true);
    window.addEventListener("resize", () => this.close());
    window.addEventListener("blur", () => this.close());
  }

  get isOpen(): boolean {
    return this.#panels.length > 0;
  }

  /** Opens a menu with its top left corner at a point of the window, or as near as it fits. */
  open(entries: readonly Entry[], x: number, y: number, onClose?: () => void): void {
    this.close();
    this.#onClose = onClose;
    this.#show(entries, (width, height) => [
      Math.max(MARGIN, Math.min(x, window.innerWidth - width - MARGIN)),
      Math.max(MARGIN, Math.min(y, window.innerHeight - height - MARGIN)),
    ]);
  }

  /** Puts the focus on the first entry, as menus opened by keys have it. */
  focusFirst(): void {
    this.#step(1);
  }

  close(): void {
    if (!this.isOpen) return;
    this.#closeFrom(0);
    const onClose = this.#onClose;
    this.#onClose = undefined;
    this.onSideways = undefined;
    onClose?.();
  }

  #show(entries: readonly Entry[], place: (width: number, height: number) => [number, number]): void {
    const depth = this.#panels.length;
    const panel: Panel = { root: element("div", { class: "menu", role: "menu" }), items: [], at: -1 };
    const hasTicks = entries.some((entry) => entry !== "line" && entry.isOn !== undefined);
    for (const entry of entries) {
      if (entry === "line") {
        panel.root.append(element("div", { class: "menu-line", role: "separator" }));
        continue;
      }
      const row = rowOf(entry, hasTicks);
      const index = panel.items.length;
      row.addEventListener("pointerenter", () => this.#enter(depth, index));
      row.addEventListener("click", () => this.#choose(depth, index));
      panel.items.push({ item: entry, row });
      panel.root.append(row);
    }
    document.body.append(panel.root);
    const [x, y] = place(panel.root.offsetWidth, panel.root.offsetHeight);
    panel.root.style.left = `${x}px`;
    panel.root.style.top = `${y}px`;
    this.#panels.push(panel);
  }

  #enter(depth: number, index: number): void {
    this.#closeFrom(depth + 1);
    this.#focus(depth, index);
    this.#openSubmenu(depth, index);
  }

  #choose(depth: number, index: number): void {
    const item = this.#panels[depth]?.items[index]?.item;
    if (!item || item.isDisabled) return;
    if (item.items) {
      if (this.#panels.length === depth + 1) this.#openSubmenu(depth, index);
      return;
    }
    this.close();
    item.run?.();
  }

  #openSubmenu(depth: number, index: number): void {
    const chosen = this.#panels[depth]?.items[index];
    if (!chosen?.item.items || chosen.item.isDisabled) return;
    const box = chosen.row.getBoundingClientRect();
    this.#show(chosen.item.items(), (width, height) => [
      box.right + width <= window.innerWidth - MARGIN ? box.right - 2 : Math.max(MARGIN, box.left - width + 2),
      Math.max(MARGIN, Math.min(box.top - 6, window.innerHeight - height - MARGIN)),
    ]);
  }

  #focus(depth: number, index: number): void {
    const panel = this.#panels[depth];
    if (!panel) return;
    panel.items[panel.at]?.row.classList.remove("is-at");
    panel.at = index;
    const row = panel.items[index]?.row;
    row?.classList.add("is-at");
    row?.scrollIntoView({ block: "nearest" });
  }

  #closeFrom(depth: number): void {
    for (const panel of this.#panels.splice(depth)) panel.root.remove();
  }

  #step(by: 1 | -1): void {
    const depth = this.#panels.length - 1;
    const panel = this.#panels[depth];
    if (!panel || panel.items.length === 0) return;
    const from = panel.at === -1 && by === -1 ? 0 : panel.at;
    this.#focus(depth, (from + by + panel.items.length) % panel.items.length);
  }

  /** Goes to the next item that begins with a letter. */
  #stepTo(letter: string): void {
    const depth = this.#panels.length - 1;
    const panel = this.#panels[depth]!;
    for (let i = 1; i <= panel.items.length; i++) {
      const index = (panel.at + i + panel.items.length) % panel.items.length;
      if (panel.items[index]!.item.label.toLowerCase().startsWith(letter.toLowerCase()))
        return this.#focus(depth, index);
    }
  }

  #pressedOutside(event: PointerEvent): void {
    if (!this.isOpen) return;
    const target = event.target as Node;
    const isInside = this.#panels.some((panel) => panel.root.contains(target));
    // The bar's own titles open and close their menus themselves.
    const isTitle = target instanceof Element && target.closest(".bar-menu") !== null;
    if (isInside || isTitle) return;
    this.close();
    // A press that closes a menu does nothing else on the canvas.
    const isCanvas = target instanceof Element && target.closest("canvas, [data-canvas]") !== null;
    if (event.button === 0 && isCanvas) event.stopPropagation();
  }

  #keyPressed(event: KeyboardEvent): void {
    if (!this.isOpen) return;
    event.preventDefault();
    event.stopPropagation();
    const depth = this.#panels.length - 1;
    const panel = this.#panels[depth]!;
    switch (event.key) {
      case "ArrowDown":
        return this.#step(1);
      case "ArrowUp":
        return this.#step(-1);
      case "Home":
        return this.#focus(depth, 0);
      case "End":
        return this.#focus(depth, panel.items.length - 1);
      case "ArrowRight":
        if (panel.items[panel.at]?.item.items) return this.#intoSubmenu();
        return this.onSideways?.(1);
      case "ArrowLeft":
        if (depth > 0) return this.#closeFrom(depth);
        return this.onSideways?.(-1);
      case "Enter":
      case " ":
        if (panel.items[panel.at]?.item.items) return this.#intoSubmenu();
        return this.#choose(depth, panel.at);
      case "Escape":
        return depth > 0 ? this.#closeFrom(depth) : this.close();
      case "Tab":
        return this.close();
      default:
        if (event.key.length === 1 && !event.ctrlKey && !event.metaKey) this.#stepTo(event.key);
    }
  }

  #intoSubmenu(): void {
    const depth = this.#panels.length - 1;
    this.#openSubmenu(depth, this.#panels[depth]!.at);
    if (this.#panels.length > depth + 1) this.focusFirst();
  }
}

function rowOf(item: Item, hasTicks: boolean): HTMLElement {
  return element(
    "div",
    {
      class: "menu-item",
      role: item.isOn === undefined ? "menuitem" : "menuitemcheckbox",
      "aria-checked": item.isOn === undefined ? undefined : String(item.isOn),
      "aria-disabled": item.isDisabled ? "true" : undefined,
      "aria-haspopup": item.items ? "menu" : undefined,
    },
    hasTicks && element("span", { class: "menu-tick" }, item.isOn && icon(ICONS.tick)),
    element("span", { class: "menu-label" }, item.label),
    item.note && element("span", { class: "menu-note" }, item.note),
    item.items && icon(ICONS.submenu),
  );
}
