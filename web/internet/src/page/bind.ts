// Bindings: what of a page depends on what its site keeps. Values come into the page as texts, never as HTML.

import { fillIn, holds, lookUp, sum, textOf, type Scope } from "../model/kept";

const DIGITS = 2;

/** Fills in everything below `root` that is bound. */
export function bind(root: DocumentFragment | Element, scope: Scope): void {
  for (const template of root.querySelectorAll<HTMLTemplateElement>("template[data-each]")) repeat(template, scope);
  for (const found of root.querySelectorAll("[data-if], [data-unless]")) {
    const { if: wanted, unless: unwanted } = (found as HTMLElement).dataset;
    const isThere =
      (wanted === undefined || holds(wanted, scope)) && (unwanted === undefined || !holds(unwanted, scope));
    if (!isThere) found.remove();
  }
  for (const found of root.querySelectorAll<HTMLElement>("[data-text]")) {
    const path = found.dataset["text"]!;
    const text = textOf(lookUp(path, scope)) ?? (path.endsWith(".length") ? "0" : undefined);
    if (text !== undefined) found.textContent = text;
  }
  for (const found of root.querySelectorAll<HTMLElement>("[data-sum]"))
    found.textContent = sum(found.dataset["sum"]!, scope).toFixed(Number(found.dataset["digits"] ?? DIGITS));
  for (const found of root.querySelectorAll<HTMLElement>("[data-value]")) {
    const isField =
      found instanceof HTMLInputElement || found instanceof HTMLSelectElement || found instanceof HTMLTextAreaElement;
    const text = isField ? textOf(lookUp(found.dataset["value"]!, scope)) : undefined;
    if (isField && text !== undefined) setDefault(found, text);
  }
}

/** A template's content, once for each entry. */
function repeat(template: HTMLTemplateElement, scope: Scope): void {
  const list = lookUp(template.dataset["each"]!, scope);
  const made = document.createDocumentFragment();
  for (const entry of Array.isArray(list) ? list : []) {
    const inner: Scope = [entry, ...scope];
    const copy = template.content.cloneNode(true) as DocumentFragment;
    bind(copy, inner);
    fill(copy, inner);
    made.append(copy);
  }
  template.replaceWith(made);
}

/** Fills in `{{field}}` in texts and attributes. */
function fill(root: DocumentFragment, scope: Scope): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node instanceof Text) {
      if (node.data.includes("{{")) node.data = fillIn(node.data, scope);
    } else {
      for (const attribute of (node as Element).attributes)
        if (attribute.value.includes("{{")) attribute.value = fillIn(attribute.value, scope);
    }
  }
}

/** What a field holds at first. */
function setDefault(field: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement, text: string): void {
  if (field instanceof HTMLSelectElement) {
    for (const option of field.options) option.defaultSelected = option.value === text;
  } else if (field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio")) {
    field.defaultChecked = field.value === text;
  } else {
    field.defaultValue = text;
  }
}
