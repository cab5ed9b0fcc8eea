// Scenes as JSON: what Export writes and Import reads.

import { FileProblem, json, list, record, text } from "../../../kit/json";
import type { ObjectType } from "../math/mesh";
import { ORIGIN, type Vec3 } from "../math/vector";
import { readColour } from "./colour";
import { tidy } from "./numbers";
import {
  LONGEST_NAME,
  MOST_OBJECTS,
  newObject,
  RANGES,
  TYPES,
  type Content,
  type Group,
  type Scene,
  type SceneObject,
  type Settings,
} from "./scene";
import { SETTINGS } from "./start";

const VERSION = 1;

/** A scene as it is exported. */
export function exported({ id, name, description, createdAt, updatedAt, content }: Scene): object {
  return {
    id,
    name,
    createdAt,
    updatedAt,
    version: VERSION,
    metadata: { description, thumbnail: null },
    scene: content,
  };
}

export function write(scenes: readonly Scene[]): string {
  return JSON.stringify({ scenes: scenes.map(exported) }, null, 2);
}

/** Reads what `write` wrote, or one scene of it. `newId` and `now` are for what a text leaves out. */
export function read(text: string, newId: () => string, now: number): Scene[] {
  const file = record(json(text), "the text");
  const scenes = file["scenes"] === undefined ? [file] : list(file["scenes"], "scenes", 50);
  return scenes.map((scene, i) => {
    const where = file["scenes"] === undefined ? "" : `scenes[${i}].`;
    return readScene(record(scene, where || "the text"), where, newId, now);
  });
}

function readScene(file: Record<string, unknown>, where: string, newId: () => string, now: number): Scene {
  if (file["version"] !== undefined && file["version"] !== VERSION)
    throw new FileProblem(
      `This scene is of version ${JSON.stringify(file["version"])}; version ${VERSION} can be read.`,
    );
  if (file["scene"] === undefined) throw new FileProblem(`There is no ${where}scene in the text.`);
  const metadata = file["metadata"] === undefined ? {} : record(file["metadata"], `${where}metadata`);
  return {
    id: typeof file["id"] === "string" && file["id"] !== "" ? file["id"] : newId(),
    name: nameOf(file["name"], "Imported Scene"),
    description: typeof metadata["description"] === "string" ? metadata["description"] : "",
    createdAt: typeof file["createdAt"] === "number" ? file["createdAt"] : now,
    updatedAt: typeof file["updatedAt"] === "number" ? file["updatedAt"] : now,
    content: readContent(record(file["scene"], `${where}scene`), `${where}scene`, newId),
  };
}

function readContent(file: Record<string, unknown>, where: string, newId: () => string): Content {
  const groups = list(file["groups"] ?? [], `${where}.groups`, MOST_OBJECTS).map((value, i): Group => {
    const group = record(value, `${where}.groups[${i}]`);
    return { id: text(group["id"], `${where}.groups[${i}].id`), name: nameOf(group["name"], `Group ${i + 1}`) };
  });
  const objects = list(file["objects"], `${where}.objects`, MOST_OBJECTS).map((value, i) =>
    readObject(record(value, `${where}.objects[${i}]`), `${where}.objects[${i}]`, newId),
  );
  if (new Set(objects.map(({ id }) => id)).size !== objects.length)
    throw new FileProblem(`Two objects in ${where} have the same id.`);
  const stray = objects.find(({ group }) => group !== undefined && !groups.some(({ id }) => id === group));
  if (stray) throw new FileProblem(`The object ${JSON.stringify(stray.name)} is of a group that is not there.`);
  return { objects, groups, settings: readSettings(file["settings"] ?? {}, `${where}.settings`) };
}

function readObject(file: Record<string, unknown>, where: string, newId: () => string): SceneObject {
  const type = text(file["type"], `${where}.type`) as ObjectType;
  if (!TYPES.includes(type))
    throw new FileProblem(`${where}.type is ${JSON.stringify(type)}; it must be one of ${TYPES.join(", ")}.`);
  const id = file["id"] === undefined ? `${type}-${newId()}` : text(file["id"], `${where}.id`);
  const plain = newObject(id, type, nameOf(file["name"], type));
  const object: SceneObject = {
    ...plain,
    visible: flag(file["visible"] ?? true, `${where}.visible`),
    locked: flag(file["locked"] ?? false, `${where}.locked`),
    position: triple(file["position"] ?? ORIGIN, `${where}.position`, RANGES.position),
    rotation: triple(file["rotation"] ?? ORIGIN, `${where}.rotation`, RANGES.rotation),
    scale: triple(file["scale"] ?? plain.scale, `${where}.scale`, RANGES.scale),
    color: colour(file["color"] ?? plain.color, `${where}.color`),
    opacity: number(file["opacity"] ?? 1, `${where}.opacity`, RANGES.opacity),
    wireframe: flag(file["wireframe"] ?? false, `${where}.wireframe`),
  };
  return file["group"] === undefined || file["group"] === null
    ? object
    : { ...object, group: text(file["group"], `${where}.group`) };
}

function readSettings(value: unknown, where: string): Settings {
  const file = { ...SETTINGS, ...record(value, where) } as Record<string, unknown>;
  const camera = file["cameraType"];
  if (camera !== "perspective" && camera !== "orthographic")
    throw new FileProblem(`${where}.cameraType must be "perspective" or "orthographic".`);
  return {
    showGrid: flag(file["showGrid"], `${where}.showGrid`),
    showAxes: flag(file["showAxes"], `${where}.showAxes`),
    backgroundColor: colour(file["backgroundColor"], `${where}.backgroundColor`),
    fov: number(file["fov"], `${where}.fov`, RANGES.fov),
    cameraType: camera,
    orthoZoom: number(file["orthoZoom"], `${where}.orthoZoom`, RANGES.orthoZoom),
  };
}

function nameOf(value: unknown, other: string): string {
  return typeof value === "string" && value.trim() !== "" ? value.slice(0, LONGEST_NAME) : other;
}

function flag(value: unknown, where: string): boolean {
  if (typeof value !== "boolean") throw new FileProblem(`${where} must be true or false.`);
  return value;
}

interface Range {
  readonly least: number;
  readonly greatest: number;
}

function number(value: unknown, where: string, { least, greatest }: Range): number {
  if (typeof value !== "number" || !(value >= least && value <= greatest))
    throw new FileProblem(`${where} must be a number between ${least} and ${greatest}.`);
  return tidy(value);
}

function triple(value: unknown, where: string, range: Range): Vec3 {
  if (!Array.isArray(value) || value.length !== 3) throw new FileProblem(`${where} must be a list of three numbers.`);
  return value.map((part, i) => number(part, `${where}[${i}]`, range)) as unknown as Vec3;
}

function colour(value: unknown, where: string): string {
  const read = typeof value === "string" ? readColour(value) : undefined;
  if (read === undefined) throw new FileProblem(`${where} must be a colour such as "#ff8800".`);
  return read;
}
