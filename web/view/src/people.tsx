// Runs that people sit: begun here, with the codes that are to be handed out.

import { useState } from "preact/hooks";
import type { PeopleRunRow } from "../../generated/view";
import { writeAddress } from "./address";
import * as api from "./api";
import { Crumbs } from "./crumbs";
import { LIVE_MS, shown, useLoaded } from "./load";
import { moment } from "./numbers";

export function PeopleView() {
  const [version, setVersion] = useState(0);
  const loaded = useLoaded(`people ${version}`, api.people, ({ runs }) =>
    runs.every((run) => run.is_over) ? null : LIVE_MS,
  );
  const page = shown(loaded);
  return (
    <main class="page">
      <Crumbs parts={[{ name: "People", to: ["people"] }]} />
      <h1>Let people sit tasks</h1>
      {loaded.is === "failed" && <p class="problem">{loaded.why}</p>}
      <NewRun tasks={page?.tasks ?? []} begun={() => setVersion((before) => before + 1)} />
      {page?.runs.map((run) => (
        <Begun key={run.run} row={run} />
      ))}
    </main>
  );
}

function NewRun({ tasks, begun }: { tasks: string[]; begun: () => void }) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isWaiting, setWaiting] = useState(false);
  const begin = (event: Event) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    const count = (name: string) => Number(data.get(name));
    const asked = {
      tasks: String(data.get("tasks") ?? ""),
      participants: count("participants"),
      instances: count("instances"),
      minutes: count("minutes"),
    };
    setProblem(null);
    setWaiting(true);
    api
      .admitPeople(asked)
      .then(begun, (error: unknown) => setProblem(error instanceof Error ? error.message : String(error)))
      .finally(() => setWaiting(false));
  };
  return (
    <section class="section">
      <form class="filters" onSubmit={begin}>
        <label class="wide">
          <span>Tasks: one or several patterns, such as gym/maze-2d or science/algebra</span>
          <input name="tasks" list="tasks" required spellcheck={false} autocomplete="off" />
        </label>
        <datalist id="tasks">
          {tasks.map((task) => (
            <option key={task} value={task} />
          ))}
        </datalist>
        <label>
          <span>Instances of each task</span>
          <input name="instances" type="number" min={1} max={1000} value={1} required />
        </label>
        <label>
          <span>Participants</span>
          <input name="participants" type="number" min={1} max={50} value={1} required />
        </label>
        <label>
          <span>Minutes for a task</span>
          <input name="minutes" type="number" min={1} max={1440} value={40} required />
        </label>
        <button type="submit" class="plain" disabled={isWaiting}>
          Begin
        </button>
      </form>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}

function Begun({ row }: { row: PeopleRunRow }) {
  return (
    <section class="section" aria-label={row.run}>
      <h2>
        <a href={writeAddress(["runs", row.run])}>{row.run}</a>
        {!row.is_over && <span class="live">running</span>}
      </h2>
      <p class="facts">
        <span>{row.tasks}</span>
        <span class="faint">begun {moment(row.begun)}</span>
      </p>
      {row.is_over ? (
        <p>This run is over.</p>
      ) : (
        <>
          <p>
            Participants enter their codes at <Outside to={row.url} />. Each code can be used once; the{" "}
            <Outside to={row.operator_url} name="operator’s page" /> shows how far they are and gives new ones.
          </p>
          <table class="table">
            <thead>
              <tr>
                <th>Participant</th>
                <th>First access code</th>
              </tr>
            </thead>
            <tbody>
              {row.codes.map(({ participant, code }) => (
                <tr key={participant}>
                  <td>{participant}</td>
                  <td>
                    <code>{code}</code>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </section>
  );
}

/** A page of the run's own server, which listens on the same host as this one. */
function Outside({ to, name }: { to: string; name?: string }) {
  const address = new URL(to);
  address.hostname = location.hostname;
  return (
    <a href={address.href} target="_blank" rel="noreferrer">
      {name ?? address.href}
    </a>
  );
}
