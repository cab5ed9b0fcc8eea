// Scenes and the objects in them. Nothing here is changed; an edit makes a new scene.

import type { ObjectType } from "../math/mesh";
import { ORIGIN, type Vec3 } from "../math/vector";

export interface SceneObject {
  readonly id: string;
  readonly type: ObjectType;
  readonly name: string;
  readonly visible: boolean;
  readonly locked: boolean;
  readonly position: Vec3;
  /** Degrees. */
  readonly rotation: Vec3;
  readonly scale: Vec3;
  /** `#rrggbb`, in lower case. */
  readonly color: string;
  readonly opacity: number;
  readonly wireframe: boolean;
  /** The id of its group; absent on an object of none. */
  readonly group?: string;
}

export interface Group {
  readonly id: string;
  readonly name: string;
}

export interface Settings {
  readonly showGrid: boolean;
  readonly showAxes: boolean;
  readonly backgroundColor: string;
  /** Degrees from the bottom to the top of the view. */
  readonly fov: number;
  readonly cameraType: "perspective" | "orthographic";
  readonly orthoZoom: number;
}

export interface Content {
  readonly objects: readonly SceneObject[];
  readonly groups: readonly Group[];
  readonly settings: Settings;
}

export interface Scene {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly content: Content;
}

export const TYPES: readonly ObjectType[] = ["cube", "sphere", "cylinder", "cone", "torus", "plane"];
export const LONGEST_NAME = 80;
export const MOST_OBJECTS = 200;
/** Limits of what can be set: a number beyond them is a slip, and would make numbers that cannot be drawn. */
export const RANGES = {
  position: { least: -1000, greatest: 1000 },
  rotation: { least: -3600, greatest: 3600 },
  scale: { least: -1000, greatest: 1000 },
  opacity: { least: 0, greatest: 1 },
  channel: { least: 0, greatest: 255 },
  fov: { least: 10, greatest: 120 },
  orthoZoom: { least: 1, greatest: 100 },
} as const;

export const titleOf = (type: ObjectType): string => type[0]!.toUpperCase() + type.slice(1);

/** "Cube 1", or the least number that no object has. */
export function freeName(objects: readonly { name: string }[], stem: string): string {
  const taken = new Set(objects.map(({ name }) => name));
  let number = 1;
  while (taken.has(`${stem} ${number}`)) number++;
  return `${stem} ${number}`;
}

export function newObject(id: string, type: ObjectType, name: string): SceneObject {
  return {
    id,
    type,
    name,
    visible: true,
    locked: false,
    position: ORIGIN,
    rotation: ORIGIN,
    scale: [1, 1, 1],
    color: "#ffffff",
    opacity: 1,
    wireframe: false,
  };
}

/** Changes of some objects, by id. */
export function changed(content: Content, changes: ReadonlyMap<string, Partial<SceneObject>>): Content {
  const objects = content.objects.map((object) => ({ ...object, ...changes.get(object.id) }));
  return tidied({ ...content, objects });
}

export function without(content: Content, ids: ReadonlySet<string>): Content {
  return tidied({ ...content, objects: content.objects.filter(({ id }) => !ids.has(id)) });
}

/** Copies come after everything else, in the order of their originals. A whole group that is copied becomes another group. */
export function withCopies(content: Content, originals: readonly SceneObject[], newId: () => string): Content {
  const groups = new Map<string, Group>();
  const copies = originals.map((original): SceneObject => {
    const name = `${original.name} (Copy)`.slice(0, LONGEST_NAME);
    const copy = { ...original, id: `${original.type}-${newId()}`, name };
    const old = content.groups.find(({ id }) => id === original.group);
    if (!old) return ungrouped(copy);
    const group = groups.get(old.id) ?? { id: `group-${newId()}`, name: `${old.name} (Copy)`.slice(0, LONGEST_NAME) };
    groups.set(old.id, group);
    return { ...copy, group: group.id };
  });
  return tidied({
    ...content,
    objects: [...content.objects, ...copies],
    groups: [...content.groups, ...groups.values()],
  });
}

export function grouped(content: Content, ids: ReadonlySet<string>, group: Group): Content {
  const objects = content.objects.map((object) => (ids.has(object.id) ? { ...object, group: group.id } : object));
  return tidied({ ...content, objects, groups: [...content.groups, group] });
}

export function withoutGroups(content: Content, groups: ReadonlySet<string>): Content {
  const objects = content.objects.map((object) => (groups.has(object.group ?? "") ? ungrouped(object) : object));
  return tidied({ ...content, objects });
}

function ungrouped(object: SceneObject): SceneObject {
  const alone: { -readonly [Key in keyof SceneObject]: SceneObject[Key] } = { ...object };
  delete alone.group;
  return alone;
}

/** Without groups that have no members left. */
function tidied(content: Content): Content {
  const used = new Set(content.objects.map(({ group }) => group));
  return { ...content, groups: content.groups.filter(({ id }) => used.has(id)) };
}

/** An object, or a group with its members, as the list shows them: a group stands where its first member does. */
export type Row =
  | { readonly kind: "object"; readonly object: SceneObject; readonly isMember: boolean }
  | { readonly kind: "group"; readonly group: Group; readonly members: readonly SceneObject[] };

export function rowsOf({ objects, groups }: Content): Row[] {
  const rows: Row[] = [];
  const shown = new Set<string>();
  for (const object of objects) {
    const group = groups.find(({ id }) => id === object.group);
    if (!group) rows.push({ kind: "object", object, isMember: false });
    else if (!shown.has(group.id)) {
      shown.add(group.id);
      const members = objects.filter((other) => other.group === group.id);
      rows.push({ kind: "group", group, members });
      rows.push(...members.map((member): Row => ({ kind: "object", object: member, isMember: true })));
    }
  }
  return rows;
}
