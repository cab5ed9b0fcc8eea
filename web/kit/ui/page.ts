// The page around an application.

/** Takes the colours of tokens.css. */
export function showTheme(isDark: boolean): void {
  document.documentElement.dataset["theme"] = isDark ? "dark" : "light";
}

/** Keeps the browser's own menu and zoom away: they would cover the page or move it from under its coordinates. */
export function keepBrowserOut(): void {
  window.addEventListener("contextmenu", (event) => event.preventDefault());
  window.addEventListener("wheel", (event) => event.ctrlKey && event.preventDefault(), { passive: false });
}
