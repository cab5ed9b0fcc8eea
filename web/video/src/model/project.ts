// What is on the timeline. Projects are never changed, always made anew. Times are whole milliseconds.

import type { Effect } from "./effects";

export type MediaType = "VIDEO" | "AUDIO";

export interface TextStyle {
  text: string;
  /** Pixels of the frame. */
  fontSize: number;
  /** `#rrggbb` */
  fontColor: string;
  /** `#rrggbbaa` */
  backgroundColor: string;
}

/** A use of a medium, or a text, on a track. */
export interface Block {
  id: string;
  /** The medium's name. */
  name: string;
  type: MediaType | "TEXT";
  start: number;
  duration: number;
  /** What is left out of the medium; for texts 0. */
  trimStart: number;
  trimEnd: number;
  /** In their order of work. */
  effects: readonly Effect[];
  /** Texts only. */
  style?: TextStyle;
}

/** Its blocks in the order of their starts. */
export interface Track {
  blocks: readonly Block[];
}

export interface Project {
  /** The first is the top row and lies over the others. */
  tracks: readonly Track[];
  /** For ids; never used twice. */
  nextId: number;
}

export const EMPTY: Project = { tracks: [], nextId: 1 };
export const SHORTEST_MS = 100;
/** Of a text, and of the whole project. */
export const LONGEST_MS = 3_600_000;
export const MOST_BLOCKS = 400;
export const FRAME = { width: 640, height: 360, stepMs: 50 };

export const TEXT_NAME = "Text block";
export const TEXT_MS = 3000;
export const NEW_TEXT: TextStyle = {
  text: "New text",
  fontSize: 32,
  fontColor: "#ffffff",
  backgroundColor: "#00000080",
};

export function endOf({ start, duration }: Pick<Block, "start" | "duration">): number {
  return start + duration;
}

/** The end of the last block. */
export function lengthOf(project: Project): number {
  return Math.max(0, ...blocksOf(project).map(endOf));
}

/** The end of the last block of a row. */
export function endOfTrack(track: Track | undefined): number {
  return Math.max(0, ...(track?.blocks ?? []).map(endOf));
}

/** All blocks, by row and then by time. */
export function blocksOf(project: Project): Block[] {
  return project.tracks.flatMap((track) => track.blocks);
}

export function blockOf(project: Project, id: string): Block | undefined {
  return blocksOf(project).find((block) => block.id === id);
}

/** The row of a block; -1 if there is no such block. */
export function rowOf(project: Project, id: string): number {
  return project.tracks.findIndex((track) => track.blocks.some((block) => block.id === id));
}

/** Every moment at which a block begins or ends, and 0, in order. */
export function edgesOf(project: Project, without: ReadonlySet<string> = new Set()): number[] {
  const edges = blocksOf(project)
    .filter(({ id }) => !without.has(id))
    .flatMap((block) => [block.start, endOf(block)]);
  return [...new Set([0, ...edges])].sort((one, other) => one - other);
}

/** The names by which blocks are found: of several of one name each has a number. */
export function namesOf(project: Project): Map<string, string> {
  const blocks = blocksOf(project);
  const plain = (block: Block) => block.style?.text.replace(/\s+/g, " ").trim() || block.name;
  const seen = new Map<string, number>();
  const counts = new Map<string, number>();
  for (const block of blocks) counts.set(plain(block), (counts.get(plain(block)) ?? 0) + 1);
  return new Map(
    blocks.map((block) => {
      const name = plain(block);
      const number = (seen.get(name) ?? 0) + 1;
      seen.set(name, number);
      return [block.id, counts.get(name) === 1 ? name : `${name} ${number}`];
    }),
  );
}
