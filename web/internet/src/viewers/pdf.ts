// A PDF: its pages as pictures, with their text over them to be selected, found and read out.

import { type PDFDocumentProxy, type PDFPageProxy, getDocument } from "pdfjs-dist";
// In the page's own thread: a worker's answers would come at times of their own.
import { WorkerMessageHandler } from "pdfjs-dist/build/pdf.worker.mjs";
import { button, element } from "../../../kit/ui/dom";
import type { PageView } from "../page/page";
import { standardFont } from "./pdf-fonts";
import { viewerBar, type FileAnswer, type Viewer } from "./viewers";

Object.assign(globalThis, { pdfjsWorker: { WorkerMessageHandler } });

/** Pixels for a point, at 100 %. */
const SCALE = 96 / 72;
const ZOOMS = [50, 75, 100, 125, 150, 200];
const DEFAULT_ZOOM = 100;
/** Pages that are nearer than this to what is seen are drawn. */
const NEAR_PX = 200;

/** Where letters of Inter stand in a line that is as high as they are large. */
const BASELINE = 0.864;

interface Sheet {
  page: PDFPageProxy;
  root: HTMLElement;
  texts: HTMLElement;
  canvas: HTMLCanvasElement | undefined;
}

export async function pdfViewer(view: PageView, file: FileAnswer): Promise<Viewer> {
  const pdf = await getDocument({
    // It takes the bytes for itself.
    data: file.bytes.slice(),
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    isEvalSupported: false,
    useWasm: false,
    isImageDecoderSupported: false,
    isOffscreenCanvasSupported: false,
    standardFontDataUrl: "fonts/",
    StandardFontDataFactory: StandardFonts,
  }).promise;
  return new PdfViewer(view, file, pdf, await sheetsOf(pdf)).viewer;
}

/** What pdf.js asks for the fonts that every reader of PDF has. */
class StandardFonts {
  fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    return standardFont(filename);
  }
}

async function sheetsOf(pdf: PDFDocumentProxy): Promise<Sheet[]> {
  const pages = await Promise.all(Array.from({ length: pdf.numPages }, (_, i) => pdf.getPage(i + 1)));
  return pages.map((page, i) => {
    const texts = element("div", { class: "agon-pdf-texts" });
    const root = element("section", { class: "agon-pdf-page", "aria-label": `Page ${i + 1}` }, texts);
    return { page, root, texts, canvas: undefined };
  });
}

class PdfViewer {
  readonly viewer: Viewer;
  readonly #view: PageView;
  readonly #sheets: Sheet[];
  readonly #at: HTMLElement;
  readonly #zoomed: HTMLElement;
  #zoom: number;
  #drawn = 0;

