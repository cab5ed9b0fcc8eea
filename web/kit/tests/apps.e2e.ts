// Every application for people who do not see it, or see it in the dark: no serious finding of axe.

import { type ChildProcess, spawn } from "node:child_process";
import { type Browser, type Page, chromium } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { seriousFindings } from "./axe";

/** An application, a screen of it, and how one comes there. */
const SCREENS: [string, string, (page: Page) => Promise<unknown>][] = [
  ["circuit", "the editor", async () => {}],
  ["workflow", "the list", async () => {}],
  ["workflow", "a workflow that has run", openWorkflow],
  ["modeller", "the dashboard", async () => {}],
  ["modeller", "a scene with an object selected", openScene],
  ["video", "an empty timeline", async () => {}],
  ["video", "a clip with effects", addClip],
  ["video", "a text", async (page) => page.keyboard.press("T")],
  ["flight", "the map", async () => {}],
  ["flight", "a flight, a circle and a search", openFlight],
  ["flight", "the list", async (page) => page.keyboard.press("F")],
  ["internet", "the home page", async () => {}],
  ["internet", "the statistics office", async (page) => goTo(page, "stats.example")],
  ["internet", "the encyclopaedia", async (page) => goTo(page, "www.meridian.example")],
];

let browser: Browser;
const servers: ChildProcess[] = [];

beforeAll(async () => {
  const executablePath = process.env["AGON_CHROMIUM"] ?? "chromium";
  browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
});

afterAll(async () => {
  await browser?.close();
  for (const server of servers) server.kill();
});

/** Starts `agon app`; its address. */
function serve(app: string): Promise<string> {
  const server = spawn(process.env["AGON"] ?? "agon", ["app", app], { stdio: ["ignore", "pipe", "ignore"] });
  servers.push(server);
  return new Promise((resolve, reject) => {
    server.stdout.once("data", (line: Buffer) => resolve(line.toString().trim()));
    server.once("exit", (code) => reject(new Error(`agon app ${app} ended with ${code}`)));
  });
}

async function openWorkflow(page: Page): Promise<void> {
  await page.mouse.click(288, 255);
  await page.getByRole("button", { name: /^Run/ }).click();
  await page.keyboard.press("Tab");
}

async function goTo(page: Page, address: string): Promise<void> {
  await page.keyboard.press("Control+L");
  await page.keyboard.type(address);
  await page.keyboard.press("Enter");
}

/** The Geometric Garden, with all of it selected. */
async function openScene(page: Page): Promise<void> {
  await page.mouse.click(772, 447);
  await page.keyboard.press("Control+A");
}

async function addClip(page: Page): Promise<void> {
  for (const name of ["garden", "light", "fade"]) {
    await page.keyboard.press(name === "garden" ? "A" : "E");
    await page.keyboard.type(name);
    await page.keyboard.press("Enter");
  }
}

async function openFlight(page: Page): Promise<void> {
  for (const key of ["N", "R"]) await page.keyboard.press(key);
  await page.keyboard.type("FRA");
  for (const key of ["Enter", "/", "L"]) await page.keyboard.press(key);
}

it.each(SCREENS)("%s: %s has no serious finding", async (app, _, come) => {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 720 } })).newPage();
  await page.goto(await serve(app), { waitUntil: "networkidle" });
  await come(page);
  for (const theme of ["light", "dark"]) {
    await page.evaluate((theme) => (document.documentElement.dataset["theme"] = theme), theme);
    expect(await seriousFindings(page), theme).toEqual([]);
  }
  await page.context().close();
});
