// What a person does with mouse and keyboard, as actions: a run of typing or a double click is one step, as it is for any agent.

import type { PageAction as Action, PageButton as Button, PagePoint as Point } from "../../generated/play";

/** Pixels of the task's screen: less movement than this between press and release is a click. */
const STILL_A_CLICK = 4;
/** A click waits so long for another one at the same place. */
export const SECOND_CLICK_MS = 250;
/** A run of typing ends after so long. */
export const TYPING_PAUSE_MS = 600;
export const WHEEL_PAUSE_MS = 150;
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

type Timer = ReturnType<typeof setTimeout>;

/** Puts actions together. They are given to `send` in the order in which they were done. */
export class Gestures {
  /** A run of typing that is not yet sent. */
  typed = "";
  #typing: Timer | undefined;
  #clicks: { at: Point; button: Button; count: number; holding: string[]; timer: Timer } | undefined;
  #turned: { at: Point; dx: number; dy: number; timer: Timer } | undefined;
  #pressed: { button: Button; path: Point[]; holding: string[] } | undefined;

  constructor(
    private readonly send: (action: Action) => void,
    private readonly typing: () => void,
  ) {}

  /** Sends what was begun. */
  finish(): void {
    this.#finishTyping();
    this.#finishClicks();
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
    this.#finishTyping();
    this.#finishWheel();
    if (points) {
      this.#finishClicks();
      this.send({ kind: "move", to: end });
    } else if (path.length > 1 || apart(at, end) >= STILL_A_CLICK) {
      this.#finishClicks();
      this.send({ kind: "drag", path: thin([...path, end]), button, holding });
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
    this.#finishClicks();
    clearTimeout(this.#turned?.timer);
    const timer = setTimeout(() => this.#finishWheel(), WHEEL_PAUSE_MS);
    const before = this.#turned ?? { at, dx: 0, dy: 0 };
    this.#turned = { at: before.at, dx: before.dx + dx, dy: before.dy + dy, timer };
  }

  key({ key, holding, altGr }: Key): void {
    if (SILENT.includes(key)) return;
    this.#finishClicks();
    this.#finishWheel();
    const isChord = holding.some((held) => held !== "shift");
    if ([...key].length === 1 && (altGr || !isChord)) return this.#type(key);
    if (key === "Enter" && this.typed && !holding.length) return this.#type("\n");
    if (key === "Backspace" && this.typed && !holding.length) return this.#takeBack();
    this.#finishTyping();
    this.send({ kind: "keys", keys: [...holding, KEY_NAMES[key] ?? key.toLowerCase()] });
  }

  /** A whole text at once. */
  write(text: string): void {
    this.finish();
    if (text) this.send({ kind: "type", text });
  }

  #click(at: Point, button: Button, holding: string[]): void {
    const before = this.#clicks;
    const again = before?.button === button && apart(before.at, at) < 2 * STILL_A_CLICK && before.count < 3;
    if (before && !again) this.#finishClicks();
    clearTimeout(before?.timer);
    const timer = setTimeout(() => this.#finishClicks(), SECOND_CLICK_MS);
    this.#clicks = again ? { ...before, count: before.count + 1, timer } : { at, button, count: 1, holding, timer };
  }

  #type(text: string): void {
    this.typed += text;
    clearTimeout(this.#typing);
    if (text === "\n") return this.#finishTyping();
    this.#typing = setTimeout(() => this.#finishTyping(), TYPING_PAUSE_MS);
    this.typing();
  }

  #takeBack(): void {
    this.typed = [...this.typed].slice(0, -1).join("");
    clearTimeout(this.#typing);
    if (this.typed) this.#typing = setTimeout(() => this.#finishTyping(), TYPING_PAUSE_MS);
    this.typing();
  }

  #finishTyping(): void {
    clearTimeout(this.#typing);
    const text = this.typed;
    this.typed = "";
    if (text) this.send({ kind: "type", text });
  }

  #finishClicks(): void {
    if (!this.#clicks) return;
    const { at, button, count, holding, timer } = this.#clicks;
    clearTimeout(timer);
    this.#clicks = undefined;
    this.send({ kind: "click", at, button, count, holding });
  }

  #finishWheel(): void {
    if (!this.#turned) return;
    const { at, timer } = this.#turned;
    const [dx, dy] = [notches(this.#turned.dx), notches(this.#turned.dy)];
    clearTimeout(timer);
    this.#turned = undefined;
    if (dx || dy) this.send({ kind: "scroll", at, dx, dy });
  }
}

const apart = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);

const notches = (turned: number) => Math.max(-MOST_NOTCHES, Math.min(MOST_NOTCHES, Math.round(turned)));

/** Not more places than needed to tell the way. */
function thin(path: Point[]): Point[] {
  const every = Math.ceil((path.length - 1) / MOST_PLACES);
  return path.filter((_, index) => index % every === 0 || index === path.length - 1);
}
