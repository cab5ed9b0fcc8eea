// The page as people and agents use it: a real browser in exam time, mouse and keys, and sites that are written for this.

import type { Server } from "node:http";
import { type Browser, type Page, chromium } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { seriousFindings } from "../../kit/tests/axe";
import { examScript, serve } from "./server";

interface State {
  tabs: { address: string; title: string; history: string[]; at: number; scroll: number; views: View[] }[];
  active: number;
  sites: Record<string, Record<string, unknown>>;
  downloads: { address: string; name: string }[];
  bookmarks: { address: string; title: string }[];
  visited: string[];
  find: { text: string; at: number } | null;
  panel: string | null;
}
interface View {
  scroll: number;
  across?: number;
  fields?: Record<string, unknown>;
  widgets?: Record<string, unknown>;
  open?: number[];
  tried?: string[];
  refused?: string[];
}

let browser: Browser;
let server: Server;
let address: string;
let page: Page;

beforeAll(async () => {
  const args = ["--no-sandbox", "--disable-partial-raster", "--hide-scrollbars"];
  browser = await chromium.launch({ executablePath: process.env["AGON_CHROMIUM"] ?? "chromium", args });
  ({ address, server } = await serve());
});

afterAll(async () => {
  await browser?.close();
  server?.close();
});

/** The page in exam time, as a trial has it. */
async function open(state: unknown = null, clock = "agent"): Promise<Page> {
  const opened = await (await browser.newContext({ viewport: { width: 1280, height: 720 } })).newPage();
  const start = JSON.stringify({ internet: "7", home: "http://search.example/", state });
  await opened.addInitScript(`globalThis.agonClock = "${clock}"; globalThis.agonStart = ${start};${examScript()}`);
  await opened.goto(address);
  await opened.waitForFunction("globalThis.agonProctor?.app !== undefined");
  await step(opened);
  return opened;
}

/** What the world does after every action: time passes, and what is on its way is waited for. */
async function step(of = page): Promise<void> {
  await of.evaluate("agonProctor.advance(100)");
}

const bytes = (of = page) => of.evaluate("agonProctor.state()") as Promise<string>;
const state = async (of = page) => JSON.parse(await bytes(of)) as State;
const shown = async (of = page) => {
  const { tabs, active } = await state(of);
  return tabs[active]!;
};
const view = async (of = page) => {
  const { views, at } = await shown(of);
  return views[at]!;
};

/** Keys one after the other; what begins with `=` is typed. */
async function press(keys: string, of = page): Promise<void> {
  for (const key of keys.split(" ")) {
    await (key.startsWith("=") ? of.keyboard.type(key.slice(1).replaceAll("_", " ")) : of.keyboard.press(key));
    await step(of);
  }
}

const go = (to: string, of = page) => press(`Control+l =${to} Enter`, of);

async function click(name: string, role: "link" | "button" | "tab" = "link", of = page): Promise<void> {
  await of.getByRole(role, { name, exact: true }).first().click();
  await step(of);
}

beforeEach(async () => {
  page = await open();
});

afterEach(async () => {
  await page.context().close();
});

describe("addresses and history", () => {
  it("goes by links, addresses, back and forward, each with its place", async () => {
    await click("Statistics");
    expect(await shown()).toMatchObject({ address: "http://stats.example/", title: "Statistics of countries" });
    await page.mouse.move(400, 400);
    await page.mouse.wheel(0, 300);
    await step();
    await go("shop.example");
    await press("Alt+ArrowLeft");
    expect(await shown()).toMatchObject({
      at: 1,
      scroll: 300,
      history: expect.arrayContaining(["http://shop.example/"]),
    });
    await press("Alt+ArrowRight");
    expect(await shown()).toMatchObject({ address: "http://shop.example/", at: 2, scroll: 0 });
    const { visited } = await state();
    const [search, stats, shop] = ["http://search.example/", "http://stats.example/", "http://shop.example/"];
    expect(visited).toEqual([search, stats, shop, stats, shop]);
  });

  it("searches for what is no address, and follows what has moved", async () => {
    await go("rivers_of_Asia");
    expect((await shown()).address).toBe("http://search.example/search?q=rivers+of+Asia");
    await go("http://stats.example/old");
    expect(await shown()).toMatchObject({ address: "http://stats.example/new", title: "The new place" });
    await go("https://nowhere.example/");
    expect(await shown()).toMatchObject({ address: "http://nowhere.example/", title: "Not found" });
  });

  it("goes within a page, and keeps what is typed in it", async () => {
    await go("stats.example");
    await page.getByLabel("Filter countries").fill("Country B");
    await step();
    await click("End");
    const { scroll, widgets } = await view();
    expect(scroll).toBeGreaterThan(0);
    expect(widgets).toEqual({ "table-1": { filter: "Country B" } });
    expect((await shown()).history).toHaveLength(3);
  });

  it("gives the old address back with Escape", async () => {
    await press("Control+l =half Escape");
    expect(await page.getByRole("textbox", { name: "Address" }).inputValue()).toBe("http://search.example/");
  });
});