  constructor(view: PageView, file: FileAnswer, pdf: PDFDocumentProxy, sheets: Sheet[]) {
    this.#view = view;
    this.#sheets = sheets;
    const told = view.told("pdf") as { zoom?: number } | undefined;
    this.#zoom = told?.zoom ?? DEFAULT_ZOOM;
    this.#at = element("span", { class: "agon-pdf-at", role: "status" });
    this.#zoomed = element("span", { class: "agon-pdf-at" });
    const step = (by: number, text: string, name: string) => {
      const made = button(text, () => this.#zoomBy(by));
      made.setAttribute("aria-label", name);
      return made;
    };
    const turn = (by: number, text: string, name: string) => {
      const made = button(text, () => this.#turn(by));
      made.setAttribute("aria-label", name);
      return made;
    };
    const bar = viewerBar(
      view,
      file,
      turn(-1, "‹", "Previous page"),
      this.#at,
      turn(1, "›", "Next page"),
      step(-1, "–", "Zoom out"),
      this.#zoomed,
      step(1, "+", "Zoom in"),
    );
    const pages = element("div", { class: "agon-pdf" }, ...sheets.map(({ root }) => root));
    this.viewer = {
      root: element("div", { class: "agon-viewer" }, bar, pages),
      shown: () => this.#draw(),
      scrolled: () => this.#draw(),
      dispose: () => void pdf.destroy(),
    };
    this.#lay();
  }

  /** Gives every page its size, and puts its text in place. */
  #lay(): void {
    this.#drawn++;
    for (const sheet of this.#sheets) {
      const { width, height } = sheet.page.getViewport({ scale: this.#scale });
      sheet.root.style.width = `${Math.round(width)}px`;
      sheet.root.style.height = `${Math.round(height)}px`;
      sheet.canvas?.remove();
      sheet.canvas = undefined;
      void this.#view.around.net.track(this.#putTexts(sheet, this.#drawn));
    }
    this.#zoomed.textContent = `${this.#zoom} %`;
  }

  get #scale(): number {
    return (SCALE * this.#zoom) / 100;
  }

  async #putTexts(sheet: Sheet, drawn: number): Promise<void> {
    const { items } = await sheet.page.getTextContent();
    if (drawn !== this.#drawn) return;
    const { transform } = sheet.page.getViewport({ scale: this.#scale });
    const measure = document.createElement("canvas").getContext("2d")!;
    const made: Node[] = [];
    for (const item of items) {
      if (!("str" in item) || item.str === "") continue;
      const [, , , , e, f] = item.transform as number[] as [number, number, number, number, number, number];
      const [a, b, c, d, x, y] = transform as [number, number, number, number, number, number];
      const size = item.height * this.#scale;
      const text = element("span", {}, item.str);
      measure.font = `${size}px Inter`;
      const stretch = (item.width * this.#scale) / (measure.measureText(item.str).width || 1);
      text.style.cssText =
        `left: ${a * e + c * f + x}px; top: ${b * e + d * f + y - size * BASELINE}px; ` +
        `font-size: ${size}px; transform: scaleX(${stretch})`;
      made.push(text, document.createTextNode(item.hasEOL ? "\n" : " "));
    }
    sheet.texts.replaceChildren(...made);
  }

  /** Draws the pages that are seen, and says which one is. */
  #draw(): void {
    const room = this.#view.popups.layer.getBoundingClientRect();
    const middle = (room.top + room.bottom) / 2;
    let at = 0;
    for (const [i, sheet] of this.#sheets.entries()) {
      const place = sheet.root.getBoundingClientRect();
      if (place.top < middle) at = i;
      if (!sheet.canvas && place.bottom > room.top - NEAR_PX && place.top < room.bottom + NEAR_PX)
        void this.#view.around.net.track(this.#paint(sheet));
    }
    this.#at.textContent = `${at + 1} of ${this.#sheets.length}`;
  }

  async #paint(sheet: Sheet): Promise<void> {
    const viewport = sheet.page.getViewport({ scale: this.#scale });
    const canvas = element("canvas", { "aria-hidden": "true" });
    canvas.width = Math.round(viewport.width);
    canvas.height = Math.round(viewport.height);
    sheet.canvas = canvas;
    sheet.root.prepend(canvas);
    // Drawn "for print" it is drawn at once, and not piece by piece with animation frames.
    await sheet.page.render({ canvas, viewport, intent: "print" }).promise;
  }

  #zoomBy(by: number): void {
    const next = ZOOMS[ZOOMS.indexOf(this.#zoom) + by];
    if (next === undefined) return;
    const share = this.#view.around.scrollShare();
    this.#zoom = next;
    this.#view.note("pdf", next === DEFAULT_ZOOM ? undefined : { zoom: next });
    this.#lay();
    this.#view.around.scrollToShare(share);
    this.#draw();
  }

  #turn(by: number): void {
    const at = Number(this.#at.textContent!.split(" ")[0]) - 1;
    const sheet = this.#sheets[at + by];
    if (sheet) this.#view.around.scrollTo(sheet.root);
  }
}
