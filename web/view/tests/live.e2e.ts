// A run that is going on, watched as it happens.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ended, Place, WAITING_AGENT } from "./setup";

const place = new Place();
let address = "";
let run: ReturnType<Place["start"]>;
let page: Page;

beforeAll(async () => {
  place.write("agent.py", WAITING_AGENT);
  // The viewer may be there before the run is.
  place.write("runs/.keep", "");
  const task = ["gym/maze-2d/easy@0-1", "-n", "1", "--no-sandbox", "--out", "runs/now"];
  run = place.start(["run", ...task, "-a", "process:python3 agent.py"]);
  run.stderr?.resume();
  address = await place.view("--control");
  page = await place.page();
});

afterAll(() => place.close());

const allow = (step: number) => place.write(`go-${step}`, "");

it("steps are seen as they are taken, and who looks at the last one is taken along", async () => {
  await page.goto(address);
  await page.getByRole("link", { name: "now" }).click();
  await page.getByRole("status").getByText("running", { exact: true }).waitFor();
  await page.getByRole("link", { name: "0", exact: true }).first().click();
  await page.getByText("going on").waitFor();
  await page.getByAltText("The screen at first").waitFor();
  allow(0);
  await page.locator(".steps li").nth(1).waitFor();
  await page.waitForURL(/step=1/);
  const after = page.getByAltText("The screen after");
  await expect.poll(() => after.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  allow(1);
  await page.waitForURL(/step=2/);
});

it("whoever watches over a run sees no pictures and no words", async () => {
  await page.goto(`${address}#/runs/now/now`);
  await page.getByRole("cell", { name: "gym/maze-2d/easy@0" }).waitFor();
  await page.getByRole("cell", { name: "2", exact: true }).waitFor();
  expect(await page.locator("img").count()).toBe(0);
  expect(await page.locator("main").textContent()).not.toContain("move");
});

it("a run is paused, goes on, and is stopped", async () => {
  await page.getByRole("button", { name: "Pause" }).click();
  await page.getByRole("status").getByText("paused").waitFor();
  await page.getByRole("button", { name: "Go on" }).click();
  await page.getByRole("status").getByText("running", { exact: true }).waitFor();
  page.once("dialog", (dialog) => void dialog.accept());
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("status").getByText("not running").waitFor();
  expect(await ended(run)).toBe(130);
});
