// Trials side by side, at the same step or at the same time, under one scrubber.

import { useEffect, useRef, useState } from "preact/hooks";
import type { Moment, TrialPage } from "../../generated/view";
import { type Address, changed, go, writeAddress } from "./address";
import { type AlignBy, momentAt, positions } from "./align";
import * as api from "./api";
import { Crumbs } from "./crumbs";
import { useKeys } from "./keys";
import { shown, useLoaded } from "./load";
import { duration, score } from "./numbers";
import { Picture } from "./picture";
import { Pre } from "./pre";

export interface SideTrial {
  run: string;
  trial: number;
}

/** `7@RUN`: a run may have any name, a trial is a number. */
export const writeSide = ({ run, trial }: SideTrial) => `${trial}@${run}`;

export function readSide(text: string): SideTrial | null {
  const at = text.indexOf("@");
  const trial = Number(text.slice(0, at));
  return at > 0 && Number.isInteger(trial) ? { trial, run: text.slice(at + 1) } : null;
}

/** The address of the page that shows these. */
export function sideAddress(trials: SideTrial[]): string {
  return writeAddress(["side"], new URLSearchParams(trials.map((trial) => ["t", writeSide(trial)])));
}

export function SideView({ address }: { address: Address }) {
  const wanted = address.query.getAll("t").flatMap((text) => readSide(text) ?? []);
  const key = wanted.map(writeSide).join(" ");
  const loaded = useLoaded(`side ${key}`, (signal) =>
    Promise.all(wanted.map(({ run, trial }) => api.trial(run, trial, null, signal))),
  );
  const pages = shown(loaded);
  const by: AlignBy = address.query.get("by") === "time" ? "time" : "step";
  useEffect(() => {
    document.title = "Trials side by side – Agon";
  }, []);
  return (
    <main class="page">
      <Crumbs parts={[{ name: "Side by side", to: ["side"] }]} />
      <h1>Trials side by side</h1>
      {loaded.is === "failed" && <p class="problem">{loaded.why}</p>}
      {wanted.length === 0 && <p>Choose trials in the table of a run, or a pair in a comparison.</p>}
      {pages && pages.length === wanted.length && <Columns wanted={wanted} pages={pages} by={by} address={address} />}
      {wanted.length > 0 && <Add wanted={wanted} task={pages?.[0]?.row.task ?? null} />}
    </main>
  );
}

interface ColumnsProps {
  wanted: SideTrial[];
  pages: TrialPage[];
  by: AlignBy;
  address: Address;
}

function Columns({ wanted, pages, by, address }: ColumnsProps) {
  const places = positions(
    pages.map((page) => page.moments),
    by,
  );
  const last = Math.max(0, places.length - 1);
  const at = Math.min(Math.max(0, Number(address.query.get("at") ?? 0) || 0), last);
  const open = (place: number) => go(changed(address, { at: String(Math.min(Math.max(0, place), last)) }), true);
  useKeys({
    ArrowLeft: () => open(at - 1),
    ArrowRight: () => open(at + 1),
    Home: () => open(0),
    End: () => open(last),
  });
  const position = places[at] ?? 0;
  const now = by === "step" ? `step ${position}` : duration(position / 1000);
  return (
    <>
      <div class="controls">
        <button type="button" onClick={() => open(at - 1)} disabled={at === 0} aria-label="Back">
          ←
        </button>
        <button type="button" onClick={() => open(at + 1)} disabled={at === last} aria-label="Forward">
          →
        </button>
        <input
          type="range"
          min={0}
          max={last}
          value={at}
          aria-label="Place in all trials"
          aria-valuetext={now}
          onInput={(event) => open(Number(event.currentTarget.value))}
        />
        <span class="number">{now}</span>
        <span class="modes" role="group" aria-label="Align by">
          {(["step", "time"] as const).map((name) => (
            <a
              key={name}
              class={name === by ? "is-here" : ""}
              aria-current={name === by ? "true" : undefined}
              href={changed(address, { by: name, at: null })}
            >
              by {name}
            </a>
          ))}
        </span>
      </div>
      <div class="side">
        {pages.map((page, column) => (
          <Column key={column} of={wanted[column]!} page={page} at={momentAt(page.moments, by, position)} />
        ))}
      </div>
    </>
  );
}

function Column({ of: { run, trial }, page, at }: { of: SideTrial; page: TrialPage; at: number }) {
  const { row } = page;
  const moment: Moment | undefined = page.moments[at];
  const [frame] = moment?.frames ?? [];
  const isOver = at === page.moments.length - 1;
  const to = writeAddress(["runs", run, "trials", trial], new URLSearchParams({ step: String(at) }));
  return (
    <section aria-label={`Trial ${trial} of ${run}`}>
      <h2>
        <a href={to}>
          {run}, trial {trial}
        </a>{" "}
        <span class={`status ${row.status}`}>{row.status}</span>
      </h2>
      <p class="facts">
        <span>{row.agent}</span>
        <span>
          {row.task}@{row.seed}
        </span>
        {row.score !== null && <span>score {score(row.score)}</span>}
      </p>
      <p class="facts">
        <span class="number">
          step {moment?.step ?? 0} of {Math.max(0, page.moments.length - 1)}
        </span>
        {moment && moment.at_ms !== null && <span class="number">{duration(moment.at_ms / 1000)}</span>}
        {isOver && <span class="faint">{page.ending ?? "its last step"}</span>}
      </p>
      {frame ? (
        <Picture run={run} frame={frame} caption="after" points={[]} />
      ) : (
        <p class="faint">No frame was recorded for this step.</p>
      )}
      {moment?.action && (
        <p>
          <code>{moment.action}</code>{" "}
          {moment.status !== "executed" && <span class="status void">{moment.status}</span>}
        </p>
      )}
      {moment?.feedback && <Pre class="feedback">{moment.feedback}</Pre>}
      {moment?.notes.map((note) => note.said && <Pre key={note.event}>{note.said}</Pre>)}
    </section>
  );
}

/** Another trial of the same task, from any run. */
function Add({ wanted, task }: { wanted: SideTrial[]; task: string | null }) {
  const [run, setRun] = useState("");
  const chosen = useRef<HTMLSelectElement>(null);
  const runs = shown(useLoaded("runs", api.runs));
  const query = new URLSearchParams({ limit: "200", task: task ?? "" });
  const trials = shown(
    useLoaded(`add ${run} ${query}`, async (signal) =>
      run ? (await api.trials(run, query.toString(), signal)).trials : [],
    ),
  );
  const add = (event: Event) => {
    event.preventDefault();
    const trial = Number(chosen.current?.value);
    if (run && chosen.current?.value) go(sideAddress([...wanted, { run, trial }]));
  };
  return (
    <form class="filters section" onSubmit={add}>
      <label>
        <span>Another run</span>
        <select value={run} onChange={(event) => setRun(event.currentTarget.value)}>
          <option value="">choose</option>
          {runs
            ?.filter(({ problem }) => !problem)
            .map(({ id }) => (
              <option key={id}>{id}</option>
            ))}
        </select>
      </label>
      <label>
        <span>Its trial of {task ?? "the task"}</span>
        <select ref={chosen} disabled={!trials?.length}>
          {trials?.map((row) => (
            <option key={row.trial} value={row.trial}>
              {`${row.trial}: @${row.seed}, ${row.agent}, ${row.status}`}
            </option>
          ))}
        </select>
      </label>
      <button type="submit" class="plain" disabled={!trials?.length}>
        Add
      </button>
    </form>
  );
}
