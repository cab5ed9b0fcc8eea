// A question at the lower edge of the tab, until it is answered.

import { holds, keptBy } from "../model/kept";
import type { PageView } from "../page/page";
import type { Widget } from "./widgets";

export function cookies(page: PageView, root: HTMLElement): Widget {
  const form = root instanceof HTMLFormElement ? root : root.querySelector("form");
  const name = form?.dataset["keep"];
  if (name !== undefined && holds(name, [keptBy(page.around.state, page.host)])) root.remove();
  return {};
}
