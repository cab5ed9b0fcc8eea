// A run for people, begun from the viewer.

import { mkdirSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Place } from "./setup";

const place = new Place();

beforeAll(() => {
  mkdirSync(place.path("runs"));
});

afterAll(() => place.close());

it("a run for people is begun, sat and found among the runs", async () => {
  const address = await place.view("--control");
  const page = await place.page();
  await page.goto(address);
  await page.getByRole("link", { name: "Let people sit tasks" }).click();
  const begin = async (tasks: string) => {
    await page.getByLabel("Tasks").fill(tasks);
    await page.getByRole("button", { name: "Begin" }).click();
  };
  await begin("gym/no-such-task");
  await page.getByRole("alert").filter({ hasText: "no-such-task" }).waitFor();
  await begin("--no-sandbox");
  await page.getByRole("alert").filter({ hasText: "is no pattern of tasks" }).waitFor();

  await begin("gym/maze-2d/easy@0");
  const begun = page.getByRole("region", { name: "people-1" });
  const code = await begun.locator("code").textContent();
  const link = await begun.getByRole("link", { name: /^http/ }).getAttribute("href");
  const participant = await place.page();
  await participant.goto(link!);
  await participant.getByLabel("Access code").fill(code!);
  await participant.getByRole("button", { name: "Enter" }).click();
  await participant.getByLabel("I have read this and agree to it").check();
  await participant.getByRole("button", { name: "Continue" }).click();
  await participant.getByRole("button", { name: "Begin", disabled: false }).click();
  await participant.getByRole("button", { name: "Finish" }).click();
  await participant.getByRole("heading", { name: "All tasks are done" }).waitFor();

  await begun.getByText("This run is over.").waitFor();
  await begun.getByRole("link", { name: "people-1" }).click();
  await page.getByRole("link", { name: "gym/maze-2d/easy@0" }).waitFor();
});

it("a viewer that controls nothing begins nothing", async () => {
  const address = await place.view();
  const page = await place.page();
  await page.goto(`${address}#/people`);
  await page.getByText("This viewer begins no runs").waitFor();
  expect(await page.getByRole("region").count()).toBe(0);
});
