import { expect, it } from "vitest";
import { History } from "./history";

it("goes back and forth, and forgets what was undone at a new change", () => {
  const history = new History<string>();
  expect(history.undo("first")).toBeUndefined();
  history.record("first");
  history.record("second");
  expect(history.undo("third")).toBe("second");
  expect(history.redo("second")).toBe("third");
  expect(history.undo("third")).toBe("second");
  history.record("second");
  expect(history.canRedo).toBe(false);
  expect(history.canUndo).toBe(true);
});

it("keeps empty snapshots, and no more than two hundred", () => {
  const history = new History<number>();
  for (let n = 0; n < 250; n++) history.record(n);
  const undone = [];
  for (let now = 250; history.canUndo; now--) undone.push(history.undo(now));
  expect([undone.length, undone[0], undone.at(-1)]).toEqual([200, 249, 50]);
  const empty = new History<string>();
  empty.record("");
  expect(empty.undo("now")).toBe("");
  expect(empty.canRedo).toBe(true);
});
