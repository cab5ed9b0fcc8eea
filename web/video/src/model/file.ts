// Projects as JSON: what graders read and Export writes, and reading it again.

import { FileProblem, record } from "../../../kit/json";
import {
  CURVES,
  extentOf,
  LIGHT_RANGES,
  opacitiesOf,
  SHORTEST_EFFECT_MS,
  type Curve,
  type Effect,
  type Light,
} from "./effects";
import {
  blocksOf,
  endOf,
  lengthOf,
  LONGEST_MS,
  MOST_BLOCKS,
  SHORTEST_MS,
  TEXT_NAME,
  type Block,
  type Project,
} from "./project";
import { FONT_SIZES } from "./text";

export interface SourceMedium {
  filename: string;
  mediaType: "VIDEO" | "AUDIO";
  originalDurationMs: number;
}

export interface EffectFile {
  effectId: string;
  elementId: string;
  type: Effect["type"];
  startTimeMs: number;
  endTimeMs: number;
  scope: Effect["scope"];
  targetClipId?: string;
  enabled: boolean;
  stackOrder: number;
  params: Light | { fadeStartMs: number; fadeEndMs: number; fromOpacity: number; toOpacity: number; curve: Curve };
}

export interface ElementFile {
  elementId: string;
  mediaName: string;
  mediaType: Block["type"];
  startTimeMs: number;
  durationMs: number;
  trimFromStartMs: number;
  trimFromEndMs: number;
  activeEffectsAtStart: EffectFile[];
  text?: string;
  fontSize?: number;
  fontColor?: string;
  backgroundColor?: string;
}

export interface ProjectFile {
  finalDurationMs: number;
  trackCount: number;
  sourceMedia: SourceMedium[];
  timeline: { trackIndex: number; effectSubTrack: { items: EffectFile[] }; elements: ElementFile[] }[];
}

/** `media` are all there are, in the order in which those in use are listed. */
export function written(project: Project, media: readonly SourceMedium[]): ProjectFile {
  const used = new Set(blocksOf(project).map(({ name }) => name));
  return {
    finalDurationMs: lengthOf(project),
    trackCount: project.tracks.length,
    sourceMedia: media.filter(({ filename }) => used.has(filename)).map((medium) => ({ ...medium })),
    timeline: project.tracks.map(({ blocks }, trackIndex) => ({
      trackIndex,
      effectSubTrack: { items: blocks.flatMap(effectsOf) },
      elements: blocks.map(elementOf),
    })),
  };
}

function effectsOf(block: Block): EffectFile[] {
  return block.effects.map((effect, stackOrder) => {
    const [from, to] = extentOf(block, effect);
    const [startTimeMs, endTimeMs] = [block.start + from, block.start + to];
    return {
      effectId: effect.id,
      elementId: block.id,
      type: effect.type,
      startTimeMs,
      endTimeMs,
      scope: effect.scope,
      ...(effect.scope === "full-clip" && { targetClipId: block.id }),
      enabled: effect.enabled,
      stackOrder,
      params: paramsOf(effect, startTimeMs, endTimeMs),
    };
  });
}

function paramsOf(effect: Effect, fadeStartMs: number, fadeEndMs: number): EffectFile["params"] {
  if (effect.type === "light-adjustment") return { ...effect.light };
  const [fromOpacity, toOpacity] = opacitiesOf(effect.type);
  return { fadeStartMs, fadeEndMs, fromOpacity, toOpacity, curve: effect.curve };
}

function elementOf(block: Block): ElementFile {
  const { start } = block;
  const active = effectsOf(block).filter((effect) => effect.enabled && effect.startTimeMs === start);
  return {
    elementId: block.id,
    mediaName: block.name,
    mediaType: block.type,
    startTimeMs: start,
    durationMs: block.duration,
    trimFromStartMs: block.trimStart,
    trimFromEndMs: block.trimEnd,
    activeEffectsAtStart: active,
    ...block.style,
  };
}

/** Reads what `written` wrote; the problem is a sentence for the user. */
export function read(file: unknown, media: readonly SourceMedium[]): { project: Project } | { problem: string } {
  try {
    return { project: readProject(file, media) };
  } catch (error) {
    if (error instanceof FileProblem) return { problem: error.message };
    throw error;
  }
}

