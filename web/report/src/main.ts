// The script of an HTML report. Rust writes it into the report itself, beside the JSON that it reads.

import type { Detail, Index } from "../../generated/report";
import { Drawer } from "./drawer";
import { byId, TrialList } from "./list";
import { Trials } from "./trials";

const readJson = <T>(id: string): T => JSON.parse(byId(id).textContent ?? "") as T;

/** Reads a block when it is first wanted, and keeps it. */
function later<T>(id: string): () => T {
  let value: T | undefined;
  return () => (value ??= readJson<T>(id));
}

const trials = new Trials(readJson<Index>("index"));
const list = new TrialList(trials);
const drawer = new Drawer(
  trials,
  list,
  later<Record<string, Detail>>("details"),
  later<Record<string, string>>("frames"),
);
list.render();
drawer.follow();
// A page of one trial shows it at once.
if (trials.all.length === 1) drawer.openOnly();
