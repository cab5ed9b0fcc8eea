// A CSV file as a table that can be sorted and filtered.

import { element } from "../../../kit/ui/dom";
import { readCsv } from "../model/csv";

const MOST_ROWS = 20_000;
const ROWS_PER_PAGE = 100;
const NUMBER = /^-?[\d,]*\.?\d+(e[+-]?\d+)?%?$/i;

export function csvTable(text: string): HTMLElement {
  const [names = [], ...rows] = readCsv(text.replace(/^\ufeff/, ""));
  const shown = rows.slice(0, MOST_ROWS);
  const isNumber = names.map((_, column) => {
    const values = shown.map((row) => row[column] ?? "").filter((value) => value !== "");
    return values.length > 0 && values.every((value) => NUMBER.test(value));
  });
  const head = names.map((name, i) =>
    element(
      "th",
      { scope: "col", "data-sort": isNumber[i] ? "number" : "text", class: isNumber[i] && "is-number" },
      name,
    ),
  );
  const body = shown.map((row) =>
    element("tr", {}, ...names.map((_, i) => element("td", { class: isNumber[i] && "is-number" }, row[i] ?? ""))),
  );
  const table = element(
    "table",
    {
      "data-widget": "table",
      "data-filter": "Filter rows",
      "data-rows": rows.length > ROWS_PER_PAGE ? ROWS_PER_PAGE : undefined,
    },
    element("thead", {}, element("tr", {}, ...head)),
    element("tbody", {}, ...body),
  );
  const cut = rows.length > MOST_ROWS && element("p", {}, `The first ${MOST_ROWS} of ${rows.length} rows are shown.`);
  return element("div", { class: "agon-viewed agon-csv" }, cut, table);
}
