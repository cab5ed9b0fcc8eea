// What the pages ask the server. Answers are kept while the page shows them; frames are the browser's to keep.

import type { ComparePage, RunPage, RunRow, SearchPage, TrialPage, TrialsPage } from "../../generated/view";

/** A run's name is one part of the address, whatever slashes it has. */
const ofRun = (run: string) => `api/runs/${encodeURIComponent(run)}`;

async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  const answer = await fetch(path, { signal: signal ?? null });
  if (!answer.ok) throw new Error((await answer.text()) || `The server answered ${answer.status}.`);
  return (await answer.json()) as T;
}

export const runs = (signal?: AbortSignal) => get<RunRow[]>("api/runs", signal);
export const run = (id: string, signal?: AbortSignal) => get<RunPage>(ofRun(id), signal);
export const trials = (id: string, query: string, signal?: AbortSignal) =>
  get<TrialsPage>(`${ofRun(id)}/trials?${query}`, signal);
export const trial = (id: string, number: number, attempt: string | null, signal?: AbortSignal) =>
  get<TrialPage>(`${ofRun(id)}/trials/${number}${attempt ? `?attempt=${encodeURIComponent(attempt)}` : ""}`, signal);
export const event = (id: string, number: number, attempt: number, place: number, signal?: AbortSignal) =>
  get<unknown>(`${ofRun(id)}/trials/${number}/${attempt}/${place}`, signal);
export const frame = (id: string, file: string) => `${ofRun(id)}/frames/${encodeURIComponent(file)}`;
export const compare = (first: string, second: string, signal?: AbortSignal) =>
  get<ComparePage>(`api/compare/${encodeURIComponent(first)}/${encodeURIComponent(second)}`, signal);
export const search = (text: string, run: string, signal?: AbortSignal) =>
  get<SearchPage>(`api/search?${new URLSearchParams({ q: text, run })}`, signal);
