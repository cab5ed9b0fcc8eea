// Edits of projects: each takes one and gives another.

import { afterCut, afterSplit, type Effect, newEffect, type EffectType, SHORTEST_EFFECT_MS } from "./effects";
import {
  blockOf,
  blocksOf,
  endOf,
  endOfTrack,
  LONGEST_MS,
  NEW_TEXT,
  rowOf,
  SHORTEST_MS,
  TEXT_MS,
  TEXT_NAME,
  type Block,
  type Project,
  type Track,
} from "./project";

/** A row that is there, or one that is made before the row that is there now. */
export interface RowTarget {
  row: number;
  isNew: boolean;
}

/** What can be put on a timeline. */
export interface Source {
  name: string;
  type: "VIDEO" | "AUDIO";
  durationMs: number;
}

/** What came of an edit, or why it cannot be. */
export type Edited = { project: Project } | { problem: string };

/** The nearest start at which a block of this length overlaps none of the others. */
export function freeStart(others: readonly Block[], wanted: number, duration: number): number {
  const target = Math.max(0, wanted);
  const ends = [0, ...others.map(endOf)];
  const starts = [...others.map(({ start }) => start), Infinity];
  let best = Infinity;
  for (const [i, from] of ends.entries()) {
    const last = starts[i]! - duration;
    if (last < from) continue;
    const start = Math.min(last, Math.max(from, target));
    if (Math.abs(start - target) < Math.abs(best - target)) best = start;
  }
  return best;
}

// Adding.

export function withMedium(project: Project, source: Source, target: RowTarget, start: number): [Project, Block] {
  const block: Block = {
    id: `b${project.nextId}`,
    name: source.name,
    type: source.type,
    start,
    duration: source.durationMs,
    trimStart: 0,
    trimEnd: 0,
    effects: [],
  };
  return put(counted(project, 1), block, target);
}

export function withText(project: Project, start: number): [Project, Block] {
  const block: Block = {
    id: `b${project.nextId}`,
    name: TEXT_NAME,
    type: "TEXT",
    start,
    duration: TEXT_MS,
    trimStart: 0,
    trimEnd: 0,
    effects: [],
    style: NEW_TEXT,
  };
  const top = project.tracks[0];
  const isFree = top !== undefined && freeStart(top.blocks, start, TEXT_MS) === start;
  return put(counted(project, 1), block, { row: 0, isNew: !isFree });
}

/** Puts a block on a row, where there is room for it. */
export function put(project: Project, block: Block, { row, isNew }: RowTarget): [Project, Block] {
  const tracks = [...project.tracks];
  const isAdded = isNew || row >= tracks.length;
  const others = isAdded ? [] : tracks[row]!.blocks;
  const placed = { ...block, start: freeStart(others, block.start, block.duration) };
  const track: Track = { blocks: inOrder([...others, placed]) };
  tracks.splice(row, isAdded ? 0 : 1, track);
  return [tidy({ ...project, tracks }), placed];
}

// Moving.

export function moved(project: Project, id: string, target: RowTarget, start: number): Project {
  const block = blockOf(project, id);
  if (!block) return project;
  // The row that is left stays, empty, until the block has its place: the target's number means rows as they are.
  const rest = mapBlocks(project, (other) => (other.id === id ? [] : [other]));
  return put(rest, { ...block, start }, target)[0];
}

/** Moves several blocks by the same time and the same number of rows; undefined if they do not fit there. */
export function movedTogether(
  project: Project,
  ids: ReadonlySet<string>,
  by: number,
  rows: number,
): Project | undefined {
  const chosen = blocksOf(project).filter(({ id }) => ids.has(id));
  const first = Math.min(...chosen.map(({ start }) => start));
  const shift = Math.max(by, -first);
  const tracks = project.tracks.map((track) => track.blocks.filter(({ id }) => !ids.has(id)));
  for (const block of chosen) {
    const row = rowOf(project, block.id) + rows;
    const others = tracks[row];
    const start = block.start + shift;
    if (!others || freeStart(inOrder(others), start, block.duration) !== start) return undefined;
    tracks[row] = inOrder([...others, { ...block, start }]);
  }
  return tidy({ ...project, tracks: tracks.map((blocks) => ({ blocks })) });
}

