import { element } from "../../../kit/ui/dom";

/** Lets the browser save a file. */
export function saveAs(name: string, content: Blob): void {
  const link = element("a", { download: name, href: URL.createObjectURL(content) });
  link.click();
  // The browser reads the file after this; a minute is enough for it to have begun.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
