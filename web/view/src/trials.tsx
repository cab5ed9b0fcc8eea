// The table of a run's trials: filtered, sorted and paged by the server, as the address says.

import { useRef, useState } from "preact/hooks";
import type { RunPage, TrialRow } from "../../generated/view";
import { type Address, changed, go, writeAddress } from "./address";
import * as api from "./api";
import { TITLES } from "./facets";
import { shown, useLoaded } from "./load";
import { cost, count, duration, score } from "./numbers";
import { sideAddress } from "./side";

const ROWS = 100;
const STATUSES = ["passed", "failed", "void", "missing"];
const FACETS = ["difficulty", "domain", "capability", "surface"];
const FILTERS = ["status", "agent", "task", "why", "q", "mode", ...FACETS];
const ASKED = [...FILTERS, "sort", "offset"];

/** A column's head, the order it asks for, and whether it holds numbers. */
const COLUMNS: [string, string, boolean][] = [
  ["Trial", "trial", true],
  ["Task", "task", false],
  ["Agent", "agent", false],
  ["Status", "status", false],
  ["Score", "score", true],
  ["Steps", "steps", true],
  ["Time", "time", true],
  ["Tokens", "tokens", true],
  ["Cost", "cost", true],
];

interface TrialsProps {
  run: string;
  address: Address;
  page: RunPage | null;
  /** How often failure modes were looked for. */
  found: number;
}

