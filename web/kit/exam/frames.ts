// A frame in which nothing changes lasts its whole sixtieth of a second in Chromium, and the screenshot waits for its end; one in which
// something changes ends when it is drawn. So every input changes something: a layer outside the screen.

const INPUTS = ["mousemove", "mousedown", "mouseup", "keydown", "keyup"];

export function changeWithInputs(page: Window): void {
  const layer = page.document.createElement("div");
  layer.ariaHidden = "true";
  layer.style.cssText = "position: fixed; left: -9px; top: -9px; width: 1px; height: 1px; will-change: transform";
  page.document.addEventListener("DOMContentLoaded", () => page.document.documentElement.append(layer));
  let isMoved = false;
  const move = () => {
    isMoved = !isMoved;
    layer.style.transform = isMoved ? "translateX(1px)" : "none";
  };
  for (const input of INPUTS) page.addEventListener(input, move, { capture: true, passive: true });
}
