// What a person does with mouse and keyboard, as actions. Each is sent at once, so that it is seen at once; what is typed or scrolled while
// a step is under way is put together into the next one.

import type { PageAction as Action, PageButton as Button, PagePoint as Point } from "../../generated/play";

/** Pixels of the task's screen: less movement than this between press and release is a click. */
const STILL_A_CLICK = 4;
/** Clicks at one place within so long belong together. */
export const SECOND_CLICK_MS = 300;
const MOST_NOTCHES = 100;
/** Of a drag. */
const MOST_PLACES = 40;

const KEY_NAMES: Record<string, string> = {
  " ": "space",
  ArrowUp: "up",
  ArrowDown: "down",
  ArrowLeft: "left",
  ArrowRight: "right",
  PageUp: "page_up",
  PageDown: "page_down",
  CapsLock: "caps_lock",
  NumLock: "num_lock",
  ScrollLock: "scroll_lock",
  PrintScreen: "print_screen",
  ContextMenu: "menu",
};
/** Keys that do nothing by themselves, or whose letter is still to come. */
const SILENT = ["Control", "Alt", "Shift", "Meta", "AltGraph", "Dead", "Process", "Unidentified"];

/** A key as the browser names it, and what is held with it. */
export interface Key {
  key: string;
  holding: string[];
  /** Writes a third letter on many keyboards, and looks like ctrl+alt. */
  altGr: boolean;
}

export interface Table {
  send: (action: Action) => void;
  /** Something that was typed waits to be sent, or no longer. */
  changed: () => void;
  /** All that was sent was done. */
  isIdle: () => boolean;
  /** The task's programs tell double clicks by the clock, like any program; elsewhere a click says how many it is. */
  countsClicks: () => boolean;
}

/** Puts actions together. They are sent in the order in which they were done. */
export class Gestures {
  /** What was typed and is not yet sent. */
  typed = "";
  #clicked: { at: Point; button: Button; count: number; when: number } | undefined;
  #turned: { at: Point; dx: number; dy: number } | undefined;
  #pressed: { button: Button; path: Point[]; holding: string[] } | undefined;

  constructor(private readonly table: Table) {}

  /** Sends what was begun: another kind of action comes, or what was sent before is done. */
  finish(): void {
    this.#finishTyping();
    this.#finishWheel();
  }

  press(at: Point, button: Button, holding: string[]): void {
    this.#pressed ??= { button, path: [at], holding };
  }

  /** Whether it went on with a drag. */
  move(at: Point): boolean {
    if (!this.#pressed || apart(at, this.#pressed.path.at(-1)!) < STILL_A_CLICK) return false;
    this.#pressed.path.push(at);
    return true;
  }

  /** The end of a press. Whoever only points sends no click. Whether it ended one. */
  release(end: Point, button: Button, points: boolean): boolean {
    if (this.#pressed?.button !== button) return false;
    const { path, holding } = this.#pressed;
    this.#pressed = undefined;
    const at = path[0]!;
    this.finish();
    if (points) {
      this.table.send({ kind: "move", to: end });
    } else if (path.length > 1 || apart(at, end) >= STILL_A_CLICK) {
      this.table.send({ kind: "drag", path: thin([...path, end]), button, holding });
    } else {
      this.#click(at, button, holding);
    }
    return true;
  }

  /** The pointer was taken away in the middle of a press. */
  cancel(): void {
    this.#pressed = undefined;
  }

  /** Turns of the wheel, in notches. */
  wheel(at: Point, dx: number, dy: number): void {
    this.#finishTyping();
    const before = this.#turned ?? { at, dx: 0, dy: 0 };
    this.#turned = { at: before.at, dx: before.dx + dx, dy: before.dy + dy };
    if (this.table.isIdle()) this.#finishWheel();
  }

  key({ key, holding, altGr }: Key): void {
    if (SILENT.includes(key)) return;
    this.#finishWheel();
    const isChord = holding.some((held) => held !== "shift");
    if ([...key].length === 1 && (altGr || !isChord)) return this.#type(key);
    if (key === "Enter" && this.typed && !holding.length) return this.#type("\n");
    if (key === "Backspace" && this.typed && !holding.length) return this.#takeBack();
    this.#finishTyping();
    this.table.send({ kind: "keys", keys: [...holding, KEY_NAMES[key] ?? key.toLowerCase()] });
  }

  /** A whole text at once. */
  write(text: string): void {
    this.finish();
    if (text) this.table.send({ kind: "type", text });
  }

  #click(at: Point, button: Button, holding: string[]): void {
    const [before, when] = [this.#clicked, Date.now()];
    const isAgain =
      before?.button === button && apart(before.at, at) < 2 * STILL_A_CLICK && when - before.when < SECOND_CLICK_MS;
    const count = isAgain && this.table.countsClicks() ? Math.min(3, before.count + 1) : 1;
    this.#clicked = { at, button, count, when };
    this.table.send({ kind: "click", at, button, count, holding });
  }

  #type(text: string): void {
    this.typed += text;
    if (this.table.isIdle()) this.#finishTyping();
    this.table.changed();
  }

  #takeBack(): void {
    this.typed = [...this.typed].slice(0, -1).join("");
    this.table.changed();
  }

  #finishTyping(): void {
    const text = this.typed;
    this.typed = "";
    if (text) this.table.send({ kind: "type", text });
  }

  /** Sends whole notches; what is less waits for more. */
  #finishWheel(): void {
    if (!this.#turned) return;
    const { at } = this.#turned;
    const [dx, dy] = [notches(this.#turned.dx), notches(this.#turned.dy)];
    if (!dx && !dy) return;
    this.#turned = undefined;
    this.table.send({ kind: "scroll", at, dx, dy });
  }
}

const apart = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

const notches = (turned: number) => Math.max(-MOST_NOTCHES, Math.min(MOST_NOTCHES, Math.round(turned)));

/** Not more places than needed to tell the way. */
function thin(path: Point[]): Point[] {
  const every = Math.ceil((path.length - 1) / MOST_PLACES);
  return path.filter((_, index) => index % every === 0 || index === path.length - 1);
}
