// A clipboard of the page's own: the browser's is shared by all trials in it.

/** Answers copy, cut and paste from a variable, in fields as well as in the page's text. */
export function ownClipboard(page: Window): void {
  let held = "";
  // The first of the path: outside a shadow root an event's target is only the element that has it.
  const field = (event: Event) => {
    const target = event.composedPath()[0];
    return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement ? target : undefined;
  };

  const copy = (event: ClipboardEvent) => {
    const from = field(event);
    const selected = from
      ? from.value.slice(from.selectionStart ?? 0, from.selectionEnd ?? 0)
      : String(page.getSelection() ?? "");
    if (selected !== "") held = selected;
    event.preventDefault();
    return from;
  };
  page.addEventListener("copy", copy, true);
  page.addEventListener(
    "cut",
    (event) => {
      if (copy(event)) page.document.execCommand("delete");
    },
    true,
  );
  page.addEventListener(
    "paste",
    (event) => {
      event.preventDefault();
      if (field(event) && held !== "") page.document.execCommand("insertText", false, held);
    },
    true,
  );
  Object.defineProperty(page.navigator, "clipboard", {
    value: {
      writeText: async (text: string) => void (held = text),
      readText: async () => held,
    },
  });
}
