// The editor's state, and everything that can be done to it. Mouse, keys, menus and dialogs all end here.

import { History } from "../../../kit/ui/history";
import { START, zoomedAt, type Viewport } from "../../../kit/ui/viewport";
import { Document, MOST_PARTS, MOST_SCOPES, moved, type Contents, type NewPart, type Scope } from "../model/document";
import { read, write, type Saved } from "../model/file";
import { movedAlong } from "../model/drag";
import { contentsOf, type Example } from "../model/examples";
import { pinsOf } from "../model/geometry";
import type { Part, Point } from "../model/part";
import { boxOf, flipped, rotated } from "../model/turn";
import type { Make } from "../sim/types";
import { Bench } from "./bench";
import { begin, finish, follow, type Gesture, type Press } from "./gesture";
import { hitAt, inBox, reachAt, type Hit } from "./hit";
import { probed } from "./probe";
import { fitted, gridLength, raised } from "./viewport";

export interface Options {
  isDark: boolean;
  showsValues: boolean;
  showsCurrent: boolean;
}

/** How far a copy lies from what it was copied from. */
const COPY_OFFSET: Point = [2, 2];

export class Editor {
  readonly document = new Document();
  readonly bench: Bench;
  options: Options = { isDark: false, showsValues: true, showsCurrent: false };
  viewport: Viewport = START;
  /** The kind whose tool is taken; null for the select tool. */
  tool: string | null = null;
  gesture: Gesture | undefined;
  /** Why the last edit was not made, in a sentence, if it was not. */
  refusal: string | null = null;
  /** On the grid, not snapped; undefined while the pointer is not over the canvas. */
  pointer: Point | undefined;

  /** Something that shows has changed. */
  onChange: () => void = () => undefined;
  /** Something that is kept has changed. */
  onEdit: () => void = () => undefined;

  #history = new History<Contents>();
  #selection: ReadonlySet<number> = new Set();
  #clipboard: readonly Part[] = [];

  constructor(make: Make) {
    this.bench = new Bench(this.document, make);
  }

  // What is there.

  get selection(): ReadonlySet<number> {
    return this.#selection;
  }

