// Dialogs: a panel in the middle of the window that has the keyboard to itself until it is accepted or left.

import { button, element } from "./dom";

interface DialogOptions {
  title: string;
  body: Node;
  /** Called by OK and by Enter; false keeps the dialog open. Without it there is only Close, or a button of the label that is given. */
  accept?: () => boolean;
  acceptLabel?: string;
  /** More buttons, at the left. */
  actions?: readonly HTMLButtonElement[];
  isWide?: boolean;
  /** Called when it is gone, whichever way. */
  closed?: () => void;
}

let open: { root: HTMLElement; close: () => void } | undefined;

export function isDialogOpen(): boolean {
  return open !== undefined;
}

export function openDialog(options: DialogOptions): { close: () => void } {
  open?.close();
  const before = document.activeElement;
  const close = () => {
    root.remove();
    if (open?.root === root) open = undefined;
    if (before instanceof HTMLElement) before.focus();
    options.closed?.();
  };
  const accept = () => {
    if (!options.accept || options.accept()) close();
  };

  const buttons = options.accept
    ? [button("Cancel", close), button(options.acceptLabel ?? "OK", accept, { class: "is-main" })]
    : [button(options.acceptLabel ?? "Close", close, { class: "is-main" })];
  const panel = element(
    "div",
    {
      class: options.isWide ? "dialog is-wide" : "dialog",
      role: "dialog",
      "aria-modal": "true",
      "aria-label": options.title,
    },
    element("h1", {}, options.title),
    element("div", { class: "dialog-body" }, options.body),
    element(
      "div",
      { class: "dialog-foot" },
      ...(options.actions ?? []),
      element("span", { class: "space" }),
      ...buttons,
    ),
  );
  const root = element("div", { class: "dialog-back" }, panel);
  root.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Escape") {
      event.preventDefault();
      close();
    } else if (
      event.key === "Enter" &&
      !(event.target instanceof HTMLTextAreaElement) &&
      !(event.target instanceof HTMLButtonElement)
    ) {
      event.preventDefault();
      accept();
    } else if (event.key === "Tab") {
      keepFocusIn(panel, event);
    }
  });
  // A press beside the fields must not take the focus, and with it the keyboard, out of the dialog.
  root.addEventListener("pointerdown", (event) => {
    if (!(event.target as Element).closest("input, textarea, button, label")) event.preventDefault();
  });
  document.body.append(root);
  open = { root, close };
  focusFirst(panel);
  return { close };
}

const FOCUSABLE = "input:not([hidden]), textarea, button:not([disabled])";

/** The first field has the focus, and its text is selected. */
function focusFirst(panel: HTMLElement): void {
  const first =
    panel.querySelector<HTMLElement>(".dialog-body input:not([hidden]), .dialog-body textarea") ??
    panel.querySelector<HTMLElement>("button.is-main");
  const isChoice = first instanceof HTMLInputElement && first.type === "radio";
  (isChoice ? panel.querySelector<HTMLElement>("input:checked") : first)?.focus();
  if (first instanceof HTMLInputElement && first.type === "text") first.select();
}

function keepFocusIn(panel: HTMLElement, event: KeyboardEvent): void {
  // Of a group of radio buttons only the chosen one is on the way.
  const stops = [...panel.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (stop) => !(stop instanceof HTMLInputElement && stop.type === "radio" && !stop.checked),
  );
  const at = stops.indexOf(document.activeElement as HTMLElement);
  const next = stops[(at + (event.shiftKey ? -1 : 1) + stops.length) % stops.length];
  event.preventDefault();
  next?.focus();
  if (next instanceof HTMLInputElement && next.type === "text") next.select();
}

export function openMessage(title: string, message: string): void {
  openDialog({ title, body: element("p", {}, message) });
}

/** Keys, and what they do. */
export type KeyRow = readonly [keys: string, meaning: string];

/** Tells which keys there are, in groups with a title each. */
export function openKeyList(title: string, groups: readonly { title: string; rows: readonly KeyRow[] }[]): void {
  const row = ([keys, meaning]: KeyRow) =>
    element("div", { class: "key-row" }, element("kbd", {}, keys), element("span", {}, meaning));
  const body = element("div", { class: "keys" });
  for (const group of groups)
    body.append(element("h2", {}, group.title), element("div", { class: "key-list" }, ...group.rows.map(row)));
  openDialog({ title, isWide: true, body });
}
