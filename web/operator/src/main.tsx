// The operator's page: who sits, how far each has come, and new access codes.

import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { NewCode, OperatorPage, ParticipantRow, SatTrial } from "../../generated/operator";
import { clock } from "../../kit/ui/clock";
import "../../kit/ui/fonts";
import "../../kit/style/tokens.css";
import "./operator.css";

const dark = matchMedia("(prefers-color-scheme: dark)");
const takeTheme = () => (document.documentElement.dataset["theme"] = dark.matches ? "dark" : "light");
dark.addEventListener("change", takeTheme);
takeTheme();

const LOOK_AGAIN_MS = 1000;

function Operator() {
  const [page, setPage] = useState<OperatorPage | null>(null);
  const [problem, setProblem] = useState("");
  const look = () =>
    fetch("state")
      .then((reply) => reply.json() as Promise<OperatorPage>)
      .then((page) => (setPage(page), setProblem("")))
      .catch(() => setProblem("agon does not answer: the run may be over"));
  useEffect(() => {
    void look();
    const timer = setInterval(() => void look(), LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, []);
  const renew = async (label: string) => {
    const asked: NewCode = { label };
    await fetch("code", { method: "POST", body: JSON.stringify(asked) }).catch(() => null);
    await look();
  };
  return (
    <main>
      <h1>Participants</h1>
      <p class="quiet">
        They enter their codes at <a href={`${location.origin}/`}>{location.origin}/</a>. A code can be used once. How
        trials were marked is in the record of the run.
      </p>
      {problem && <p role="alert">{problem}</p>}
      <table>
        <thead>
          <tr>
            <th>Participant</th>
            <th>Access code</th>
            <th>State</th>
            <th class="number">Tasks</th>
            <th>Now</th>
            <th class="number">Time</th>
            <th class="number">Steps</th>
          </tr>
        </thead>
        <tbody>
          {page?.participants.map((row) => (
            <Row key={row.label} row={row} renew={renew} />
          ))}
        </tbody>
      </table>
      {page?.participants
        .filter((row) => row.sat.length)
        .map((row) => (
          <Sat key={row.label} row={row} />
        ))}
    </main>
  );
}

function Row({ row, renew }: { row: ParticipantRow; renew: (label: string) => Promise<void> }) {
  return (
    <tr>
      <th scope="row">{row.label}</th>
      <td>{row.code ? <code>{row.code}</code> : <button onClick={() => void renew(row.label)}>New code</button>}</td>
      <td>{state(row)}</td>
      <td class="number">
        {row.sat.length} of {row.tasks}
      </td>
      <td>{row.current ?? ""}</td>
      <td class="number">{row.secs === null ? "" : clock(row.secs)}</td>
      <td class="number">{row.steps ?? ""}</td>
    </tr>
  );
}

function state(row: ParticipantRow): string {
  if (row.sat.length >= row.tasks) return "finished";
  if (!row.has_entered) return "has not come";
  const where = row.is_watching ? "" : ", page closed";
  if (!row.has_consented) return `has not agreed${where}`;
  return (row.secs === null ? "reads the instructions" : "works") + where;
}

function Sat({ row }: { row: ParticipantRow }) {
  return (
    <section>
      <h2>{row.label}</h2>
      <table>
        <thead>
          <tr>
            <th>Task</th>
            <th class="number">Time</th>
            <th class="number">Steps</th>
            <th class="number">Refused</th>
            <th class="number">Subtasks</th>
            <th class="number">Pauses</th>
            <th class="number">Left the page</th>
            <th class="number">Instructions</th>
          </tr>
        </thead>
        <tbody>
          {row.sat.map((trial, place) => (
            <SatRow key={place} trial={trial} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function SatRow({ trial: { task, secs, quality } }: { trial: SatTrial }) {
  const { steps, refused, subtasks, pauses, tab_changes, instructions } = quality;
  return (
    <tr>
      <td>{task}</td>
      <td class="number">{clock(secs)}</td>
      {[steps, refused, subtasks, pauses, tab_changes, instructions].map((count, place) => (
        <td key={place} class="number">
          {count}
        </td>
      ))}
    </tr>
  );
}

const root = document.getElementById("operator");
if (root) render(<Operator />, root);
