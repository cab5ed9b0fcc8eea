// What `data-widget` makes of an element. Without it the page reads well too: all sections, pictures and rows are there.

import type { PageView } from "../page/page";
import { accordion } from "./accordion";
import { chart } from "./chart";
import { cookies } from "./cookies";
import { endless } from "./endless";
import { gallery } from "./gallery";
import { map } from "./map";
import { suggest } from "./suggest";
import { table } from "./table";
import { tabs } from "./tabs";

/** What a part of a page does beside reacting to its own events. */
export interface Widget {
  /** The page is on the screen: places of elements can be asked for. */
  shown?(): void;
  /** Another part of the page is seen. */
  scrolled?(): void;
  /** Closes what lies over the page; whether there was anything. */
  escape?(): boolean;
  dispose?(): void;
}

type Make = (page: PageView, root: HTMLElement, isFresh: boolean) => Widget | Promise<Widget>;

/** `dates` is not among them: it is a field. */
const WIDGETS: Readonly<Record<string, Make>> = {
  accordion,
  chart,
  cookies,
  endless,
  gallery,
  map,
  suggest,
  table,
  tabs,
};

export async function widgetOf(page: PageView, root: HTMLElement, isFresh: boolean): Promise<Widget | undefined> {
  return WIDGETS[root.dataset["widget"]!]?.(page, root, isFresh);
}
