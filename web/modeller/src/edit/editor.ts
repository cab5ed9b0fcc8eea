// The editor's state, and everything that can be done to it. Mouse, keys, menus and panels all end here.

import { History } from "../../../kit/ui/history";
import { along, Camera, HOME, orbited, zoomed, type Direction, type Lens, type View } from "../math/camera";
import { framed } from "../math/framing";
import type { ObjectType } from "../math/mesh";
import { boxOf, groundUnder, pick } from "../math/pick";
import { add, type Point, type Vec3 } from "../math/vector";
import { tidy } from "../model/numbers";
import * as scenes from "../model/scene";
import { MOST_OBJECTS, type Content, type Scene, type SceneObject, type Settings } from "../model/scene";
import { EMPTY } from "../model/start";
import { dragged, frameOf, handleAt, handlesOf, STEPS, type Drag, type Frame, type Handle, type Tool } from "./gizmo";
import { Library, newId } from "./library";

export interface Options {
  readonly isDark: boolean;
  readonly snaps: boolean;
  readonly moveStep: number;
}

/** What the pointer is doing. */
export type Gesture =
  | { readonly kind: "drag"; readonly drag: Drag; readonly content: Content }
  | { readonly kind: "box"; readonly from: Point; readonly to: Point };

export type Tab = "Object" | "Scene";

const FINE_STEP = 0.1;

export class Editor {
  readonly library = new Library();
  options: Options = { isDark: false, snaps: true, moveStep: STEPS.move };
  view: View = HOME;
  tool: Tool = "move";
  tab: Tab = "Object";
  gesture: Gesture | undefined;
  /** Ends of what is measured, one or two. */
  measure: readonly Vec3[] = [];
  /** The viewport's size, as the page has it. */
  size = { width: 720, height: 672 };

  /** Something that shows has changed. */
  onChange: () => void = () => undefined;
  /** A sentence for the user. */
  onSay: (text: string, kind?: "done" | "problem") => void = () => undefined;

  #history = new History<Scene>();
  /** What the last edit was; another one of the same is undone together with it. */
  #lastEdit = "";
  #selection: ReadonlySet<string> = new Set();
  #copied: readonly SceneObject[] = [];

  // What is there.

  get scene(): Scene | undefined {
    return this.library.open;
  }

  /** The scene's content; during a drag, as it will be. */
  get content(): Content {
    return this.gesture?.kind === "drag" ? this.gesture.content : (this.scene?.content ?? EMPTY);
  }

  get selection(): ReadonlySet<string> {
    return this.#selection;
  }

