// The fonts that a PDF need not bring along, by the names that pdf.js has for their files.

import serif from "pdfjs-dist/standard_fonts/FoxitSerif.pfb?url";
import serifBold from "pdfjs-dist/standard_fonts/FoxitSerifBold.pfb?url";
import serifBoldItalic from "pdfjs-dist/standard_fonts/FoxitSerifBoldItalic.pfb?url";
import serifItalic from "pdfjs-dist/standard_fonts/FoxitSerifItalic.pfb?url";
import sansBold from "pdfjs-dist/standard_fonts/LiberationSans-Bold.ttf?url";
import sansBoldItalic from "pdfjs-dist/standard_fonts/LiberationSans-BoldItalic.ttf?url";
import sansItalic from "pdfjs-dist/standard_fonts/LiberationSans-Italic.ttf?url";
import sans from "pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf?url";

const FILES: Readonly<Record<string, string>> = {
  "FoxitSerif.pfb": serif,
  "FoxitSerifBold.pfb": serifBold,
  "FoxitSerifBoldItalic.pfb": serifBoldItalic,
  "FoxitSerifItalic.pfb": serifItalic,
  "LiberationSans-Bold.ttf": sansBold,
  "LiberationSans-BoldItalic.ttf": sansBoldItalic,
  "LiberationSans-Italic.ttf": sansItalic,
  "LiberationSans-Regular.ttf": sans,
};

const loaded = new Map<string, Promise<Uint8Array>>();

/** A font's file. One that is not bundled is an error: the page shows that letters are missing rather than a machine's own font. */
export async function standardFont(name: string): Promise<Uint8Array> {
  const url = FILES[name];
  if (url === undefined) throw new Error(`The font ${name} is not bundled.`);
  let bytes = loaded.get(name);
  if (!bytes) {
    bytes = fetch(url).then(async (reply) => new Uint8Array(await reply.arrayBuffer()));
    loaded.set(name, bytes);
  }
  // pdf.js may keep what it gets.
  return (await bytes).slice();
}
