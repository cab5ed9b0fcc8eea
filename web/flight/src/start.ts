// Which day is shown, and getting it.

import countries from "../data/countries.json?url";
import { type Topology, type World, worldOf } from "./model/countries";
import { Day } from "./model/day";

/** What the exam names, else what the address does, else day 0. */
export function dayName(): string {
  const start: unknown = (globalThis as { agonStart?: unknown }).agonStart;
  const named = typeof start === "object" && start !== null && "day" in start ? String(start.day) : undefined;
  return named ?? new URLSearchParams(location.search).get("day") ?? "0";
}

export async function loadDay(name: string): Promise<Day> {
  const response = await fetch(`data/day-${encodeURIComponent(name)}.bin`);
  if (!response.ok) throw new Error(`There is no day ${name}. Name a number in the address, such as ?day=7.`);
  return new Day(await response.arrayBuffer());
}

export async function loadWorld(): Promise<World> {
  const response = await fetch(countries);
  if (!response.ok) throw new Error("The borders could not be loaded. Is the page's server still there?");
  return worldOf((await response.json()) as Topology);
}