  get selected(): readonly SceneObject[] {
    return this.content.objects.filter(({ id }) => this.#selection.has(id));
  }

  get canUndo(): boolean {
    return this.#history.canUndo;
  }

  get canRedo(): boolean {
    return this.#history.canRedo;
  }

  get canPaste(): boolean {
    return this.#copied.length > 0;
  }

  // Scenes.

  open(id: string): void {
    this.library.show(id);
    this.#history = new History();
    this.#lastEdit = "";
    this.#selection = new Set();
    this.gesture = undefined;
    this.measure = [];
    this.tab = "Object";
    this.tool = "move";
    this.see(HOME);
  }

  close(): void {
    this.library.show(null);
    this.gesture = undefined;
    this.#selection = new Set();
    this.onChange();
  }

  renameScene(name: string): void {
    this.#edit("name of the scene", (scene) => ({ ...scene, name }));
  }

  // Selection.

  select(ids: Iterable<string>): void {
    this.#selection = new Set(ids);
    this.#lastEdit = "";
    if (this.#selection.size > 0) this.tab = "Object";
    this.onChange();
  }

  /** Adds objects to the selection, or takes them away where all of them are in it. */
  toggle(ids: readonly string[]): void {
    const areIn = ids.every((id) => this.#selection.has(id));
    const rest = [...this.#selection].filter((id) => !ids.includes(id));
    this.select(areIn ? rest : [...rest, ...ids]);
  }

  selectAll(): void {
    this.select(this.content.objects.map(({ id }) => id));
  }

  invertSelection(): void {
    this.select(this.content.objects.map(({ id }) => id).filter((id) => !this.#selection.has(id)));
  }

  selectSameType(): void {
    const types = new Set(this.selected.map(({ type }) => type));
    this.select(this.content.objects.filter(({ type }) => types.has(type)).map(({ id }) => id));
  }

  /** An object with all others of its group. */
  withGroup({ id, group }: SceneObject): readonly string[] {
    if (group === undefined) return [id];
    return this.content.objects.filter((other) => other.group === group).map((other) => other.id);
  }

  // Edits of objects.

  add(type: ObjectType): void {
    if (!this.#hasRoom(1)) return;
    const name = scenes.freeName(this.content.objects, scenes.titleOf(type));
    const object = scenes.newObject(`${type}-${newId()}`, type, name);
    this.#editContent("add", (content) => ({ ...content, objects: [...content.objects, object] }));
    this.select([object.id]);
  }

  /** Sets something on each of some objects. A field that is typed in letter by letter is undone at once. */
  change(what: string, changes: ReadonlyMap<string, Partial<SceneObject>>): void {
    this.#editContent(`field ${what} ${[...changes.keys()].join()}`, (content) => scenes.changed(content, changes));
  }

  /** The same for all that is selected. */
  changeSelected(what: string, change: (object: SceneObject) => Partial<SceneObject>): void {
    this.change(what, new Map(this.selected.map((object) => [object.id, change(object)])));
  }

  /** The next edit is one of its own. */
  endEdit(): void {
    this.#lastEdit = "";
  }

  remove(): void {
    const free = this.#free("deleted");
    if (free.length === 0) return;
    const ids = new Set(free.map(({ id }) => id));
    this.#editContent("remove", (content) => scenes.without(content, ids));
  }

  duplicate(): void {
    const count = this.selected.length;
    if (this.#copyIn(this.selected))
      this.onSay(count === 1 ? "The copy is in the same place." : "The copies are in the same places.");
  }

  copy(): void {
    if (this.selected.length === 0) return;
    this.#copied = this.selected;
    this.onChange();
  }

  cut(): void {
    this.copy();
    this.remove();
  }

  paste(): void {
    this.#copyIn(this.#copied);
  }

  group(): void {
    if (this.selected.length === 0) return;
    const group = { id: `group-${newId()}`, name: scenes.freeName(this.content.groups, "Group") };
    this.#editContent("group", (content) => scenes.grouped(content, this.#selection, group));
  }

  ungroup(): void {
    const groups = new Set(this.selected.flatMap(({ group }) => group ?? []));
    if (groups.size > 0) this.#editContent("ungroup", (content) => scenes.withoutGroups(content, groups));
  }

  renameGroup(id: string, name: string): void {
    this.#editContent(`field name of ${id}`, (content) => ({
      ...content,
      groups: content.groups.map((group) => (group.id === id ? { ...group, name } : group)),
    }));
  }

  /** Hides all of them, or shows them where all are hidden. */
  toggleVisible(objects: readonly SceneObject[] = this.selected): void {
    if (objects.length === 0) return;
    const visible = objects.every((object) => !object.visible);
    this.#editContent("visible", (content) => scenes.changed(content, same(objects, { visible })));
  }

  toggleLocked(objects: readonly SceneObject[] = this.selected): void {
    if (objects.length === 0) return;
    const locked = objects.some((object) => !object.locked);
    this.#editContent("locked", (content) => scenes.changed(content, same(objects, { locked })));
  }

  nudge(way: Vec3, isFine: boolean): void {
    const free = this.#free("moved");
    if (free.length === 0) return;
    const step = isFine ? FINE_STEP : this.options.moveStep;
    const by = way.map((part) => part * step) as unknown as Vec3;
    const changes = free.map(({ id, position }): [string, Partial<SceneObject>] => [
      id,
      { position: add(position, by).map(tidy) as unknown as Vec3 },
    ]);
    this.#editContent("nudge", (content) => scenes.changed(content, new Map(changes)));
  }

  set(settings: Partial<Settings>): void {
    const what = `field settings ${Object.keys(settings).join()}`;
    this.#editContent(what, (content) => ({ ...content, settings: { ...content.settings, ...settings } }));
  }

  undo(): void {
    this.#restore(this.scene && this.#history.undo(this.scene));
  }

  redo(): void {
    this.#restore(this.scene && this.#history.redo(this.scene));
  }

  // The viewport.

  get lens(): Lens {
    const { cameraType, fov, orthoZoom } = this.content.settings;
    return { isOrthographic: cameraType === "orthographic", fov, orthoZoom };
  }

  get camera(): Camera {
    return new Camera(this.view, this.lens, this.size.width, this.size.height);
  }

  get frame(): Frame | undefined {
    return this.gesture?.kind === "box" ? undefined : frameOf(this.selected, this.tool);
  }

  get handles(): readonly Handle[] {
    const { frame } = this;
    return frame ? handlesOf(frame, this.tool, this.camera) : [];
  }

  see(view: View): void {
    this.view = view;
    this.onChange();
  }

  look(direction: Direction): void {
    this.see(along(this.view, direction));
  }

  orbit(by: Point): void {
    this.see(orbited(this.view, by));
  }

  pan(by: Point): void {
    this.see(this.camera.panned(by));
  }

  zoom(factor: number): void {
    this.see(zoomed(this.view, factor));
  }

  /** Shows what is selected, or everything, as large as it fits. */
  frameView(): void {
    const box = boxOf(this.selected.length > 0 ? this.selected : this.content.objects.filter(({ visible }) => visible));
    this.see(box ? framed(this.view, box, this.lens, this.size) : HOME);
  }

  setTool(tool: Tool): void {
    this.tool = tool;
    this.measure = [];
    if (tool === "measure" && this.selected.length === 2) this.measure = this.selected.map(({ position }) => position);
    this.onChange();
  }

  setTab(tab: Tab): void {
    this.tab = tab;
    this.onChange();
  }

  setOptions(options: Partial<Options>): void {
    this.options = { ...this.options, ...options };
    this.onChange();
  }

  /** The object under a point of the viewport. */
  objectAt(at: Point): SceneObject | undefined {
    return pick(this.content.objects, this.camera.ray(at))?.object;
  }

  handleUnder(at: Point): Handle | undefined {
    return handleAt(this.handles, at);
  }

  /** Takes a point of a surface or of the ground as the next end of what is measured. */
  measureAt(at: Point): void {
    const ray = this.camera.ray(at);
    const point = pick(this.content.objects, ray)?.point ?? groundUnder(ray);
    if (!point) return this.onSay("There is neither an object nor the ground at this place.", "problem");
    this.measure = this.measure.length === 1 ? [...this.measure, point] : [point];
    this.onChange();
  }

  // Gestures.

  beginDrag(handle: Handle, from: Point): void {
    const { frame, content } = this;
    if (!frame) return;
    this.gesture = { kind: "drag", drag: { tool: this.tool, frame, handle, from }, content };
    this.onChange();
  }

  beginBox(from: Point): void {
    this.gesture = { kind: "box", from, to: from };
    this.onChange();
  }

  follow(to: Point): void {
    const { gesture, scene } = this;
    if (gesture?.kind === "box") this.gesture = { ...gesture, to };
    else if (gesture && scene) {
      const { moveStep, snaps } = this.options;
      const changes = dragged(gesture.drag, to, this.camera, snaps ? { ...STEPS, move: moveStep } : undefined);
      this.gesture = { ...gesture, content: scenes.changed(scene.content, changes) };
    }
    this.onChange();
  }

  cancel(): void {
    this.gesture = undefined;
    this.onChange();
  }

  /** Ends the gesture and does what it meant. */
  finish(): void {
    const gesture = this.gesture;
    this.gesture = undefined;
    if (gesture?.kind === "drag") this.#editContent("drag", () => gesture.content);
    else if (gesture) this.select([...this.#selection, ...this.#inBox(gesture.from, gesture.to)]);
    this.onChange();
  }

  #inBox(a: Point, b: Point): string[] {
    const { camera } = this;
    const [left, right] = [Math.min(a[0], b[0]), Math.max(a[0], b[0])];
    const [top, bottom] = [Math.min(a[1], b[1]), Math.max(a[1], b[1])];
    const inside = this.content.objects.filter(({ visible, locked, position }) => {
      const at = visible && !locked && camera.project(position);
      return at && at[0] >= left && at[0] <= right && at[1] >= top && at[1] <= bottom;
    });
    return inside.flatMap((object) => this.withGroup(object));
  }

  /** What is selected and not locked; tells where nothing of it can be changed. */
  #free(done: string): readonly SceneObject[] {
    const free = this.selected.filter(({ locked }) => !locked);
    if (free.length < this.selected.length)
      this.onSay(`Locked objects cannot be ${done}; unlock them first.`, "problem");
    return free;
  }

  /** Whether there was anything to copy, and room for it. */
  #copyIn(originals: readonly SceneObject[]): boolean {
    if (originals.length === 0 || !this.#hasRoom(originals.length)) return false;
    const before = new Set(this.content.objects.map(({ id }) => id));
    this.#editContent("copy", (content) => scenes.withCopies(content, originals, newId));
    this.select(this.content.objects.map(({ id }) => id).filter((id) => !before.has(id)));
    return true;
  }

  #hasRoom(count: number): boolean {
    const isFull = this.content.objects.length + count > MOST_OBJECTS;
    if (isFull) this.onSay(`A scene holds at most ${MOST_OBJECTS} objects.`, "problem");
    return !isFull;
  }

  #editContent(what: string, change: (content: Content) => Content): void {
    this.#edit(what, (scene) => ({ ...scene, content: change(scene.content) }));
  }

  #edit(what: string, change: (scene: Scene) => Scene): void {
    const before = this.scene;
    if (!before) return;
    const isSame = /^(?:field|name|nudge)/.test(what) && what === this.#lastEdit;
    if (!isSame) this.#history.record(before);
    this.#lastEdit = what;
    this.library.replace(change(before));
    this.#dropLost();
    this.onChange();
  }

  #restore(scene: Scene | undefined): void {
    if (!scene) return;
    this.#lastEdit = "";
    this.library.replace(scene);
    this.#dropLost();
    this.onChange();
  }

  /** What is gone is not selected any more. */
  #dropLost(): void {
    const there = new Set(this.content.objects.map(({ id }) => id));
    if ([...this.#selection].some((id) => !there.has(id)))
      this.#selection = new Set([...this.#selection].filter((id) => there.has(id)));
  }
}

function same(objects: readonly SceneObject[], change: Partial<SceneObject>): Map<string, Partial<SceneObject>> {
  return new Map(objects.map(({ id }) => [id, change]));
}
