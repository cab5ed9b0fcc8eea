// A server in the form of `agon app internet`, with the sites of tests.

import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { contentOf } from "./sites";

const DIST = join(import.meta.dirname, "../../dist");
const TYPES: Record<string, string> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };
// As the real one has it: what the page does must be allowed there.
const POLICY =
  "default-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self' data:; img-src 'self' data: blob:; media-src 'self' blob:; worker-src 'self' blob:; frame-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'";

export const examScript = (): string => readFileSync(join(DIST, "exam.js"), "utf8");

function made(path: string): Buffer | undefined {
  const [, isRaw, encoded] = /^\/made\/7\/(raw\/)?(.*)$/.exec(path) ?? [];
  if (encoded === undefined) return undefined;
  const address = decodeURIComponent(encoded);
  const content = contentOf(address);
  if (isRaw !== undefined) return typeof content === "object" && "bytes" in content ? content.bytes : undefined;
  const told = () => {
    if (content === undefined) return { is: "missing", title: "Not found", html: "<main><h1>Not found</h1></main>" };
    if (typeof content === "string")
      return {
        is: "page",
        address,
        title: /<h1>(.*?)<\/h1>/.exec(content)?.[1] ?? "",
        site: new URL(address).host,
        html: content,
      };
    if ("to" in content) return { is: "moved", to: content.to };
    return { is: "file", address, name: content.name, media: content.media, base64: content.bytes.toString("base64") };
  };
  return Buffer.from(JSON.stringify(told()));
}

export async function serve(): Promise<{ address: string; server: Server }> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://host").pathname;
    const answer = () => {
      if (path.startsWith("/made/")) return made(path);
      return readFileSync(join(DIST, "internet", path === "/" ? "index.html" : path));
    };
    try {
      const bytes = answer();
      const type = path.startsWith("/made/")
        ? "application/octet-stream"
        : (TYPES[path === "/" ? ".html" : extname(path)] ?? "application/octet-stream");
      response.writeHead(bytes ? 200 : 404, {
        "Content-Type": type,
        "Content-Security-Policy": POLICY,
        "X-Content-Type-Options": "nosniff",
      });
      response.end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server };
}
