// Does a recorded action again, on the page of a person who sits the same task, with the browser's own mouse and keyboard.

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";

/** An action as records have it. */
export interface Action {
  kind: string;
  [field: string]: unknown;
}
interface Target {
  point: { x: number; y: number };
}

/** The actions of a run's only trial. */
export function recordedActions(run: string): Action[] {
  const log = readdirSync(join(run, "trials"), { recursive: true, encoding: "utf8" }).find((name) =>
    name.endsWith(".jsonl"),
  );
  const lines = readFileSync(join(run, "trials", log ?? ""), "utf8")
    .trim()
    .split("\n");
  const events = lines.map((line) => JSON.parse(line) as { event: string; action?: Action });
  return events.flatMap(({ event, action }) => (event === "step" && action ? [action] : []));
}

/** Names that Playwright has for keys. */
const KEYS: Record<string, string> = {
  ctrl: "Control",
  alt: "Alt",
  shift: "Shift",
  meta: "Meta",
  enter: "Enter",
  tab: "Tab",
  escape: "Escape",
  backspace: "Backspace",
  delete: "Delete",
  space: " ",
  up: "ArrowUp",
  down: "ArrowDown",
  left: "ArrowLeft",
  right: "ArrowRight",
  home: "Home",
  end: "End",
  page_up: "PageUp",
  page_down: "PageDown",
};
const key = (name: string) => KEYS[name] ?? name;

/** Whoever works on the page. */
export class Hand {
  constructor(private readonly page: Page) {}

  /** Does one action and waits until it was taken. */
  async perform(action: Action): Promise<void> {
    await this.#do(action);
    await this.page.waitForFunction(
      () => document.body.dataset["idle"] === "true" || document.getElementById("work")?.hidden === true,
    );
    if (action.kind === "done") await this.page.waitForFunction(() => document.getElementById("work")?.hidden);
  }

  async #do(action: Action): Promise<void> {
    switch (action.kind) {
      case "call":
        return action["args"] === action["name"]
          ? this.page.getByRole("button", { name: action["name"] as string, exact: true }).click()
          : this.page.getByTitle(`${action["name"]} ${action["args"]}`, { exact: true }).click();
      case "click":
        return this.#click(action);
      case "move":
        await this.page.getByLabel("point only").check();
        await this.page.mouse.move(...(await this.#place(action["to"])));
        await this.page.mouse.down();
        return this.page.mouse.up();
      case "drag":
        return this.#drag(action["path"] as unknown[]);
      case "scroll":
        await this.page.mouse.move(...(await this.#place(action["at"])));
        return this.page.mouse.wheel(100 * Number(action["dx"] ?? 0), 100 * Number(action["dy"] ?? 0));
      case "type":
        await this.page.locator("#screen").focus();
        return this.page.keyboard.type(action["text"] as string);
      case "keys":
        await this.page.locator("#screen").focus();
        return this.page.keyboard.press((action["keys"] as string[]).map(key).join("+"));
      case "wait":
        return this.page.getByRole("button", { name: "Wait 1 s" }).click();
      case "answer":
        await this.page.getByLabel("Answer", { exact: true }).fill(text(action["value"]));
        return this.page.getByRole("button", { name: "Hand in" }).click();
      case "done":
        return this.page.getByRole("button", { name: "Finish" }).click();
      default:
        throw new Error(`a person cannot do ${JSON.stringify(action)} on this page`);
    }
  }

  async #click(action: Action): Promise<void> {
    const holding = (action["holding"] as string[] | undefined) ?? [];
    const [x, y] = await this.#place(action["at"]);
    for (const held of holding) await this.page.keyboard.down(key(held));
    const button = (action["button"] as "left" | "right" | "middle" | undefined) ?? "left";
    await this.page.mouse.click(x, y, { button, clickCount: Number(action["count"] ?? 1) });
    for (const held of holding) await this.page.keyboard.up(key(held));
  }

  async #drag(path: unknown[]): Promise<void> {
    const [start, ...others] = await Promise.all(path.map((target) => this.#place(target)));
    await this.page.mouse.move(...start!);
    await this.page.mouse.down();
    for (const [x, y] of others) await this.page.mouse.move(x, y, { steps: 3 });
    await this.page.mouse.up();
  }

  /** Where on the page a place of the task's screen is. */
  #place(target: unknown): Promise<[number, number]> {
    const { point } = target as Target;
    return this.page.locator("#screen").evaluate((screen: HTMLCanvasElement, { x, y }) => {
      const box = screen.getBoundingClientRect();
      return [
        box.left + ((x + 0.5) * box.width) / screen.width,
        box.top + ((y + 0.5) * box.height) / screen.height,
      ] as [number, number];
    }, point);
  }
}

const text = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
