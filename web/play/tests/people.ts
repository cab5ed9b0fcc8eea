// A run with people in it, for tests and measurements.

import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Action, recordedActions } from "./hand";

export const agon = process.env["AGON"] ?? "agon";
export const chromium = { executablePath: process.env["AGON_CHROMIUM"] ?? "chromium", args: ["--no-sandbox"] };

/** What a run with people in it prints first. */
interface Opened {
  url: string;
  operator_url: string;
  codes: { participant: string; code: string }[];
}

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
    const line = await this.#firstLine(["run", ...tasks, ...agents, "-o", this.run, "--json", ...options]);
    const opened = (JSON.parse(line) as { people: Opened }).people;
    [this.address, this.operator] = [opened.url, opened.operator_url];
    this.codes = Object.fromEntries(opened.codes.map(({ participant, code }) => [participant, code]));
  }

  /** Starts a task for oneself; the address of its page. */
  play(task: string): Promise<string> {
    return this.#firstLine(["play", task, "--in", "page", "-o", this.run]);
  }

  /** Starts `agon`; the first line that it prints. */
  #firstLine(args: string[]): Promise<string> {
    const started = spawn(agon, args, { stdio: ["ignore", "pipe", "pipe"] });
    this.#process = started;
    this.#ended = new Promise((resolve) => started.once("exit", resolve));
    let [printed, said] = ["", ""];
    started.stderr.on("data", (text: Buffer) => (said += text.toString()));
    return new Promise<string>((resolve, reject) => {
      started.stdout.on("data", (text: Buffer) => {
        printed += text.toString();
        if (printed.includes("\n")) resolve(printed.slice(0, printed.indexOf("\n")));
      });
      started.once("exit", (code) => reject(new Error(`agon ${args[0]} ended with ${code}: ${said}`)));
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
