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
  const response = await got(`data/day-${encodeURIComponent(name)}.bin`);
  return new Day(await response.arrayBuffer());
}

export async function loadWorld(): Promise<World> {
  return worldOf((await (await got(countries)).json()) as Topology);
}

async function got(address: string): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} could not be loaded: ${response.status} ${response.statusText}`);
  return response;
}
