// The browser: goes to addresses, keeps tabs and their history, and shows the page of the tab that is shown. All it knows is in `state`.

import { fragmentOf, withoutFragment } from "./model/address";
import { addressOfTab, MAX_TABS, newTab, noteVisit, shownTab, type State, type Tab } from "./model/state";
import type { Found, Net } from "./net";
import { Find } from "./frame/find";
import { Viewport } from "./frame/viewport";
import { PageView, type Around, type Where } from "./page/page";
import { kindOf } from "./viewers/viewers";

export class Browser implements Around {
  readonly net: Net;
  readonly state: State;
  readonly home: string;
  readonly viewport = new Viewport();
  readonly find: Find;
  /** Called when something that the frame shows has changed. */
  onChange: () => void = () => undefined;
  /** Which showing is the latest: what comes later than it was asked for is dropped. */
  #turn = 0;
  #watch = new MutationObserver(() => this.#touched());

  constructor(net: Net, state: State, home: string) {
    this.net = net;
    this.state = state;
    this.home = home;
    this.find = new Find(state, this.viewport);
  }

  /** Shows what the state says, or the home page where it has no tabs yet. */
  async start(): Promise<void> {
    if (this.state.tabs.length === 0) return this.openTab(this.home);
    await this.net.track(this.#showTab());
    this.viewport.focus();
  }

  get tab(): Tab | undefined {
    return this.state.tabs[this.state.active];
  }

  // Going somewhere

  go(address: string, where: Where = "here"): Promise<void> {
    if (where === "here") return this.net.track(this.#visit(address));
    return this.openTab(address, where === "behind");
  }

  async #visit(address: string): Promise<void> {
    const tab = shownTab(this.state);
    const now = addressOfTab(tab);
    // Within a page nothing is loaded.
    const isWithin = fragmentOf(address) !== "" && withoutFragment(address) === withoutFragment(now);
    const turn = ++this.#turn;
    const found = await this.#fetch(address);
    if (turn !== this.#turn) return;
    if (await this.#isSaved(found)) return;
    this.#leave();
    if (found.address !== now || isWithin) {
      tab.history.splice(tab.at + 1, Infinity, found.address);
      // Within a page everything stays as it is but the place.
      tab.views.splice(tab.at + 1, Infinity, isWithin ? structuredClone(tab.views[tab.at]!) : { scroll: 0 });
      tab.at++;
    } else {
      tab.views[tab.at] = { scroll: 0 };
    }
    noteVisit(this.state, found.address);
    await this.#show(found, true);
    this.viewport.focus();
  }

  /** What is at an address. What cannot be had is a page that says so. */
  async #fetch(address: string): Promise<Found> {
    try {
      return await this.net.get(address);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      return { address, answer: { is: "missing", title: "No connection", html: failed(address, message) } };
    }
  }

  /** Saves a file that cannot be shown. */
  async #isSaved({ address, answer }: Found): Promise<boolean> {
    if (answer.is !== "file" || kindOf(answer) !== undefined) return false;
    await this.save(address);
    return true;
  }

  async #along(by: 1 | -1): Promise<void> {
    const tab = shownTab(this.state);
    const at = tab.at + by;
    if (tab.history[at] === undefined) return;
    this.#leave();
    tab.at = at;
    noteVisit(this.state, addressOfTab(tab));
    await this.#showTab();
    this.viewport.focus();
  }

