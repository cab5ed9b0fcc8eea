// The fonts of every application, bundled: a machine's own fonts would make other pixels on another machine.

import "@fontsource/inter/greek-400.css";
import "@fontsource/inter/greek-600.css";
import "@fontsource/inter/latin-400.css";
import "@fontsource/inter/latin-500.css";
import "@fontsource/inter/latin-600.css";
import "@fontsource/jetbrains-mono/greek-400.css";
import "@fontsource/jetbrains-mono/latin-400.css";

const FACES = ["400 12px Inter", "500 12px Inter", "600 12px Inter", "400 12px 'JetBrains Mono'"];

/** Loads the fonts. Text that is measured or drawn on a canvas before that would be drawn differently later. */
export async function loadFonts(): Promise<void> {
  await Promise.allSettled(FACES.map((face) => document.fonts.load(face, "AaΩµ")));
}
