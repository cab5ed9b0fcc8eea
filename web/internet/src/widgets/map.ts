// A picture of a part of the world with marks on it, to be moved and zoomed.

import { button, element } from "../../../kit/ui/dom";
import type { PageView } from "../page/page";
import type { Widget } from "./widgets";

const MAX_ZOOM = 5;
/** Marks show their names all the time from this zoom on; before, those that are pointed at or have the focus. */
const NAMES_FROM = 2;
const STEP_PX = 80;

interface Place {
  zoom: number;
  /** Where the picture's left upper corner is, in pixels of the widget. */
  x: number;
  y: number;
}

const numbers = (text: string | undefined) => text?.trim().split(/\s+/).map(Number) ?? [];

export function map(page: PageView, root: HTMLElement): Widget {
  const key = page.keyOf(root);
  const [west, south, east, north] = numbers(root.dataset["box"]);
  const picture = root.querySelector("img");
  const marks = [...root.querySelectorAll<HTMLElement>("a[data-at]")];
  const sheet = element("div", { class: "agon-map-sheet" }, picture);
  for (const mark of marks) {
    mark.classList.add("agon-mark");
    const [latitude, longitude] = numbers(mark.dataset["at"]);
    mark.style.left = `${(100 * (longitude! - west!)) / (east! - west!)}%`;
    mark.style.top = `${(100 * (north! - latitude!)) / (north! - south!)}%`;
    // Its name is not always to be seen.
    mark.setAttribute("aria-label", mark.textContent?.trim() ?? "");
    mark.replaceChildren(element("span", {}, ...mark.childNodes));
    mark.draggable = false;
    sheet.append(mark);
  }
  const zoomBy = (by: number, name: string) => {
    const made = button(by > 0 ? "+" : "–", () => zoom(by, frame.clientWidth / 2, frame.clientHeight / 2));
    made.setAttribute("aria-label", name);
    return made;
  };
  const frame = element("div", { class: "agon-map-frame" }, sheet);
  const buttons = element("div", { class: "agon-map-buttons" }, zoomBy(1, "Zoom in"), zoomBy(-1, "Zoom out"));
  root.replaceChildren(frame, buttons);
  if (picture) {
    picture.draggable = false;
    const [width, height] = ["width", "height"].map((name) => Number(picture.getAttribute(name)));
    frame.style.aspectRatio = width && height ? `${width} / ${height}` : `${east! - west!} / ${north! - south!}`;
  }

  const told = page.told(key) as Partial<Place> | undefined;
  let at: Place = { zoom: told?.zoom ?? 0, x: told?.x ?? 0, y: told?.y ?? 0 };

  /** Moves the picture; it always fills the widget. */
  function show(place: Place): void {
    const [width, height] = [frame.clientWidth, frame.clientHeight];
    const scale = 2 ** place.zoom;
    const within = (offset: number, size: number) => Math.round(Math.min(0, Math.max(offset, size - size * scale)));
    at = { zoom: place.zoom, x: within(place.x, width) || 0, y: within(place.y, height) || 0 };
    sheet.style.width = `${100 * scale}%`;
    sheet.style.height = `${100 * scale}%`;
    sheet.style.left = `${at.x}px`;
    sheet.style.top = `${at.y}px`;
    root.classList.toggle("has-names", at.zoom >= NAMES_FROM);
    page.note(key, at.zoom === 0 ? undefined : { ...at });
  }

  /** Zooms about a point of the widget, which stays where it is. */
  function zoom(by: number, x: number, y: number): void {
    const next = Math.min(MAX_ZOOM, Math.max(0, at.zoom + by));
    const factor = 2 ** (next - at.zoom);
    show({ zoom: next, x: x - (x - at.x) * factor, y: y - (y - at.y) * factor });
  }

  let grip: { x: number; y: number; from: Place } | undefined;
  let isMoved = false;
  frame.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    grip = { x: event.clientX, y: event.clientY, from: at };
    isMoved = false;
  });
  frame.addEventListener("pointermove", (event) => {
    // Chromium also tells of a pointer that stands still, at times of its own: then names under it stay away.
    if (event.movementX !== 0 || event.movementY !== 0) root.classList.add("is-pointed");
    if (!grip || event.buttons === 0) return;
    const [x, y] = [event.clientX - grip.x, event.clientY - grip.y];
    if (!isMoved && Math.hypot(x, y) < 4) return;
    if (!isMoved) frame.setPointerCapture(event.pointerId);
    isMoved = true;
    show({ zoom: at.zoom, x: grip.from.x + x, y: grip.from.y + y });
  });
  frame.addEventListener("pointerup", () => (grip = undefined));
  // A mark on which a drag ends was not pressed.
  frame.addEventListener(
    "click",
    (event) => {
      if (!isMoved) return;
      event.preventDefault();
      event.stopPropagation();
      isMoved = false;
    },
    true,
  );
  frame.addEventListener("dblclick", (event) => {
    const box = frame.getBoundingClientRect();
    zoom(1, event.clientX - box.left, event.clientY - box.top);
  });
  root.addEventListener("keydown", (event) => {
    const move = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    const by = event.key === "+" || event.key === "=" ? 1 : event.key === "-" ? -1 : 0;
    if (move && at.zoom > 0) show({ zoom: at.zoom, x: at.x + move[0]! * STEP_PX, y: at.y + move[1]! * STEP_PX });
    else if (by !== 0) zoom(by, frame.clientWidth / 2, frame.clientHeight / 2);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  return { shown: () => show(at) };
}
