// How fast a task's screen comes to the page, and how long an input takes to be seen. Measured, not asserted:
// `AGON_MEASURE=1 npm run test:pages -- play/tests/stream` in web/, with AGON set to a release build.

import { type Browser, type JSHandle, type Page, chromium } from "playwright-core";
import { afterAll, beforeAll, describe, it } from "vitest";
import { PeopleRun, chromium as launched } from "./people";

const INPUTS = 60;
const PICTURES = 100;

/** When inputs were made and pictures drawn, in milliseconds. */
interface Times {
  inputs: number[];
  drawn: number[];
}

describe.runIf(process.env["AGON_MEASURE"])("streaming", { timeout: 300_000 }, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch(launched);
  });
  afterAll(() => browser?.close());

  /** Lets a person work on a task. */
  async function measure(task: string, work: (page: Page, times: JSHandle<Times>) => Promise<void>): Promise<void> {
    const people = new PeopleRun();
    try {
      await people.start([task], ["person"]);
      const page = await (await browser.newContext({ viewport: { width: 1720, height: 1000 } })).newPage();
      await page.goto(people.address);
      await page.getByLabel("Access code").fill(people.codes["person"]!);
      await page.getByRole("button", { name: "Enter" }).click();
      await page.getByLabel("I have read this and agree to it").check();
      await page.getByRole("button", { name: "Continue" }).click();
      await page.getByRole("button", { name: "Begin", disabled: false }).click({ timeout: 60_000 });
      await page.getByText("● recording").waitFor();
      const times = await page.evaluateHandle(() => {
        const times: Times = { inputs: [], drawn: [] };
        const made = () => times.inputs.push(performance.now());
        addEventListener("keydown", made, { capture: true });
        addEventListener("pointerup", made, { capture: true });
        const screen = document.getElementById("screen")!;
        const watcher = new MutationObserver(() => times.drawn.push(performance.now()));
        watcher.observe(screen, { attributeFilter: ["data-pictures"] });
        return times;
      });
      await work(page, times);
      tell(task, await times.jsonValue());
    } finally {
      people.close();
    }
  }

  /** Inputs, each when the one before was done. */
  const inputs = (input: (page: Page, number: number) => Promise<void>) => async (page: Page) => {
    for (let number = 0; number < INPUTS; number += 1) {
      await input(page, number);
      await idle(page);
    }
  };

  it("a real program, typed into", () =>
    measure(
      "science/algebra/angle@0",
      inputs((page, number) => page.keyboard.press("abcdef"[number % 6]!)),
    ));
  it("a real program that prints without end", () =>
    measure("chain/system/log-review@0", async (page, times) => {
      await page.locator("#screen").click({ position: { x: 300, y: 300 } });
      await idle(page);
      await page.keyboard.type("while date +%N; do :; done\n");
      await idle(page);
      await times.evaluate((times) => Object.assign(times, { inputs: [], drawn: [] }));
      await page.waitForFunction(([times, many]) => times.drawn.length >= many, [times, PICTURES] as const);
    }));
  it("a web application, clicked on", () =>
    measure(
      "web/circuit/not-from-nand@0",
      inputs((page, number) => page.mouse.click(400 + (number % 7) * 40, 300)),
    ));
});

const idle = (page: Page) => page.waitForFunction(() => document.body.dataset["idle"] === "true");

function tell(task: string, { inputs, drawn }: Times): void {
  const waits = inputs
    .flatMap((input) => drawn.find((picture) => picture > input)! - input || [])
    .sort((a, b) => a - b);
  const at = (share: number) => waits[Math.floor(share * (waits.length - 1))]?.toFixed(0);
  const secs = (drawn.at(-1)! - drawn[0]!) / 1000;
  const wait = waits.length > 0 ? `; from input to picture ${at(0.5)} ms (median), ${at(0.95)} ms (95 %)` : "";
  process.stdout.write(`${task}: ${(drawn.length / secs).toFixed(1)} pictures/s${wait}\n`);
}
