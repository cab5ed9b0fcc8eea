// Fields of dialogs: a text, a number with its unit, a tick, a choice of few.

import type { Param } from "../model/catalogue";
import { problemWith } from "../model/file";
import { format, parse } from "../model/quantity";
import type { ParamValue } from "../sim/types";
import { element } from "./dom";

/** What was entered, or what is wrong with it. */
export type Entered = { value: ParamValue } | { problem: string };

export interface Field {
  root: HTMLElement;
  read(): Entered;
  /** Shows what is wrong, and puts the focus there; undefined takes it away. */
  complain(problem: string | undefined): void;
}

/** More digits than are shown elsewhere: what is not touched should not look rounded. */
const DIGITS = 10;
/** A label, a value or a note that is longer has no place on the canvas. */
const LONGEST_TEXT = 80;

let ids = 0;

export function paramField(param: Param, value: ParamValue): Field {
  if (param.choices) return choiceField(param.name, param.choices, value);
  if (typeof param.default === "boolean") return tickField(param.name, value === true);
  if (typeof param.default === "string") return textField(param.name, String(value));
  const shown = format(Number(value), param.unit, DIGITS);
  return inputField(param.name, shown, (text) => {
    // A text that was not touched stands for the value with all its digits.
    if (text === shown) return { value };
    const number = parse(text, param.unit);
    if (number === undefined)
      return {
        problem: `${param.name} must be a number${param.unit ? ` in ${param.unit}, such as ${example(param)}` : ""}.`,
      };
    const problem = problemWith(param, number);
    return problem ? { problem } : { value: number };
  });
}

export function textField(name: string, value: string): Field {
  return inputField(name, value, (text) => ({ value: text }));
}

export function tickField(name: string, isOn: boolean): Field {
  const id = `field-${++ids}`;
  const input = element("input", { type: "checkbox", id, checked: isOn });
  const root = element(
    "div",
    { class: "field" },
    element("label", { for: id }, name),
    element("span", { class: "ticks" }, input),
  );
  return { root, read: () => ({ value: input.checked }), complain: () => undefined };
}

/** All choices are seen at once; the arrow keys go from one to the next. */
function choiceField(name: string, choices: readonly (string | number)[], value: ParamValue, show = String): Field {
  const group = `group-${++ids}`;
  const inputs = choices.map((choice) =>
    element("input", { type: "radio", name: group, value: String(choice), checked: choice === value }),
  );
  const labels = inputs.map((input, i) =>
    element("label", { class: "choice" }, input, element("span", {}, show(choices[i]))),
  );
  const root = element(
    "div",
    { class: "field" },
    element("span", { class: "field-name" }, name),
    element("div", { class: "choices" }, ...labels),
  );
  return {
    root,
    read: () => ({ value: choices[inputs.findIndex((input) => input.checked)]! }),
    complain: () => undefined,
  };
}

export function inputField(name: string, value: string, read: (text: string) => Entered): Field {
  const id = `field-${++ids}`;
  const input = element("input", {
    type: "text",
    id,
    value,
    maxlength: LONGEST_TEXT,
    spellcheck: "false",
    autocomplete: "off",
  });
  const message = element("div", { class: "field-problem", role: "alert" });
  const root = element("div", { class: "field" }, element("label", { for: id }, name), input, message);
  return {
    root,
    read: () => read(input.value),
    complain(problem) {
      message.textContent = problem ?? "";
      root.classList.toggle("has-problem", problem !== undefined);
      if (problem !== undefined) {
        input.focus();
        input.select();
      }
    },
  };
}

function example(param: Param): string {
  return format(Number(param.default) || 1, param.unit, 4);
}
