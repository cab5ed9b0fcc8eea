// All scenes: made, opened, renamed, copied, deleted. What outlives a reload is kept here.

import { FileProblem } from "../../../kit/json";
import { keepText, keptText } from "../../../kit/ui/session";
import { read, write } from "../model/file";
import { LONGEST_NAME, type Scene } from "../model/scene";
import { newScene, START_SCENES } from "../model/start";

const KEY = "scenes";
const OPEN_KEY = "open scene";
const MOST_SCENES = 50;

export class Library {
  scenes: readonly Scene[] = START_SCENES;
  /** The one in the editor; null while the dashboard is shown. */
  openId: string | null = null;

  get open(): Scene | undefined {
    return this.scenes.find(({ id }) => id === this.openId);
  }

  get isFull(): boolean {
    return this.scenes.length >= MOST_SCENES;
  }

  create(name: string): Scene {
    const scene = newScene(newId(), name.trim().slice(0, LONGEST_NAME) || "Untitled Scene", Date.now());
    this.#add([scene]);
    return scene;
  }

  /** Adds what a text holds and gives the first of it; throws a `FileProblem` where it holds none. */
  import(text: string): Scene {
    const scenes = read(text, newId, Date.now()).map((scene) => ({ ...scene, id: newId() }));
    if (scenes[0] === undefined) throw new FileProblem("There is no scene in this text.");
    this.#add(scenes);
    return scenes[0];
  }

  duplicate(id: string): void {
    const scene = this.scenes.find((scene) => scene.id === id);
    if (scene) this.#add([{ ...scene, id: newId(), name: `${scene.name} (Copy)`.slice(0, LONGEST_NAME) }]);
  }

  remove(id: string): void {
    this.scenes = this.scenes.filter((scene) => scene.id !== id);
    if (this.openId === id) this.openId = null;
    this.keep();
  }

  rename(id: string, name: string): void {
    const scene = this.scenes.find((scene) => scene.id === id);
    if (scene && name.trim() !== "") this.replace({ ...scene, name: name.trim().slice(0, LONGEST_NAME) });
  }

  /** Puts a changed scene in the place of the one with its id. */
  replace(changed: Scene): void {
    const stamped = { ...changed, updatedAt: Date.now() };
    this.scenes = this.scenes.map((scene) => (scene.id === changed.id ? stamped : scene));
    this.keep();
  }

  show(id: string | null): void {
    this.openId = id;
    this.keep();
  }

  keep(): void {
    keepText(KEY, write(this.scenes));
    keepText(OPEN_KEY, this.openId ?? "");
  }

  restore(): void {
    const text = keptText(KEY);
    if (text === null) return;
    try {
      this.scenes = read(text, newId, Date.now());
      this.openId = keptText(OPEN_KEY) || null;
    } catch (error) {
      // Kept by another version of this page: it begins anew.
      if (!(error instanceof FileProblem)) throw error;
    }
  }

  #add(scenes: readonly Scene[]): void {
    if (this.scenes.length + scenes.length > MOST_SCENES)
      throw new FileProblem(`There is room for ${MOST_SCENES} scenes; delete one first.`);
    this.scenes = [...this.scenes, ...scenes];
    this.keep();
  }
}

/** Random where nobody sits an exam. */
export function newId(): string {
  return crypto.randomUUID();
}
