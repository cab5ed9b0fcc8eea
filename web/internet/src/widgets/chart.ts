// A picture of figures, which a press shows twice as large over the page.

import { button, element } from "../../../kit/ui/dom";
import type { PageView } from "../page/page";
import type { Widget } from "./widgets";

const LARGEST = 2;
const MARGIN = 32;

export function chart(page: PageView, root: HTMLElement): Widget {
  const key = page.keyOf(root);
  const picture = root.querySelector("img");
  if (!picture) return {};
  const opener = button("", () => show(true), { class: "agon-picture" });
  opener.setAttribute("aria-label", `Enlarge: ${picture.alt}`);
  picture.replaceWith(opener);
  opener.append(picture);
  let large: HTMLElement | undefined;

  function show(isLarge: boolean): void {
    page.note(key, isLarge ? { large: true } : undefined);
    large?.remove();
    large = undefined;
    if (isLarge) {
      large = over(page, picture!, () => show(false));
      large.querySelector("button")!.focus();
    } else {
      opener.focus();
    }
  }

  return {
    shown: () => page.told(key) !== undefined && show(true),
    escape: () => {
      if (!large) return false;
      show(false);
      return true;
    },
  };
}

/** A picture over the whole page, twice as large as it is, as far as there is room. */
export function over(page: PageView, picture: HTMLImageElement, close: () => void): HTMLElement {
  const copy = element("img", { src: picture.src, alt: picture.alt });
  copy.decoding = "sync";
  const room = page.popups.layer.getBoundingClientRect();
  const [width, height] = [picture.naturalWidth || picture.clientWidth, picture.naturalHeight || picture.clientHeight];
  const scale = Math.min(LARGEST, (room.width - MARGIN) / width, (room.height - MARGIN) / height);
  copy.style.width = `${Math.floor(width * scale)}px`;
  const closer = button(copy, close);
  closer.setAttribute("aria-label", `Close: ${picture.alt}`);
  const made = element("div", { class: "agon-over", role: "dialog", "aria-label": picture.alt }, closer);
  made.addEventListener("click", (event) => event.target === made && close());
  page.root.append(made);
  return made;
}
