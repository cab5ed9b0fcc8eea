// The properties of a scope.

import { SHOWS, type Scope, type Show } from "../model/document";
import { format } from "../model/quantity";
import { openDialog } from "./dialog";
import { element } from "./dom";
import type { Editor } from "./editor";
import { paramField, tickField } from "./fields";
import { readAll } from "./part-dialog";

const NAMES: Readonly<Record<Show, string>> = {
  frequency: "Show Frequency",
  duty: "Show Duty Cycle",
  peakToPeak: "Show Peak-to-Peak",
  max: "Show Maximum",
  min: "Show Minimum",
  average: "Show Average",
  rms: "Show RMS",
};

const TIME_SCALE = {
  key: "timeScale",
  name: "Time Scale (per division)",
  unit: "s",
  default: 0.001,
  min: 1e-9,
  max: 100,
};

export function openScopeDialog(editor: Editor, scope: Scope): void {
  const shows = SHOWS.map((show) => ({ key: show, field: tickField(NAMES[show], scope.shows.includes(show)) }));
  const timeScale = { key: "timeScale", field: paramField(TIME_SCALE, scope.timeScale) };
  openDialog({
    title: "Scope Properties",
    body: element("div", { class: "fields is-ticks" }, ...shows.map(({ field }) => field.root), timeScale.field.root),
    accept: () => {
      const values = readAll([...shows, timeScale]);
      if (!values) return false;
      editor.changeScope(scope.id, {
        shows: SHOWS.filter((show) => values[show] === true),
        timeScale: Number(values["timeScale"]),
      });
      return true;
    },
  });
}

export function timeScaleText(scope: Scope): string {
  return `${format(scope.timeScale, "s")}/div`;
}
