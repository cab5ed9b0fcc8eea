// Puts the browser together: the frame, the page, the keyboard, and what the proctor is told.

import "../../kit/style/tokens.css";
import "../../kit/style/base.css";
import "../../kit/style/menus.css";
import "../../kit/style/dialogs.css";
import "./style/frame.css";

import { render } from "preact";
import { register } from "../../kit/app";
import { openMessage } from "../../kit/ui/dialog";
import { element } from "../../kit/ui/dom";
import { keepBrowserOut, showTheme } from "../../kit/ui/page";
import { Browser } from "./browser";
import { loadAllFonts } from "./fonts";
import { Frame, titleOf, type FrameActions, type Typing } from "./frame/frame";
import { listenToBrowserKeys, showKeys } from "./frame/keys";
import { LinkMenu } from "./frame/link-menu";
import { addressOf } from "./model/address";
import { tell } from "./model/state";
import { Net } from "./net";
import { keepState, readStart, type Start } from "./start";

function build({ seed, home, state }: Start): Browser {
  const net = new Net(seed);
  const browser = new Browser(net, state, home);
  const menu = new LinkMenu(browser);
  const frame = element("div", { class: "chrome" });
  const typing: Typing = { address: undefined };
  let bookmarks = Infinity;
  document.body.append(frame, browser.viewport.root);

  const field = (id: string) => document.getElementById(id) as HTMLInputElement | null;
  const select = (id: string) => {
    update();
    field(id)?.focus();
    field(id)?.select();
  };
  const actions: FrameActions = {
    typed: (text) => {
      typing.address = text;
      update();
    },
    enter: (isNewTab) => {
      const text = typing.address ?? field("address")!.value;
      if (text.trim() === "") return;
      typing.address = undefined;
      void browser.go(addressOf(text), isNewTab ? "new" : "here");
    },
    toPage: () => browser.viewport.focus(),
    toAddress: () => select("address"),
    newTab: () => void net.track(browser.openTab(home).then(() => select("address"))),
    showFind: () => {
      state.panel = null;
      browser.find.open();
      select("find");
    },
    showKeys,
    showMore: (from) => menu.showLinks(state.bookmarks.slice(bookmarks), from.getBoundingClientRect()),
  };

  const draw = () => render(<Frame {...{ browser, typing, actions, bookmarks, width: window.innerWidth }} />, frame);

  function update(): void {
    showTheme(state.isDark);
    const page = browser.viewport.page;
    if (page) page.element.dataset["theme"] = state.isDark ? "dark" : "light";
    document.title = titleOf(browser);
    bookmarks = Infinity;
    draw();
    const room = bookmarksThatFit(frame);
    if (room < state.bookmarks.length) {
      bookmarks = room;
      draw();
    }
  }

  // Several changes in one event are shown once, and before the next event.
  let isWaiting = false;
  browser.onChange = () => {
    if (isWaiting) return;
    isWaiting = true;
    queueMicrotask(() => {
      isWaiting = false;
      update();
    });
  };

  const told = () => {
    // Ours, and nothing that an agent did: it must not be taken for an answer.
    if (net.failure !== undefined) throw new Error(net.failure);
    browser.viewport.sync();
    return tell(state);
  };
  keepBrowserOut();
  listenToBrowserKeys(browser, actions);
  closeByPresses(browser);
  window.addEventListener("resize", () => browser.onChange());
  window.addEventListener("pagehide", () => keepState(tell(state)));
  update();
  register({
    state: told,
    idle: () => net.isIdle,
    // Whatever is on its way belongs to what somebody is about to see.
    draw: async () => {
      browser.viewport.sync();
      await net.whenIdle();
    },
  });
  return browser;
}

/** A press beside the downloads, or into another part of the window, closes what is open. */
function closeByPresses(browser: Browser): void {
  window.addEventListener("pointerdown", (event) => {
    const path = event.composedPath();
    const isIn = (selector: string) => path.some((node) => node instanceof Element && node.matches(selector));
    if (browser.state.panel !== null && !isIn(".panel, [aria-label=Downloads]")) browser.togglePanel();
    if (!isIn(".viewport")) browser.viewport.page?.popups.close();
  });
}

/** How many bookmarks end before the bar does. */
function bookmarksThatFit(frame: HTMLElement): number {
  const all = [...frame.querySelectorAll<HTMLElement>(".bookmarks button:not(.more)")];
  const width = window.innerWidth;
  const isAll = (all.at(-1)?.offsetLeft ?? 0) + (all.at(-1)?.offsetWidth ?? 0) <= width - 8;
  return isAll ? all.length : all.filter((one) => one.offsetLeft + one.offsetWidth <= width - 40).length;
}

async function start(): Promise<void> {
  showTheme(false);
  const started = readStart();
  await loadAllFonts();
  await build(started).start();
}

start().catch((error: unknown) => {
  openMessage("The browser could not be started", error instanceof Error ? error.message : String(error));
});
