// The scenes that are there at the start.

import file from "../../scenes.json";
import type { ObjectType } from "../math/mesh";
import { newObject, type Content, type Scene, type SceneObject, type Settings } from "./scene";

export const SETTINGS = file.settings as Settings;

/** The first of January 2026. */
const MADE_AT = 1_767_225_600_000;

type ObjectFile = Partial<SceneObject> & { id: string; type: ObjectType; name: string };

export const START_SCENES: readonly Scene[] = file.scenes.map(({ id, name, about, objects }) => ({
  id,
  name,
  description: about,
  createdAt: MADE_AT,
  updatedAt: MADE_AT,
  content: {
    objects: (objects as unknown as ObjectFile[]).map((object) => ({
      ...newObject(object.id, object.type, object.name),
      ...object,
    })),
    groups: [],
    settings: SETTINGS,
  },
}));

export const EMPTY: Content = { objects: [], groups: [], settings: SETTINGS };

export function newScene(id: string, name: string, now: number): Scene {
  return { id, name, description: "", createdAt: now, updatedAt: now, content: EMPTY };
}
