// A scroll bar of our own: the browser's is not on screenshots, and moves in the browser's own time.

import { element } from "../../../kit/ui/dom";

const SHORTEST_THUMB = 32;

export type Axis = "vertical" | "horizontal";

/** What is scrolled along one axis: how long it is, how much of it is seen, and where it is. */
interface Extent {
  all: number;
  seen: number;
  at: number;
}

export function extentOf(of: HTMLElement, axis: Axis): Extent {
  return axis === "vertical"
    ? { all: of.scrollHeight, seen: of.clientHeight, at: of.scrollTop }
    : { all: of.scrollWidth, seen: of.clientWidth, at: of.scrollLeft };
}

export class ScrollBar {
  readonly root: HTMLElement;
  readonly #thumb = element("div", { class: "scroll-thumb" });
  readonly #of: HTMLElement;
  readonly #axis: Axis;

  constructor(of: HTMLElement, axis: Axis, scrollTo: (at: number) => void) {
    this.#of = of;
    this.#axis = axis;
    this.root = element(
      "div",
      {
        class: `scroll-bar is-${axis}`,
        role: "scrollbar",
        "aria-label": axis === "vertical" ? "Scroll" : "Scroll sideways",
        "aria-controls": of.id,
        "aria-orientation": axis,
      },
      this.#thumb,
    );
    const along = (event: PointerEvent) => (axis === "vertical" ? event.clientY : event.clientX);
    let grip: { from: number; at: number } | undefined;
    this.root.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      // The page keeps the keyboard.
      event.preventDefault();
      const { at, seen } = extentOf(of, axis);
      const place = this.#thumb.getBoundingClientRect();
      const [start, end] = axis === "vertical" ? [place.top, place.bottom] : [place.left, place.right];
      if (along(event) >= start && along(event) < end) {
        grip = { from: along(event), at };
        this.root.setPointerCapture(event.pointerId);
      } else {
        scrollTo(at + (along(event) < start ? -seen : seen));
      }
    });
    this.root.addEventListener("pointermove", (event) => {
      if (!grip) return;
      const { all, seen } = extentOf(of, axis);
      scrollTo(grip.at + ((along(event) - grip.from) / Math.max(1, seen - this.#length())) * (all - seen));
    });
    this.root.addEventListener("lostpointercapture", () => (grip = undefined));
  }

  /** Of the thumb, in pixels. */
  #length(): number {
    const { all, seen } = extentOf(this.#of, this.#axis);
    return Math.max(SHORTEST_THUMB, Math.round((seen * seen) / Math.max(1, all)));
  }

  update(): void {
    const { all, seen, at } = extentOf(this.#of, this.#axis);
    const most = all - seen;
    const start = most > 0 ? Math.round(((seen - this.#length()) * at) / most) : 0;
    const [length, offset] = this.#axis === "vertical" ? (["height", "top"] as const) : (["width", "left"] as const);
    this.#thumb.hidden = most <= 0;
    this.#thumb.style[length] = `${this.#length()}px`;
    this.#thumb.style[offset] = `${start}px`;
    const share = most > 0 ? Math.round((100 * at) / most) : 0;
    for (const [name, value] of Object.entries({ valuenow: share, valuemin: 0, valuemax: 100 }))
      this.root.setAttribute(`aria-${name}`, String(value));
  }
}
