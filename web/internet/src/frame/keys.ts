// The keyboard: what keys do to the browser, wherever the focus is, and to the page while no field has it.

import { isDialogOpen, openKeyList } from "../../../kit/ui/dialog";
import { isField } from "../page/fields";
import type { Browser } from "../browser";
import type { FrameActions } from "./frame";

/** What has the focus, inside the page as well. */
export function focused(): Element | null {
  let at = document.activeElement;
  while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
  return at;
}

/** Elements of which some keys mean something to themselves. */
const takesKeys = (at: Element | null, key: string) =>
  isField(at) || (at !== null && key === " " && at.matches("button, summary, a"));

export function listenToBrowserKeys(browser: Browser, actions: FrameActions): void {
  const step = (by: number) => {
    const { tabs, active } = browser.state;
    void browser.showTab((active + by + tabs.length) % tabs.length);
  };
  const findNext = (by: 1 | -1) => {
    if (browser.state.find) browser.find.step(by);
    else actions.showFind();
    browser.onChange();
  };

  const control = (event: KeyboardEvent): (() => void) | undefined => {
    const { key, shiftKey } = event;
    if (key === "Tab") return () => step(shiftKey ? -1 : 1);
    if (key === "PageDown") return () => step(1);
    if (key === "PageUp") return () => step(-1);
    if (/^[1-8]$/.test(key)) return () => void browser.showTab(Number(key) - 1);
    if (key === "9") return () => void browser.showTab(browser.state.tabs.length - 1);
    switch (key.toLowerCase()) {
      case "t":
        return actions.newTab;
      case "w":
        return () => void browser.closeTab(browser.state.active);
      case "l":
        return actions.toAddress;
      case "r":
        return () => void browser.reload();
      case "f":
        return actions.showFind;
      case "g":
        return () => findNext(shiftKey ? -1 : 1);
      case "d":
        return () => browser.toggleBookmark();
      case "j":
        return () => browser.togglePanel();
    }
    return undefined;
  };

  const alt = ({ key }: KeyboardEvent): (() => void) | undefined => {
    switch (key) {
      case "ArrowLeft":
        return () => void browser.back();
      case "ArrowRight":
        return () => void browser.forward();
      case "Home":
        return () => void browser.go(browser.home);
    }
    return key.toLowerCase() === "d" ? actions.toAddress : undefined;
  };

  const plain = (event: KeyboardEvent): (() => void) | undefined => {
    if (event.key === "F5") return () => void browser.reload();
    if (event.key === "F3") return () => findNext(event.shiftKey ? -1 : 1);
    return undefined;
  };

  window.addEventListener("keydown", (event) => {
    if (isDialogOpen()) return;
    const isControl = event.ctrlKey || event.metaKey;
    const run = isControl && !event.altKey ? control(event) : event.altKey && !isControl ? alt(event) : plain(event);
    if (run) {
      event.preventDefault();
      run();
      return;
    }
    if (event.defaultPrevented || isControl || event.altKey) return;
    if (event.key === "Escape") {
      if (browser.escape()) event.preventDefault();
      else actions.toPage();
    } else if (!takesKeys(focused(), event.key) && browser.viewport.pressed(event)) {
      event.preventDefault();
    }
  });
}

export function showKeys(): void {
  openKeyList("Keys", [
    {
      title: "Tabs",
      rows: [
        ["Ctrl+T", "New tab"],
        ["Ctrl+W", "Close the tab"],
        ["Ctrl+Tab", "Next tab"],
        ["Ctrl+Shift+Tab", "Previous tab"],
        ["Ctrl+1 … 8", "Tab 1 to 8"],
        ["Ctrl+9", "Last tab"],
      ],
    },
    {
      title: "Pages",
      rows: [
        ["Ctrl+L", "The address"],
        ["Alt+Enter", "In it: go there in a new tab"],
        ["Alt+Left", "Back"],
        ["Alt+Right", "Forward"],
        ["Alt+Home", "Home"],
        ["Ctrl+R", "Reload"],
        ["Ctrl+F", "Find in page"],
        ["F3", "Next match"],
        ["Ctrl+D", "Bookmark"],
        ["Ctrl+J", "Downloads"],
      ],
    },
  ]);
}