export function Trials({ run, address, page, found: asked }: TrialsProps) {
  const [chosen, setChosen] = useState<number[]>([]);
  const choose = (trial: number) =>
    setChosen(chosen.includes(trial) ? chosen.filter((other) => other !== trial) : [...chosen, trial]);
  const query = new URLSearchParams({ limit: String(ROWS) });
  for (const key of ASKED) for (const value of address.query.getAll(key)) query.append(key, value);
  const question = query.toString();
  const loaded = useLoaded(
    `${run} ${question} ${asked} ${page?.is_checked} ${JSON.stringify(page?.row.counts)}`,
    async (signal) => ({ question, ...(await api.trials(run, question, signal)) }),
  );
  const found = shown(loaded);
  const offset = Number(address.query.get("offset") ?? 0);
  const to = (place: number) => changed(address, { offset: place > 0 ? String(place) : null });
  return (
    <section class="section">
      <h2>Trials</h2>
      <Filters address={address} page={page} />
      {loaded.is === "failed" && <p class="problem">{loaded.why}</p>}
      {found && (
        <>
          <p class="facts" aria-live="polite">
            <span>{count(found.total)} trials</span>
            {chosen.length > 1 ? (
              <a href={sideAddress(chosen.map((trial) => ({ run, trial })))}>Show {chosen.length} side by side</a>
            ) : (
              <span class="faint">choose trials to see them side by side</span>
            )}
            {found.total > ROWS && (
              <span class="pages">
                {offset > 0 ? <a href={to(offset - ROWS)}>Previous</a> : <span class="faint">Previous</span>}
                {` ${count(offset + 1)} to ${count(Math.min(offset + ROWS, found.total))} `}
                {offset + ROWS < found.total ? <a href={to(offset + ROWS)}>Next</a> : <span class="faint">Next</span>}
              </span>
            )}
          </p>
          <div class="scroll">
            <table class={found.question === question ? "table" : "table is-old"}>
              <thead>
                <tr>
                  <td />
                  {COLUMNS.map(([name, order, isNumber]) => (
                    <th key={order} class={isNumber ? "number" : ""}>
                      <SortLink name={name} order={order} address={address} />
                    </th>
                  ))}
                  <th>Why</th>
                  {found.trials.some(({ modes }) => modes.length > 0) && <th>Failure modes</th>}
                </tr>
              </thead>
              <tbody>
                {found.trials.map((trial) => (
                  <Row
                    key={trial.trial}
                    run={run}
                    trial={trial}
                    isChosen={chosen.includes(trial.trial)}
                    onChoose={() => choose(trial.trial)}
                  />
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </section>
  );
}

function SortLink({ name, order, address }: { name: string; order: string; address: Address }) {
  const sort = address.query.get("sort") ?? "trial";
  const isUp = sort === order;
  const isDown = sort === `-${order}`;
  return (
    <a href={changed(address, { sort: isUp ? `-${order}` : order, offset: null })} aria-label={`Sort by ${name}`}>
      {name}
      {isUp && " ↑"}
      {isDown && " ↓"}
    </a>
  );
}

interface RowProps {
  run: string;
  trial: TrialRow;
  isChosen: boolean;
  onChoose: () => void;
}

function Row({ run, trial, isChosen, onChoose }: RowProps) {
  const to = writeAddress(["runs", run, "trials", trial.trial]);
  return (
    <tr>
      <td>
        <input type="checkbox" checked={isChosen} onChange={onChoose} aria-label={`Choose trial ${trial.trial}`} />
      </td>
      <td class="number">
        <a href={to}>{trial.trial}</a>
      </td>
      <td>
        <a href={to}>
          {trial.task}@{trial.seed}
        </a>
        {trial.repeat > 0 && <span class="faint"> repeat {trial.repeat}</span>}
        {trial.variant && <span class="faint"> {trial.variant}</span>}
      </td>
      <td>{trial.agent}</td>
      <td>
        <span class={`status ${trial.status}`}>{trial.status}</span>
        {trial.attempts > 1 && <span class="faint"> {trial.attempts} attempts</span>}
      </td>
      <td class="number">{score(trial.score)}</td>
      <td class="number">{count(trial.steps)}</td>
      <td class="number">{duration(trial.wall_secs)}</td>
      <td class="number">{trial.tokens ? count(trial.tokens) : "–"}</td>
      <td class="number">{cost(trial.cost_usd)}</td>
      <td class="why" title={trial.why ?? ""}>
        {trial.why}
      </td>
      {trial.modes.length > 0 && <td>{trial.modes.join(", ")}</td>}
    </tr>
  );
}

function Filters({ address, page }: { address: Address; page: RunPage | null }) {
  const typed = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const chosen = (key: string) => address.query.get(key) ?? "";
  const choose = (key: string) => (event: Event) =>
    go(changed(address, { [key]: (event.currentTarget as HTMLSelectElement).value, offset: null }));
  const isFiltered = FILTERS.some((key) => address.query.has(key));
  return (
    <form class="filters" onSubmit={(event) => event.preventDefault()}>
      <label>
        <span>Search</span>
        <input
          type="search"
          placeholder="task, agent, seed, reason"
          defaultValue={chosen("q")}
          onInput={(event) => {
            const { value } = event.currentTarget;
            // One question for a word, not for each of its letters.
            clearTimeout(typed.current);
            typed.current = setTimeout(() => go(changed(address, { q: value, offset: null }), true), 100);
          }}
        />
      </label>
      <Choice name="Status" value={chosen("status")} values={STATUSES} onChange={choose("status")} />
      <Choice
        name="Agent"
        value={chosen("agent")}
        values={page?.agents.map(({ name }) => name) ?? []}
        onChange={choose("agent")}
      />
      <Choice name="Task" value={chosen("task")} values={page?.tasks ?? []} onChange={choose("task")} />
      {page?.facets
        .filter(({ values, facet }) => values.length > 1 || chosen(facet))
        .map(({ facet, values }) => (
          <Choice
            key={facet}
            name={TITLES[facet] ?? facet}
            value={chosen(facet)}
            values={values}
            onChange={choose(facet)}
          />
        ))}
      {chosen("mode") && <span class="chosen">Failure mode: {chosen("mode").replaceAll("_", " ")}</span>}
      {chosen("why") && <span class="chosen">Why: {chosen("why")}</span>}
      {isFiltered && (
        <a href={changed(address, Object.fromEntries([...FILTERS, "offset"].map((key) => [key, null])))}>Show all</a>
      )}
    </form>
  );
}

interface ChoiceProps {
  name: string;
  value: string;
  values: string[];
  onChange: (event: Event) => void;
}

function Choice({ name, value, values, onChange }: ChoiceProps) {
  const all = value && !values.includes(value) ? [value, ...values] : values;
  return (
    <label>
      <span>{name}</span>
      <select value={value} onChange={onChange}>
        <option value="">any</option>
        {all.map((text) => (
          <option key={text} value={text}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
