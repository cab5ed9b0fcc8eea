// One trial: its steps, the screen before and after each, what the agent said, and how it was graded.

import { useEffect, useRef, useState } from "preact/hooks";
import type { CheckRow, Moment, TrialPage } from "../../generated/view";
import { markdownToHtml } from "../../kit/ui/markdown";
import { type Address, changed, go } from "./address";
import * as api from "./api";
import { Crumbs } from "./crumbs";
import { Details } from "./details";
import { LIVE_MS, shown, useLoaded } from "./load";
import { cost, count, duration, score } from "./numbers";
import { Stage, type StageMode } from "./stage";

const MODES: StageMode[] = ["both", "before", "after", "diff"];
const PLAYED_MS = 500;
/** Frames that are asked for ahead of the reader. */
const AHEAD = 4;

export function TrialView({ run, trial, address }: { run: string; trial: number; address: Address }) {
  const attempt = address.query.get("attempt");
  const loaded = useLoaded(
    `${run} ${trial} ${attempt}`,
    (signal) => api.trial(run, trial, attempt, signal),
    ({ is_closed }) => (is_closed ? null : LIVE_MS),
  );
  const page = shown(loaded);
  useEffect(() => {
    document.title = `Trial ${trial} of ${run} – Agon`;
  }, [run, trial]);
  return (
    <main class="page trial">
      <Crumbs
        parts={[
          { name: run, to: ["runs", run] },
          { name: `Trial ${trial}`, to: ["runs", run, "trials", trial] },
        ]}
      />
      {loaded.is === "failed" && <p class="problem">{loaded.why}</p>}
      {page && <Head page={page} address={address} />}
      {page && page.moments.length > 0 && <Course run={run} page={page} address={address} />}
      {page && <Checks checks={page.checks} />}
      {page && (
        <details class="section">
          <summary>Brief</summary>
          <div class="markdown" dangerouslySetInnerHTML={{ __html: markdownToHtml(page.instruction) }} />
          <pre>{JSON.stringify(page.brief, null, 2)}</pre>
        </details>
      )}
    </main>
  );
}

function Head({ page, address }: { page: TrialPage; address: Address }) {
  const { row } = page;
  return (
    <>
      <h1>
        {page.title || row.task} <span class={`status ${row.status}`}>{row.status}</span>
      </h1>
      <p class="facts">
        <span>
          {row.task}@{row.seed}
        </span>
        <span>{row.agent}</span>
        {row.score !== null && <span>score {score(row.score)}</span>}
        {row.steps !== null && <span>{row.steps === 1 ? "1 step" : `${count(row.steps)} steps`}</span>}
        <span>{duration(row.wall_secs)}</span>
        {row.tokens ? <span>{count(row.tokens)} tokens</span> : null}
        {row.cost_usd ? <span>{cost(row.cost_usd)}</span> : null}
        {page.ending && <span>{page.ending}</span>}
        {!page.is_closed && page.attempt !== null && <span class="live">not finished</span>}
        {page.attempts.length > 1 && (
          <span>
            attempt{" "}
            {page.attempts.map((number) => (
              <a
                key={number}
                class={number === page.attempt ? "is-here" : ""}
                href={changed(address, { attempt: String(number), step: null })}
              >
                {number}{" "}
              </a>
            ))}
          </span>
        )}
      </p>
      {page.fault && <p class="problem">{page.fault}</p>}
      {page.attempt === null && <p>No attempt of this trial has begun.</p>}
    </>
  );
}