function readProject(file: unknown, media: readonly SourceMedium[]): Project {
  const timeline = arrayOf(record(file, "the project")["timeline"], "timeline");
  let nextId = 1;
  const tracks = timeline.map((item) => {
    const track = record(item, "a track");
    const effects = arrayOf(record(track["effectSubTrack"] ?? {}, "effectSubTrack")["items"] ?? [], "items");
    const blocks = arrayOf(track["elements"], "elements").map((element) => {
      const fields = record(element, "an element");
      const block = readBlock(fields, media, `b${nextId++}`);
      const own = effects
        .map((effect) => record(effect, "an effect"))
        .filter((effect) => effect["elementId"] === fields["elementId"]);
      own.sort((one, other) => Number(one["stackOrder"]) - Number(other["stackOrder"]));
      return { ...block, effects: own.map((effect) => readEffect(effect, block, `e${nextId++}`)) };
    });
    blocks.sort((one, other) => one.start - other.start);
    blocks.slice(1).forEach((block, i) => {
      if (block.start < endOf(blocks[i]!))
        throw new FileProblem(`Two blocks overlap at ${block.start} ms on one track.`);
    });
    return { blocks };
  });
  const project = { tracks: tracks.filter(({ blocks }) => blocks.length > 0), nextId };
  if (blocksOf(project).length > MOST_BLOCKS) throw new FileProblem(`A project holds at most ${MOST_BLOCKS} blocks.`);
  return project;
}

function readBlock(fields: Fields, media: readonly SourceMedium[], id: string): Block {
  const name = String(fields["mediaName"]);
  const start = whole(fields, "startTimeMs", 0, LONGEST_MS);
  const duration = whole(fields, "durationMs", SHORTEST_MS, LONGEST_MS);
  if (fields["mediaType"] === "TEXT") {
    const style = {
      text: String(fields["text"] ?? ""),
      fontSize: whole(fields, "fontSize", FONT_SIZES.least, FONT_SIZES.most),
      fontColor: color(fields, "fontColor", /^#[0-9a-f]{6}$/),
      backgroundColor: color(fields, "backgroundColor", /^#[0-9a-f]{8}$/),
    };
    return { id, name: TEXT_NAME, type: "TEXT", start, duration, trimStart: 0, trimEnd: 0, effects: [], style };
  }
  const medium = media.find(({ filename }) => filename === name);
  if (!medium) throw new FileProblem(`There is no medium ${name}: upload it first.`);
  const trimStart = whole(fields, "trimFromStartMs", 0, LONGEST_MS);
  const trimEnd = whole(fields, "trimFromEndMs", 0, LONGEST_MS);
  if (trimStart + duration + trimEnd !== medium.originalDurationMs)
    throw new FileProblem(`Duration and trims of ${name} must add up to ${medium.originalDurationMs} ms.`);
  return { id, name, type: medium.mediaType, start, duration, trimStart, trimEnd, effects: [] };
}

function readEffect(fields: Fields, block: Block, id: string): Effect {
  const scope = fields["scope"] === "segment" ? "segment" : "full-clip";
  const from = whole(fields, "startTimeMs", block.start, endOf(block)) - block.start;
  const to = whole(fields, "endTimeMs", block.start + from + SHORTEST_EFFECT_MS, endOf(block)) - block.start;
  const extent = { id, scope, from, to, enabled: fields["enabled"] !== false } as const;
  const params = record(fields["params"], "params");
  const { type } = fields;
  if (type === "light-adjustment") {
    const numbers = LIGHT_RANGES.map(({ key, least, most }) => [key, number(params, key, least, most)]);
    return { ...extent, type, light: Object.fromEntries(numbers) as Light };
  }
  if (type !== "fade-in" && type !== "fade-out") throw new FileProblem(`There is no effect ${String(type)}.`);
  const curve = CURVES.find((curve) => curve === params["curve"]);
  if (!curve) throw new FileProblem(`curve must be one of ${CURVES.join(", ")}.`);
  return { ...extent, type, curve };
}

type Fields = Record<string, unknown>;

function arrayOf(value: unknown, what: string): unknown[] {
  if (!Array.isArray(value)) throw new FileProblem(`${what} must be a list.`);
  return value;
}

function number(fields: Fields, key: string, least: number, most: number): number {
  const value = fields[key];
  if (typeof value !== "number" || !(value >= least && value <= most))
    throw new FileProblem(`${key} must be a number from ${least} to ${most}.`);
  return value;
}

function whole(fields: Fields, key: string, least: number, most: number): number {
  return Math.round(number(fields, key, least, most));
}

function color(fields: Fields, key: string, form: RegExp): string {
  const value = String(fields[key]).toLowerCase();
  if (!form.test(value))
    throw new FileProblem(`${key} must be a colour such as ${form.source.includes("8") ? "#00000080" : "#ffffff"}.`);
  return value;
}
