// People sit tasks in the browser, with mouse and keyboard: `scripts/test-pages` runs this.

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, type Page, chromium } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { Hand } from "./hand";
import { PeopleRun, agon, chromium as launched } from "./people";

let browser: Browser;
let page: Page;
let people: PeopleRun;

beforeAll(async () => {
  browser = await chromium.launch(launched);
});
afterAll(() => browser?.close());
beforeEach(async () => {
  people = new PeopleRun();
  page = await (await browser.newContext({ viewport: { width: 1720, height: 900 } })).newPage();
  page.setDefaultTimeout(20_000);
  page.on("pageerror", (error) => {
    throw error;
  });
});
afterEach(async () => {
  await page.context().close();
  people.close();
});

async function enter(page: Page, code: string): Promise<void> {
  await page.goto(people.address);
  await page.getByLabel("Access code").fill(code.toLowerCase());
  await page.getByRole("button", { name: "Enter" }).click();
}

/** From the code to the first task. */
async function comeIn(page: Page, code: string): Promise<void> {
  await enter(page, code);
  await page.getByLabel("I have read this and agree to it").check();
  await page.getByRole("button", { name: "Continue" }).click();
}

async function begin(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Begin", disabled: false }).click();
  await page.getByText("● recording").waitFor();
}

/** How the only trial of an agent came out. */
const passed = () => {
  const rows = readFileSync(join(people.run, "results.jsonl"), "utf8").trim().split("\n");
  return rows.map((row) => (JSON.parse(row) as { passed: boolean }).passed);
};

async function sit(task: string, timeout: string[] = []): Promise<void> {
  const actions = people.solution(task);
  await people.start([task], ["person"], ...timeout);
  await comeIn(page, people.codes["person"]!);
  await begin(page);
  const hand = new Hand(page);
  for (const action of actions) await hand.perform(action);
  await page.getByRole("heading", { name: "All tasks are done" }).waitFor();
  await people.ended();
}

it("a maze is solved by the buttons of its functions", async () => {
  await sit("gym/maze-2d/easy@0");
  expect(passed()).toEqual([true]);
});

it("a circuit is built with mouse and keyboard", { timeout: 300_000 }, async () => {
  await sit("web/circuit/not-from-nand@0");
  expect(passed()).toEqual([true]);
});

it("a real program is worked with", { timeout: 300_000 }, async () => {
  await sit("science/algebra/angle@0");
  expect(passed()).toEqual([true]);
});

it("a code opens one session, instructions pause the recording, and the operator sees it all", async () => {
  await people.start(["gym/maze-2d/easy@0", "gym/maze-2d/easy@1"], ["person:p1", "person:p2"]);
  await comeIn(page, people.codes["person:p1"]!);
  await begin(page);
  const other = await (await browser.newContext()).newPage();
  await enter(other, people.codes["person:p1"]!);
  await other.getByText("There is no such code, or it was used already").waitFor();

  await page.getByRole("button", { name: "Instructions" }).click();
  await page.getByText("recording paused").waitFor();
  await page.getByRole("button", { name: "Close" }).click();
  await page.getByText("● recording").waitFor();
  await page.getByLabel("Subtask done").fill("at the first corner");
  await page.getByRole("button", { name: "Mark" }).click();
  await page.getByText("1 marked").waitFor();
  await page.getByRole("button", { name: "Finish" }).click();
  await page.getByRole("heading", { name: "Task 2 of 2" }).waitFor();

  await other.goto(people.operator);
  const first = other.getByRole("row", { name: "person:p1" });
  await first.getByText("1 of 2").waitFor();
  await other.getByRole("row", { name: "person:p2" }).getByText("has not come").waitFor();
  await first.getByRole("button", { name: "New code" }).click();
  const code = await first.locator("code").textContent();
  // Whoever enters the new code takes the session over.
  await enter(other, code!);
  await other.getByRole("heading", { name: "Task 2 of 2" }).waitFor();
  await page.getByLabel("Access code").waitFor();
  await other.context().close();
});

it("a page that is opened again goes on where it was, and the record can be verified", async () => {
  const actions = people.solution("gym/maze-2d/easy@0");
  await people.start(["gym/maze-2d/easy@0"], ["person"]);
  await comeIn(page, people.codes["person"]!);
  await begin(page);
  const half = Math.floor(actions.length / 2);
  for (const action of actions.slice(0, half)) await new Hand(page).perform(action);
  await page.reload();
  await page.getByText("● recording").waitFor();
  for (const action of actions.slice(half)) await new Hand(page).perform(action);
  await page.getByRole("heading", { name: "All tasks are done" }).waitFor();
  expect(await people.ended()).toBe(0);
  execFileSync(agon, ["verify", people.run], { stdio: "ignore" });
  const log = readFileSync(join(people.run, "trials/0000/000000-1.jsonl"), "utf8");
  for (const kind of ["participant", "quality"]) expect(log).toContain(`"kind":"${kind}"`);
});
