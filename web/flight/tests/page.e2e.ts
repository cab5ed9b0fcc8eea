// The page as people and agents use it: a real browser, a whole day of traffic, mouse and keys.

import { type ChildProcess, spawn } from "node:child_process";
import { type Browser, type Page, chromium } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";

interface State {
  clock: string;
  isPlaying: boolean;
  present: number;
  shown: number;
  visible: number;
  inside: number | null;
  selected: { callsign?: string; iata?: string } | null;
  panel: Record<string, string> | null;
  view: { latitude: number; longitude: number; zoom: number };
}

let browser: Browser;
let server: ChildProcess;
let address: string;
let page: Page;

beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: process.env["AGON_CHROMIUM"] ?? "chromium",
    // As in an exam: parts of a picture that are drawn again can be a shade off.
    args: ["--no-sandbox", "--disable-partial-raster"],
  });
  server = spawn(process.env["AGON"] ?? "agon", ["app", "flight"], { stdio: ["ignore", "pipe", "ignore"] });
  address = await new Promise<string>((resolve, reject) => {
    server.stdout!.once("data", (line: Buffer) => resolve(line.toString().trim()));
    server.once("exit", (code) => reject(new Error(`agon app flight ended with ${code}`)));
  });
});

afterAll(async () => {
  await browser?.close();
  server?.kill();
});

/** The page with a proctor that only listens: the page tells its state, and draws when it is told to. */
async function open(size = { width: 1280, height: 720 }): Promise<Page> {
  const opened = await (await browser.newContext({ viewport: size })).newPage();
  await opened.addInitScript(() => (globalThis.agonProctor = { app: undefined }));
  await opened.goto(address);
  await opened.waitForFunction(() => globalThis.agonProctor?.app !== undefined);
  return opened;
}

beforeEach(async () => {
  page = await open();
});

afterEach(async () => {
  await page.context().close();
});

const state = () => page.evaluate(() => globalThis.agonProctor!.app!.state() as unknown) as Promise<State>;
const picture = async (of = page) => {
  await of.evaluate(() => globalThis.agonProctor!.app!.draw!());
  return of.screenshot();
};

/** Keys one after the other; what begins with `=` is typed. */
async function press(keys: string, where = page): Promise<void> {
  for (const key of keys.split(" "))
    await (key.startsWith("=") ? where.keyboard.type(key.slice(1).replaceAll("_", " ")) : where.keyboard.press(key));
}

describe("a whole day", () => {
  it("opens at four over Europe, with thousands of aircraft", async () => {
    const { clock, present, shown, visible, view } = await state();
    expect({ clock, view }).toMatchObject({
      clock: "16:00:00",
      view: { latitude: 50, longitude: 10, zoom: 5, width: 960, height: 640 },
    });
    expect(present).toBeGreaterThanOrEqual(3000);
    expect(shown).toBe(present);
    expect(visible).toBeGreaterThan(100);
  });

  it("looks the same after the same actions, and not after others", async () => {
    const keys = "/ =fra Enter + + r =fra Tab =80 Enter n . . p l";
    await press(keys);
    const other = await open();
    await press(keys, other);
    const first = await picture();
    expect((await picture(other)).equals(first)).toBe(true);
    await press("Escape .", other);
    expect((await picture(other)).equals(first)).toBe(false);
    await other.context().close();
  });

  it("plays by the page's clock, and stops at a whole second", async () => {
    await press("Space");
    await page.waitForFunction(
      () => (globalThis.agonProctor!.app!.state() as { clockSeconds: number }).clockSeconds > 36_010,
    );
    await press("Space");
    const { clock, isPlaying } = await state();
    expect(isPlaying).toBe(false);
    expect(await page.getByRole("textbox", { name: "Clock" }).inputValue()).toBe(clock);
  });
});

