// All runs of the folder.

import { useState } from "preact/hooks";
import type { RunRow } from "../../generated/view";
import { writeAddress } from "./address";
import * as api from "./api";
import { LIVE_MS, shown, useLoaded } from "./load";
import { moment, percent } from "./numbers";
import { useSession } from "./session";
import { Shares } from "./shares";

export function RunsView() {
  const loaded = useLoaded("runs", api.runs, (rows) => (rows.some((row) => row.is_live) ? LIVE_MS : null));
  const runs = shown(loaded);
  const [chosen, setChosen] = useState<string[]>([]);
  const [first, second] = chosen;
  const mayAdmitPeople = useSession()?.may_admit_people;
  // The last two that were chosen.
  const chosenWith = (id: string) =>
    chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id].slice(-2);
  return (
    <main class="page">
      <h1>Runs</h1>
      {loaded.is === "failed" && <p class="problem">{loaded.why}</p>}
      {runs?.length === 0 && <p>There are no runs in this folder. `agon run` writes one.</p>}
      {mayAdmitPeople && (
        <p class="facts">
          <a href={writeAddress(["people"])}>Let people sit tasks</a>
        </p>
      )}
      {runs && runs.length > 0 && (
        <p class="facts">
          <a href={writeAddress(["search"])}>Search in logs</a>
          {first && second ? (
            <a href={writeAddress(["compare", first, second])}>
              Compare {second} with {first}
            </a>
          ) : (
            <span class="faint">choose two runs to compare them</span>
          )}
        </p>
      )}
      {runs && runs.length > 0 && (
        <table class="table">
          <thead>
            <tr>
              <th />
              <th>Run</th>
              <th>Begun</th>
              <th>Suites</th>
              <th>Agents</th>
              <th class="number">Trials</th>
              <th class="number">Passed</th>
              <th>Outcomes</th>
            </tr>
          </thead>
          <tbody>
            {runs.map((run) => (
              <Row
                key={run.id}
                run={run}
                isChosen={chosen.includes(run.id)}
                onChoose={() => setChosen(chosenWith(run.id))}
              />
            ))}
          </tbody>
        </table>
      )}
    </main>
  );
}

function Row({ run, isChosen, onChoose }: { run: RunRow; isChosen: boolean; onChoose: () => void }) {
  if (run.problem) {
    return (
      <tr>
        <td />
        <td>{run.id}</td>
        <td colSpan={6} class="problem">
          {run.problem}
        </td>
      </tr>
    );
  }
  return (
    <tr>
      <td>
        <input type="checkbox" checked={isChosen} onChange={onChoose} aria-label={`Choose ${run.id}`} />
      </td>
      <td>
        <a href={writeAddress(["runs", run.id])}>{run.id}</a>
        {run.is_live && <span class="live">running</span>}
      </td>
      <td>{moment(run.created)}</td>
      <td>{run.suites.join(", ")}</td>
      <td title={run.agents.join(", ")}>
        {run.agents.length > 3 ? `${run.agents.length} agents` : run.agents.join(", ")}
      </td>
      <td class="number">{run.counts.trials.toLocaleString("en")}</td>
      <td class="number">{run.counts.trials > 0 ? percent(run.counts.passed / run.counts.trials) : "–"}</td>
      <td>
        <Shares counts={run.counts} />
      </td>
    </tr>
  );
}
