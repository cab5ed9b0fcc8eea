// What is wrong with a form: found as browsers do it, said in the page instead of in bubbles of the browser.

import { element } from "../../../kit/ui/dom";
import { problemOfDay } from "../model/dates";
import { ruleOf } from "../widgets/dates";
import { isField, type Field } from "./fields";

const isChoice = (field: Field) => field.type === "checkbox" || field.type === "radio";

/** One sentence about a field's value, if something is wrong with it. */
function problemOf(field: Field): string | undefined {
  if (field.disabled || field.type === "hidden") return undefined;
  const { validity, value } = field;
  if (validity.valueMissing) {
    if (field.type === "radio" || field instanceof HTMLSelectElement) return "Choose one.";
    return field.type === "checkbox" ? "Tick this box to go on." : "Fill in this field.";
  }
  if (value === "" || isChoice(field)) return undefined;
  if (field instanceof HTMLInputElement) {
    if (field.dataset["agonDate"] !== undefined) return problemOfDay(value, ruleOf(field));
    if (validity.badInput) return "Enter a number.";
    if (validity.typeMismatch)
      return field.type === "email" ? "Enter an e-mail address, such as name@host.example." : "Enter an address.";
    if (validity.patternMismatch)
      return field.title !== "" ? field.title : "This is not in the form that is asked for.";
    if (validity.rangeUnderflow) return `Enter ${field.min} or more.`;
    if (validity.rangeOverflow) return `Enter ${field.max} or less.`;
    if (validity.stepMismatch)
      return field.step === "" || field.step === "1" ? "Enter a whole number." : `Enter a multiple of ${field.step}.`;
  }
  const shortest = field instanceof HTMLSelectElement ? -1 : field.minLength;
  return value.length < shortest ? `Enter at least ${shortest} characters.` : undefined;
}

/** Where a sentence about a field goes: below it, or below the last choice of its group. */
function placeOf(field: Field): Element {
  const group = field.type === "radio" && field.name !== "" ? field.form?.elements.namedItem(field.name) : undefined;
  const last = group instanceof RadioNodeList ? [...group].filter(isField).at(-1) : undefined;
  const at = last ?? field;
  const label = isChoice(field) ? (at.closest("label") ?? at.labels?.[0]) : at.closest("label");
  return label ?? at;
}

/** Takes all sentences out of a form. */
export function clearProblems(form: HTMLFormElement): void {
  for (const shown of form.querySelectorAll(".agon-problem")) shown.remove();
  for (const field of form.elements) {
    field.removeAttribute("aria-invalid");
    field.removeAttribute("aria-describedby");
  }
}

/** Shows what is wrong; the first field that is. */
export function showProblems(form: HTMLFormElement, key: string): Field | undefined {
  clearProblems(form);
  let first: Field | undefined;
  const groups = new Set<string>();
  for (const [index, field] of [...form.elements].entries()) {
    if (!isField(field)) continue;
    const problem = problemOf(field);
    if (problem === undefined) continue;
    field.setAttribute("aria-invalid", "true");
    first ??= field;
    if (field.type === "radio" && groups.has(field.name)) continue;
    groups.add(field.name);
    const id = `agon-problem-${key}-${index}`;
    field.setAttribute("aria-describedby", id);
    placeOf(field).after(element("span", { class: "agon-problem", id }, problem));
  }
  return first;
}

/** Says above a form's button why it was refused. */
export function showRefusal(form: HTMLFormElement): void {
  const text = form.dataset["refused"] ?? "This was refused.";
  const said = element("p", { class: "agon-problem is-refusal", role: "alert" }, text);
  const send = form.querySelector("button:not([type=button]), input[type=submit]");
  if (send) send.before(said);
  else form.append(said);
}