  get selected(): Part[] {
    return this.document.parts.filter((part) => this.#selection.has(part.id));
  }

  get canUndo(): boolean {
    return this.#history.canUndo;
  }

  get canRedo(): boolean {
    return this.#history.canRedo;
  }

  get canPaste(): boolean {
    return this.#clipboard.length > 0;
  }

  hit(at: Point): Hit | undefined {
    return hitAt(this.document.parts, at, reachAt(gridLength(this.viewport, 1)), this.bench.routes);
  }

  get hovered(): Hit | undefined {
    return this.pointer && !this.gesture ? this.hit(this.pointer) : undefined;
  }

  // Tools and gestures.

  takeTool(tool: string | null): void {
    this.refusal = null;
    this.tool = tool;
    this.gesture = undefined;
    if (tool !== null) this.#selection = new Set();
    this.onChange();
  }

  press(press: Omit<Press, "hit">): void {
    this.gesture = begin(this.tool, { ...press, hit: this.hit(press.at) }, this.#selection);
    if (this.gesture.type === "move" && !press.adds && !this.#selection.has(this.gesture.ids[0]!)) {
      this.#selection = new Set(this.gesture.ids);
    }
    this.onChange();
  }

  point(at: Point | undefined): void {
    this.pointer = at;
    if (at && this.gesture) this.gesture = follow(this.gesture, at);
    this.onChange();
  }

  /** Ends the gesture and does what it meant. */
  release(): void {
    const gesture = this.gesture;
    this.gesture = undefined;
    if (gesture) this.#carryOut(gesture);
    this.onChange();
  }

  cancelGesture(): void {
    this.gesture = undefined;
    this.onChange();
  }

  // Selection.

  select(ids: Iterable<number>): void {
    this.#selection = new Set(ids);
    this.onChange();
  }

  selectAll(): void {
    this.takeTool(null);
    this.select(this.document.parts.map((part) => part.id));
  }

  // Edits.

  add(part: NewPart): void {
    if (this.#hasRoom(1)) this.#edit(() => this.document.add(part));
  }

  change(id: number, change: Partial<Omit<Part, "id" | "kind">>): void {
    this.#edit(() => this.document.change(id, change));
  }

  removeSelected(): void {
    if (this.#selection.size > 0) this.#edit(() => this.document.remove(this.#selection));
  }

  moveSelected(by: Point): void {
    if (this.#selection.size > 0) this.#move([...this.#selection], by);
  }

  rotateSelected(): void {
    this.#turn(rotated);
  }

  flipSelected(): void {
    this.#turn(flipped);
  }

  toggle(id: number): void {
    const part = this.document.part(id);
    if (!part) return;
    const params =
      part.kind === "switch"
        ? { ...part.params, closed: part.params["closed"] !== true }
        : { ...part.params, state: part.params["state"] === 1 ? 0 : 1 };
    this.#history.record(this.document.contents());
    this.document.change(id, { params });
    this.bench.set(this.document.part(id)!);
    this.onEdit();
    this.onChange();
  }

  undo(): void {
    this.#restore(this.#history.undo(this.document.contents()));
  }

  redo(): void {
    this.#restore(this.#history.redo(this.document.contents()));
  }

  // Copies.

  copy(): void {
    if (this.selected.length > 0) this.#clipboard = structuredClone(this.selected);
    this.onChange();
  }

  cut(): void {
    this.copy();
    this.removeSelected();
  }

  /** Pastes with the top left corner at the pointer, or beside the original while the pointer is elsewhere. */
  paste(): void {
    if (this.#clipboard.length === 0) return;
    const { from } = boxOf(this.#clipboard);
    const by = this.pointer
      ? [Math.round(this.pointer[0]) - from[0], Math.round(this.pointer[1]) - from[1]]
      : COPY_OFFSET;
    this.#addCopies(this.#clipboard, by as Point);
  }

  duplicate(): void {
    if (this.selected.length > 0) this.#addCopies(this.selected, COPY_OFFSET);
  }

  // Scopes.

  /** Watches a pin, or with null what one measures of the part: its output, or the voltage across it. */
  addScope(part: Part, pin: string | null): void {
    if (this.document.scopes.length >= MOST_SCOPES) {
      return this.#refuse(`There is room for ${MOST_SCOPES} scopes; remove one first.`);
    }
    const [first, second] = pin === null ? probed(part) : [pin];
    this.#edit(() => this.document.addScope(part.id, second === undefined ? (first ?? null) : null));
  }

  removeScope(id: number): void {
    this.#edit(() => this.document.removeScope(id));
  }

  removeAllScopes(): void {
    this.#edit(() => this.document.scopes.forEach((scope) => this.document.removeScope(scope.id)));
  }

  changeScope(id: number, change: Partial<Omit<Scope, "id">>): void {
    this.#edit(() => this.document.changeScope(id, change));
  }

  // Files.

  clear(): void {
    this.#edit(() => this.document.restore({ parts: [], scopes: [] }));
    this.bench.reset();
    this.takeTool(null);
  }

  /** Shows an example in place of the open circuit. */
  show(example: Example): void {
    this.#edit(() => this.document.restore(contentsOf(example)));
    this.bench.reset();
    this.takeTool(null);
  }

  save(): string {
    return write({ timeStep: this.bench.chosenStep, ...this.document.contents() });
  }

  /** Reads a circuit in place of the open one; a FileProblem leaves everything as it is. */
  load(text: string): void {
    const saved: Saved = read(text);
    this.#edit(() => this.document.restore(saved));
    this.bench.chosenStep = saved.timeStep;
    this.bench.reset();
    this.takeTool(null);
  }

  /** Opens what was kept before a reload; there is nothing before it to go back to. */
  open(text: string): void {
    const saved = read(text);
    this.document.restore(saved);
    this.bench.chosenStep = saved.timeStep;
    this.bench.reset();
  }

  // Running and seeing.

  setRunning(running: boolean): void {
    this.bench.running = running;
    this.onChange();
  }

  reset(): void {
    this.bench.reset();
    this.onChange();
  }

  /** Null leaves it to the simulator. */
  setTimeStep(seconds: number | null): void {
    this.bench.chosenStep = seconds;
    this.bench.rebuild();
    this.onEdit();
    this.onChange();
  }

  setSpeed(speed: number): void {
    this.bench.speed = speed;
    this.onChange();
  }

  setOptions(options: Partial<Options>): void {
    this.options = { ...this.options, ...options };
    this.bench.showsCurrent = this.options.showsCurrent;
    this.onEdit();
    this.onChange();
  }

  see(viewport: Viewport): void {
    this.viewport = viewport;
    this.onChange();
  }

  zoomAt(canvasPoint: Point, factor: number): void {
    this.see(zoomedAt(this.viewport, canvasPoint, factor));
  }

  fit(width: number, height: number, left = 0): void {
    const { parts } = this.document;
    this.see(parts.length > 0 ? fitted(boxOf(parts), width, height, left) : START);
  }

  /** Shows all parts above a height of the canvas, if some lie below it. */
  reveal(width: number, height: number): void {
    const { parts } = this.document;
    if (parts.length > 0) this.see(raised(this.viewport, boxOf(parts), width, height));
  }

  #carryOut(gesture: Gesture): void {
    const outcome = finish(gesture);
    switch (outcome.type) {
      case "place":
        return this.add({ kind: outcome.kind, a: outcome.a, b: outcome.b });
      case "move":
        return this.#move(outcome.ids, outcome.by);
      case "stretch": {
        const part = this.document.part(outcome.id);
        const other = part?.[outcome.end === "a" ? "b" : "a"];
        const hasLength = other && (other[0] !== outcome.to[0] || other[1] !== outcome.to[1]);
        return hasLength ? this.change(outcome.id, { [outcome.end]: outcome.to }) : undefined;
      }
      case "select-box": {
        const inside = inBox(this.document.parts, outcome.from, outcome.to).map((part) => part.id);
        return this.select(outcome.adds ? [...this.#selection, ...inside] : inside);
      }
      case "select":
        return this.#selectOne(outcome.id, outcome.adds);
      case "toggle":
        this.select([outcome.id]);
        return this.toggle(outcome.id);
      case "nothing":
    }
  }

  /** Wires stay connected: they are drawn along. */
  #move(ids: readonly number[], by: Point): void {
    const { places, lost, added } = movedAlong(this.document.parts, ids, by);
    if (!this.#hasRoom(added.length)) return;
    this.#edit(() => {
      places.forEach((place, id) => this.document.change(id, place));
      this.document.remove(lost);
      for (const ends of added) this.document.add({ kind: "wire", ...ends });
    });
  }

  #selectOne(id: number | null, adds: boolean): void {
    if (!adds) return this.select(id === null ? [] : [id]);
    if (id === null) return;
    const others = [...this.#selection].filter((other) => other !== id);
    this.select(this.#selection.has(id) ? others : [...others, id]);
  }

  #turn(turn: typeof rotated): void {
    const parts = this.selected;
    if (parts.length === 0) return;
    this.#edit(() => turn(parts).forEach((position, id) => this.document.change(id, position)));
  }

  #addCopies(parts: readonly Part[], by: Point): void {
    if (!this.#hasRoom(parts.length)) return;
    this.#edit(() => {
      const copies = parts.map((part) => this.document.add({ ...structuredClone(part), ...moved(part, by) }));
      this.#selection = new Set(copies.map((part) => part.id));
    });
    this.tool = null;
  }

  #hasRoom(parts: number): boolean {
    const fits = this.document.parts.length + parts <= MOST_PARTS;
    if (!fits) this.#refuse(`The circuit is full: it holds ${MOST_PARTS} parts and wires at most.`);
    return fits;
  }

  #refuse(sentence: string): void {
    this.refusal = sentence;
    this.onChange();
  }

  #edit(change: () => void): void {
    const before = this.document.contents();
    change();
    this.#history.record(before);
    this.#edited();
  }

  #restore(contents: Contents | undefined): void {
    if (!contents) return;
    this.gesture = undefined;
    this.document.restore(contents);
    this.#edited();
  }

  #edited(): void {
    this.refusal = null;
    this.#selection = new Set([...this.#selection].filter((id) => this.document.part(id)));
    this.bench.rebuild();
    this.onEdit();
    this.onChange();
  }
}

/** Whether a scope can watch a part. */
export function isWatchable(part: Part): boolean {
  return pinsOf(part).length > 0;
}
