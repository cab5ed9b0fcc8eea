// The style sheets that every page has: a plain one before the site's own, and ours after it.

import after from "../style/after.css?inline";
import base from "../style/base.css?inline";

function sheet(text: string): CSSStyleSheet {
  const made = new CSSStyleSheet();
  made.replaceSync(text);
  return made;
}

export const BASE = sheet(base);
export const AFTER = sheet(after);
