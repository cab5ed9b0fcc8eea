// A short way to write elements.

type Child = Node | string | null | undefined | false;
type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** An element with attributes (a true one is empty, a false or undefined one is left out) and children. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(
    ...children.filter((child): child is Node | string => child !== null && child !== undefined && child !== false),
  );
  return made;
}

interface ButtonOptions {
  class?: string;
  title?: string;
  disabled?: boolean;
}

export function button(content: Node | string, run: () => void, options: ButtonOptions = {}): HTMLButtonElement {
  const made = element("button", { type: "button", ...options }, content);
  made.addEventListener("click", run);
  return made;
}

/** A button with a picture of `ICONS` instead of words. */
export function iconButton(path: string, title: string, run: () => void): HTMLButtonElement {
  const made = button(icon(path), run, { class: "icon-button", title });
  made.setAttribute("aria-label", title);
  return made;
}

/** A 16 × 16 picture of lines, given as the data of one path. */
export function icon(path: string): SVGSVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}

export interface Size {
  width: number;
  height: number;
  /** Pixels of the screen for one of the page. */
  ratio: number;
}

/** Makes a canvas's pixels those of the screen. */
export function fitCanvas(canvas: HTMLCanvasElement): Size {
  const size = { width: canvas.clientWidth, height: canvas.clientHeight, ratio: window.devicePixelRatio };
  setSize(canvas, size.width * size.ratio, size.height * size.ratio);
  return size;
}

/** Sets a canvas's size in pixels; one that has it already keeps its picture. */
export function setSize(canvas: HTMLCanvasElement, width: number, height: number): void {
  if (canvas.width !== Math.round(width)) canvas.width = Math.round(width);
  if (canvas.height !== Math.round(height)) canvas.height = Math.round(height);
}

/** Whether an element takes typed text itself. */
export function takesText(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLTextAreaElement ||
    (target instanceof HTMLInputElement && ["text", "search"].includes(target.type))
  );
}

/** Sets an element's text where it is another: a text that is set anew loses the selection in it. */
export function setText(target: HTMLElement, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}

/** Lets the browser save a text as a file. */
export function download(name: string, content: string, type: string): void {
  const link = element("a", { download: name, href: URL.createObjectURL(new Blob([content], { type })) });
  link.click();
  URL.revokeObjectURL(link.href);
}
