// A task's functions as buttons: one for each value where there are few, otherwise fields to fill in.

import type { PageAction, PageFunction, PageParam } from "../../generated/play";
import { button, element } from "../../kit/ui/dom";

/** Buttons for all functions. */
export function functionControls(functions: readonly PageFunction[], act: (action: PageAction) => void): HTMLElement[] {
  return functions.map((one) => {
    const call = (args: unknown) => act({ kind: "function", name: one.name, args });
    const [first, ...others] = one.params;
    if (!first) {
      const bare = button(one.name, () => call(one.name), { title: one.about });
      return group(one, bare);
    }
    if (!others.length && first.values.length) {
      const choice = (value: string | number) =>
        button(`${one.name} ${meaning(first.about, value)}`, () => call(value), { title: `${one.name} ${value}` });
      return group(one, ...first.values.map(choice));
    }
    return withFields(one, call);
  });
}

function group(one: PageFunction, ...buttons: HTMLElement[]): HTMLElement {
  return element("div", { class: "function", role: "group", "aria-label": one.name, title: one.about }, ...buttons);
}

function withFields(one: PageFunction, call: (args: unknown) => void): HTMLElement {
  const fields = one.params.map(field);
  const form = element(
    "form",
    { class: "function", "aria-label": one.name, title: one.about },
    ...fields,
    element("button", {}, one.name),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const values = fields.map((one) => value(one.value));
    call(values.length === 1 ? values[0] : values);
  });
  return form;
}

function field(param: PageParam): HTMLInputElement | HTMLSelectElement {
  const named = { "aria-label": param.name, title: param.about };
  if (!param.values.length) return element("input", { ...named, placeholder: param.name, autocomplete: "off" });
  return element("select", named, ...param.values.map((value) => element("option", {}, String(value))));
}

/** What a value stands for, where its parameter says so: `0 = right, 1 = up`. */
export function meaning(about: string, value: string | number): string {
  const said = about.split(/[,;.]/).map((part) => part.trim().split(/\s*=\s*/));
  return said.find(([number, word]) => word && number?.split(" ").at(-1) === String(value))?.[1] ?? String(value);
}

/** Numbers and lists as they are written; anything else is a text. */
export function value(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    const list = text.split(",");
    return list.length > 1 ? list.map((item) => value(item.trim())) : text;
  }
}
