// A step's particulars: what led to it, what was done, what the world said. What is long is asked for when it is opened.

import { useState } from "preact/hooks";
import type { LimitRow, Moment, NoteName } from "../../generated/view";
import * as api from "./api";
import { Call, Figures } from "./call";
import { shown, useLoaded } from "./load";
import { cost, count, duration } from "./numbers";
import { Output, Tree } from "./output";
import { Pre } from "./pre";

interface DetailsProps {
  run: string;
  trial: number;
  attempt: number;
  moment: Moment;
  limits: LimitRow;
  isMetadataOnly: boolean;
}

export function Details({ run, trial, attempt, moment, limits, isMetadataOnly }: DetailsProps) {
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
      <Budget moment={moment} limits={limits} />
      {moment.has_output ? (
        <Output {...place} event={moment.event} />
      ) : (
        moment.feedback && <Pre class="feedback">{moment.feedback}</Pre>
      )}
      {moment.has_tree && <Tree {...place} event={moment.event} />}
      {!isMetadataOnly && <Whole {...place} event={moment.event} title="The whole step as recorded" />}
    </div>
  );
}

export function Note({ note, ...place }: { run: string; trial: number; attempt: number; note: NoteName }) {
  return (
    <section class="note">
      <b>{note.call ? "The model said" : note.kind}</b>
      {note.call && <Figures figures={note.call} />}
      {note.said && <Pre>{note.said}</Pre>}
      {note.call ? (
        <Call {...place} event={note.event} />
      ) : (
        <Whole {...place} event={note.event} title="The whole note as recorded" />
      )}
    </section>
  );
}

/** What was used when the step was over, of what may be used. */
function Budget({ moment, limits }: { moment: Moment; limits: LimitRow }) {
  const of = (used: string, limit: string | null) => (limit === null ? used : `${used} of ${limit}`);
  return (
    <p class="facts call-facts">
      <span>step {of(count(moment.step), limits.steps === null ? null : count(limits.steps))}</span>
      {moment.tokens > 0 && (
        <span>{of(count(moment.tokens), limits.tokens === null ? null : count(limits.tokens))} tokens</span>
      )}
      {moment.cost_usd > 0 && (
        <span>{of(cost(moment.cost_usd), limits.cost_usd === null ? null : cost(limits.cost_usd))}</span>
      )}
    </p>
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
  return <Pre>{value === null ? "…" : JSON.stringify(value, null, 2)}</Pre>;
}
