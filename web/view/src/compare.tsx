// Two runs side by side: what the second won and lost against the first, task by task, down to the trials.

import { useEffect } from "preact/hooks";
import type { ChangeRow, FlipRow, PairRow, TaskPairRow } from "../../generated/view";
import { writeAddress } from "./address";
import * as api from "./api";
import { Crumbs } from "./crumbs";
import { shown, useLoaded } from "./load";
import { count, percent } from "./numbers";
import { sideAddress } from "./side";

export function CompareView({ first, second }: { first: string; second: string }) {
  const loaded = useLoaded(`${first} ${second}`, (signal) => api.compare(first, second, signal));
  const page = shown(loaded);
  useEffect(() => {
    document.title = `${second} against ${first} – Agon`;
  }, [first, second]);
  return (
    <main class="page">
      <Crumbs parts={[{ name: "Compare", to: ["compare", first, second] }]} />
      <h1>
        <a href={writeAddress(["runs", second])}>{second}</a> against{" "}
        <a href={writeAddress(["runs", first])}>{first}</a>
      </h1>
      {loaded.is === "failed" && <p class="problem">{loaded.why}</p>}
      {page?.notes.map((note) => (
        <p key={note} class="facts">
          {note}
        </p>
      ))}
      {page && <Changes first={first} second={second} changes={page.changes} />}
      {page?.agents.map((pair) => (
        <Pair key={pair.first} runs={[first, second]} pair={pair} />
      ))}
    </main>
  );
}

/** What their configurations differ in. */
function Changes({ first, second, changes }: { first: string; second: string; changes: ChangeRow[] }) {
  if (changes.length === 0) return <p class="faint">Both runs have the same configuration.</p>;
  return (
    <details class="section" open>
      <summary>What changed in the configuration: {count(changes.length)}</summary>
      <div class="scroll">
        <table class="table">
          <thead>
            <tr>
              <th>Setting</th>
              <th>{first}</th>
              <th>{second}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map((change) => (
              <tr key={change.path}>
                <td>{change.path}</td>
                <td class="long">{change.first ?? <span class="faint">not set</span>}</td>
                <td class="long">{change.second ?? <span class="faint">not set</span>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

const rate = (value: number | null) => (value === null ? "–" : percent(value));
const points = (value: number) => `${value > 0 ? "+" : ""}${(100 * value).toFixed(1)}`;

function Pair({ runs, pair }: { runs: [string, string]; pair: PairRow }) {
  const name = pair.first === pair.second ? pair.first : `${pair.second} against ${pair.first}`;
  return (
    <section class="section">
      <h2>{name}</h2>
      <p class="facts">
        <span>
          {rate(pair.first_rate)} before, {rate(pair.second_rate)} after
        </span>
        {pair.interval && <span>difference {pair.interval.map(points).join(" to ")} points</span>}
        {pair.p_value !== null && <span>p = {pair.p_value.toPrecision(2)}</span>}
        <span>
          {count(pair.wins)} won, {count(pair.losses)} lost, {count(pair.both_passed)} passed by both,{" "}
          {count(pair.both_failed)} by neither
        </span>
      </p>
      <table class="table">
        <thead>
          <tr>
            <th>Task</th>
            <th class="number">Won</th>
            <th class="number">Lost</th>
            <th class="number">Both passed</th>
            <th class="number">Neither</th>
            <th>Trials that came out differently</th>
          </tr>
        </thead>
        <tbody>
          {pair.tasks.map((task) => (
            <Task key={task.task} runs={runs} task={task} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Task({ runs, task }: { runs: [string, string]; task: TaskPairRow }) {
  return (
    <tr>
      <td>{task.task}</td>
      <td class="number">{task.wins > 0 ? <span class="status passed">{task.wins}</span> : 0}</td>
      <td class="number">{task.losses > 0 ? <span class="status failed">{task.losses}</span> : 0}</td>
      <td class="number">{task.both_passed}</td>
      <td class="number">{task.both_failed}</td>
      <td>
        {task.flips.length > 0 && (
          <details>
            <summary>{count(task.flips.length)}</summary>
            <ul class="flips">
              {task.flips.map((flip) => (
                <Flip key={`${flip.first_trial} ${flip.second_trial}`} runs={runs} flip={flip} />
              ))}
            </ul>
          </details>
        )}
      </td>
    </tr>
  );
}

function Flip({ runs: [first, second], flip }: { runs: [string, string]; flip: FlipRow }) {
  return (
    <li>
      <span class={`status ${flip.won ? "passed" : "failed"}`}>{flip.won ? "won" : "lost"}</span> {flip.name}{" "}
      <a href={writeAddress(["runs", first, "trials", flip.first_trial])}>before</a>{" "}
      <a href={writeAddress(["runs", second, "trials", flip.second_trial])}>after</a>{" "}
      <a
        href={sideAddress([
          { run: first, trial: flip.first_trial },
          { run: second, trial: flip.second_trial },
        ])}
      >
        side by side
      </a>
    </li>
  );
}
