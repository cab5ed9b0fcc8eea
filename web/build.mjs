// Builds every page into dist/NAME, the script that a sat exam injects into its page as dist/exam.js, and the script of an HTML
// report as dist/report.js.
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";

const here = import.meta.dirname;
const dist = join(here, "dist");
const apps = readdirSync(here).filter((name) => existsSync(join(here, name, "index.html")) && name !== "dist");
// Fonts come with the style sheet: a page is ready without asking for each of them.
const isFont = (file) => file.endsWith(".woff2");
// Every browser of ours reads woff2; what stands beside it for old ones would only be carried along.
const withoutOldFonts = {
  name: "without-old-fonts",
  enforce: "pre",
  transform: (code, id) =>
    id.endsWith(".css") ? code.replace(/,\s*url\([^)]*\.woff\)\s*format\((["'])woff\1\)/g, "") : undefined,
};
rmSync(dist, { recursive: true, force: true });

for (const name of apps) {
  await build({
    configFile: false,
    logLevel: "warn",
    root: join(here, name),
    base: "./",
    plugins: [withoutOldFonts],
    build: {
      outDir: join(dist, name),
      emptyOutDir: true,
      target: "es2022",
      assetsInlineLimit: isFont,
      // Of PDF files, which a page loads when it has one to show.
      chunkSizeWarningLimit: 1500,
    },
  });
}

/** One script without imports. */
const script = (file, name, options, plugins = []) =>
  build({
    configFile: false,
    logLevel: "warn",
    plugins,
    build: {
      target: "es2022",
      lib: { entry: join(here, file), formats: ["iife"], name, fileName: () => `${name}.js` },
      ...options,
    },
  });

const [{ output }] = await script("kit/exam/worker.ts", "worker", { write: false });
const WORKER = "virtual:exam-worker";
const workerAsText = {
  name: "exam-worker",
  resolveId: (id) => (id === WORKER ? `\0${WORKER}` : undefined),
  load: (id) => (id === `\0${WORKER}` ? `export default ${JSON.stringify(output[0].code)};` : undefined),
};
await script("kit/exam.ts", "exam", { outDir: dist, emptyOutDir: false }, [workerAsText]);
await script("report/src/main.ts", "report", { outDir: dist, emptyOutDir: false });