describe("tabs", () => {
  it("open, change, close by mouse and keys, and keep what they show", async () => {
    await click("in a tab");
    expect(await state()).toMatchObject({ active: 1, tabs: [{}, { address: "http://stats.example/" }] });
    await press("End");
    const { scroll } = await shown();
    expect(scroll).toBeGreaterThan(500);
    await press("Control+t =shop.example Enter");
    expect(await state()).toMatchObject({ active: 2, tabs: [{}, {}, { address: "http://shop.example/" }] });
    await press("Control+2");
    expect(await shown()).toMatchObject({ address: "http://stats.example/", scroll });
    await press("Control+Tab");
    expect((await state()).active).toBe(2);
    await page.mouse.click(8 + 2 * 200 - 18, 21);
    await step();
    expect((await state()).tabs.map((tab) => tab.address)).toEqual(["http://search.example/", "http://shop.example/"]);
    await press("Control+w Control+w");
    expect(await state()).toMatchObject({
      active: 0,
      tabs: [{ address: "http://search.example/", history: { length: 1 } }],
    });
  });

  it("open behind with the middle button", async () => {
    await page.getByRole("link", { name: "Statistics", exact: true }).click({ button: "middle" });
    await step();
    expect(await state()).toMatchObject({ active: 0, tabs: [{}, { title: "Statistics of countries" }] });
  });
});

describe("scrolling", () => {
  it("goes by wheel, keys and scroll bar, at once", async () => {
    await go("shop.example");
    await page.mouse.move(400, 400);
    await page.mouse.wheel(0, 200);
    await step();
    expect((await shown()).scroll).toBe(200);
    await press("PageDown ArrowDown");
    expect((await shown()).scroll).toBe(200 + 576 + 40);
    await press("Home");
    await page.mouse.move(1273, 120);
    await page.mouse.down();
    await page.mouse.move(1273, 220);
    await page.mouse.up();
    await step();
    const dragged = (await shown()).scroll;
    expect(dragged).toBeGreaterThan(200);
    await page.mouse.click(1273, 700);
    await step();
    expect((await shown()).scroll).toBeGreaterThan(dragged);
  });

  it("goes sideways where a page is wider than the tab", async () => {
    await go("stats.example/wide");
    await press("ArrowRight");
    expect((await view()).across).toBe(40);
    await page.mouse.move(100, 713);
    await page.mouse.down();
    await page.mouse.move(200, 713);
    await page.mouse.up();
    await step();
    expect((await view()).across).toBeGreaterThan(140);
    await go("stats.example/new");
    expect((await view()).across).toBeUndefined();
  });

  it("loads more of an endless list when its end comes near", async () => {
    await go("news.example");
    await press("End");
    expect((await view()).widgets).toEqual({ list: 1 });
    await press("End End");
    expect((await view()).widgets).toEqual({ list: 2 });
    await page.getByRole("link", { name: "Story 29" }).waitFor();
  });
});

