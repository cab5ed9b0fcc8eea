// What the pages ask the server. Answers are kept while the page shows them; frames are the browser's to keep.

import type {
  CallPage,
  ComparePage,
  FacetTable,
  ModesPage,
  NewControl,
  NewNote,
  PersonNote,
  RunPage,
  RunRow,
  SearchPage,
  Session,
  TrialPage,
  TrialsPage,
} from "../../generated/view";

/** A run's name is one part of the address, whatever slashes it has. */
const ofRun = (run: string) => `api/runs/${encodeURIComponent(run)}`;

async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  const answer = await fetch(path, { signal: signal ?? null });
  if (!answer.ok) throw new Error((await answer.text()) || `The server answered ${answer.status}.`);
  return (await answer.json()) as T;
}

/** Asks for a change, with the key that only pages of this server have. */
async function post<T>(path: string, body: unknown): Promise<T> {
  const { page_key } = await session();
  const headers = { "content-type": "application/json", "x-agon-page-key": page_key };
  const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error((await answer.text()) || `The server answered ${answer.status}.`);
  return (await answer.json()) as T;
}

export const session = () => get<Session>("api/session");
export const runs = (signal?: AbortSignal) => get<RunRow[]>("api/runs", signal);
export const run = (id: string, signal?: AbortSignal) => get<RunPage>(ofRun(id), signal);
export const trials = (id: string, query: string, signal?: AbortSignal) =>
  get<TrialsPage>(`${ofRun(id)}/trials?${query}`, signal);
export const trial = (id: string, number: number, attempt: string | null, signal?: AbortSignal) =>
  get<TrialPage>(`${ofRun(id)}/trials/${number}${attempt ? `?attempt=${encodeURIComponent(attempt)}` : ""}`, signal);
export const event = (id: string, number: number, attempt: number, place: number, signal?: AbortSignal) =>
  get<unknown>(`${ofRun(id)}/trials/${number}/${attempt}/${place}`, signal);
export const call = (id: string, number: number, attempt: number, place: number, signal?: AbortSignal) =>
  get<CallPage>(`${ofRun(id)}/trials/${number}/${attempt}/calls/${place}`, signal);
export const tree = (id: string, number: number, attempt: number, place: number, signal?: AbortSignal) =>
  get<string>(`${ofRun(id)}/trials/${number}/${attempt}/trees/${place}`, signal);
export const facet = (id: string, name: string, signal?: AbortSignal) =>
  get<FacetTable>(`${ofRun(id)}/facets/${encodeURIComponent(name)}`, signal);
export const modes = (id: string, signal?: AbortSignal) => get<ModesPage>(`${ofRun(id)}/modes`, signal);
export const thumb = (id: string, file: string) => `${ofRun(id)}/thumbs/${encodeURIComponent(file)}`;
export const notes = (id: string, signal?: AbortSignal) => get<PersonNote[]>(`${ofRun(id)}/notes`, signal);
export const addNote = (id: string, note: NewNote) => post<PersonNote>(`${ofRun(id)}/notes`, note);
export const control = (id: string, wish: NewControl) => post<string>(`${ofRun(id)}/control`, wish);
export const runLive = (id: string) => `${ofRun(id)}/live`;
export const trialLive = (id: string, number: number, attempt: number, from: number) =>
  `${ofRun(id)}/trials/${number}/${attempt}/live?from=${from}`;
export async function exported(id: string, number: number, attempt: number, kind: string): Promise<Blob> {
  const answer = await fetch(`${ofRun(id)}/trials/${number}/${attempt}/export.${kind}`);
  if (!answer.ok) throw new Error((await answer.text()) || `The server answered ${answer.status}.`);
  return answer.blob();
}
export const frame = (id: string, file: string) => `${ofRun(id)}/frames/${encodeURIComponent(file)}`;
export const compare = (first: string, second: string, signal?: AbortSignal) =>
  get<ComparePage>(`api/compare/${encodeURIComponent(first)}/${encodeURIComponent(second)}`, signal);
export const search = (text: string, run: string, signal?: AbortSignal) =>
  get<SearchPage>(`api/search?${new URLSearchParams({ q: text, run })}`, signal);
