// The properties of a scope.

import { openDialog } from "../../../kit/ui/dialog";
import { element } from "../../../kit/ui/dom";
import { inputField, readAll, tickField, type Entered } from "../../../kit/ui/fields";
import { SHOWS, type Scope, type Show } from "../model/document";
import { format, parse } from "../model/quantity";
import type { Editor } from "./editor";

const NAMES: Readonly<Record<Show, string>> = {
  frequency: "Show Frequency",
  duty: "Show Duty Cycle",
  peakToPeak: "Show Peak-to-Peak",
  max: "Show Maximum",
  min: "Show Minimum",
  average: "Show Average",
  rms: "Show RMS",
};

const AUTOMATIC = "auto";
const LEAST_SCALE = 1e-9;
const GREATEST_SCALE = 100;

export function openScopeDialog(editor: Editor, scope: Scope): void {
  const shows = SHOWS.map((show) => ({ key: show, field: tickField(NAMES[show], scope.shows.includes(show)) }));
  const shown = scope.timeScale === null ? AUTOMATIC : format(scope.timeScale, "s");
  const timeScale = { key: "timeScale", field: inputField("Time Scale (per division)", shown, readTimeScale) };
  openDialog({
    title: "Scope Properties",
    body: element("div", { class: "fields is-ticks" }, ...shows.map(({ field }) => field.root), timeScale.field.root),
    accept: () => {
      const values = readAll([...shows, timeScale]);
      if (!values) return false;
      const scale = values["timeScale"];
      editor.changeScope(scope.id, {
        shows: SHOWS.filter((show) => values[show] === true),
        timeScale: typeof scale === "number" ? scale : null,
      });
      return true;
    },
  });
}

function readTimeScale(text: string): Entered {
  const plain = text.trim().toLowerCase();
  if (plain === "" || plain === AUTOMATIC) return { value: AUTOMATIC };
  const value = parse(text.replace(/\/div$/i, ""), "s");
  return value !== undefined && value >= LEAST_SCALE && value <= GREATEST_SCALE
    ? { value }
    : { problem: "Time Scale must be a time from 1 ns to 100 s, such as 1 ms, or auto." };
}
