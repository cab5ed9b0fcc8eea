// A run with people in it, for tests and measurements.

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Action, recordedActions } from "./hand";

export const agon = process.env["AGON"] ?? "agon";
export const chromium = { executablePath: process.env["AGON_CHROMIUM"] ?? "chromium", args: ["--no-sandbox"] };

export class PeopleRun {
  readonly folder = mkdtempSync(join(tmpdir(), "agon-people-"));
  readonly run = join(this.folder, "run");
  #process: ChildProcess | undefined;
  #ended: Promise<number | null> | undefined;
  address = "";
  operator = "";
  /** By participant. */
  codes: Record<string, string> = {};

  /** Starts a run and waits until people can come. */
  async start(tasks: string[], people: string[], ...options: string[]): Promise<void> {
    const agents = people.flatMap((label) => ["-a", label]);
    const started = spawn(agon, ["run", ...tasks, ...agents, "-o", this.run, ...options], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#process = started;
    this.#ended = new Promise((resolve) => started.once("exit", resolve));
    let [printed, said] = ["", ""];
    await new Promise<void>((resolve, reject) => {
      const look = () => {
        this.address = /^http:\S+(?=\n)/.exec(printed)?.[0] ?? "";
        this.operator = /http:\S+\/operator\/\S+/.exec(said)?.[0] ?? "";
        for (const [, label, code] of said.matchAll(/^ {2}(\S+): ([A-Z2-9]{4}-[A-Z2-9]{4})$/gm))
          this.codes[label!] = code!;
        if (this.operator && this.address) resolve();
      };
      started.stdout.on("data", (text: Buffer) => ((printed += text.toString()), look()));
      started.stderr.on("data", (text: Buffer) => ((said += text.toString()), look()));
      started.once("exit", (code) => reject(new Error(`agon run ended with ${code}: ${said}`)));
    });
  }

  /** What the oracle did for the same instance. */
  solution(task: string): Action[] {
    const run = join(this.folder, "oracle");
    execFileSync(agon, ["run", task, "-a", "oracle", "-o", run], { stdio: "ignore" });
    const actions = recordedActions(run);
    rmSync(run, { recursive: true });
    return actions;
  }

  /** Waits until the run is over; its exit code. */
  ended(): Promise<number | null> | undefined {
    return this.#ended;
  }

  close(): void {
    this.#process?.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
