// What outlives a reload: texts in the page's own session.

export function keepText(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    // A full or forbidden storage costs the way back after a reload, and nothing else.
  }
}

export function keptText(key: string): string | null {
  return sessionStorage.getItem(key);
}
