// What would leave the page, or open something beside it, does nothing.

/** Links elsewhere, new windows, the browser's own menu and dropped files. */
export function stayHere(page: Window): void {
  page.open = () => null;
  page.print = () => undefined;
  const onLink = (event: MouseEvent) => {
    const link = event.composedPath().find((node) => node instanceof HTMLAnchorElement || node instanceof SVGAElement);
    if (!link) return;
    const href = link instanceof HTMLAnchorElement ? link.href : link.href.baseVal;
    const plain = event.type === "click" && event.button === 0 && !event.ctrlKey && !event.shiftKey && !event.metaKey;
    const within = href.startsWith(`${page.location.origin}/`) && !link.getAttribute("target");
    if (!plain || !within) event.preventDefault();
  };
  page.addEventListener("click", onLink, true);
  page.addEventListener("auxclick", onLink, true);
  // In the bubbling phase of the window: an application's own handlers have been by then.
  for (const kind of ["contextmenu", "dragover", "drop"])
    page.addEventListener(kind, (event) => event.preventDefault());
}
