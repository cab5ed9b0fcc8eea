// Pictures of which one is shown large, with the others in a row of buttons below.

import { button, element } from "../../../kit/ui/dom";
import type { PageView } from "../page/page";
import { over } from "./chart";
import type { Widget } from "./widgets";

export function gallery(page: PageView, root: HTMLElement): Widget {
  const key = page.keyOf(root);
  const figures = [...root.querySelectorAll<HTMLElement>(":scope > figure")];
  const pictures = figures.map((figure) => figure.querySelector("img"));
  let at = 0;
  let large: HTMLElement | undefined;

  const openers = figures.map((_, i) => {
    const picture = pictures[i];
    const opener = button("", () => enlarge(true), { class: "agon-picture" });
    if (!picture) return opener;
    opener.setAttribute("aria-label", `Enlarge: ${picture.alt}`);
    picture.replaceWith(opener);
    opener.append(picture);
    return opener;
  });
  const choices = figures.map((_, i) => {
    const made = button(element("span", { class: "agon-thumb" }), () => show(i));
    made.setAttribute("aria-label", `Picture ${i + 1} of ${figures.length}: ${pictures[i]?.alt ?? ""}`);
    return made;
  });
  if (figures.length > 1) root.append(element("div", { class: "agon-thumbs" }, ...choices));

  function note(): void {
    const told = { ...(at > 0 && { at }), ...(large && { large: true }) };
    page.note(key, Object.keys(told).length > 0 ? told : undefined);
  }

  function show(index: number): void {
    at = index;
    for (const [i, figure] of figures.entries()) {
      figure.hidden = i !== at;
      choices[i]!.setAttribute("aria-pressed", String(i === at));
    }
    note();
    page.around.changed();
  }

  function enlarge(isLarge: boolean): void {
    large?.remove();
    large = undefined;
    const picture = pictures[at];
    if (isLarge && picture) {
      large = over(page, picture, () => enlarge(false));
      large.querySelector("button")!.focus();
    } else {
      openers[at]!.focus();
    }
    note();
  }

  const told = page.told(key) as { at?: number; large?: boolean } | undefined;
  show(Math.min(told?.at ?? 0, Math.max(figures.length - 1, 0)));
  return {
    shown: () => {
      // Small pictures are the large ones again: they are there by now.
      for (const [i, choice] of choices.entries()) {
        const picture = pictures[i];
        if (picture) choice.replaceChildren(element("img", { src: picture.src, alt: "", class: "agon-thumb" }));
      }
      if (told?.large) enlarge(true);
    },
    escape: () => {
      if (!large) return false;
      enlarge(false);
      return true;
    },
  };
}
