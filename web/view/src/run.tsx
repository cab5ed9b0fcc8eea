// One run: its agents, its tasks, what went wrong, and its trials.

import { useEffect, useState } from "preact/hooks";
import type { NamedCount, RunPage, Share } from "../../generated/view";
import { type Address, changed, go, writeAddress } from "./address";
import * as api from "./api";
import { Crumbs } from "./crumbs";
import { Facets, FailureModes } from "./facets";
import { LIVE_MS, shown, useLoaded } from "./load";
import { cost, count, duration, mean, moment, percent, score } from "./numbers";
import { Standing, useRunNews } from "./running";
import { Shares } from "./shares";
import { Trials } from "./trials";

export function RunView({ run: id, address }: { run: string; address: Address }) {
  const loaded = useLoaded(
    `run ${id}`,
    (signal) => api.run(id, signal),
    ({ row, is_checked }) => (row.is_live ? againAfter(row.counts.trials) : is_checked ? null : LIVE_MS),
  );
  const page = shown(loaded);
  const news = useRunNews(id, page?.row.is_live ?? false);
  // Rows tell their failure modes once these are known.
  const [found, setFound] = useState(0);
  useEffect(() => {
    document.title = `${id} – Agon`;
  }, [id]);
  return (
    <main class="page">
      <Crumbs parts={[{ name: id, to: ["runs", id] }]} />
      <h1>{page?.row.name ?? id}</h1>
      {loaded.is === "failed" && <p class="problem">{loaded.why}</p>}
      {page && <Facts page={page} />}
      {news && (
        <details class="section" open>
          <summary>Now</summary>
          <p>
            <a href={writeAddress(["runs", id, "now"])}>Only this</a>
          </p>
          <Standing run={id} news={news} />
        </details>
      )}
      {page && (
        <details class="section" open={page.agents.length > 1}>
          <summary>Agents</summary>
          <AgentTable agents={page.agents} address={address} />
        </details>
      )}
      {page && page.tasks.length > 1 && page.agents.length > 0 && (
        <details class="section" open={page.tasks.length <= 60}>
          <summary>Tasks and agents</summary>
          <HeatMap page={page} address={address} />
        </details>
      )}
      {page && <Facets page={page} address={address} />}
      {page && page.failed_checks.length + page.voids.length > 0 && (
        <details class="section">
          <summary>What went wrong</summary>
          <div class="causes">
            <Causes title="Checks that failed" causes={page.failed_checks} address={address} />
            <Causes title="Void trials" causes={page.voids} address={address} />
          </div>
        </details>
      )}
      {page && <FailureModes page={page} address={address} onFound={() => setFound((before) => before + 1)} />}
      {loaded.is !== "failed" && <Trials run={id} address={address} page={page} found={found} />}
    </main>
  );
}

/** The figures of a run that goes on are made anew more seldom than it is counted: they take longer the larger it is. */
const againAfter = (trials: number) => (trials > 20_000 ? 10 * LIVE_MS : 2 * LIVE_MS);

function Facts({ page }: { page: RunPage }) {
  const { row } = page;
  const { trials, passed } = row.counts;
  return (
    <p class="facts">
      <span>{moment(row.created)}</span>
      <span>{row.suites.join(", ")}</span>
      <span>{trials > 0 ? `${percent(passed / trials)} of ${count(trials)} planned trials passed` : "no trials"}</span>
      {row.counts.void > 0 && <span>{count(row.counts.void)} void</span>}
      {row.counts.missing > 0 && <span>{count(row.counts.missing)} missing</span>}
      {row.is_live && <span class="live">running</span>}
      <a href={writeAddress(["search"], new URLSearchParams({ run: row.id }))}>Search in its logs</a>
      {!page.is_checked && !row.is_live && <span class="faint">figures of the index; the logs are being read</span>}
    </p>
  );
}

function AgentTable({ agents, address }: { agents: Share[]; address: Address }) {
  return (
    <div class="scroll">
      <table class="table">
        <thead>
          <tr>
            <th>Agent</th>
            <th class="number">Trials</th>
            <th class="number">Passed</th>
            <th class="number">95 % interval</th>
            <th class="number">Mean score</th>
            <th class="number">Steps</th>
            <th class="number">Time</th>
            <th class="number">Tokens</th>
            <th class="number">Cost</th>
            <th>Outcomes</th>
          </tr>
        </thead>
        <tbody>
          {agents.map((share) => {
            return (
              <tr key={share.name}>
                <td>
                  <a href={changed(address, { agent: share.name, offset: null })}>{share.name}</a>
                </td>
                <td class="number">{count(share.counts.trials)}</td>
                <td class="number">{share.success === null ? "–" : percent(share.success)}</td>
                <td class="number">{share.interval ? share.interval.map(percent).join(" to ") : "–"}</td>
                <td class="number">{score(share.mean_score)}</td>
                <td class="number">{mean(share.steps)}</td>
                <td class="number">{duration(share.wall_secs)}</td>
                <td class="number">{share.tokens > 0 ? count(share.tokens) : "–"}</td>
                <td class="number">{cost(share.cost_usd)}</td>
                <td>
                  <Shares counts={share.counts} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** Each task's share that passed, for each agent; a click filters the trials below. */
function HeatMap({ page, address }: { page: RunPage; address: Address }) {
  const cells = new Map(page.cells.map((cell) => [`${cell.task} ${cell.agent}`, cell]));
  return (
    <div class="scroll">
      <table class="heat">
        <thead>
          <tr>
            <th>Task</th>
            {page.agents.map((agent) => (
              <th key={agent.name} title={agent.name}>
                <span>{agent.name}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {page.tasks.map((task, row) => (
            <tr key={task}>
              <th scope="row">
                <a href={changed(address, { task: task, agent: null, offset: null })}>{task}</a>
              </th>
              {page.agents.map((agent, column) => {
                const cell = cells.get(`${row} ${column}`);
                const share = cell && cell.trials > 0 ? cell.passed / cell.trials : null;
                return (
                  <td key={agent.name}>
                    {cell && (
                      <a
                        class={share === null ? "unscored" : ""}
                        style={share === null ? {} : { "--share": share }}
                        href={changed(address, { task: task, agent: agent.name, offset: null })}
                        title={`${agent.name} on ${task}: ${cell.passed} of ${cell.trials} trials passed`}
                      >
                        {share === null ? "–" : Math.round(100 * share)}
                      </a>
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Causes({ title, causes, address }: { title: string; causes: NamedCount[]; address: Address }) {
  if (causes.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul>
        {causes.map(({ name, count: times }) => (
          <li key={name}>
            <button type="button" class="link" onClick={() => go(changed(address, { why: name, offset: null }))}>
              {name}
            </button>
            <span class="faint"> {count(times)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
