// Puts the Flight Analyser together: the page, what is drawn when, and what the proctor is told.

import "../../kit/style/tokens.css";
import "../../kit/style/base.css";
import "../../kit/style/bar.css";
import "../../kit/style/menus.css";
import "../../kit/style/dialogs.css";
import "../../kit/style/toasts.css";
import "../../kit/style/forms.css";
import "./style/page.css";
import "./style/side.css";

import { render } from "preact";
import { isExam, register } from "../../kit/app";
import { isDialogOpen, openMessage } from "../../kit/ui/dialog";
import { element } from "../../kit/ui/dom";
import { loadFonts } from "../../kit/ui/fonts";
import { keepBrowserOut, showTheme } from "../../kit/ui/page";
import { Toasts } from "../../kit/ui/toast";
import { Analyser } from "./edit/analyser";
import { listenToAnalyserKeys, type PageActions } from "./edit/keys";
import { MapPane } from "./map/map-pane";
import { listenToMap } from "./map/pointer";
import type { World } from "./model/countries";
import type { Day } from "./model/day";
import { Bar } from "./panels/bar";
import { Side } from "./panels/side";
import { Strip } from "./panels/strip";
import { dayName, loadDay, loadWorld } from "./start";
import { stateOf } from "./state";

const BAR_HEIGHT = 48;
const STRIP_HEIGHT = 32;
const SIDE_WIDTH = 320;

function build(day: Day, name: string, world: World): void {
  const analyser = new Analyser(day, name, () => performance.now(), world.names);
  const toasts = new Toasts();
  const side = element("div", {});
  const pane = new MapPane(analyser, world);
  const actions: PageActions = {
    toMap: () => !isDialogOpen() && pane.focus(),
    toSearch: () => bar.search.focus(),
    toClock: () => bar.transport.focusTime(),
    toPanel: () => toSide("Flight", "button:not([role=tab])"),
    toList: () => toSide("List", "tbody tr[tabindex='0']"),
    toFilters: () => toSide("List", "input"),
  };
  const bar = new Bar(analyser, actions.toMap, (problem) => toasts.say(problem, "problem"));
  const strip = new Strip(analyser, world, actions.toMap);
  document.body.append(bar.root, pane.root, side, strip.root, toasts.root);

  /** A tab's field has the focus after it is shown. */
  function toSide(tab: Analyser["tab"], field: string): void {
    analyser.showTab(tab);
    update();
    document.querySelector<HTMLElement>(`.side ${field}`)?.focus();
  }

  function update(): void {
    showTheme(analyser.options.isDark);
    render(<Side analyser={analyser} leave={actions.toMap} />, side);
    bar.update();
    strip.update();
  }

  function draw(): void {
    if (analyser.clock.isPlaying) update();
    pane.draw();
  }

  // In an exam the map is drawn when somebody is about to look; else with the next frame, and with every one while it plays.
  let isFrameAsked = false;
  function askForFrame(): void {
    if (isExam || isFrameAsked) return;
    isFrameAsked = true;
    requestAnimationFrame(() => {
      isFrameAsked = false;
      draw();
      if (analyser.clock.isPlaying) askForFrame();
    });
  }

  // Several changes in one event are shown once, and before the next event.
  let isWaiting = false;
  function changed(): void {
    if (isWaiting) return;
    isWaiting = true;
    queueMicrotask(() => {
      isWaiting = false;
      update();
      askForFrame();
    });
  }

  function measure(): void {
    analyser.resize({
      width: Math.max(1, window.innerWidth - SIDE_WIDTH),
      height: Math.max(1, window.innerHeight - BAR_HEIGHT - STRIP_HEIGHT),
    });
  }

  analyser.onChange = changed;
  listenToMap(pane, analyser, () => {
    strip.pointer = pane.pointer && analyser.projection.placeAt(pane.pointer.x, pane.pointer.y);
    strip.updatePlace();
    askForFrame();
  });
  listenToAnalyserKeys(analyser, actions);
  keepBrowserOut();
  window.addEventListener("resize", measure);
  measure();
  update();
  draw();
  pane.focus();
  register({ state: () => stateOf(analyser), draw });
}

async function start(): Promise<void> {
  showTheme(false);
  const name = dayName();
  const [day, world] = await Promise.all([loadDay(name), loadWorld(), loadFonts()]);
  build(day, name, world);
  // In an exam hours are decoded when they are needed: a trial may need few of them.
  if (!isExam) decodeRest(day);
}

/** Decodes what is left while nothing else is to be done. */
function decodeRest(day: Day): void {
  requestIdleCallback(() => day.decodeNext() && decodeRest(day));
}

start().catch((error: unknown) => {
  openMessage("The day could not be shown", error instanceof Error ? error.message : String(error));
});
