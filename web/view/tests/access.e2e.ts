// Who may look: other machines by a token, and some at metadata alone.

import { afterAll, beforeAll, expect, it } from "vitest";
import { Place } from "./setup";

const place = new Place();

beforeAll(() => place.run("first", ["gym/maze-2d/easy@0", "-a", "oracle"]));

afterAll(() => place.close());

it("an address with a token opens every page, and without it none", async () => {
  const address = (await place.view("--host", "0.0.0.0")).replace("0.0.0.0", "127.0.0.1");
  const page = await place.page();
  await page.goto(address);
  await page.getByRole("link", { name: "first" }).click();
  await page.getByRole("link", { name: "gym/maze-2d/easy@0" }).click();
  await page.getByAltText("The screen at first").waitFor();
  const answer = await page.goto(new URL("/", address).href);
  expect(answer?.status()).toBe(403);
});

it("a viewer of metadata shows steps and times, and neither pictures nor words", async () => {
  const address = await place.view("--metadata-only");
  const page = await place.page();
  await page.goto(`${address}#/runs/first/trials/0?step=1`);
  await page.getByText(/^Checks: \d of \d passed$/).waitFor();
  expect(await page.locator("img").count()).toBe(0);
  const text = await page.locator("main").textContent();
  expect(text).not.toContain("You moved");
  expect(text).toContain("metadata only");
});
