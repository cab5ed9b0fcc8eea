// What the right button offers on a link.

import { Menus, type Entry } from "../../../kit/ui/menu";
import type { Browser } from "../browser";

export class LinkMenu {
  readonly #menus = new Menus();
  readonly #browser: Browser;

  constructor(browser: Browser) {
    this.#browser = browser;
    browser.viewport.root.addEventListener("contextmenu", (event) => this.#asked(event));
  }

  #asked(event: MouseEvent): void {
    const link = event.composedPath().find((node): node is HTMLAnchorElement => node instanceof HTMLAnchorElement);
    const address = link && this.#browser.viewport.page?.resolve(link.getAttribute("href") ?? "");
    if (address === undefined) return;
    const entries: Entry[] = [
      { label: "Open", run: () => void this.#browser.go(address) },
      { label: "Open in a new tab", run: () => void this.#browser.go(address, "behind") },
      "line",
      { label: "Copy the address", run: () => void navigator.clipboard.writeText(address) },
    ];
    this.#menus.open(entries, event.clientX, event.clientY);
  }

  /** A list of bookmarks that there is no room for. */
  showLinks(links: readonly { title: string; address: string }[], at: DOMRect): void {
    const entries = links.map(({ title, address }) => ({ label: title, run: () => void this.#browser.go(address) }));
    this.#menus.open(entries, at.left, at.bottom + 2);
  }
}
