// Forms: GET goes somewhere, POST keeps what was filled in with the site, in the state of the trial.

import { resolve, withQuery } from "../model/address";
import { send, type Sending } from "../model/kept";
import type { Json } from "../model/state";
import { clearProblems, showProblems, showRefusal } from "./problems";
import { formKey } from "./fields";
import type { PageView } from "./page";

/** Sends a form, or shows why it cannot be sent. */
export function submit(page: PageView, form: HTMLFormElement, button: HTMLElement | null): void {
  const key = formKey(form, page.root);
  const isChecked = !form.hasAttribute("novalidate") || form.dataset["agonChecked"] !== undefined;
  const { view } = page;
  view.refused = view.refused?.filter((other) => other !== key) ?? [];
  if (isChecked && !button?.hasAttribute("formnovalidate")) {
    const first = showProblems(form, key);
    if (first) {
      view.tried = [...new Set([...(view.tried ?? []), key])];
      first.focus();
      return;
    }
  }
  clearProblems(form);
  const fields = fieldsOf(form, button);
  const action = resolve(button?.getAttribute("formaction") ?? form.getAttribute("action") ?? "", page.address);
  if (action === undefined) return;
  if (form.method !== "post") {
    page.sent(form, key);
    page.around.go(withQuery(action, fields));
    return;
  }
  void page.around.net.track(post(page, form, key, fields, action));
}

async function post(
  page: PageView,
  form: HTMLFormElement,
  key: string,
  fields: readonly [string, string][],
  action: string,
): Promise<void> {
  const { check } = form.dataset;
  if (check !== undefined && !(await isKnown(check, fields))) {
    page.view.refused = [...new Set([...(page.view.refused ?? []), key])];
    showRefusal(form);
    return;
  }
  const isSecret = (name: string) => (form.elements.namedItem(name) as HTMLInputElement | null)?.type === "password";
  const entry = gather(fields.filter(([name]) => !isSecret(name)));
  send(page.around.state, page.host, entry, sendingOf(form));
  page.sent(form, key);
  const stays = form.dataset["stay"] !== undefined;
  if (stays) await page.around.showAgain();
  else await page.around.go(action);
}

/** What a form's attributes ask for. */
function sendingOf(form: HTMLFormElement): Sending {
  const { keep, with: include, change, remove, forget, keepOne, merge } = form.dataset;
  const one = merge === undefined ? "replace" : "merge";
  const own = [...form.elements].map((field) => field.getAttribute("name") ?? "");
  return { keep, one: keepOne === undefined ? undefined : one, own, include, change, remove, forget: words(forget) };
}

const words = (text: string | undefined) => text?.split(/\s+/).filter((word) => word !== "") ?? [];

/** Names and values as a browser would send them. */
function fieldsOf(form: HTMLFormElement, button: HTMLElement | null): [string, string][] {
  const data = new FormData(form);
  const isNamed = button instanceof HTMLButtonElement || button instanceof HTMLInputElement;
  if (isNamed && button.name !== "") data.append(button.name, button.value);
  return [...data].map(([name, value]) => [name, String(value)]);
}

/** Several values of one name become a list. */
function gather(fields: readonly [string, string][]): { [name: string]: Json } {
  const entry: { [name: string]: Json } = {};
  for (const [name, value] of fields) {
    const before = entry[name];
    if (before === undefined) entry[name] = value;
    else entry[name] = Array.isArray(before) ? [...before, value] : [before, value];
  }
  return entry;
}

/** Whether name and password are among those that a page knows: `SALT:HASH SALT:HASH …`. */
async function isKnown(check: string, fields: readonly [string, string][]): Promise<boolean> {
  const value = (name: string) => fields.find(([other]) => other === name)?.[1] ?? "";
  for (const [salt, hash] of words(check).map((pair) => pair.split(":"))) {
    const text = new TextEncoder().encode(`${salt}:${value("name")}:${value("password")}`);
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", text));
    if ([...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("") === hash) return true;
  }
  return false;
}
