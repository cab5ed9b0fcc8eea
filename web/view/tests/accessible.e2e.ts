// Every main page for people who do not see it, or see it in the dark: no serious finding of axe.

import { afterAll, beforeAll, expect, it } from "vitest";
import { seriousFindings } from "../../kit/tests/axe";
import { Place } from "./setup";

const place = new Place();
let address = "";

/** A page's address, and what is seen there once it is ready. */
const PAGES: [string, string, string][] = [
  ["runs", "", "a"],
  ["a run", "#/runs/b", ".heat"],
  ["a trial", "#/runs/b/trials/0?step=2", ".picture img"],
  ["side by side", "#/side?t=0%40a&t=0%40b&at=1", ".side img"],
  ["a comparison", "#/compare/a/b", "tbody"],
  ["a search", "#/search?q=moved", ".hits li"],
  ["a run now", "#/runs/b/now", "[role=status]"],
  ["people", "#/people", "button[type=submit]"],
];

beforeAll(async () => {
  const tasks = ["gym/maze-2d/easy@0-1", "gym/jigsaw/easy@0-1"];
  await place.run("a", [...tasks, "-a", "noop"]);
  await place.run("b", [...tasks, "-a", "oracle", "-a", "noop"]);
  address = await place.view("--control");
});

afterAll(() => place.close());

for (const colorScheme of ["light", "dark"] as const) {
  it.each(PAGES)(`%s is accessible in ${colorScheme} colours`, async (_, path, ready) => {
    const page = await place.page({ colorScheme });
    await page.goto(address + path);
    await page.locator(ready).first().waitFor();
    for (const summary of await page.locator(".section > summary, .details > details > summary").all()) {
      const isOpen = await summary.evaluate((element) => (element.parentElement as HTMLDetailsElement).open);
      if (!isOpen) await summary.click();
    }
    expect(await seriousFindings(page)).toEqual([]);
    const isWide = await page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    expect(isWide, "nothing reaches beyond a laptop's screen").toBe(false);
    await page.context().close();
  });
}
