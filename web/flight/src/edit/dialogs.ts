// Dialogs: the circle, and the keys.

import { type KeyRow, openDialog, openKeyList } from "../../../kit/ui/dialog";
import { button, element } from "../../../kit/ui/dom";
import { type Entered, inputField, readAll } from "../../../kit/ui/fields";
import { airportOf, readAirport } from "../model/airports";
import type { Analyser } from "./analyser";

const MOST_KM = 3000;

export function openCircle(analyser: Analyser): void {
  const { circle, selected } = analyser;
  const iata = selected?.kind === "airport" ? selected.airport.iata : (circle?.iata ?? "");
  const airport = inputField("Airport", iata, (text): Entered => {
    const read = readAirport(text);
    return "airport" in read ? { value: read.airport.iata } : read;
  });
  const radius = inputField("Radius in km", String(circle?.km ?? 50), readKilometres);
  const clear = button(
    "Clear",
    () => {
      analyser.clearCircle();
      close();
    },
    { disabled: circle === undefined },
  );
  const { close } = openDialog({
    title: "Circle around an airport",
    body: element("div", { class: "circle-form" }, airport.root, radius.root),
    acceptLabel: "Draw",
    actions: [clear],
    accept: () => {
      const values = readAll([
        { key: "airport", field: airport },
        { key: "km", field: radius },
      ]);
      if (!values) return false;
      analyser.drawCircle(airportOf(values["airport"] as string)!, values["km"] as number);
      return true;
    },
  });
}

function readKilometres(text: string): Entered {
  const km = Number(text.trim().replace(/\s*km$/i, ""));
  const isRight = text.trim() !== "" && km >= 1 && km <= MOST_KM;
  return isRight ? { value: km } : { problem: `The radius is a number of kilometres from 1 to ${MOST_KM}.` };
}

const KEYS: readonly { title: string; rows: readonly KeyRow[] }[] = [
  {
    title: "Time",
    rows: [
      ["Space", "Play, pause"],
      ["T", "Go to a time"],
      [", .", "A minute back, forward"],
      ["< >", "Ten minutes back, forward"],
      ["Home End", "06:00, 17:59"],
      ["1 … 6", "Speed"],
    ],
  },
  {
    title: "Map",
    rows: [
      ["Arrows", "Move; with Shift a little"],
      ["+ -", "Zoom in, out"],
      ["0", "Europe"],
      ["C", "Centre on what is selected"],
      ["P", "Trails of all aircraft"],
      ["B", "Labels"],
      ["D", "Light or dark"],
    ],
  },
  {
    title: "Flights and airports",
    rows: [
      ["/ S", "Search"],
      ["N", "Select the nearest to the middle"],
      ["[ ]", "Select the one before, after in the list"],
      ["Enter", "To the panel"],
      ["L", "To the list"],
      ["F", "To the filters"],
      ["Escape", "Back to the map; pause; select nothing"],
    ],
  },
  {
    title: "Circle",
    rows: [
      ["R", "Draw around an airport"],
      ["Shift+R", "Clear"],
      ["V", "See all of it"],
    ],
  },
];

export function openShortcuts(): void {
  openKeyList("Keys", KEYS);
}