describe("what a state restores", () => {
  it.each([
    ["a scrolled table", "stats.example", "Tab Tab Tab Tab Tab Tab Tab Tab =ry_B Tab Enter PageDown"],
    ["an endless list", "news.example", "End End PageUp"],
    ["a form that was refused", "portal.example", "Tab Tab =ada Tab =wrong Enter"],
    ["a form half filled in", "portal.example", "Tab Tab Tab Tab Tab =s Tab =2026-06-03 Enter"],
    [
      "tabs, an open section, a large picture",
      "widgets.example",
      "Tab Tab ArrowRight Tab Tab Enter Tab Tab Tab Tab Enter Shift+Tab Shift+Tab Enter",
    ],
    ["a page wider than the tab", "stats.example/wide", "ArrowRight ArrowRight ArrowLeft"],
    ["a PDF", "http://stats.example/report.pdf", "PageDown PageDown"],
    ["a search in the page", "stats.example", "Control+f =population Enter Enter"],
    ["downloads in the dark", "http://stats.example/data.csv", "Tab Enter"],
  ])("%s: the same bytes and pixels", async (_, where, keys) => {
    await go("shop.example");
    await press("Control+t");
    await go(where);
    await press(keys);
    if (keys.endsWith("Tab Enter")) await page.getByRole("button", { name: "Light or dark" }).click();
    await page.evaluate("document.activeElement?.blur()");
    await page.mouse.move(700, 80);
    await step();
    const told = await bytes();
    const other = await open(JSON.parse(told));
    expect(await other.evaluate("document.activeElement?.id")).toBe("page");
    await other.evaluate("document.activeElement?.blur()");
    await other.mouse.move(700, 80);
    await step(other);
    expect(await bytes(other)).toBe(told);
    expect((await other.screenshot()).equals(await page.screenshot())).toBe(true);
    await press("Alt+ArrowLeft Alt+ArrowRight Control+1", other);
    expect((await shown(other)).address).toBe("http://shop.example/");
    await other.context().close();
  });

  it("a reload of the whole window too", async () => {
    await go("stats.example");
    await press("PageDown");
    const told = await bytes();
    await page.reload();
    await page.waitForFunction("globalThis.agonProctor?.app !== undefined");
    await step();
    expect(await bytes()).toBe(told);
  });

  it("keeps names in order, however the state was written", async () => {
    const written = {
      tabs: [{ address: "http://shop.example/" }],
      sites: { "shop.example": { b: { y: "1", x: "2" }, a: [] } },
    };
    const other = await open(written);
    expect(await bytes(other)).toContain('"sites":{"shop.example":{"a":[],"b":{"x":"2","y":"1"}}}');
    expect((await state(other)).visited).toEqual([]);
    await other.context().close();
  });
});

