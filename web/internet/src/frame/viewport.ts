// The part of the window that shows a page, and scrolls it: by whole pixels, at once, never by itself.

import { element } from "../../../kit/ui/dom";
import type { PageView } from "../page/page";
import { ScrollBar } from "./scroll-bar";

const LINE_PX = 40;
/** Room that is left above an element that is scrolled to. */
const ABOVE_PX = 8;

export class Viewport {
  /** Has the keyboard while no link or field of the page has it. */
  readonly #scroller = element("section", { class: "scroller", id: "page", tabindex: "-1", "aria-label": "Page" });
  readonly #bar = new ScrollBar(this.#scroller, "vertical", (top) => this.scrollTo(top));
  /** Only there where a page is wider than the tab. */
  readonly #wideBar = new ScrollBar(this.#scroller, "horizontal", (left) => this.#scrollAcross(left));
  readonly root: HTMLElement;
  #page: PageView | undefined;

  constructor() {
    const frame = element("div", { class: "frame" }, this.#scroller);
    this.root = element("div", { class: "viewport" }, frame, this.#bar.root, this.#wideBar.root);
    window.addEventListener("wheel", (event) => this.#wheeled(event), { passive: false });
    // Focus that moves scrolls too.
    this.#scroller.addEventListener("scroll", () => this.sync());
    new ResizeObserver(() => this.sync()).observe(this.#scroller);
  }

  get page(): PageView | undefined {
    return this.#page;
  }

  /** Puts a page in place of the one before, at the place that its view says. */
  show(page: PageView, isFresh: boolean): void {
    const before = this.#page;
    this.#page = undefined;
    this.#scroller.replaceChildren(page.element);
    before?.dispose();
    const { scroll, across } = page.view;
    this.#page = page;
    this.#measure();
    this.#scroller.scrollTop = scroll;
    this.#scroller.scrollLeft = across ?? 0;
    page.shown(isFresh);
    this.sync();
  }

  /** Gives the page the keyboard. */
  focus(): void {
    this.#scroller.focus({ preventScroll: true });
  }

  get hasFocus(): boolean {
    return document.activeElement === this.#scroller;
  }

  scrollTo(top: number): void {
    this.#scroller.scrollTop = Math.round(top);
    this.sync();
  }

  #scrollAcross(left: number): void {
    this.#scroller.scrollLeft = Math.round(left);
    this.sync();
  }

  scrollShare(): number {
    return this.#scroller.scrollTop / Math.max(1, this.#scroller.scrollHeight);
  }

  scrollToShare(share: number): void {
    this.scrollTo(share * this.#scroller.scrollHeight);
  }

  scrollToElement(target: Element): void {
    const top = target.getBoundingClientRect().top - this.#scroller.getBoundingClientRect().top;
    this.scrollTo(this.#scroller.scrollTop + top - ABOVE_PX);
  }

  /** Scrolls so that a rectangle of the window is in the middle, unless it is seen already. */
  reveal(place: DOMRect): void {
    const room = this.#scroller.getBoundingClientRect();
    if (place.top >= room.top + LINE_PX && place.bottom <= room.bottom - LINE_PX) return;
    this.scrollTo(this.#scroller.scrollTop + place.top - room.top - (room.height - place.height) / 2);
  }

  /** Does what a key means for scrolling; tells whether it means anything. */
  pressed(event: KeyboardEvent): boolean {
    const { scrollTop, clientHeight, scrollHeight } = this.#scroller;
    const leap = clientHeight - LINE_PX;
    const tops: Readonly<Record<string, number>> = {
      ArrowUp: scrollTop - LINE_PX,
      ArrowDown: scrollTop + LINE_PX,
      PageUp: scrollTop - leap,
      PageDown: scrollTop + leap,
      " ": scrollTop + (event.shiftKey ? -leap : leap),
      Home: 0,
      End: scrollHeight,
    };
    const across = { ArrowLeft: -LINE_PX, ArrowRight: LINE_PX }[event.key];
    const top = tops[event.key];
    if (across !== undefined) this.#scrollAcross(this.#scroller.scrollLeft + across);
    else if (top !== undefined) this.scrollTo(top);
    else return false;
    return true;
  }

  /** Notes where the page is, and lets everything that depends on it follow. */
  sync(): void {
    const page = this.#page;
    if (!page) return;
    page.sync();
    this.#measure();
    page.view.scroll = Math.round(this.#scroller.scrollTop);
    page.view.across = Math.round(this.#scroller.scrollLeft);
    page.scrolled();
    this.#bar.update();
    this.#wideBar.update();
  }

  /** Shows the lower bar where it is needed, and tells the page how wide the tab is. */
  #measure(): void {
    const { scrollWidth, clientWidth } = this.#scroller;
    this.#wideBar.root.hidden = scrollWidth <= clientWidth;
    this.#scroller.style.setProperty("--agon-width", `${clientWidth}px`);
  }

  /** The wheel moves the innermost part under the pointer that can go that way, in the frame as well as in the page. */
  #wheeled(event: WheelEvent): void {
    if (event.ctrlKey) return;
    event.preventDefault();
    const [dx, dy] = event.shiftKey && event.deltaX === 0 ? [event.deltaY, 0] : [event.deltaX, event.deltaY];
    const path = event.composedPath();
    const inner = path.slice(0, path.indexOf(this.#scroller)).filter((part) => part instanceof HTMLElement);
    const part = inner.find((part) => canScroll(part, dx, dy));
    if (part) {
      part.scrollLeft += Math.round(dx);
      part.scrollTop += Math.round(dy);
    }
    if (part || !path.includes(this.#scroller)) return;
    this.#page?.popups.close();
    this.#scroller.scrollLeft += Math.round(dx);
    this.scrollTo(this.#scroller.scrollTop + dy);
  }
}

function canScroll(part: HTMLElement, dx: number, dy: number): boolean {
  const style = getComputedStyle(part);
  const isFree = (way: string) => way === "auto" || way === "scroll";
  const can = (by: number, at: number, most: number) => (by < 0 ? at > 0 : by > 0 && at < most);
  const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = part;
  return (
    (isFree(style.overflowY) && can(dy, scrollTop, scrollHeight - clientHeight)) ||
    (isFree(style.overflowX) && can(dx, scrollLeft, scrollWidth - clientWidth))
  );
}
