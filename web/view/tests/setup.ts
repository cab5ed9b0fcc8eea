// What the tests of the viewer share: runs that are recorded for them, a running `agon view`, a browser.

import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Browser, type BrowserContextOptions, type Page, chromium } from "playwright-core";

const agon = process.env["AGON"] ?? "agon";

/** A folder of runs of one test file, with everything that was started for it. */
export class Place {
  readonly folder = mkdtempSync(join(tmpdir(), "agon-view-"));
  readonly #children: ChildProcess[] = [];
  readonly #servers: Server[] = [];
  #browser: Browser | undefined;

  path(...parts: string[]): string {
    return join(this.folder, ...parts);
  }

  write(name: string, text: string): void {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), text);
  }

  /** Starts `agon`; whoever wants to wait for its end does so. */
  start(args: string[], env: Record<string, string> = {}): ChildProcess {
    const child = spawn(agon, args, {
      cwd: this.folder,
      env: { ...process.env, AGON_STATE: this.path("state"), ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#children.push(child);
    return child;
  }

  /** Records a run below `runs`. */
  async run(name: string, args: string[], env: Record<string, string> = {}): Promise<void> {
    const child = this.start(["run", ...args, "--out", join("runs", name)], env);
    let said = "";
    child.stderr?.on("data", (text: Buffer) => (said += text.toString()));
    child.stdout?.resume();
    const code = await ended(child);
    if (code !== 0) throw new Error(`agon run ended with ${code}: ${said}`);
  }

  /** A running `agon view`; its address. */
  async view(...args: string[]): Promise<string> {
    const server = this.start(["view", "runs", ...args]);
    server.stderr?.resume();
    return new Promise((resolve, reject) => {
      server.stdout?.once("data", (line: Buffer) => resolve(line.toString().trim()));
      server.once("exit", (code) => reject(new Error(`agon view ended with ${code}`)));
    });
  }

  /** A stand-in for a model's service, in the form of OpenAI's chat completions: the n-th answer to the n-th request. */
  async model(answers: string[]): Promise<Record<string, string>> {
    let asked = 0;
    const server = createServer((request, response) => {
      request.resume();
      request.on("end", () => {
        // Services also tell of their models, where they are asked to.
        if (request.method !== "POST") return response.writeHead(404).end();
        const content = answers[Math.min(asked++, answers.length - 1)];
        const usage = { prompt_tokens: 1200, completion_tokens: 34, total_tokens: 1234 };
        const message = { role: "assistant", content };
        const body = { id: "1", object: "chat.completion", created: 1, model: "player-2026", usage };
        response.setHeader("content-type", "application/json");
        return response.end(JSON.stringify({ ...body, choices: [{ index: 0, finish_reason: "stop", message }] }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    this.#servers.push(server);
    const { port } = server.address() as AddressInfo;
    return { OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1`, OPENAI_API_KEY: "a-key" };
  }

  async page(options: BrowserContextOptions = {}): Promise<Page> {
    this.#browser ??= await chromium.launch({
      executablePath: process.env["AGON_CHROMIUM"] ?? "chromium",
      args: ["--no-sandbox"],
    });
    const context = await this.#browser.newContext({ viewport: { width: 1366, height: 768 }, ...options });
    const page = await context.newPage();
    page.on("pageerror", (error) => {
      throw error;
    });
    return page;
  }

  async close(): Promise<void> {
    await this.#browser?.close();
    for (const server of this.#servers) server.close();
    for (const child of this.#children) child.kill();
    await Promise.all(this.#children.map(ended));
    rmSync(this.folder, { recursive: true, force: true });
  }
}

export function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode);
  return new Promise((resolve, reject) => {
    child.once("exit", resolve);
    child.once("error", reject);
  });
}

/** An agent that takes each of its steps when a file allows it: `go-0`, `go-1`, and so on. */
export const WAITING_AGENT = `
import os, sys, time
for number in range(4):
    sys.stdin.readline()
    while not os.path.exists(f"go-{number}"):
        time.sleep(0.02)
    print("('move', 0)" if number < 3 else "('stop', 'stop')", flush=True)
sys.stdin.readline()
`;