describe("forms", () => {
  it("keep what was filled in, and change what the site shows", async () => {
    await go("shop.example");
    await click("Necessary", "button");
    expect((await state()).sites["shop.example"]).toEqual({ consent: { choice: "necessary" } });
    expect(await page.getByText("May we keep cookies?").count()).toBe(0);
    await page.getByLabel("Quantity").fill("3");
    await click("Add", "button");
    await page.getByText("3 × Lamp").waitFor();
    await go("shop.example");
    await page.getByText("In your cart: 1, 37.50 kr").waitFor();
    await click("Add", "button");
    await click("Remove 1", "button");
    expect((await state()).sites["shop.example"]!["cart"]).toEqual([
      { number: 2, price: "12.50", product: "Lamp", quantity: "1" },
    ]);
    await page.getByLabel("Name").fill("<b>Ada</b>");
    await click("Order", "button");
    await page.getByText("Order 1 for <b>Ada</b>: 1 things").waitFor();
    expect(Object.keys((await state()).sites["shop.example"]!)).toEqual(["consent", "orders"]);
  });

  it("say what is wrong, in the page", async () => {
    await go("shop.example");
    await click("All", "button");
    await page.getByLabel("Quantity").fill("10");
    await click("Add", "button");
    await page.getByText("Enter 9 or less.").waitFor();
    expect((await state()).sites["shop.example"]).toEqual({ consent: { choice: "all" } });
    await page.getByLabel("Quantity").fill("9");
    await step();
    expect(await page.getByText("Enter 9 or less.").count()).toBe(0);
  });

  it("check a name and a password", async () => {
    await go("portal.example");
    await page.getByLabel("Name").fill("ada");
    await page.getByLabel("Password").fill("guess");
    await click("Log in", "button");
    await page.getByText("Name or password is wrong.").waitFor();
    await page.getByLabel("Password").fill("secret");
    await click("Log in", "button");
    await page.getByText("Welcome, ada").waitFor();
    expect((await state()).sites["portal.example"]).toEqual({ login: { name: "ada" } });
    expect((await view()).fields).toBeUndefined();
  });

  it("take choices from lists, and days from a calendar", async () => {
    await go("portal.example");
    await page.getByLabel("Office").click();
    await page.getByRole("listbox", { name: "Office" }).getByRole("option", { name: "South" }).click();
    await page.getByLabel("Day").click();
    await step();
    await page.getByRole("button", { name: "Thursday, 4 June 2026" }).click({ force: true });
    expect(await page.getByRole("textbox", { name: "Day" }).inputValue()).toBe("");
    await page.getByRole("button", { name: "Next month" }).click();
    await page.getByRole("button", { name: "Wednesday, 15 July 2026" }).click();
    await page.getByLabel("Lost").check();
    await page.getByLabel("I agree").check();
    await page.getByLabel("Postcode").fill("12a4");
    await click("Book", "button");
    await page.getByText("Four digits.").waitFor();
    expect((await view()).fields).toEqual({
      day: "2026-07-15",
      office: "South",
      postcode: "12a4",
      reason: "lost",
      terms: true,
    });
    await page.getByLabel("Postcode").fill("1234");
    await click("Book", "button");
    await page.getByText("On 2026-07-15").waitFor();
    const kept = { day: "2026-07-15", number: 1, office: "South", postcode: "1234", reason: "lost", terms: "yes" };
    expect((await state()).sites["portal.example"]).toEqual({ appointments: [kept] });
  });

  it("are filled in by keys alone", async () => {
    await go("portal.example");
    await page.getByLabel("Office").focus();
    await press("e Enter Tab ArrowDown ArrowRight Enter Tab ArrowDown Tab Space Tab =1234 Enter");
    await page.getByText("On 2026-06-03").waitFor();
    expect((await state()).sites["portal.example"]!["appointments"]).toMatchObject([{ office: "E", reason: "lost" }]);
  });

  it("suggest what can be looked for", async () => {
    const field = page.getByRole("combobox", { name: "Words" });
    await field.focus();
    await press("=st");
    expect(await page.getByRole("option").allInnerTexts()).toEqual(["statistics of countries", "statistics of ships"]);
    await press("ArrowDown ArrowDown Enter");
    expect(await field.inputValue()).toBe("statistics of ships");
    await press("Enter");
    expect((await shown()).address).toBe("http://search.example/search?q=statistics+of+ships");
    await press("Alt+ArrowLeft");
    await field.fill("sho");
    await step();
    await page.getByRole("option", { name: "Shop" }).click();
    await step();
    expect((await shown()).address).toBe("http://shop.example/");
  });
});

describe("widgets", () => {
  it("tables are sorted and filtered", async () => {
    await go("stats.example");
    await click("Population", "button");
    const first = () => page.locator("tbody tr").first().innerText();
    expect(await first()).toMatch(/^Country A0\s+0$/);
    await click("Population", "button");
    expect(await first()).toMatch(/^Country L37\s+3$|\s9\d\d$/);
    await page.getByLabel("Filter countries").fill("y A");
    await page.getByText("2 of 40 rows").waitFor();
    expect((await view()).widgets).toEqual({ "table-1": { descending: true, filter: "y A", sort: 1 } });
  });

  it("tabs, sections, pictures and maps", async () => {
    await go("widgets.example/#two");
    await page.getByText("Second words").waitFor();
    await page.getByText("Other").click();
    await page.getByText("Question").click();
    await step();
    expect((await view()).open).toEqual([0]);
    await click("One year", "button");
    await page.getByRole("button", { name: "Enlarge: Growth of a year" }).waitFor();
    await click("Picture 2 of 2: Blue", "button");
    await page.getByRole("button", { name: "Enlarge: Blue" }).click();
    await step();
    expect((await view()).widgets).toEqual({
      "chart-1": { at: 1 },
      "gallery-1": { at: 1, large: true },
      "tabs-1": 1,
    });
    await press("Escape");
    const zoom = page.getByRole("button", { name: "Zoom in" });
    await zoom.click();
    await zoom.click();
    await page.getByText("Midtown").click();
    await step();
    expect((await shown()).address).toBe("http://widgets.example/town");
    await press("Alt+ArrowLeft");
    expect((await view()).widgets).toMatchObject({ "map-1": { zoom: 2 } });
  });
});

