/** A part of the page that is there. */
export const part = <E extends HTMLElement = HTMLElement>(id: string): E => document.getElementById(id) as E;

export function element(name: string, text: string, kind = ""): HTMLElement {
  const made = document.createElement(name);
  made.textContent = text;
  if (kind) made.className = kind;
  return made;
}
