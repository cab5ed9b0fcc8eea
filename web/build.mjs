// Builds every application into dist/NAME, and the script that a sat exam injects into its page as dist/exam.js.
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";

const here = import.meta.dirname;
const dist = join(here, "dist");
const apps = readdirSync(here).filter((name) => existsSync(join(here, name, "index.html")) && name !== "dist");
// Fonts come with the style sheet: a page is ready without asking for each of them.
const isFont = (file) => file.endsWith(".woff2");
rmSync(dist, { recursive: true, force: true });

for (const name of apps) {
  await build({
    configFile: false,
    logLevel: "warn",
    root: join(here, name),
    base: "./",
    build: { outDir: join(dist, name), emptyOutDir: true, target: "es2022", assetsInlineLimit: isFont },
  });
}

await build({
  configFile: false,
  logLevel: "warn",
  build: {
    outDir: dist,
    emptyOutDir: false,
    target: "es2022",
    lib: { entry: join(here, "kit", "exam.ts"), formats: ["iife"], name: "agonExam", fileName: () => "exam.js" },
  },
});
