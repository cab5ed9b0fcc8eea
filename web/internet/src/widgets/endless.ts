// A list that goes on when its end comes near.

import type { PageView } from "../page/page";
import type { Widget } from "./widgets";

/** How near the end of the list is to what is seen when the next part is fetched. */
const NEAR_PX = 300;

export async function endless(page: PageView, root: HTMLElement): Promise<Widget> {
  const key = page.keyOf(root);
  let next = root.dataset["next"];
  let parts = 0;
  let isLoading = false;

  async function add(): Promise<void> {
    const address = next === undefined ? undefined : page.resolve(next);
    next = undefined;
    if (address === undefined) return;
    const { answer } = await page.around.net.get(address);
    if (answer.is !== "page") return;
    const part = page.parse(answer.html).querySelector<HTMLElement>("[data-part]");
    if (!part) return;
    await page.enhance(part, false);
    next = part.dataset["next"];
    parts++;
    root.append(...part.childNodes);
  }

  /** Goes on until the list reaches far enough. */
  async function reach(): Promise<void> {
    isLoading = true;
    try {
      while (next !== undefined && isNear()) {
        await add();
        page.note(key, parts);
        page.around.changed();
      }
    } finally {
      isLoading = false;
    }
  }

  const isNear = () =>
    root.isConnected &&
    root.getBoundingClientRect().bottom < page.popups.layer.getBoundingClientRect().bottom + NEAR_PX;
  const look = () => {
    if (!isLoading && next !== undefined && isNear()) void page.around.net.track(reach());
  };

  const wanted = page.told(key);
  for (let i = 0; i < Number(wanted ?? 0) && next !== undefined; i++) await add();
  return { shown: look, scrolled: look };
}
