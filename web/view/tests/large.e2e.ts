// How fast large runs are to whoever looks at them. Measured, not asserted: `AGON_MEASURE=1 npm run test:pages -- view/tests/large` in web/, with
// AGON set to a release build.

import { execFileSync } from "node:child_process";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, it } from "vitest";
import { Place } from "./setup";

const STEPS = 1000;
const SCRUBBED = 100;

/** An agent that clicks about on the screen. */
const CLICKING_AGENT = `
import json, sys
sys.stdin.readline()
for number in range(${STEPS}):
    point = {"x": 300 + number % 37 * 15, "y": 150 + number % 29 * 15}
    print(json.dumps({"type": "act", "action": {"kind": "click", "at": {"point": point}}}), flush=True)
    sys.stdin.readline()
`;

describe.runIf(process.env["AGON_MEASURE"])("large runs", { timeout: 600_000 }, () => {
  const place = new Place();
  let address = "";
  let page: Page;

  beforeAll(async () => {
    const agon = process.env["AGON"] ?? "agon";
    execFileSync(agon, ["bench", "record", "--keep", place.path("runs/many")], { cwd: place.folder });
    place.write("agent.py", CLICKING_AGENT);
    await place.run("long", [
      "web/circuit/not-from-nand@0",
      "-a",
      "process:python3 agent.py",
      "--steps",
      String(STEPS),
    ]);
    address = await place.view();
    page = await place.page();
  }, 600_000);
  afterAll(() => place.close());

  /** Milliseconds until something is seen, by the page's own clock. */
  async function until(what: string, act: () => Promise<unknown>, seen: () => Promise<unknown>): Promise<void> {
    const begun = performance.now();
    await act();
    await seen();
    tell(what, performance.now() - begun, "ms");
  }

  it("100,000 trials", async () => {
    const rows = page.locator("table tbody tr");
    await until(
      "list of runs",
      () => page.goto(address),
      () => page.getByRole("link", { name: "many" }).waitFor(),
    );
    await until(
      "first table of 100,000 trials",
      () => page.getByRole("link", { name: "many" }).click(),
      () =>
        page
          .getByRole("link", { name: /^gym\/maze-2d\/easy@/ })
          .first()
          .waitFor(),
    );
    for (const text of ["@77777", "oracle", "@99999"]) {
      await until(
        `filtered by ${text}`,
        () => page.getByPlaceholder("task, agent, seed, reason").fill(text),
        () =>
          page
            .getByRole("link", { name: text.startsWith("@") ? `gym/maze-2d/easy${text}` : /easy@/ })
            .first()
            .waitFor(),
      );
    }
    tell("rows shown", await rows.count(), "");
    tell("memory of the server", place.memory(), "MB");
  });

  it("a trial of 1,000 steps", async () => {
    await page.goto(address);
    await until(
      "opened",
      () => page.goto(`${address}#/runs/long/trials/0?step=500`),
      () => loaded(page),
    );
    const times: number[] = [];
    for (let step = 0; step < SCRUBBED; step += 1) {
      const begun = performance.now();
      await page.keyboard.press("ArrowRight");
      await page.waitForURL(new RegExp(`step=${501 + step}$`));
      await loaded(page);
      times.push(performance.now() - begun);
    }
    times.sort((a, b) => a - b);
    tell("a step further, median", times[SCRUBBED / 2] ?? 0, "ms");
    tell("a step further, slowest of a hundred", times.at(-1) ?? 0, "ms");
    tell("memory of the server", place.memory(), "MB");
  });
});

/** Waits until both pictures are drawn. */
const loaded = (page: Page) =>
  page.waitForFunction(() => {
    const pictures = [...document.querySelectorAll<HTMLImageElement>(".picture img")];
    return pictures.length > 0 && pictures.every((picture) => picture.complete && picture.naturalWidth > 0);
  });

function tell(what: string, value: number, unit: string): void {
  process.stdout.write(`${what}: ${value.toFixed(value < 10 ? 1 : 0)} ${unit}\n`);
}
