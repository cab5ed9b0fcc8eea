// A field for a day: typed as YYYY-MM-DD, or picked from a calendar below it.

import { button, element } from "../../../kit/ui/dom";
import {
  addDays,
  addMonths,
  isDay,
  longDay,
  longMonth,
  problemOfDay,
  TODAY,
  WEEKDAYS,
  weeksOf,
  type DayRule,
} from "../model/dates";
import type { Popups } from "../page/popup";

const STEPS: Readonly<Record<string, (day: string) => string>> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  PageUp: (day) => addMonths(day, -1),
  PageDown: (day) => addMonths(day, 1),
};

const words = (text: string | undefined) => text?.split(/\s+/).filter((word) => word !== "") ?? [];

export function ruleOf(field: HTMLInputElement): DayRule {
  return {
    min: field.getAttribute("min") ?? undefined,
    max: field.getAttribute("max") ?? undefined,
    closed: words(field.dataset["off"]),
    closedWeekdays: words(field.dataset["offWeekdays"]).map(Number),
  };
}

/** Makes a field for a day of an `<input type="date">`. */
export function ownDate(field: HTMLInputElement, popups: Popups): void {
  const rule = ruleOf(field);
  field.type = "text";
  field.dataset["agonDate"] = "";
  field.placeholder = "YYYY-MM-DD";
  field.inputMode = "numeric";

  const take = (day: string) => {
    popups.close();
    field.value = day;
    for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
    field.focus();
  };

  const open = (at: string, fromKeys: boolean) => {
    const calendar = element("div", { class: "agon-calendar", role: "dialog", "aria-label": "Choose a date" });
    const show = (day: string, isFocused: boolean) => {
      const turn = (months: number, text: string, name: string) => {
        const made = button(text, () => show(addMonths(day, months), false), { class: "agon-turn" });
        made.setAttribute("aria-label", name);
        return made;
      };
      const head = element(
        "tr",
        {},
        ...WEEKDAYS.map((name) => element("th", { scope: "col", abbr: name }, name.slice(0, 2))),
      );
      const cell = (own: string | undefined) => {
        if (own === undefined) return element("td");
        const isOpen = problemOfDay(own, rule) === undefined;
        const made = button(String(Number(own.slice(8))), () => isOpen && take(own));
        // Not `disabled`: arrow keys go over it.
        if (!isOpen) made.setAttribute("aria-disabled", "true");
        made.setAttribute("aria-label", longDay(own));
        made.tabIndex = own === day ? 0 : -1;
        if (own === field.value) made.setAttribute("aria-current", "date");
        if (own === day) made.classList.add("is-at");
        return element("td", {}, made);
      };
      calendar.replaceChildren(
        element(
          "div",
          { class: "agon-month" },
          turn(-1, "‹", "Previous month"),
          element("span", { "aria-live": "polite" }, longMonth(day)),
          turn(1, "›", "Next month"),
        ),
        element(
          "table",
          {},
          element("thead", {}, head),
          element("tbody", {}, ...weeksOf(day).map((week) => element("tr", {}, ...week.map(cell)))),
        ),
      );
      at = day;
      if (isFocused) calendar.querySelector<HTMLElement>(".is-at")?.focus();
    };
    calendar.addEventListener("mousedown", (event) => event.preventDefault());
    calendar.addEventListener("keydown", (event) => {
      const step = STEPS[event.key];
      if (event.key === "Escape") {
        popups.close();
        field.focus();
      } else if (step) {
        show(step(at), true);
      } else return;
      event.preventDefault();
      event.stopPropagation();
    });
    show(at, false);
    popups.show(calendar, field);
    if (fromKeys) show(at, true);
  };

  const start = () => (isDay(field.value) ? field.value : (rule.min ?? TODAY));
  field.addEventListener(
    "click",
    () => !field.readOnly && !field.disabled && !popups.isFor(field) && open(start(), false),
  );
  field.addEventListener("input", () => popups.isFor(field) && popups.close());
  field.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown") {
      event.preventDefault();
      open(start(), true);
    } else if (event.key === "Escape" && popups.isFor(field)) {
      event.preventDefault();
      event.stopPropagation();
      popups.close();
    } else if (event.key === "Tab" && popups.isFor(field)) {
      popups.close();
    }
  });
}
