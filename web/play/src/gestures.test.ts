import { beforeEach, expect, test, vi } from "vitest";
import { Gestures, SECOND_CLICK_MS } from "./gestures";
import type { PageAction as Action } from "../../generated/play";

let sent: Action[];
let gestures: Gestures;
let isIdle: boolean;
let countsClicks: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  isIdle = countsClicks = true;
  gestures = new Gestures({
    send: (action) => sent.push(action),
    changed: () => {},
    isIdle: () => isIdle,
    countsClicks: () => countsClicks,
  });
});

const at = (x: number, y: number) => ({ x, y });
const click = (x: number, y: number) => {
  gestures.press(at(x, y), "left", []);
  gestures.release(at(x, y), "left", false);
};
const keys = (...names: string[]) => {
  for (const key of names) gestures.key({ key, holding: [], altGr: false });
};

test("clicks are sent at once, and say how many they are where programs cannot tell", () => {
  click(10, 10);
  click(12, 10);
  click(300, 10);
  vi.advanceTimersByTime(SECOND_CLICK_MS);
  click(300, 10);
  countsClicks = false;
  click(300, 10);
  const counts = sent.map((action) => (action.kind === "click" ? action.count : action.kind));
  expect(counts).toEqual([1, 2, 1, 1, 1]);
});

test("a press that moves is a drag with few places, and one that points is a move", () => {
  gestures.press(at(0, 0), "right", ["shift"]);
  for (let x = 4; x <= 1000; x += 4) gestures.move(at(x, 0));
  gestures.release(at(1001, 3), "right", false);
  const drag = sent[0] as Extract<Action, { kind: "drag" }>;
  expect([drag.kind, drag.button, drag.holding]).toEqual(["drag", "right", ["shift"]]);
  expect(drag.path.length).toBeLessThanOrEqual(42);
  expect([drag.path[0], drag.path.at(-1)]).toEqual([at(0, 0), at(1001, 3)]);

  gestures.press(at(5, 5), "left", []);
  expect(gestures.release(at(9, 9), "right", false)).toBe(false);
  gestures.release(at(9, 9), "left", true);
  expect(sent[1]).toEqual({ kind: "move", to: at(9, 9) });
});

test("letters are sent at once; those typed during a step are one, which backspace takes back", () => {
  keys("a");
  isIdle = false;
  keys("b", "é", "Backspace", "c", "Enter");
  gestures.finish();
  isIdle = true;
  keys("Backspace", "Enter", "ArrowUp");
  expect(sent).toEqual([
    { kind: "type", text: "a" },
    { kind: "type", text: "bc\n" },
    { kind: "keys", keys: ["backspace"] },
    { kind: "keys", keys: ["enter"] },
    { kind: "keys", keys: ["up"] },
  ]);
});

test("chords are told by their keys, and a third letter is typed", () => {
  isIdle = false;
  gestures.key({ key: "S", holding: ["ctrl", "shift"], altGr: false });
  gestures.key({ key: "Control", holding: ["ctrl"], altGr: false });
  gestures.key({ key: "@", holding: ["ctrl", "alt"], altGr: true });
  gestures.key({ key: "A", holding: ["shift"], altGr: false });
  gestures.finish();
  expect(sent).toEqual([
    { kind: "keys", keys: ["ctrl", "shift", "s"] },
    { kind: "type", text: "@A" },
  ]);
});

test("turns of the wheel are put together to notches, and everything stays in order", () => {
  gestures.wheel(at(1, 1), 0, 0.4);
  expect(sent).toEqual([]);
  gestures.wheel(at(1, 2), 0, 0.8);
  click(7, 7);
  keys("x");
  isIdle = false;
  gestures.wheel(at(2, 2), 0, 500);
  gestures.wheel(at(2, 2), 0, 500);
  gestures.finish();
  expect(sent.map((action) => action.kind)).toEqual(["scroll", "click", "type", "scroll"]);
  expect(sent[0]).toEqual({ kind: "scroll", at: at(1, 1), dx: 0, dy: 1 });
  expect(sent[3]).toMatchObject({ dy: 100 });
});
