// One trial: its steps, the screen before and after each, what the agent said, and how it was graded.

import { useEffect, useState } from "preact/hooks";
import type { Moment, NoteName, TrialNews, TrialPage } from "../../generated/view";
import { markdownToHtml } from "../../kit/ui/markdown";
import { type Address, changed } from "./address";
import * as api from "./api";
import { Checks, Findings, goToFirstFailing, hasFailed } from "./checks";
import { Course } from "./course";
import { Crumbs } from "./crumbs";
import { Note } from "./details";
import { Exports } from "./exports";
import { useSocket } from "./live";
import { shown, useLoaded } from "./load";
import { Notes } from "./notes";
import { cost, count, duration, score } from "./numbers";
import { Pre } from "./pre";
import { useSession } from "./session";

export function TrialView({ run, trial, address }: { run: string; trial: number; address: Address }) {
  const attempt = address.query.get("attempt");
  const { loaded, page } = useTrial(run, trial, attempt);
  const session = useSession();
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
      {page && <Head run={run} page={page} address={address} />}
      {session?.is_metadata_only && (
        <p class="faint">This viewer shows metadata only: no pictures, no words of agents, models or worlds.</p>
      )}
      {page && session && page.moments.length > 0 && (
        <Course run={run} page={page} address={address} isMetadataOnly={session.is_metadata_only} />
      )}
      {page && page.after.length > 0 && (
        <section class="section">
          <h2>After the last step</h2>
          {page.after.map((note) => (
            <Note key={note.event} run={run} trial={trial} attempt={page.attempt ?? 1} note={note} />
          ))}
        </section>
      )}
      {page && <Findings findings={page.findings} address={address} />}
      {page && <Checks checks={page.checks} />}
      {page && session && !session.is_metadata_only && page.attempt !== null && (
        <Notes
          run={run}
          trial={trial}
          attempt={page.attempt}
          step={Number(address.query.get("step") ?? 0) || 0}
          address={address}
        />
      )}
      {page && page.instruction && (
        <details class="section">
          <summary>Brief</summary>
          <div class="markdown" dangerouslySetInnerHTML={{ __html: markdownToHtml(page.instruction) }} />
          <Pre>{JSON.stringify(page.brief, null, 2)}</Pre>
        </details>
      )}
    </main>
  );
}

/** The trial, with the steps that are told while it goes on. */
function useTrial(run: string, trial: number, attempt: string | null) {
  // Asked for anew when the trial is over: only then are there checks.
  const [version, setVersion] = useState(0);
  const key = `${run} ${trial} ${attempt} ${version}`;
  const loaded = useLoaded(key, (signal) => api.trial(run, trial, attempt, signal));
  const read = shown(loaded);
  const [told, setTold] = useState<{ of: TrialPage; moments: Moment[]; after: NoteName[] } | null>(null);
  const news = told && told.of === read ? told : null;
  const moments = news && read ? [...read.moments, ...news.moments] : (read?.moments ?? []);
  const live = loaded.is === "there" && read?.is_live ? read.attempt : null;
  useSocket<TrialNews>(
    live === null ? null : key,
    () => api.trialLive(run, trial, live ?? 1, moments.length),
    ({ moments: more, after, is_over }) => {
      if (!read) return;
      setTold((before) => ({
        of: read,
        moments: before && before.of === read ? [...before.moments, ...more] : more,
        after,
      }));
      if (is_over) setVersion((before) => before + 1);
    },
  );
  const page = read && news ? { ...read, moments, after: news.after } : read;
  return { loaded, page };
}

function Head({ run, page, address }: { run: string; page: TrialPage; address: Address }) {
  const session = useSession();
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
        {hasFailed(page.checks) && (
          <button type="button" class="link" onClick={goToFirstFailing}>
            First failing check
          </button>
        )}
        {page.is_live && <span class="live">going on</span>}
        {!page.is_closed && !page.is_live && page.attempt !== null && <span class="faint">not finished</span>}
        {session && !session.is_metadata_only && page.attempt !== null && (
          <Exports run={run} trial={row.trial} attempt={page.attempt} />
        )}
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
