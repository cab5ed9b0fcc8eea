// Files in a tab: what is shown of them, below a bar with their name.

import { button, element } from "../../../kit/ui/dom";
import type { Answer } from "../net";
import type { PageView } from "../page/page";
import type { Widget } from "../widgets/widgets";
import { csvTable } from "./csv";

export type FileAnswer = Extract<Answer, { is: "file" }>;

export interface Viewer extends Widget {
  root: HTMLElement;
}

type Kind = "pdf" | "csv" | "text" | "picture";

/** How a file is shown; what cannot be shown is saved instead. */
export function kindOf({ media }: FileAnswer): Kind | undefined {
  const type = media.split(";")[0]!.trim().toLowerCase();
  if (type === "application/pdf") return "pdf";
  if (type === "text/csv") return "csv";
  if (type.startsWith("image/")) return "picture";
  return type.startsWith("text/") || type === "application/json" || type.endsWith("bibtex") ? "text" : undefined;
}

/** The bar of a viewer, with controls of its own. */
export function viewerBar(page: PageView, file: FileAnswer, ...controls: HTMLElement[]): HTMLElement {
  const isSaved = () => page.around.state.downloads.some(({ address }) => address === file.address);
  const save = button(isSaved() ? "Saved" : "Save", () => {
    save.textContent = "Saved";
    void page.around.save(page.address);
  });
  return element(
    "div",
    { class: "agon-viewer-bar" },
    element("h1", {}, file.name),
    element("span", { class: "agon-space" }),
    ...controls,
    save,
  );
}

export async function viewerOf(page: PageView, file: FileAnswer): Promise<Viewer> {
  const kind = kindOf(file);
  if (kind === "pdf") return (await import("./pdf")).pdfViewer(page, file);
  const text = () => new TextDecoder().decode(file.bytes);
  const root = element("div", { class: "agon-viewer" }, viewerBar(page, file));
  if (kind === "csv") {
    root.append(csvTable(text()));
    await page.enhance(root, false);
  } else if (kind === "picture") {
    const picture = element("img", { alt: file.name, class: "agon-viewed" });
    page.pictures.put(picture, file.bytes);
    root.append(picture);
    await picture.decode().catch(() => undefined);
  } else {
    root.append(element("pre", { class: "agon-viewed" }, text()));
  }
  return { root };
}
