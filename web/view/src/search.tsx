// Words in what was recorded, in one run or in all.

import type { SearchHit } from "../../generated/view";
import { type Address, changed, go, writeAddress } from "./address";
import * as api from "./api";
import { Crumbs } from "./crumbs";
import { shown, useLoaded } from "./load";
import { count } from "./numbers";
import { Pre } from "./pre";

export function SearchView({ address }: { address: Address }) {
  const text = address.query.get("q") ?? "";
  const run = address.query.get("run") ?? "";
  const loaded = useLoaded(`search ${run} ${text}`, (signal) => api.search(text, run, signal));
  const page = shown(loaded);
  const seek = (event: Event) => {
    event.preventDefault();
    const field = (event.currentTarget as HTMLFormElement).elements.namedItem("words");
    if (field instanceof HTMLInputElement) go(changed(address, { q: field.value }));
  };
  return (
    <main class="page">
      <Crumbs parts={run ? [{ name: run, to: ["runs", run] }] : []} />
      <h1>Search</h1>
      <form class="filters" onSubmit={seek}>
        <label>
          <span>Words in {run || "all runs"}: actions, feedback, models' words, briefs, checks</span>
          <input name="words" type="search" defaultValue={text} autofocus />
        </label>
        <button type="submit" class="plain">
          Search
        </button>
      </form>
      {loaded.is === "waiting" && text && <p class="faint">The logs are being looked through …</p>}
      {loaded.is === "failed" && <p class="problem">{loaded.why}</p>}
      {page && text && (
        <p class="facts" aria-live="polite">
          {count(page.hits.length)} found in {count(page.logs)} logs
          {!page.is_whole && "; there may be more, in logs that were not looked through"}
        </p>
      )}
      <ul class="hits">
        {page?.hits.map((hit, place) => (
          <Hit key={place} hit={hit} text={text} />
        ))}
      </ul>
    </main>
  );
}

function Hit({ hit, text }: { hit: SearchHit; text: string }) {
  const query = new URLSearchParams({ attempt: String(hit.attempt), step: String(hit.step) });
  const at = hit.text.indexOf(text.trim().toLowerCase());
  return (
    <li>
      <a href={writeAddress(["runs", hit.run, "trials", hit.trial], query)}>
        {hit.run}, trial {hit.trial}, step {hit.step}
      </a>{" "}
      <span class="faint">{hit.kind}</span>
      <Pre>
        {hit.text.slice(0, at)}
        <mark>{hit.text.slice(at, at + text.trim().length)}</mark>
        {hit.text.slice(at + text.trim().length)}
      </Pre>
    </li>
  );
}
