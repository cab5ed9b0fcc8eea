// The viewer as a person uses it, in a real browser: `scripts/test-pages` runs this.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { Place } from "./setup";

const place = new Place();
let address = "";
let page: Page;

beforeAll(async () => {
  const tasks = ["gym/maze-2d/easy", "gym/jigsaw/easy", "--instances", "2"];
  await place.run("before", [...tasks, "-a", "noop"]);
  await place.run("after", [...tasks, "-a", "oracle"]);
  address = await place.view();
});

afterAll(() => place.close());

beforeEach(async () => {
  page = await place.page();
  await page.goto(address);
});

it("a failed trial is found by its status, and Back returns to where one was", async () => {
  await page.getByRole("link", { name: "before" }).click();
  await page.getByRole("combobox", { name: "Status" }).selectOption("failed");
  await page.getByText("4 trials", { exact: true }).waitFor();
  await page.getByRole("link", { name: "gym/jigsaw/easy@0" }).click();
  await page.getByText(/^Checks: \d of \d passed$/).waitFor();
  await page.goBack();
  await page.getByText("4 trials", { exact: true }).waitFor();
  expect(page.url()).toContain("status=failed");
});

it("trials are chosen by what their tasks are", async () => {
  await page.goto(`${address}#/runs/after`);
  await page.getByRole("combobox", { name: "Domain" }).selectOption("jigsaw");
  await page.getByText("2 trials", { exact: true }).waitFor();
  expect(page.url()).toContain("domain=jigsaw");
  await page.getByText("By kind of task").click();
  await page.getByRole("group", { name: "Group by" }).getByRole("link", { name: "Capability" }).click();
  await page.getByRole("cell", { name: "navigation", exact: true }).waitFor();
});

it("failure modes are looked for when somebody asks", async () => {
  await page.goto(`${address}#/runs/before`);
  await page.locator("summary", { hasText: "Failure modes" }).click();
  await page.getByRole("cell", { name: "early stop" }).waitFor();
  await page.getByRole("link", { name: "early stop" }).click();
  await page.getByText("Failure mode: early stop").waitFor();
});

it("a trial is stepped through with keys, and the address names the step", async () => {
  await page.goto(`${address}#/runs/after/trials/0`);
  await page.getByAltText("The screen at first").waitFor();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.getByAltText("The screen before").waitFor();
  expect(page.url()).toContain("step=2");
  expect(await page.locator(".steps .is-open .number").textContent()).toBe("2");
  await page.keyboard.press("End");
  await page.getByText("Stopped.").waitFor();
  await page.reload();
  await page.getByText("Stopped.").waitFor();
  await page.keyboard.press("Home");
  await page.getByAltText("The screen at first").waitFor();
});

it("the first failing check is one key away", async () => {
  await page.goto(`${address}#/runs/before/trials/0`);
  await page.getByRole("button", { name: "First failing check" }).waitFor();
  await page.keyboard.press("f");
  await page.waitForFunction(() => document.activeElement?.id === "first-failing-check");
  expect(await page.locator("#first-failing-check").textContent()).toContain("failed");
});

it("thumbnails of the steps around are seen, and lead there", async () => {
  await page.goto(`${address}#/runs/after/trials/0`);
  const thumb = page.locator(".strip button").nth(2);
  await thumb.locator("img").waitFor();
  await page.waitForFunction(() => {
    const images = [...document.querySelectorAll<HTMLImageElement>(".strip img")];
    return images.length > 2 && images.every((image) => image.complete && image.naturalWidth > 0);
  });
  await thumb.click();
  await page.waitForURL(/step=2/);
});

it("what changed between two frames is counted", async () => {
  await page.goto(`${address}#/runs/after/trials/0?step=1&show=diff`);
  const text = await page.getByText(/pixels changed$/).textContent();
  expect(Number.parseInt(text?.replace(/,/g, "") ?? "0")).toBeGreaterThan(0);
});

it("the whole event is shown as it was recorded", async () => {
  await page.goto(`${address}#/runs/after/trials/0?step=1`);
  await page.getByText("The whole step as recorded").click();
  await page.getByText('"event": "step"').waitFor();
});

it("two runs are compared down to the trials, and with what changed in their configuration", async () => {
  await page.getByLabel("Choose before").check();
  await page.getByLabel("Choose after").check();
  await page.getByRole("link", { name: "Compare after with before" }).click();
  await page.getByText("4 won, 0 lost").waitFor();
  await page
    .getByRole("cell", { name: /^agents\./ })
    .first()
    .waitFor();
  await page.locator("tbody summary", { hasText: "2" }).first().click();
  await page.getByRole("link", { name: "after", exact: true }).last().click();
  await page.getByText(/^Checks: \d of \d passed$/).waitFor();
});

it("a pair of a comparison is seen side by side under one scrubber", async () => {
  await page.goto(`${address}#/compare/before/after`);
  await page.locator("tbody summary", { hasText: "2" }).first().click();
  await page.getByRole("link", { name: "side by side" }).first().click();
  const left = page.getByRole("region", { name: /of before$/ });
  const right = page.getByRole("region", { name: /of after$/ });
  await left.waitFor();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await right.getByText(/^step 2 of/).waitFor();
  await left.getByText(/^step 1 of 1/).waitFor();
  expect(page.url()).toContain("at=2");
  await page.getByRole("link", { name: "by time" }).click();
  await page.keyboard.press("End");
  await left.getByText(/^step 1 of 1/).waitFor();
});

it("trials chosen in the table are seen side by side, and one more is added", async () => {
  await page.goto(`${address}#/runs/after`);
  await page.getByLabel("Choose trial 0").check();
  await page.getByLabel("Choose trial 1").check();
  await page.getByRole("link", { name: "Show 2 side by side" }).click();
  await page.getByRole("region", { name: "Trial 1 of after" }).waitFor();
  await page.getByLabel("Another run").selectOption("before");
  await page
    .getByLabel(/^Its trial of/)
    .locator("option")
    .first()
    .waitFor({ state: "attached" });
  await page.getByRole("button", { name: "Add" }).click();
  await page.getByRole("region", { name: /of before$/ }).waitFor();
});

it("words of the logs are found, and lead to their step", async () => {
  await page.getByRole("link", { name: "Search in logs" }).click();
  await page.getByRole("searchbox").fill("you moved");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: /^after, trial 0, step 1$/ }).click();
  await page.getByAltText("The screen before").waitFor();
});

it("a note is kept and found again", async () => {
  await page.goto(`${address}#/runs/after/trials/0?step=2`);
  await page.getByLabel(/^A note on this trial/).fill("Why left?");
  await page.getByRole("button", { name: "Keep" }).click();
  await page.getByText("Why left?").waitFor();
  await page.goto(`${address}#/runs/after/trials/0`);
  await page.reload();
  await page.getByRole("link", { name: "step 2" }).click();
  await page.waitForURL(/step=2/);
});

it("a trial is saved as an animation and as a page that needs nothing else", async () => {
  await page.goto(`${address}#/runs/after/trials/0`);
  const [gif] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "GIF" }).click()]);
  expect(gif.suggestedFilename()).toBe("trial-0-1.gif");
  const [html] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "HTML" }).click()]);
  const saved = place.path("trial.html");
  await html.saveAs(saved);
  const alone = await place.page({ offline: true });
  await alone.goto(`file://${saved}`);
  await alone.locator("#drawer img").first().waitFor();
});
