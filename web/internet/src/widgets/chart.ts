// A picture of figures: others can be put in its place, and a press shows it twice as large over the page.

import { button, element } from "../../../kit/ui/dom";
import type { PageView } from "../page/page";
import type { Widget } from "./widgets";

const LARGEST = 2;
const MARGIN = 32;

export async function chart(page: PageView, root: HTMLElement): Promise<Widget> {
  const key = page.keyOf(root);
  const picture = root.querySelector("img");
  if (!picture) return {};
  const opener = button("", () => enlarge(true), { class: "agon-picture" });
  picture.replaceWith(opener);
  opener.append(picture);
  const links = [...root.querySelectorAll<HTMLAnchorElement>("a[data-picture]")];
  const own = { address: picture.dataset["agonSrc"] ?? "", alt: picture.alt };
  const pictures = links.map((link) => ({
    address: link.getAttribute("href") ?? "",
    alt: link.dataset["alt"] ?? own.alt,
  }));
  // The picture of the page itself is often one of those to choose from.
  const first = pictures.findIndex(({ address }) => page.resolve(address) === page.resolve(own.address));
  let at = first;
  let large: HTMLElement | undefined;
  const choices = links.map((link, i) => {
    const choice = button("", () => void page.around.net.track(choose(i)), { class: "agon-choose" });
    choice.append(...link.childNodes);
    link.replaceWith(choice);
    return choice;
  });

  function mark(): void {
    opener.setAttribute("aria-label", `Enlarge: ${picture!.alt}`);
    for (const [i, choice] of choices.entries()) choice.setAttribute("aria-pressed", String(i === at));
    const told = { ...(at !== first && { at }), ...(large && { large: true }) };
    page.note(key, Object.keys(told).length > 0 ? told : undefined);
  }

  async function choose(index: number): Promise<void> {
    const { address, alt } = pictures[index]!;
    await page.pictures.show(picture!, address);
    picture!.alt = alt;
    at = index;
    mark();
  }

  function enlarge(isLarge: boolean): void {
    large?.remove();
    large = isLarge ? over(page, picture!, () => enlarge(false)) : undefined;
    (large?.querySelector("button") ?? opener).focus();
    mark();
  }

  const told = page.told(key) as { at?: number; large?: boolean } | undefined;
  if (told?.at !== undefined && pictures[told.at]) await choose(told.at);
  else mark();
  return {
    shown: () => told?.large && enlarge(true),
    escape: () => {
      if (!large) return false;
      enlarge(false);
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