function Checks({ checks }: { checks: CheckRow[] }) {
  if (checks.length === 0) return null;
  const passed = checks.filter((check) => check.passed).length;
  return (
    <section class="section" id="checks">
      <h2>
        Checks: {passed} of {checks.length} passed
      </h2>
      <table class="table">
        <thead>
          <tr>
            <th>Check</th>
            <th class="number">Score</th>
            <th>Expected</th>
            <th>Seen</th>
            <th>Evidence</th>
          </tr>
        </thead>
        <tbody>
          {checks.map((check) => (
            <tr key={check.name}>
              <td>
                <span class={`status ${check.passed ? "passed" : "failed"}`}>{check.name}</span>
              </td>
              <td class="number">{score(check.score)}</td>
              <td class="long">{check.expected}</td>
              <td class="long">{check.seen}</td>
              <td class="long faint">{check.evidence}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The steps, with the one that is open. */
function Course({ run, page, address }: { run: string; page: TrialPage; address: Address }) {
  const last = page.moments.length - 1;
  const asked = Number(address.query.get("step") ?? 0);
  const at = Math.min(Math.max(0, Number.isFinite(asked) ? asked : 0), last);
  const mode = MODES.find((name) => name === address.query.get("show")) ?? "both";
  const [isPlaying, setPlaying] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  // Keys are heard by one listener, which always sees the present step.
  const present = useRef({ at, last, address });
  present.current = { at, last, address };
  const open = (step: number) => {
    const now = present.current;
    go(changed(now.address, { step: String(Math.min(Math.max(0, step), now.last)) }), true);
  };

  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (event.target instanceof HTMLElement && /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const { at: step, last: end } = present.current;
      const moves: Record<string, number> = { ArrowRight: step + 1, ArrowLeft: step - 1, Home: 0, End: end };
      const to = moves[event.key];
      if (to !== undefined) open(to);
      else if (event.key === " ") setPlaying((before) => !before);
      else if (event.key === "c") document.getElementById("checks")?.scrollIntoView();
      else return;
      event.preventDefault();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, []);

  useEffect(() => {
    if (!isPlaying) return;
    if (at >= last) {
      setPlaying(false);
      return;
    }
    const timer = setTimeout(() => open(at + 1), PLAYED_MS);
    return () => clearTimeout(timer);
  }, [isPlaying, at]);

  useEffect(() => {
    list.current?.children[at]?.scrollIntoView({ block: "nearest" });
    for (const moment of page.moments.slice(at, at + AHEAD)) {
      for (const frame of moment.frames) new Image().src = api.frame(run, frame.file);
    }
  }, [at, page]);

  const now = page.moments[at];
  if (!now) return null;
  const before = page.moments[at - 1];
  return (
    <section class="course">
      <ol class="steps" ref={list} aria-label="Steps">
        {page.moments.map((moment, place) => (
          <Step key={place} moment={moment} isOpen={place === at} onOpen={() => open(place)} />
        ))}
      </ol>
      <div class="stage-side">
        <div class="controls">
          <button type="button" onClick={() => open(at - 1)} disabled={at === 0} aria-label="Step back">
            ←
          </button>
          <button type="button" onClick={() => setPlaying(!isPlaying)}>
            {isPlaying ? "Pause" : "Play"}
          </button>
          <button type="button" onClick={() => open(at + 1)} disabled={at === last} aria-label="Step forward">
            →
          </button>
          <input
            type="range"
            min={0}
            max={last}
            value={at}
            aria-label="Step"
            onInput={(event) => open(Number(event.currentTarget.value))}
          />
          <span class="number">
            {at} of {last}
          </span>
          <span class="modes" role="group" aria-label="What to show">
            {MODES.map((name) => (
              <a key={name} class={name === mode ? "is-here" : ""} href={changed(address, { show: name })}>
                {name}
              </a>
            ))}
          </span>
        </div>
        <Stage run={run} before={before ?? null} now={now} mode={mode} />
        <Details run={run} trial={page.row.trial} attempt={page.attempt ?? 1} moment={now} />
      </div>
    </section>
  );
}

function Step({ moment, isOpen, onOpen }: { moment: Moment; isOpen: boolean; onOpen: () => void }) {
  const isRefused = moment.status !== null && moment.status !== "executed";
  return (
    <li class={isOpen ? "is-open" : ""}>
      <button type="button" onClick={onOpen} aria-current={isOpen ? "step" : undefined}>
        <span class="number">{moment.step}</span>
        <span class="action">{moment.action ?? "what was seen first"}</span>
        {isRefused && <span class="status void">{moment.status}</span>}
      </button>
    </li>
  );
}
