// A step's particulars: what led to it, what was done, what the world said. What is long is asked for when it is opened.

import { useState } from "preact/hooks";
import type { Moment, NoteName } from "../../generated/view";
import * as api from "./api";
import { shown, useLoaded } from "./load";
import { duration } from "./numbers";

interface DetailsProps {
  run: string;
  trial: number;
  attempt: number;
  moment: Moment;
}

export function Details({ run, trial, attempt, moment }: DetailsProps) {
  const place = { run, trial, attempt };
  return (
    <div class="details" key={moment.event}>
      {moment.notes.map((note) => (
        <Note key={note.event} {...place} note={note} />
      ))}
      {moment.action && (
        <p>
          <b>Action</b> <code>{moment.action}</code>{" "}
          <span class={`status ${moment.status === "executed" ? "passed" : "void"}`}>{moment.status}</span>
          {moment.at_ms !== null && <span class="faint"> at {duration(moment.at_ms / 1000)}</span>}
          {moment.world_ms !== null && <span class="faint">, the world took {duration(moment.world_ms / 1000)}</span>}
        </p>
      )}
      {moment.feedback && <pre class="feedback">{moment.feedback}</pre>}
      <Whole {...place} event={moment.event} title="The whole step as recorded" />
    </div>
  );
}

function Note({ note, ...place }: { run: string; trial: number; attempt: number; note: NoteName }) {
  return (
    <section class="note">
      <b>{note.kind === "model" ? "The model said" : note.kind}</b>
      {note.said && <pre>{note.said}</pre>}
      <Whole {...place} event={note.event} title="Exactly as sent and received" />
    </section>
  );
}

/** An event of the log, as it is there, once it is opened. */
function Whole({ title, ...place }: { run: string; trial: number; attempt: number; event: number; title: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && <Json {...place} />}
    </details>
  );
}

function Json({ run, trial, attempt, event }: { run: string; trial: number; attempt: number; event: number }) {
  const loaded = useLoaded(`${run} ${trial} ${attempt} ${event}`, (signal) =>
    api.event(run, trial, attempt, event, signal),
  );
  const value = shown(loaded);
  if (loaded.is === "failed") return <p class="problem">{loaded.why}</p>;
  return <pre>{value === null ? "…" : JSON.stringify(value, null, 2)}</pre>;
}
