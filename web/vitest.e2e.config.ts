import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["**/*.e2e.ts"],
    exclude: ["**/node_modules/**"],
    // Each file has a server and a browser of its own; a small machine takes one pair at a time.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
