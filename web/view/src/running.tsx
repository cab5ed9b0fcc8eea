// A run that is going on: which trials are under way, and buttons to pause and stop it. Nothing of what agents say or see.

import { useEffect, useState } from "preact/hooks";
import type { RunNews, RunningTrial } from "../../generated/view";
import { writeAddress } from "./address";
import * as api from "./api";
import { Crumbs } from "./crumbs";
import { useSocket } from "./live";
import { cost, count, duration, percent } from "./numbers";
import { useSession } from "./session";
import { Shares } from "./shares";

/** How a run stands, whenever it changes. */
export function useRunNews(run: string, isWanted: boolean): RunNews | null {
  const [news, setNews] = useState<RunNews | null>(null);
  useEffect(() => setNews(null), [run]);
  useSocket<RunNews>(isWanted ? run : null, () => api.runLive(run), setNews);
  return news;
}

/** A page for whoever only watches over a run. */
export function MonitorView({ run }: { run: string }) {
  const news = useRunNews(run, true);
  useEffect(() => {
    document.title = `${run} now – Agon`;
  }, [run]);
  return (
    <main class="page">
      <Crumbs
        parts={[
          { name: run, to: ["runs", run] },
          { name: "Now", to: ["runs", run, "now"] },
        ]}
      />
      <h1>{run}</h1>
      {news ? <Standing run={run} news={news} /> : <p class="faint">…</p>}
    </main>
  );
}

export function Standing({ run, news }: { run: string; news: RunNews }) {
  const { counts } = news;
  const done = counts.trials - counts.missing;
  return (
    <>
      <p class="facts" role="status">
        <span class={news.is_live ? "live" : ""}>{stateWord(news)}</span>
        <span>
          {count(done)} of {count(counts.trials)} trials finished
        </span>
        {counts.trials > 0 && <span>{percent(counts.passed / counts.trials)} passed</span>}
        <Shares counts={counts} />
        {news.is_live && <Controls run={run} news={news} />}
      </p>
      {news.running.length > 0 && <RunningTable run={run} running={news.running} />}
      {news.is_live && news.running.length === 0 && <p class="faint">No trial is under way.</p>}
    </>
  );
}

function stateWord({ is_live, control }: RunNews): string {
  if (!is_live) return "not running";
  return { go: "running", pause: "paused", stop: "stopping" }[control];
}

function Controls({ run, news }: { run: string; news: RunNews }) {
  const session = useSession();
  const [problem, setProblem] = useState<string | null>(null);
  if (!session?.may_control) return null;
  const ask = (control: "go" | "pause" | "stop") => () => {
    setProblem(null);
    api.control(run, { control }).catch((error: unknown) => setProblem(String(error)));
  };
  return (
    <>
      {news.control === "pause" ? (
        <button type="button" class="plain" onClick={ask("go")}>
          Go on
        </button>
      ) : (
        <button type="button" class="plain" onClick={ask("pause")} disabled={news.control === "stop"}>
          Pause
        </button>
      )}
      <button
        type="button"
        class="plain"
        disabled={news.control === "stop"}
        onClick={() => {
          if (confirm("Stop this run? `agon resume` goes on with it later.")) ask("stop")();
        }}
      >
        Stop
      </button>
      {problem && <span class="problem">{problem}</span>}
    </>
  );
}

function RunningTable({ run, running }: { run: string; running: RunningTrial[] }) {
  const now = useNow();
  return (
    <div class="scroll">
      <table class="table">
        <thead>
          <tr>
            <th class="number">Trial</th>
            <th>Task</th>
            <th>Agent</th>
            <th class="number">Step</th>
            <th>Last step</th>
            <th class="number">Since</th>
            <th class="number">Tokens</th>
            <th class="number">Cost</th>
          </tr>
        </thead>
        <tbody>
          {running.map((row) => (
            <tr key={`${row.trial} ${row.attempt}`}>
              <td class="number">
                <a
                  href={writeAddress(
                    ["runs", run, "trials", row.trial],
                    new URLSearchParams({ attempt: String(row.attempt) }),
                  )}
                >
                  {row.trial}
                </a>
              </td>
              <td>
                {row.task}@{row.seed}
                {row.attempt > 1 && <span class="faint"> attempt {row.attempt}</span>}
              </td>
              <td>{row.agent}</td>
              <td class="number">{row.steps}</td>
              <td>{row.status ?? "–"}</td>
              <td class="number">{since(row.started, now)}</td>
              <td class="number">{row.tokens > 0 ? count(row.tokens) : "–"}</td>
              <td class="number">{cost(row.cost_usd)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function since(started: string, now: number): string {
  const begun = Date.parse(started);
  return Number.isNaN(begun) ? "–" : duration(Math.max(0, Math.round((now - begun) / 1000)));
}

/** The time, every second. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
