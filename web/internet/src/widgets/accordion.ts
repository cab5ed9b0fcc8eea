// Sections that open, with `data-one` only one at a time.

import type { PageView } from "../page/page";
import type { Widget } from "./widgets";

export function accordion(page: PageView, root: HTMLElement): Widget {
  if (root.dataset["one"] === undefined) return {};
  // Of those with one name the browser itself keeps only one open.
  const name = `agon-${page.keyOf(root)}`;
  for (const details of root.querySelectorAll("details")) details.name = name;
  return {};
}