  back(): Promise<void> {
    return this.net.track(this.#along(-1));
  }

  forward(): Promise<void> {
    return this.net.track(this.#along(1));
  }

  async reload(): Promise<void> {
    const tab = shownTab(this.state);
    this.viewport.sync();
    // Where it was scrolled to stays, as in every browser.
    tab.views[tab.at] = { scroll: tab.views[tab.at]!.scroll };
    await this.net.track(this.#showTab());
    this.viewport.focus();
  }

  /** Builds the page again where it is. */
  async showAgain(): Promise<void> {
    this.viewport.sync();
    await this.net.track(this.#showTab());
    this.viewport.focus();
  }

  // Tabs

  async openTab(address: string, isBehind = false): Promise<void> {
    if (this.state.tabs.length >= MAX_TABS) return;
    await this.net.track(this.#openTab(address, isBehind));
  }

  async #openTab(address: string, isBehind: boolean): Promise<void> {
    const found = await this.#fetch(address);
    if (await this.#isSaved(found)) return;
    const { state } = this;
    const place = state.tabs.length === 0 ? 0 : state.active + 1;
    state.tabs.splice(place, 0, newTab(found.address, titleOf(found)));
    noteVisit(state, found.address);
    if (isBehind && state.tabs.length > 1) return this.onChange();
    this.#leave();
    state.active = place;
    this.#turn++;
    await this.#show(found, true);
    this.viewport.focus();
  }

  async showTab(index: number): Promise<void> {
    if (index === this.state.active || !this.state.tabs[index]) return;
    this.#leave();
    this.state.active = index;
    await this.net.track(this.#showTab());
    this.viewport.focus();
  }

  async closeTab(index: number): Promise<void> {
    const { state } = this;
    if (!state.tabs[index]) return;
    if (state.tabs.length === 1) {
      await this.openTab(this.home);
      state.tabs.splice(0, 1);
      state.active = 0;
      return this.onChange();
    }
    const isShown = index === state.active;
    if (isShown) this.#leave();
    state.tabs.splice(index, 1);
    if (index < state.active || state.active === state.tabs.length) state.active--;
    if (isShown) {
      await this.net.track(this.#showTab());
      this.viewport.focus();
    }
    this.onChange();
  }

  // What is saved and marked

  save(address: string): Promise<void> {
    return this.net.track(this.#save(address));
  }

  async #save(address: string): Promise<void> {
    const { address: at, answer } = await this.#fetch(address);
    const { downloads } = this.state;
    if (answer.is === "file" && !downloads.some((known) => known.address === at))
      downloads.unshift({ address: at, name: answer.name });
    this.state.panel = "downloads";
    this.onChange();
  }

  toggleBookmark(): void {
    const { bookmarks } = this.state;
    const tab = shownTab(this.state);
    const address = addressOfTab(tab);
    const index = bookmarks.findIndex((known) => known.address === address);
    if (index >= 0) bookmarks.splice(index, 1);
    else bookmarks.push({ address, title: tab.title });
    this.onChange();
  }

  togglePanel(): void {
    this.state.panel = this.state.panel === null ? "downloads" : null;
    this.onChange();
  }

  toggleTheme(): void {
    this.state.isDark = !this.state.isDark;
    this.onChange();
  }

  /** Closes what lies over the page; false if nothing does. */
  escape(): boolean {
    if (this.viewport.page?.escape()) return true;
    if (this.state.panel !== null) this.togglePanel();
    else if (this.state.find) this.closeFind();
    else return false;
    return true;
  }

  /** The keys go to what the match stands on, so that Enter follows a link that was found. */
  closeFind(): void {
    const found = this.find.close();
    this.onChange();
    if (found) found.focus({ preventScroll: true });
    else this.viewport.focus();
  }

  // What the page asks for

  scrollTo(target: Element): void {
    this.viewport.scrollToElement(target);
  }

  scrollShare(): number {
    return this.viewport.scrollShare();
  }

  scrollToShare(share: number): void {
    this.viewport.scrollToShare(share);
  }

  changed(): void {
    this.viewport.sync();
  }

  // Showing

  /** Notes what the page looks like before another takes its place; what lies over it goes with it. */
  #leave(): void {
    this.viewport.sync();
    this.state.find = null;
    this.state.panel = null;
  }

  /** Shows the page of the tab that is shown, as its view says. */
  async #showTab(): Promise<void> {
    const turn = ++this.#turn;
    const found = await this.#fetch(addressOfTab(shownTab(this.state)));
    if (turn === this.#turn) await this.#show(found, false);
  }

  async #show(found: Found, isFresh: boolean): Promise<void> {
    const { state } = this;
    const turn = this.#turn;
    const tab = shownTab(state);
    tab.title = titleOf(found);
    const page = await PageView.build(this, found, tab.views[tab.at]!, isFresh);
    if (turn !== this.#turn) return page.dispose();
    page.element.dataset["theme"] = state.isDark ? "dark" : "light";
    this.viewport.show(page, isFresh);
    this.#watch.disconnect();
    this.#watch.observe(page.root, { subtree: true, childList: true, characterData: true });
    this.find.refresh();
    this.onChange();
  }

  /** Elements of the page have come or gone. */
  #touched(): void {
    if (!this.state.find) return;
    this.find.refresh();
    this.onChange();
  }
}

const titleOf = ({ answer }: Found) => (answer.is === "file" ? answer.name : answer.title);

const escapeText = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

function failed(address: string, message: string): string {
  return `<div class="agon-failed"><h1>This page cannot be shown</h1><p>${escapeText(address)}</p><p>${escapeText(message)}</p></div>`;
}
