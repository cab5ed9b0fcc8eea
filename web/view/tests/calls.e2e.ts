// What a model was sent and what it answered, and hostile words wherever they can stand.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { Place } from "./setup";

const HOSTILE = `<img src=x onerror="window.hacked=1"><script>window.hacked=1</script>`;
const place = new Place();
let address = "";
let page: Page;

beforeAll(async () => {
  const service = await place.model([`I look. ${HOSTILE} ('move', 0)`, "('move', 1)", "('stop', 'stop')"]);
  place.write("evil/suite.toml", `name = "evil"\nversion = "1"\nabout = "hostile words"\nworld = "gym"\n`);
  place.write("evil/x/first.toml", `task = "gym/maze-2d/easy"\ntitle = '''${HOSTILE}'''\nabout = '''${HOSTILE}'''\n`);
  await place.run("evil", ["./evil/x/first@0", "-m", "openai/player"], service);
  address = await place.view();
});

afterAll(() => place.close());

beforeEach(async () => {
  page = await place.page();
});

const isHacked = () => page.evaluate(() => "hacked" in window);

it("a call is shown as it was sent and received", async () => {
  await page.goto(`${address}#/runs/evil/trials/0?step=2`);
  await page.getByText("1,200 tokens in").waitFor();
  await page.getByText("player-2026").waitFor();
  await page.getByText("The call as it was sent and received").click();
  const call = page.locator(".call");
  await call.getByText("asked as openai/player").waitFor();
  await call.getByText(/messages? that the request before had too/).click();
  const picture = call.getByAltText("A frame that the model was shown").first();
  await picture.scrollIntoViewIfNeeded();
  await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
  await call.getByText("Request as JSON, as the service got it").click();
  await call.getByText('"url": "data:image/png;base64,(the frame').first().waitFor();
  await call.getByText("Reply as JSON").click();
  await call.getByText('"cost_usd"').waitFor();
});

it("hostile words of a model and a task stay words", async () => {
  for (const [path, seen] of [
    ["runs/evil/trials/0?step=1", "I look."],
    ["search?q=onerror", "found in"],
    ["side?t=0%40evil&at=1", "I look."],
    ["runs/evil", "evil/x/first@0"],
  ] as const) {
    await page.goto(`${address}#/${path}`);
    await page.reload();
    await page.getByText(seen).first().waitFor();
    for (const summary of await page.locator("summary").all()) await summary.click();
    expect(await isHacked(), path).toBe(false);
    expect(await page.locator("img[src=x]").count(), path).toBe(0);
  }
});

it("hostile names of runs stay words", async () => {
  await page.goto(`${address}#/runs/${encodeURIComponent(HOSTILE)}`);
  await page.getByText("there is no run").waitFor();
  expect(await page.locator("img").count()).toBe(0);
});

it("hostile notes stay words", async () => {
  await page.goto(`${address}#/runs/evil/trials/0?step=1`);
  await page.getByLabel(/^A note on this trial/).fill(HOSTILE);
  await page.getByRole("button", { name: "Keep" }).click();
  await page.locator(".written", { hasText: "onerror" }).waitFor();
  expect(await isHacked()).toBe(false);
});

it("hostile words stay words in a page that was saved", async () => {
  await page.goto(`${address}#/runs/evil/trials/0`);
  const [html] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "HTML" }).click()]);
  const saved = place.path("evil.html");
  await html.saveAs(saved);
  await page.goto(`file://${saved}`);
  await page.locator("#drawer img").first().waitFor();
  await page.keyboard.press("ArrowRight");
  await page.getByText("I look.").first().waitFor();
  expect(await isHacked()).toBe(false);
});
