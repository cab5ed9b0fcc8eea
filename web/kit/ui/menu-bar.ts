// The titles of menus at the top of a page. While one menu is open the pointer opens the others by passing over them.

import { element } from "./dom";
import type { Entry, Menus } from "./menu";

export interface BarMenu {
  name: string;
  /** Made anew whenever the menu opens, so that entries tell how things stand. */
  entries: () => Entry[];
}

export class MenuBar {
  readonly root: HTMLElement;
  readonly #titles: HTMLButtonElement[];
  #openAt = -1;
  #isOpenByHover = false;

  /** `takeFocus` puts the focus where it belongs while a menu is open and after it. */
  constructor(
    private readonly barMenus: readonly BarMenu[],
    private readonly menus: Menus,
    private readonly takeFocus: () => void,
  ) {
    this.#titles = barMenus.map((menu, i) => this.#title(menu, i));
    this.root = element("nav", { class: "bar-menus", role: "menubar" }, ...this.#titles);
  }

  #title(menu: BarMenu, index: number): HTMLButtonElement {
    const made = element(
      "button",
      { type: "button", class: "bar-menu", role: "menuitem", "aria-haspopup": "menu" },
      menu.name,
    );
    made.addEventListener("pointerdown", (event) => {
      // Neither the page's focus nor the place in a field is lost to a menu.
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
    this.takeFocus();
    this.menus.open(this.barMenus[index]!.entries(), box.left, box.bottom + 4, () => {
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
}
