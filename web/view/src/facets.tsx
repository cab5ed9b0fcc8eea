// How agents did by difficulty, domain, capability or surface of their tasks, and which failure modes their trials show.

import { useState } from "preact/hooks";
import type { FacetRow, ModesPage, RunPage } from "../../generated/view";
import { type Address, changed } from "./address";
import * as api from "./api";
import { LIVE_MS, shown, useLoaded } from "./load";
import { cost, count, duration, mean, percent, score } from "./numbers";
import { Shares } from "./shares";

export const TITLES: Record<string, string> = {
  difficulty: "Difficulty",
  domain: "Domain",
  capability: "Capability",
  surface: "Surface",
};

/** Properties in which the run's tasks differ. */
const worthShowing = (page: RunPage) => page.facets.filter(({ values }) => values.length > 1);

export function Facets({ page, address }: { page: RunPage; address: Address }) {
  const [isOpen, setOpen] = useState(false);
  const facets = worthShowing(page);
  const [first] = facets;
  const wanted = address.query.get("by");
  const facet = facets.find(({ facet }) => facet === wanted) ?? first;
  if (!facet) return null;
  return (
    <details class="section" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>By kind of task</summary>
      {isOpen && (
        <>
          <p class="modes" role="group" aria-label="Group by">
            {facets.map(({ facet: name }) => (
              <a
                key={name}
                class={name === facet.facet ? "is-here" : ""}
                aria-current={name === facet.facet ? "true" : undefined}
                href={changed(address, { by: name })}
              >
                {TITLES[name]}
              </a>
            ))}
          </p>
          <Table page={page} facet={facet.facet} address={address} />
        </>
      )}
    </details>
  );
}

function Table({ page, facet, address }: { page: RunPage; facet: string; address: Address }) {
  const key = `facet ${page.row.id} ${facet} ${JSON.stringify(page.row.counts)}`;
  const loaded = useLoaded(key, (signal) => api.facet(page.row.id, facet, signal));
  const table = shown(loaded);
  if (loaded.is === "failed") return <p class="problem">{loaded.why}</p>;
  return (
    <div class="scroll">
      <table class="table">
        <thead>
          <tr>
            <th>{TITLES[facet]}</th>
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
          {table?.rows.map((row) => (
            <Row key={`${row.value} ${row.share.name}`} row={row} facet={facet} address={address} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ row: { value, share }, facet, address }: { row: FacetRow; facet: string; address: Address }) {
  return (
    <tr>
      <td>
        <a href={changed(address, { [facet]: value, offset: null })}>{value}</a>
      </td>
      <td>
        <a href={changed(address, { [facet]: value, agent: share.name, offset: null })}>{share.name}</a>
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
}

/** Failure modes need every log, so they are looked for when somebody asks. */
export function FailureModes({ page, address, onFound }: { page: RunPage; address: Address; onFound: () => void }) {
  const [isOpen, setOpen] = useState(address.query.has("mode"));
  return (
    <details class="section" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Failure modes</summary>
      {isOpen && <Modes page={page} address={address} onFound={onFound} />}
    </details>
  );
}

function Modes({ page, address, onFound }: { page: RunPage; address: Address; onFound: () => void }) {
  const loaded = useLoaded(
    `modes ${page.row.id} ${JSON.stringify(page.row.counts)}`,
    (signal) => api.modes(page.row.id, signal),
    (found) => {
      if (found.is_looking) return LIVE_MS;
      onFound();
      return null;
    },
  );
  const found = shown(loaded);
  if (loaded.is === "failed") return <p class="problem">{loaded.why}</p>;
  if (!found) return <p class="faint">…</p>;
  return (
    <>
      {found.is_looking && (
        <p class="faint" role="status">
          {`${count(found.looked)} of ${count(found.scored)} logs were read`}
        </p>
      )}
      <ModeTable page={page} found={found} address={address} />
    </>
  );
}

function ModeTable({ page, found, address }: { page: RunPage; found: ModesPage; address: Address }) {
  return (
    <div class="scroll">
      <table class="table">
        <thead>
          <tr>
            <th>Mode</th>
            {page.agents.map(({ name }) => (
              <th key={name} class="number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {found.modes.map(({ mode, title, agents }) => (
            <tr key={mode}>
              <td>
                <a href={changed(address, { mode, agent: null, offset: null })}>{title}</a>
              </td>
              {agents.map((trials, agent) => {
                const name = page.agents[agent]?.name ?? "";
                return (
                  <td key={name} class="number">
                    {trials > 0 ? (
                      <a href={changed(address, { mode, agent: name, offset: null })}>{count(trials)}</a>
                    ) : (
                      0
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