describe("the clock", () => {
  it("goes where it is told, by field, keys and slider", async () => {
    await press("t =14:30 Enter");
    expect((await state()).clock).toBe("14:30:00");
    await press(". , , >");
    expect((await state()).clock).toBe("14:39:00");
    await page.mouse.click(519, 24);
    expect((await state()).clock).toBe("06:00:00");
    await press("ArrowRight");
    expect((await state()).clock).toBe("06:01:00");
  });

  it("says what is no time of the day, and stays", async () => {
    await press("t =18:00 Enter");
    await page.getByText("The day goes from 06:00:00 to 17:59:59 UTC.").waitFor();
    expect((await state()).clock).toBe("16:00:00");
    await press("Escape");
    expect(await page.getByRole("textbox", { name: "Clock" }).inputValue()).toBe("16:00:00");
  });
});

describe("flights", () => {
  it("are selected where they are on the map, and shown in the panel", async () => {
    await press("n c");
    const near = (await state()).selected;
    await press("Escape");
    expect((await state()).selected).toBeNull();
    await press("+ + + +");
    await page.mouse.click(480, 368);
    const { selected, panel } = await state();
    expect(selected).toEqual(near);
    for (const text of Object.values(panel!).filter((text) => text !== ""))
      await page.getByRole("tabpanel").getByText(text, { exact: true }).first().waitFor();
  });

  it("are found by callsign and ICAO24", async () => {
    await press("n");
    const { callsign, icao24 } = (await state()).panel!;
    for (const text of [callsign!, icao24!]) {
      await press(`Escape 0 / =${text} Enter`);
      expect((await state()).selected).toMatchObject({ callsign });
      expect((await state()).view).not.toMatchObject({ latitude: 50, longitude: 10 });
    }
  });

  it("are listed, filtered and taken from the list by keys", async () => {
    await press("f =dlh Tab ArrowRight");
    const { shown, present } = await state();
    expect(shown).toBeGreaterThan(0);
    expect(shown).toBeLessThan(present);
    const rows = page.getByRole("grid", { name: "Flights" }).getByRole("row");
    // The first row has the columns' names.
    expect(await rows.count()).toBe(Math.min(100, shown) + 1);
    await press("Escape l ArrowDown");
    const second = (await rows.nth(2).getByRole("gridcell").first().innerText()).trim();
    expect(second).toMatch(/^DLH/);
    await press("Enter");
    expect((await state()).selected).toMatchObject({ callsign: second });
    await page.getByRole("button", { name: "Clear filters" }).click();
    expect((await state()).shown).toBe(present);
  });
});

describe("the map", () => {
  it("centres on an airport, which keeps the zoom", async () => {
    await press("/ =icn Enter + + +");
    const { selected, view } = await state();
    expect({ selected, view }).toMatchObject({ selected: { iata: "ICN" }, view: { latitude: 37.4691, zoom: 8 } });
    await page.mouse.click(480, 368);
    expect((await state()).selected).not.toBeNull();
  });

  it("is moved by dragging, and zoomed by the wheel about the pointer", async () => {
    await page.mouse.move(300, 300);
    await page.mouse.down();
    await page.mouse.move(500, 300, { steps: 3 });
    await page.mouse.up();
    const { view, selected } = await state();
    expect(selected).toBeNull();
    expect(view.longitude).toBeCloseTo(10 - (200 * 360) / 8192, 9);
    expect(view.latitude).toBe(50);
    await page.mouse.move(480, 368);
    await page.mouse.wheel(0, -100);
    await page.waitForFunction(() => (globalThis.agonProctor!.app!.state() as State).view.zoom === 5.5);
    const zoomed = (await state()).view;
    expect(zoomed.longitude).toBeCloseTo(view.longitude, 9);
  });

  it("counts what is in a circle", async () => {
    await page.mouse.click(1112, 24);
    await press("=fra Tab =1000 Enter");
    // The keyboard is the map's again, not the button's.
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Map");
    const { inside, present } = await state();
    expect(inside).toBeGreaterThan(10);
    expect(inside).toBeLessThan(present);
    await page.getByText(`1000 km around FRA: ${inside} aircraft`).waitFor();
    await press("r Tab =0 Enter");
    await page.getByText("The radius is a number of kilometres from 1 to 3000.").waitFor();
    await press("Escape Shift+R");
    expect((await state()).inside).toBeNull();
  });
});
