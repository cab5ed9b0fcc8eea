// A scroll bar of our own: the browser's is not on screenshots, and moves in the browser's own time.

import { element } from "../../../kit/ui/dom";

const SHORTEST_THUMB = 32;

/** What can be scrolled: how long it is, how much of it is seen, and where it is. */
interface Scrolled {
  readonly scrollHeight: number;
  readonly clientHeight: number;
  readonly scrollTop: number;
}

export class ScrollBar {
  readonly root: HTMLElement;
  readonly #thumb = element("div", { class: "scroll-thumb" });
  readonly #of: Scrolled;

  constructor(of: Scrolled, scrollTo: (top: number) => void) {
    this.#of = of;
    this.root = element(
      "div",
      {
        class: "scroll-bar",
        role: "scrollbar",
        "aria-label": "Scroll",
        "aria-controls": "page",
        "aria-orientation": "vertical",
      },
      this.#thumb,
    );
    let grip: { y: number; top: number } | undefined;
    this.root.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      // The page keeps the keyboard.
      event.preventDefault();
      const place = this.#thumb.getBoundingClientRect();
      if (event.clientY >= place.top && event.clientY < place.bottom) {
        grip = { y: event.clientY, top: of.scrollTop };
        this.root.setPointerCapture(event.pointerId);
      } else {
        scrollTo(of.scrollTop + (event.clientY < place.top ? -1 : 1) * of.clientHeight);
      }
    });
    this.root.addEventListener("pointermove", (event) => {
      if (!grip) return;
      const { room, thumb } = this.#sizes();
      const share = (event.clientY - grip.y) / Math.max(1, room - thumb);
      scrollTo(grip.top + share * (of.scrollHeight - of.clientHeight));
    });
    this.root.addEventListener("pointerup", () => (grip = undefined));
    this.root.addEventListener("lostpointercapture", () => (grip = undefined));
  }

  #sizes(): { room: number; thumb: number; isNeeded: boolean } {
    const room = this.#of.clientHeight;
    const isNeeded = this.#of.scrollHeight > room;
    const thumb = Math.max(SHORTEST_THUMB, Math.round((room * room) / Math.max(1, this.#of.scrollHeight)));
    return { room, thumb, isNeeded };
  }

  update(): void {
    const { room, thumb, isNeeded } = this.#sizes();
    const most = this.#of.scrollHeight - this.#of.clientHeight;
    this.#thumb.hidden = !isNeeded;
    this.#thumb.style.height = `${thumb}px`;
    this.#thumb.style.top = `${isNeeded ? Math.round(((room - thumb) * this.#of.scrollTop) / most) : 0}px`;
    const share = most > 0 ? Math.round((100 * this.#of.scrollTop) / most) : 0;
    for (const [name, value] of Object.entries({ valuenow: share, valuemin: 0, valuemax: 100 }))
      this.root.setAttribute(`aria-${name}`, String(value));
  }
}
