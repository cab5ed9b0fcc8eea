// The mouse on the map: selecting, moving, zooming.

import type { Analyser } from "../edit/analyser";
import type { MapPane } from "./map-pane";
import { panned, type View } from "./projection";

/** A press that goes no farther than this is a click. */
const CLICK_PX = 4;
const WHEEL_PER_NOTCH = 100;
const LINES_PER_NOTCH = 3;
const ZOOM_PER_NOTCH = 0.5;

interface Press {
  x: number;
  y: number;
  view: View;
  hasMoved: boolean;
}

export function listenToMap(pane: MapPane, analyser: Analyser, moved: () => void): void {
  const { stage } = pane;
  let press: Press | undefined;
  const placeOf = (event: MouseEvent) => {
    const box = stage.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };

  stage.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    stage.focus();
    if (press) return;
    press = { ...placeOf(event), view: analyser.view, hasMoved: false };
    stage.setPointerCapture(event.pointerId);
  });
  stage.addEventListener("pointermove", (event) => {
    const at = placeOf(event);
    pane.pointer = press?.hasMoved ? undefined : at;
    if (press) {
      const [dx, dy] = [at.x - press.x, at.y - press.y];
      press.hasMoved ||= Math.hypot(dx, dy) >= CLICK_PX;
      if (press.hasMoved) analyser.see(panned(press.view, analyser.size, -dx, -dy));
    }
    moved();
  });
  stage.addEventListener("pointerup", (event) => {
    const at = placeOf(event);
    const ended = press;
    press = undefined;
    pane.pointer = at;
    if (ended && !ended.hasMoved && event.button === 0) selectAt(at.x, at.y);
    moved();
  });
  stage.addEventListener("pointercancel", () => (press = undefined));
  stage.addEventListener("pointerleave", () => {
    pane.pointer = undefined;
    moved();
  });
  stage.addEventListener("dblclick", (event) => {
    const at = placeOf(event);
    if (!pane.hoverAt(at.x, at.y)) analyser.zoom(1, at);
  });
  stage.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      // Some browsers count lines instead of pixels, three for a notch.
      const isLines = event.deltaMode === WheelEvent.DOM_DELTA_LINE;
      const notches = isLines ? event.deltaY / LINES_PER_NOTCH : event.deltaY / WHEEL_PER_NOTCH;
      if (notches !== 0) analyser.zoom(-notches * ZOOM_PER_NOTCH, placeOf(event));
    },
    { passive: false },
  );

  function selectAt(x: number, y: number): void {
    const hover = pane.hoverAt(x, y);
    if (hover?.kind === "flight") analyser.selectFlight(hover.flight);
    else if (hover) analyser.selectAirport(hover.iata);
    else analyser.select(undefined);
  }
}
