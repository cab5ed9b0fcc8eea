// Finding text on a page: matches as ranges, which are painted without changing the page.

const BLOCKS = new Set(["inline", "inline-block", "contents", "ruby"]);

/** The text of a page as a reader sees it, in lower case, and where each letter of it stands. */
export interface Seen {
  text: string;
  nodes: Text[];
  /** For each letter: which node, and where in it. */
  node: number[];
  offset: number[];
}

/** Collects the visible text; white space is one space, and what stands in another block is separated by a line break. */
export function seenIn(root: ShadowRoot): Seen {
  const seen: Seen = { text: "", nodes: [], node: [], offset: [] };
  const letters: string[] = [];
  const put = (letter: string, node: number, offset: number) => {
    letters.push(letter);
    seen.node.push(node);
    seen.offset.push(offset);
  };
  const blocks = new Map<Element, Element>();
  const blockOf = (start: Element): Element => {
    const known = blocks.get(start);
    if (known) return known;
    const isBlock = !BLOCKS.has(getComputedStyle(start).display);
    const block = isBlock || !start.parentElement ? start : blockOf(start.parentElement);
    blocks.set(start, block);
    return block;
  };
  let block: Element | undefined;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode as Text;
    const holder = text.parentElement;
    if (
      !holder ||
      holder.closest(".agon-layer, .agon-viewer-bar, style, script, select, textarea") ||
      !holder.checkVisibility()
    )
      continue;
    const index = seen.nodes.push(text) - 1;
    const own = blockOf(holder);
    if (own !== block) put("\n", index, 0);
    block = own;
    for (let i = 0; i < text.data.length; i++) {
      const letter = text.data[i]!;
      const isSpace = /\s/.test(letter);
      if (isSpace && /\s/.test(letters.at(-1) ?? "\n")) continue;
      put(isSpace ? " " : letter, index, i);
    }
  }
  seen.text = lower(letters.join(""));
  return seen;
}

/** Lower case, letter by letter, so that places stay the same. */
const lower = (text: string) =>
  Array.from({ length: text.length }, (_, i) => {
    const letter = text[i]!.toLowerCase();
    return letter.length === 1 ? letter : text[i]!;
  }).join("");

const MOST_MATCHES = 1000;

/** Where a text stands on a page, in order. */
export function findText(seen: Seen, text: string): Range[] {
  const wanted = lower(text.trim().replace(/\s+/g, " "));
  if (wanted === "") return [];
  const ranges: Range[] = [];
  for (
    let at = seen.text.indexOf(wanted);
    at >= 0 && ranges.length < MOST_MATCHES;
    at = seen.text.indexOf(wanted, at + wanted.length)
  ) {
    const last = at + wanted.length - 1;
    const range = document.createRange();
    range.setStart(seen.nodes[seen.node[at]!]!, seen.offset[at]!);
    range.setEnd(seen.nodes[seen.node[last]!]!, seen.offset[last]! + 1);
    ranges.push(range);
  }
  return ranges;
}
