// Fields of a page: their names in the view, and what of them differs from what the page has at first.

import type { View } from "../model/state";

export type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

const FIELDS = "input, select, textarea";
/** Fields that the browser page adds itself: what is in them belongs to a widget. */
export const OWN = "data-agon-own";
const WITHOUT_TEXT = ["submit", "button", "reset", "image", "hidden"];

export const isField = (target: unknown): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;

const isTick = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && field.type === "checkbox";
const isRadio = (field: Field): field is HTMLInputElement =>
  field instanceof HTMLInputElement && field.type === "radio";

/** Fields with the keys that they have in the view; radio buttons of one group share one. */
function keyed(root: ParentNode): Map<Field, string> {
  const keys = new Map<Field, string>();
  const groups = new Map<HTMLFormElement | null, Map<string, string>>();
  const counts = new Map<string, number>();
  const next = (name: string) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 && name !== "" ? name : `${name}#${count}`;
  };
  for (const field of root.querySelectorAll<Field>(FIELDS)) {
    if (WITHOUT_TEXT.includes(field.type) || field.hasAttribute(OWN)) continue;
    if (isRadio(field)) {
      const group = groups.get(field.form) ?? new Map<string, string>();
      groups.set(field.form, group);
      if (!group.has(field.name)) group.set(field.name, next(field.name));
      keys.set(field, group.get(field.name)!);
    } else {
      keys.set(field, next(field.name));
    }
  }
  return keys;
}

/** What a field holds where it differs from the page's HTML. */
function changed(field: Field): string | boolean | undefined {
  if (isTick(field)) return field.checked === field.defaultChecked ? undefined : field.checked;
  if (field instanceof HTMLSelectElement) return field.value === defaultOf(field) ? undefined : field.value;
  return field.value === field.defaultValue ? undefined : field.value;
}

function defaultOf(select: HTMLSelectElement): string | undefined {
  const marked = [...select.options].filter((option) => option.defaultSelected).at(-1);
  return (marked ?? [...select.options].find((option) => !option.disabled))?.value;
}

/** Notes in the view what all fields of a page hold. */
export function noteFields(root: ParentNode, view: View): void {
  const held: Record<string, string | boolean> = {};
  for (const [field, key] of keyed(root)) {
    const value = isRadio(field) ? (field.checked && !field.defaultChecked ? field.value : undefined) : changed(field);
    if (value !== undefined) held[key] = value;
  }
  view.fields = held;
}

/** Puts into the fields what the view says. */
export function restoreFields(root: ParentNode, view: View): void {
  const held = view.fields ?? {};
  for (const [field, key] of keyed(root)) {
    const value = held[key];
    if (value === undefined) continue;
    if (isRadio(field)) field.checked = field.value === value;
    else if (isTick(field)) field.checked = value === true;
    else field.value = String(value);
  }
}

/** Keeps what only the browser itself would show away from fields: suggestions of its own, red underlines. */
export function quietField(field: Field): void {
  field.setAttribute("autocomplete", "off");
  field.spellcheck = false;
}

/** Ids of forms in the view. */
export function formKey(form: HTMLFormElement, root: ParentNode): string {
  return form.id !== "" ? form.id : `form-${[...root.querySelectorAll("form")].indexOf(form) + 1}`;
}