/** To the row above or below; beyond the first or the last one a new row is made, unless the block is alone on its own. */
export function movedByRow(project: Project, id: string, step: 1 | -1): Project {
  const row = rowOf(project, id);
  const block = blockOf(project, id);
  if (!block) return project;
  const next = row + step;
  const isBeyond = next < 0 || next >= project.tracks.length;
  if (isBeyond && project.tracks[row]!.blocks.length === 1) return project;
  return moved(project, id, { row: Math.max(0, next), isNew: isBeyond }, block.start);
}

// Trimming.

/** How far an edge of a block may go. */
function edgeRange(project: Project, block: Block, edge: "left" | "right"): [least: number, most: number] {
  const others = project.tracks[rowOf(project, block.id)]!.blocks.filter(({ id }) => id !== block.id);
  if (edge === "left") {
    const before = Math.max(0, ...others.filter(({ start }) => start < block.start).map(endOf));
    const begin = block.type === "TEXT" ? 0 : block.start - block.trimStart;
    return [Math.max(before, begin), endOf(block) - SHORTEST_MS];
  }
  const after = Math.min(LONGEST_MS, ...others.filter(({ start }) => start > block.start).map(({ start }) => start));
  const end = block.type === "TEXT" ? LONGEST_MS : endOf(block) + block.trimEnd;
  return [block.start + SHORTEST_MS, Math.min(after, end)];
}

/** Moves an edge to a time, or as near as it may. */
export function trimmed(project: Project, id: string, edge: "left" | "right", time: number): Project {
  const block = blockOf(project, id);
  if (!block) return project;
  const [least, most] = edgeRange(project, block, edge);
  const to = Math.min(most, Math.max(least, time));
  const isText = block.type === "TEXT";
  if (edge === "left") {
    const cut = to - block.start;
    const duration = block.duration - cut;
    const trimStart = isText ? 0 : block.trimStart + cut;
    return replaced(project, {
      ...block,
      start: to,
      duration,
      trimStart,
      effects: afterCut(block.effects, cut, duration),
    });
  }
  const duration = to - block.start;
  const trimEnd = isText ? 0 : block.trimEnd - (duration - block.duration);
  return replaced(project, { ...block, duration, trimEnd, effects: afterCut(block.effects, 0, duration) });
}

/** What a form sets: the start stays, and so do the other trims. */
export type TimeChange = { duration: number } | { trimStart: number } | { trimEnd: number };

export function withTimes(project: Project, id: string, change: TimeChange): Edited {
  const block = blockOf(project, id);
  if (!block) return { problem: "The block is gone." };
  const isText = block.type === "TEXT";
  const length = block.trimStart + block.duration + block.trimEnd;
  const trimStart = "trimStart" in change ? change.trimStart : block.trimStart;
  const duration =
    "duration" in change
      ? change.duration
      : length - trimStart - ("trimEnd" in change ? change.trimEnd : block.trimEnd);
  const trimEnd = isText ? 0 : length - trimStart - duration;
  if (duration < SHORTEST_MS) return { problem: `A block lasts at least ${seconds(SHORTEST_MS)} s.` };
  if (trimEnd < 0 || trimStart < 0)
    return { problem: `The medium has only ${seconds(length - block.trimStart)} s more.` };
  const row = project.tracks[rowOf(project, id)]!;
  const next = row.blocks.find(({ start }) => start > block.start);
  if (block.start + duration > (next?.start ?? LONGEST_MS))
    return { problem: next ? "The next block on the track is in the way." : "This is too long." };
  const effects = afterCut(block.effects, trimStart - block.trimStart, duration);
  return { project: replaced(project, { ...block, duration, trimStart, trimEnd, effects }) };
}

// Splitting, copying, deleting.

export function canSplit(block: Block, time: number): boolean {
  return time - block.start >= SHORTEST_MS && endOf(block) - time >= SHORTEST_MS;
}

/** Splits the blocks that can be; gives the right parts. */
export function split(project: Project, ids: ReadonlySet<string>, time: number): [Project, Block[]] {
  let { nextId } = project;
  const rights: Block[] = [];
  const result = mapBlocks(project, (block) => {
    if (!ids.has(block.id) || !canSplit(block, time)) return [block];
    const isText = block.type === "TEXT";
    const at = time - block.start;
    const rest = block.duration - at;
    const id = `b${nextId++}`;
    const [before, after] = afterSplit(block.effects, at, block.duration, () => `e${nextId++}`);
    const left = { ...block, duration: at, trimEnd: isText ? 0 : block.trimEnd + rest, effects: before };
    const right = {
      ...block,
      id,
      start: time,
      duration: rest,
      trimStart: isText ? 0 : block.trimStart + at,
      effects: after,
    };
    rights.push(right);
    return [left, right];
  });
  return [{ ...result, nextId }, rights];
}

