// All that the browser knows: what graders read, and what a trial may start in. Everything on the screen is a function of it.

import BOOKMARKS from "../../bookmarks.json";

/** What a page looks like beyond its HTML and the kept state. What is as the page has it at first is left out. */
export interface View {
  scroll: number;
  /** How far a page that is wider than the tab is scrolled sideways. */
  across?: number;
  /** What was typed or chosen, by the field's key. */
  fields?: Record<string, string | boolean>;
  widgets?: Record<string, Json>;
  /** Which `<details>`, by their number, are not as in the HTML. */
  open?: number[];
  /** Forms that were sent in vain: their problems are shown. */
  tried?: string[];
  /** Forms whose answer was no: their refusal is shown. */
  refused?: string[];
}

export interface Tab {
  title: string;
  /** Oldest first, with what Forward goes to. */
  history: string[];
  views: View[];
  /** Which entry is shown. */
  at: number;
}

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
/** What a site keeps under a name: a list of entries, or one object. */
export type Kept = Record<string, Json>;

export interface Link {
  address: string;
  title: string;
}

export interface Download {
  address: string;
  name: string;
}

export interface State {
  seed: string;
  tabs: Tab[];
  active: number;
  sites: Record<string, Kept>;
  /** The highest number given so far, by `HOST/NAME`. */
  numbers: Record<string, number>;
  /** Newest first. */
  downloads: Download[];
  bookmarks: Link[];
  visited: string[];
  find: { text: string; at: number } | null;
  panel: "downloads" | null;
  isDark: boolean;
}

export const MAX_TABS = 24;
const MAX_VISITED = 5000;

export const newTab = (address: string, title: string): Tab => ({
  title,
  history: [address],
  views: [{ scroll: 0 }],
  at: 0,
});

export function emptyState(seed: string): State {
  return {
    seed,
    tabs: [],
    active: 0,
    sites: {},
    numbers: {},
    downloads: [],
    bookmarks: BOOKMARKS.map(({ address, title }) => ({ address, title })),
    visited: [],
    find: null,
    panel: null,
    isDark: false,
  };
}

/** The state as graders read it: always the same bytes for the same state. */
export function tell(state: State): Json {
  return {
    app: "internet",
    seed: state.seed,
    tabs: state.tabs.map((tab) => ({
      address: tab.history[tab.at]!,
      title: tab.title,
      history: [...tab.history],
      at: tab.at,
      scroll: tab.views[tab.at]!.scroll,
      views: tab.views.map(tellView),
    })),
    active: state.active,
    sites: sorted(state.sites),
    numbers: sorted(state.numbers),
    downloads: state.downloads.map(({ address, name }) => ({ address, name })),
    bookmarks: state.bookmarks.map(({ address, title }) => ({ address, title })),
    visited: [...state.visited],
    find: state.find && { text: state.find.text, at: state.find.at },
    panel: state.panel,
    isDark: state.isDark,
  };
}

function tellView(view: View): Json {
  const told: Record<string, Json> = { scroll: view.scroll };
  if (view.across) told["across"] = view.across;
  if (hasNames(view.fields)) told["fields"] = sorted(view.fields);
  if (hasNames(view.widgets)) told["widgets"] = sorted(view.widgets);
  for (const name of ["open", "tried", "refused"] as const) {
    const list = view[name];
    if (list && list.length > 0) told[name] = [...list].sort();
  }
  return told;
}

const hasNames = (object: object | undefined): object is Record<string, Json> =>
  object !== undefined && Object.keys(object).length > 0;

/** A copy whose names are in order, at every depth. */
function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const names = Object.keys(value).sort();
  return Object.fromEntries(names.map((name) => [name, sorted(value[name]!)]));
}

/** A state that was told; what is missing in one written by hand is as at the start. Throws for what is no state. */
export function readState(told: unknown, seed: string): State {
  const given = structuredClone(told) as Omit<Partial<State>, "tabs"> & {
    tabs?: (Partial<Tab> & { address?: string })[];
  };
  const tabs = (given.tabs ?? []).map((tab) => {
    const history = tab.history ?? (tab.address === undefined ? [] : [tab.address]);
    if (history.length === 0) throw new Error("The state to start in has a tab without an address.");
    const views = history.map((_, i): View => ({ ...tab.views?.[i], scroll: tab.views?.[i]?.scroll ?? 0 }));
    const at = Math.min(Math.max(tab.at ?? history.length - 1, 0), history.length - 1);
    return { title: tab.title ?? "", history, views, at };
  });
  if (tabs.length === 0) throw new Error("The state to start in has no tabs.");
  const active = Math.min(Math.max(given.active ?? 0, 0), tabs.length - 1);
  return { ...emptyState(seed), ...pick(given), tabs, active };
}

/** The parts that are taken as they are. */
function pick(given: Omit<Partial<State>, "tabs">): Partial<State> {
  const names = ["sites", "numbers", "downloads", "bookmarks", "visited", "find", "panel", "isDark"] as const;
  return Object.fromEntries(names.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]));
}

export function noteVisit(state: State, address: string): void {
  state.visited.push(address);
  if (state.visited.length > MAX_VISITED) state.visited.splice(0, state.visited.length - MAX_VISITED);
}

export const shownTab = (state: State): Tab => state.tabs[state.active]!;
export const addressOfTab = (tab: Tab): string => tab.history[tab.at]!;