describe("files", () => {
  it("are saved, listed and opened", async () => {
    await go("stats.example");
    await click("Download");
    expect(await state()).toMatchObject({
      downloads: [{ address: "http://stats.example/data.csv", name: "data.csv" }],
      panel: "downloads",
    });
    await click("data.csv stats.example", "button");
    expect(await state()).toMatchObject({ active: 1, panel: null });
    await page.getByRole("cell", { name: 'a, "b"' }).first().waitFor();
    await press("Control+w");
    await click("Archive");
    expect((await state()).downloads.map(({ name }) => name)).toEqual(["archive.zip", "data.csv"]);
    expect((await shown()).address).toBe("http://stats.example/");
  });

  it("of pages are drawn, found in and copied from", async () => {
    await go("http://stats.example/report.pdf");
    await page.getByRole("status").getByText("1 of 3").waitFor();
    await press("Control+f =figures");
    await page.getByText("1 of 2").waitFor();
    expect((await shown()).scroll).toBeGreaterThan(800);
    await page.getByText("Figures of the year", { exact: true }).dblclick({ position: { x: 20, y: 12 } });
    await press("Control+c Control+l Control+v");
    expect(await page.getByRole("textbox", { name: "Address" }).inputValue()).toBe("Figures");
  });
});

describe("find in page", () => {
  it("counts, goes on, and ends with the page", async () => {
    await go("stats.example");
    await press("Control+f =COUNTRY_L");
    await page.getByText("1 of 2").waitFor();
    const { scroll } = await shown();
    await press("F3");
    await page.getByText("2 of 2").waitFor();
    expect((await shown()).scroll).toBeGreaterThan(scroll);
    await press("=zzz");
    await page.getByText("Not found").waitFor();
    await press("Escape");
    expect((await state()).find).toBeNull();
    await press("Control+f =x Alt+ArrowLeft");
    expect((await state()).find).toBeNull();
  });

  it("gives the keys to the link or field of the match", async () => {
    await go("stats.example");
    await press("Control+f =Old_address Escape Enter");
    expect((await shown()).address).toBe("http://stats.example/new");
    await go("portal.example");
    await press("Control+f =Postcode Escape =1234");
    expect((await view()).fields).toMatchObject({ postcode: "1234" });
  });
});

it("bookmarks are added and removed", async () => {
  await go("http://stats.example/new");
  await press("Control+d");
  await page.getByRole("navigation", { name: "Bookmarks" }).getByText("The new place").waitFor();
  await go("shop.example");
  await click("The new place", "button");
  await press("Control+d");
  expect((await state()).bookmarks).toHaveLength(11);
});

it("what lies under the pointer after loading does not matter", async () => {
  const other = await open();
  for (const [of, x] of [
    [page, 230],
    [other, 1000],
  ] as const) {
    await go("stats.example", of);
    await of.mouse.move(x, 244);
    await step(of);
  }
  expect((await page.screenshot()).equals(await other.screenshot())).toBe(true);
  await other.context().close();
});

it.each([
  ["the home page", "search.example", ""],
  ["a table and find in page", "stats.example", "Control+f =country"],
  ["a form with problems", "portal.example", "Tab Tab Enter"],
  ["widgets", "widgets.example", ""],
  ["cookies", "shop.example", ""],
  ["a PDF and downloads", "http://stats.example/report.pdf", "Control+j"],
  ["a CSV file", "http://stats.example/data.csv", ""],
])("no serious finding of axe: %s", async (_, where, keys) => {
  // In real time: axe waits for timers of its own.
  const real = await open(null, "real");
  await go(where, real);
  if (keys !== "") await press(keys, real);
  for (const theme of ["light", "dark"]) {
    expect(await seriousFindings(real), theme).toEqual([]);
    await real.getByRole("button", { name: "Light or dark" }).click();
    await step(real);
  }
  await real.context().close();
});
