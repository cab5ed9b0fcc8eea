// People's notes on a trial and its steps. They are kept beside the run and are no part of its record.

import { useState } from "preact/hooks";
import type { PersonNote } from "../../generated/view";
import { type Address, changed } from "./address";
import * as api from "./api";
import { shown, useLoaded } from "./load";
import { moment } from "./numbers";

interface NotesProps {
  run: string;
  trial: number;
  attempt: number;
  /** The step that is open. */
  step: number;
  address: Address;
}

export function Notes({ run, trial, attempt, step, address }: NotesProps) {
  const [version, setVersion] = useState(0);
  const loaded = useLoaded(`notes ${run} ${trial} ${version}`, (signal) => api.notes(run, signal));
  const notes = shown(loaded)?.filter((note) => note.trial === trial) ?? [];
  const [problem, setProblem] = useState<string | null>(null);
  const write = (event: Event) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const data = new FormData(form);
    const text = String(data.get("text") ?? "").trim();
    if (!text) return;
    setProblem(null);
    const note = { trial, attempt, step: data.get("about") === "trial" ? null : step, text, by: "" };
    api.addNote(run, note).then(
      () => {
        form.reset();
        setVersion((before) => before + 1);
      },
      (error: unknown) => setProblem(error instanceof Error ? error.message : String(error)),
    );
  };
  return (
    <section class="section">
      <h2>Notes</h2>
      {loaded.is === "failed" && <p class="problem">{loaded.why}</p>}
      <ul class="flips">
        {notes.map((note, place) => (
          <Written key={place} note={note} address={address} />
        ))}
      </ul>
      <form class="filters" onSubmit={write}>
        <label class="wide">
          <span>A note on this trial; it is kept beside the run, in notes.jsonl</span>
          <textarea name="text" rows={2} maxLength={8000} />
        </label>
        <label>
          <span>About</span>
          <select name="about">
            <option value="step">step {step}</option>
            <option value="trial">the whole trial</option>
          </select>
        </label>
        <button type="submit" class="plain">
          Keep
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

function Written({ note, address }: { note: PersonNote; address: Address }) {
  return (
    <li>
      <span class="faint">
        {moment(note.at)}
        {note.by && `, ${note.by}`}
      </span>{" "}
      {note.step !== null && (
        <a href={changed(address, { step: String(note.step), attempt: String(note.attempt) })}>step {note.step}</a>
      )}
      <div class="written">{note.text}</div>
    </li>
  );
}
