// Markdown as it is written in briefs. HTML in it is shown as text: a brief may quote what an application holds.

import MarkdownIt from "markdown-it";

// Pictures would be fetched from wherever the text says.
const reader = new MarkdownIt({ html: false, linkify: false }).disable("image");

/** HTML that holds no scripts, no pictures, and no elements but those that Markdown makes. */
export function markdownToHtml(text: string): string {
  return reader.render(text);
}
