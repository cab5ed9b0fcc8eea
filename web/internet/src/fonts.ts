// The fonts of sites, beside the kit's.

import "@fontsource/source-serif-4/latin-400.css";
import "@fontsource/source-serif-4/latin-400-italic.css";
import "@fontsource/source-serif-4/latin-600.css";
import { loadFonts } from "../../kit/ui/fonts";

const FACES = ["400 12px 'Source Serif 4'", "italic 400 12px 'Source Serif 4'", "600 12px 'Source Serif 4'"];

export async function loadAllFonts(): Promise<void> {
  await Promise.all([loadFonts(), Promise.allSettled(FACES.map((face) => document.fonts.load(face, "Aa")))]);
}
