// Fields of dialogs: a text, a tick, a choice of few.

import { element } from "./dom";

export type FieldValue = number | boolean | string;

/** What was entered, or what is wrong with it. */
export type Entered = { value: FieldValue } | { problem: string };

export interface Field {
  root: HTMLElement;
  read(): Entered;
  /** Shows what is wrong, and puts the focus there; undefined takes it away. */
  complain(problem: string | undefined): void;
}

const LONGEST_TEXT = 80;

let ids = 0;

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
export function choiceField(name: string, choices: readonly (string | number)[], value: FieldValue): Field {
  const group = `group-${++ids}`;
  const inputs = choices.map((choice) =>
    element("input", { type: "radio", name: group, value: String(choice), checked: choice === value }),
  );
  const labels = inputs.map((input, i) =>
    element("label", { class: "choice" }, input, element("span", {}, String(choices[i]))),
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

/** A text that means something: `read` tells what, or what is wrong with it. */
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

/** All values by key; undefined if one of them is wrong, which its field then tells. */
export function readAll(fields: readonly { key: string; field: Field }[]): Record<string, FieldValue> | undefined {
  const values: Record<string, FieldValue> = {};
  let wrong: { field: Field; problem: string } | undefined;
  for (const { key, field } of fields) {
    field.complain(undefined);
    const entered = field.read();
    if ("value" in entered) values[key] = entered.value;
    else wrong ??= { field, problem: entered.problem };
  }
  wrong?.field.complain(wrong.problem);
  return wrong ? undefined : values;
}