/** A copy with ids of its own. */
export function copyOf(project: Project, block: Block): [Project, Block] {
  let { nextId } = project;
  const id = `b${nextId++}`;
  const effects = block.effects.map((effect) => ({ ...effect, id: `e${nextId++}` }));
  return [
    { ...project, nextId },
    { ...block, id, effects },
  ];
}

/** Copies, each at the end of its row. */
export function duplicated(project: Project, ids: ReadonlySet<string>): [Project, Block[]] {
  const copies: Block[] = [];
  let result = project;
  for (const block of blocksOf(project).filter(({ id }) => ids.has(id))) {
    const row = rowOf(result, block.id);
    const [counted, copy] = copyOf(result, block);
    const [next, placed] = put(counted, { ...copy, start: endOfTrack(result.tracks[row]) }, { row, isNew: false });
    copies.push(placed);
    result = next;
  }
  return [result, copies];
}

export function without(project: Project, ids: ReadonlySet<string>): Project {
  return tidy(mapBlocks(project, (block) => (ids.has(block.id) ? [] : [block])));
}

/** Later blocks of the same row move left by as much as is gone before them. */
export function rippled(project: Project, ids: ReadonlySet<string>): Project {
  const tracks = project.tracks.map(({ blocks }) => {
    const gone = blocks.filter(({ id }) => ids.has(id));
    const rest = blocks.filter(({ id }) => !ids.has(id));
    const goneBefore = (block: Block) =>
      gone.filter(({ start }) => start < block.start).reduce((sum, { duration }) => sum + duration, 0);
    return { blocks: rest.map((block) => ({ ...block, start: block.start - goneBefore(block) })) };
  });
  return tidy({ ...project, tracks });
}

// Effects.

export function withEffect(project: Project, blockId: string, type: EffectType): [Project, Effect | undefined] {
  const block = blockOf(project, blockId);
  if (!block) return [project, undefined];
  const effect = newEffect(type, `e${project.nextId}`);
  return [replaced(counted(project, 1), { ...block, effects: [...block.effects, effect] }), effect];
}

export function withEffects(project: Project, blockId: string, effects: readonly Effect[]): Project {
  const block = blockOf(project, blockId);
  return block ? replaced(project, { ...block, effects }) : project;
}

/** Sets the extent of an effect, after its block's start; it becomes a segment. */
export function withExtent(project: Project, blockId: string, effectId: string, from: number, to: number): Edited {
  const block = blockOf(project, blockId);
  if (!block) return { problem: "The block is gone." };
  if (from < 0 || to > block.duration)
    return { problem: `The block is from ${seconds(block.start)} to ${seconds(endOf(block))} s.` };
  if (to - from < SHORTEST_EFFECT_MS) return { problem: `An effect lasts at least ${seconds(SHORTEST_EFFECT_MS)} s.` };
  const effects = block.effects.map((effect) =>
    effect.id === effectId ? { ...effect, scope: "segment" as const, from, to } : effect,
  );
  return { project: replaced(project, { ...block, effects }) };
}

// Parts of edits.

/** Puts a block in the place of the one with its id. */
export function replaced(project: Project, block: Block): Project {
  return mapBlocks(project, (other) => (other.id === block.id ? [block] : [other]));
}

function mapBlocks(project: Project, change: (block: Block) => readonly Block[]): Project {
  return { ...project, tracks: project.tracks.map(({ blocks }) => ({ blocks: blocks.flatMap(change) })) };
}

function tidy(project: Project): Project {
  return { ...project, tracks: project.tracks.filter(({ blocks }) => blocks.length > 0) };
}

function inOrder(blocks: readonly Block[]): Block[] {
  return [...blocks].sort((one, other) => one.start - other.start);
}

function counted(project: Project, ids: number): Project {
  return { ...project, nextId: project.nextId + ids };
}

function seconds(ms: number): string {
  return String(ms / 1000);
}
