// What a command printed and what the accessibility tree was, asked for when they are wanted.

import { useState } from "preact/hooks";
import * as api from "./api";
import { shown, useLoaded } from "./load";
import { Pre } from "./pre";

interface Place {
  run: string;
  trial: number;
  attempt: number;
  event: number;
}

/** A command's output, as the record has it. */
interface CommandOutput {
  stdout?: string;
  stderr?: string;
  exit_code?: number;
  truncated_bytes?: number;
  timed_out_secs?: number;
}

export function Output({ run, trial, attempt, event }: Place) {
  const loaded = useLoaded(`output ${run} ${trial} ${attempt} ${event}`, (signal) =>
    api.event(run, trial, attempt, event, signal),
  );
  if (loaded.is === "failed") return <p class="problem">{loaded.why}</p>;
  const output = (shown(loaded) as { output?: CommandOutput } | null)?.output;
  if (!output) return null;
  return (
    <section class="output" aria-label="What the command printed">
      {output.stdout && <Pre>{output.stdout}</Pre>}
      {output.stderr && (
        <>
          <p class="faint">standard error</p>
          <Pre>{output.stderr}</Pre>
        </>
      )}
      <p class="faint">{ending(output)}</p>
    </section>
  );
}

function ending({ exit_code, truncated_bytes, timed_out_secs }: CommandOutput): string {
  const end =
    exit_code !== undefined
      ? `exit status ${exit_code}`
      : timed_out_secs !== undefined
        ? `stopped after ${timed_out_secs} s`
        : "ended by a signal";
  return truncated_bytes ? `${end}; ${truncated_bytes.toLocaleString("en")} bytes were left off` : end;
}

export function Tree(place: Place) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Accessibility tree</summary>
      {isOpen && <Outline {...place} />}
    </details>
  );
}

function Outline({ run, trial, attempt, event }: Place) {
  const loaded = useLoaded(`tree ${run} ${trial} ${attempt} ${event}`, (signal) =>
    api.tree(run, trial, attempt, event, signal),
  );
  if (loaded.is === "failed") return <p class="problem">{loaded.why}</p>;
  return <Pre>{shown(loaded) ?? "…"}</Pre>;
}
