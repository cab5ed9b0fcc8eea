// What keys do while no dialog or field has them.

import { ARROWS, done, listenToKeys } from "../../../kit/ui/keys";
import { EUROPE } from "../map/projection";
import { LAST_MINUTE_SECONDS, SPEEDS } from "../model/clock";
import type { Analyser } from "./analyser";
import { openCircle, openShortcuts } from "./dialogs";

/** What the page does for a command. */
export interface PageActions {
  toMap: () => void;
  toSearch: () => void;
  toClock: () => void;
  /** To the panel of what is selected. */
  toPanel: () => void;
  toList: () => void;
  toFilters: () => void;
}

export function listenToAnalyserKeys(analyser: Analyser, page: PageActions): void {
  listenToKeys({ withControl: () => false, plain: (event) => plain(analyser, page, event) });
}

/** Keys that buttons, sliders and choices have a use for. */
const CONTROL_KEYS = /^(?:Enter| |Arrow\w+|Home|End)$/;

function plain(analyser: Analyser, page: PageActions, event: KeyboardEvent): boolean {
  const isOnMap = event.target instanceof Element && event.target.closest(".map") !== null;
  const isSlider = event.target instanceof HTMLInputElement && event.target.type === "range";
  const isFree = isOnMap || event.target === document.body || (isSlider && event.key === " ");
  if (!isFree && CONTROL_KEYS.test(event.key)) return false;
  const arrow = ARROWS[event.key];
  if (arrow) return done(() => analyser.pan(arrow[0], arrow[1], event.shiftKey));
  const speed = /^[1-6]$/.test(event.key) ? SPEEDS[Number(event.key) - 1] : undefined;
  if (speed !== undefined) return done(() => analyser.setSpeed(speed));
  const { options } = analyser;
  switch (event.key.toLowerCase()) {
    case " ":
      return done(() => analyser.togglePlay());
    case ",":
      return done(() => analyser.stepMinutes(-1));
    case ".":
      return done(() => analyser.stepMinutes(1));
    case "<":
      return done(() => analyser.stepMinutes(-10));
    case ">":
      return done(() => analyser.stepMinutes(10));
    case "home":
      return done(() => analyser.goTo(0));
    case "end":
      return done(() => analyser.goTo(LAST_MINUTE_SECONDS));
    case "/":
    case "s":
      return done(page.toSearch);
    case "t":
      return done(page.toClock);
    case "+":
    case "=":
      return done(() => analyser.zoom(1));
    case "-":
      return done(() => analyser.zoom(-1));
    case "0":
      return done(() => analyser.see(EUROPE));
    case "r":
      return done(() => (event.shiftKey ? analyser.clearCircle() : openCircle(analyser)));
    case "v":
      return done(() => analyser.fitCircle());
    case "c":
      return done(() => analyser.centreSelected());
    case "n":
      return done(() => analyser.selectNearest());
    case "[":
      return done(() => analyser.selectNext(-1));
    case "]":
      return done(() => analyser.selectNext(1));
    case "enter":
      return analyser.selected !== undefined && done(page.toPanel);
    case "l":
      return done(page.toList);
    case "f":
      return done(page.toFilters);
    case "p":
      return done(() => analyser.setOptions({ isTrails: !options.isTrails }));
    case "b":
      return done(() => analyser.setOptions({ isLabels: !options.isLabels }));
    case "d":
      return done(() => analyser.setOptions({ isDark: !options.isDark }));
    case "?":
      return done(openShortcuts);
    case "escape":
      return done(() => escape(analyser, page));
    default:
      return false;
  }
}

/** Leaves what is under way: first playing, then the selection. */
function escape(analyser: Analyser, page: PageActions): void {
  page.toMap();
  if (analyser.clock.isPlaying) analyser.pause();
  else analyser.select(undefined);
}
