// The viewer as a person uses it, in a real browser: `scripts/test-pages` runs this.

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, type Page, chromium } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";

const agon = process.env["AGON"] ?? "agon";
const folder = mkdtempSync(join(tmpdir(), "agon-view-"));
let server: ChildProcess;
let address = "";
let browser: Browser;
let page: Page;

/** The first line that the server prints is its address. */
function served(): Promise<string> {
  server = spawn(agon, ["view", folder], { stdio: ["ignore", "pipe", "ignore"] });
  return new Promise((resolve, reject) => {
    server.stdout?.once("data", (line: Buffer) => resolve(line.toString().trim()));
    server.once("exit", (code) => reject(new Error(`agon view ended with ${code}`)));
  });
}

beforeAll(async () => {
  const tasks = ["gym/maze-2d/easy", "gym/jigsaw/easy", "--instances", "2", "--out"];
  execFileSync(agon, ["run", ...tasks, join(folder, "before"), "-a", "noop"], { stdio: "ignore" });
  execFileSync(agon, ["run", ...tasks, join(folder, "after"), "-a", "oracle"], { stdio: "ignore" });
  address = await served();
  browser = await chromium.launch({
    executablePath: process.env["AGON_CHROMIUM"] ?? "chromium",
    args: ["--no-sandbox"],
  });
});

afterAll(async () => {
  await browser?.close();
  server?.kill();
  rmSync(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  page = await browser.newPage();
  page.on("pageerror", (error) => {
    throw error;
  });
  await page.goto(address);
});

it("a failed trial is found by its status, and Back returns to where one was", async () => {
  await page.getByRole("link", { name: "before" }).click();
  await page.getByLabel("Status").selectOption("failed");
  await page.getByText("4 trials", { exact: true }).waitFor();
  await page.getByRole("link", { name: "gym/jigsaw/easy@0" }).click();
  await page.getByText(/^Checks: \d of \d passed$/).waitFor();
  await page.goBack();
  await page.getByText("4 trials", { exact: true }).waitFor();
  expect(page.url()).toContain("status=failed");
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

it("two runs are compared down to the trials", async () => {
  await page.getByLabel("Choose before").check();
  await page.getByLabel("Choose after").check();
  await page.getByRole("link", { name: "Compare after with before" }).click();
  await page.getByText("4 won, 0 lost").waitFor();
  await page.locator("summary", { hasText: "2" }).first().click();
  await page.getByRole("link", { name: "after", exact: true }).last().click();
  await page.getByText(/^Checks: \d of \d passed$/).waitFor();
});

it("words of the logs are found, and lead to their step", async () => {
  await page.getByRole("link", { name: "Search in logs" }).click();
  await page.getByRole("searchbox").fill("you moved");
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: /^after, trial 0, step 1$/ }).click();
  await page.getByAltText("The screen before").waitFor();
});

it("hostile text stays text", async () => {
  await page.goto(`${address}#/runs/${encodeURIComponent("<img src=x onerror=alert(1)>")}`);
  await page.getByText("there is no run").waitFor();
  expect(await page.locator("img").count()).toBe(0);
});
