// Sections of which one is shown, with a row of their titles.

import { button, element } from "../../../kit/ui/dom";
import type { PageView } from "../page/page";
import type { Widget } from "./widgets";

export function tabs(page: PageView, root: HTMLElement, isFresh: boolean): Widget {
  const key = page.keyOf(root);
  const sections = [...root.querySelectorAll<HTMLElement>(":scope > [data-tab]")];
  const id = (i: number) => `agon-${key}-${i}`;
  const titles = sections.map((section, i) => {
    const made = button(section.dataset["tab"]!, () => show(i));
    for (const [name, value] of Object.entries({ role: "tab", id: id(i) })) made.setAttribute(name, value);
    section.setAttribute("role", "tabpanel");
    section.setAttribute("aria-labelledby", id(i));
    return made;
  });

  const first = Number(root.dataset["at"] ?? 0);

  function show(index: number): void {
    page.note(key, index === first ? undefined : index);
    for (const [i, section] of sections.entries()) {
      section.hidden = i !== index;
      titles[i]!.setAttribute("aria-selected", String(i === index));
      titles[i]!.tabIndex = i === index ? 0 : -1;
    }
    page.around.changed();
  }

  const list = element("div", { class: "agon-tabs", role: "tablist" }, ...titles);
  list.addEventListener("keydown", (event) => {
    const at = titles.findIndex((title) => title.tabIndex === 0);
    const last = titles.length - 1;
    const to = { ArrowLeft: at === 0 ? last : at - 1, ArrowRight: at === last ? 0 : at + 1, Home: 0, End: last }[
      event.key
    ];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    show(to);
    titles[to]!.focus();
  });
  root.prepend(list);
  const told = page.told(key);
  const pointed = isFresh ? sections.findIndex((section) => section.id !== "" && section.id === page.fragment) : -1;
  const start = pointed >= 0 ? pointed : typeof told === "number" ? told : first;
  show(Math.min(Math.max(start, 0), sections.length - 1));
  return {};
}
