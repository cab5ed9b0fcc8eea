// How a text is broken into lines.

export const FONT_SIZES = { least: 8, most: 200 };
export const LONGEST_LINE_PX = 600;

export function fontOf(size: number): string {
  return `600 ${size}px Inter`;
}

/** Lines not wider than the room, broken between words; a word that is too wide has a line of its own. */
export function linesOf(text: string, widthOf: (line: string) => number, room = LONGEST_LINE_PX): string[] {
  return text.split("\n").flatMap((paragraph) => {
    const lines: string[] = [];
    let line = "";
    for (const word of paragraph.split(" ")) {
      const longer = line === "" ? word : `${line} ${word}`;
      if (line !== "" && widthOf(longer) > room) {
        lines.push(line);
        line = word;
      } else line = longer;
    }
    return [...lines, line];
  });
}
