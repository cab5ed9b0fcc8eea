// The editor's state, and everything that can be done to it. Mouse, keys, menus and panels all end here.

import { History } from "../../../kit/ui/history";
import type { Library, Medium } from "../media/library";
import * as edits from "../model/edits";
import type { Edited, RowTarget, TimeChange } from "../model/edits";
import type { Effect, EffectType } from "../model/effects";
import { written, type ProjectFile } from "../model/file";
import { bounded, fittingScale, SCALES, START_SCALE, timeAt, xOf, zoomed, type View } from "../model/geometry";
import {
  blockOf,
  blocksOf,
  edgesOf,
  EMPTY,
  endOfTrack,
  FRAME,
  lengthOf,
  MOST_BLOCKS,
  rowOf,
  type Block,
  type Project,
  type TextStyle,
} from "../model/project";
import { resultOf, type Gesture } from "./gesture";

export interface Options {
  isDark: boolean;
  isSnapping: boolean;
}

export type Tab = "Text" | "Time" | "Effects";

export class Editor {
  project: Project = EMPTY;
  options: Options = { isDark: false, isSnapping: true };
  view: View = { scale: START_SCALE, scrollX: 0, scrollY: 0 };
  /** Of the rows on the timeline, as the page has it. */
  size = { width: 1184, height: 192 };
  tab: Tab = "Time";
  gesture: Gesture | undefined;
  exported: { file: ProjectFile; at: Date } | undefined;

  /** Something that shows has changed. */
  onChange: () => void = () => undefined;
  /** Only the playhead has moved. */
  onTime: () => void = () => undefined;
  /** A sentence for the user. */
  onSay: (text: string, kind?: "done" | "problem") => void = () => undefined;
  /** The project is another. */
  onEdit: () => void = () => undefined;

  #history = new History<Project>();
  /** What the last edit was; another one of the same is undone together with it. */
  #lastEdit = "";
  #selection: ReadonlySet<string> = new Set();
  #effect: string | undefined;
  #copied: { block: Block; row: number }[] = [];
  #playhead = 0;
  /** When playing began, and where; undefined while it stands. */
  #playing: { since: number; from: number } | undefined;

  constructor(readonly library: Library) {}

  // What is there.

  get length(): number {
    return lengthOf(this.project);
  }

  get playhead(): number {
    return this.#playhead;
  }

  get isPlaying(): boolean {
    return this.#playing !== undefined;
  }

  /** Ids of blocks. */
  get selection(): ReadonlySet<string> {
    return this.#selection;
  }

  get selectedBlocks(): readonly Block[] {
    return blocksOf(this.project).filter(({ id }) => this.#selection.has(id));
  }

  /** The block whose properties are shown. */
  get selected(): Block | undefined {
    const [first, ...others] = this.selectedBlocks;
    return others.length === 0 ? first : undefined;
  }

  /** An effect of the selected block. */
  get selectedEffect(): Effect | undefined {
    return this.selected?.effects.find(({ id }) => id === this.#effect);
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

  get file(): ProjectFile {
    return written(this.project, this.library.sources);
  }

  // Selection.

  select(ids: Iterable<string>): void {
    this.#selection = new Set(ids);
    this.#effect = undefined;
    this.#lastEdit = "";
    this.#chooseTab();
    this.onChange();
  }

  toggle(id: string): void {
    const selection = new Set(this.#selection);
    if (!selection.delete(id)) selection.add(id);
    this.select(selection);
  }

  selectAll(): void {
    this.select(blocksOf(this.project).map(({ id }) => id));
  }

  /** The block before or after the selected one. */
  selectNext(step: 1 | -1): void {
    const blocks = blocksOf(this.project);
    const at = blocks.findIndex(({ id }) => this.#selection.has(id));
    const next = at === -1 ? (step === 1 ? 0 : blocks.length - 1) : at + step;
    const block = blocks[(next + blocks.length) % blocks.length];
    if (block) this.selectAndShow(block);
  }

  selectAndShow(block: Block): void {
    this.select([block.id]);
    this.reveal(block);
  }

  selectEffect(blockId: string, effectId: string): void {
    this.#selection = new Set([blockId]);
    this.#effect = effectId;
    this.#lastEdit = "";
    this.tab = "Effects";
    this.onChange();
  }

  showTab(tab: Tab): void {
    this.tab = tab;
    this.#chooseTab();
    this.onChange();
  }

  // Edits of the timeline.

  /** At the end of the row of what is selected, or on a new row below the others, at the playhead. */
  add(medium: Medium, onNewTrack = false): void {
    const row = onNewTrack ? this.project.tracks.length : Math.max(0, this.#selectedRow());
    const start = onNewTrack ? this.#playhead : endOfTrack(this.project.tracks[row]);
    this.addAt(medium, { row, isNew: onNewTrack }, start);
  }

  addAt(medium: Medium, target: RowTarget, start: number): void {
    if (!this.#hasRoom(1)) return;
    const [project, block] = edits.withMedium(this.project, medium, target, start);
    this.#edit("add", project);
    this.#selectNew([block]);
  }

  addText(): void {
    if (!this.#hasRoom(1)) return;
    const [project, block] = edits.withText(this.project, this.#playhead);
    this.#edit("add", project);
    this.tab = "Text";
    this.#selectNew([block]);
  }

  move(id: string, target: RowTarget, start: number): void {
    this.#edit(`move ${id}`, edits.moved(this.project, id, target, start));
  }

  /** By how much the arrow keys move what is selected. */
  nudge(by: number): void {
    const { selected } = this;
    if (selected) this.move(selected.id, { row: rowOf(this.project, selected.id), isNew: false }, selected.start + by);
    else if (this.#selection.size > 0) this.#moveTogether(by, 0);
  }

  moveByRow(step: 1 | -1): void {
    const { selected } = this;
    if (selected) this.#edit("row", edits.movedByRow(this.project, selected.id, step));
    else if (this.#selection.size > 0) this.#moveTogether(0, step);
  }

  #moveTogether(by: number, rows: number): void {
    const project = edits.movedTogether(this.project, this.#selection, by, rows);
    if (project) this.#edit("nudge together", project);
    else this.onSay("There is no room for these blocks there.", "problem");
  }

  /** Sets a time of a block; tells what is wrong with it, if anything is. */
  setTimes(id: string, change: TimeChange): string | undefined {
    return this.#tryEdit(`times ${id} ${Object.keys(change).join()}`, edits.withTimes(this.project, id, change));
  }

  setStyle(id: string, change: Partial<TextStyle>): void {
    const block = blockOf(this.project, id);
    if (!block?.style) return;
    const style = { ...block.style, ...change };
    this.#edit(`style ${id} ${Object.keys(change).join()}`, edits.replaced(this.project, { ...block, style }));
  }

  split(): void {
    const chosen = this.#selection.size > 0 ? this.#selection : new Set(blocksOf(this.project).map(({ id }) => id));
    const [project, rights] = edits.split(this.project, chosen, this.#playhead);
    if (rights.length === 0) return this.onSay("Put the playhead inside a selected block to split it.", "problem");
    if (!this.#hasRoom(rights.length)) return;
    this.#edit("split", project);
    this.select(rights.map(({ id }) => id));
  }

  duplicate(): void {
    if (this.#selection.size === 0 || !this.#hasRoom(this.#selection.size)) return;
    const [project, copies] = edits.duplicated(this.project, this.#selection);
    this.#edit("duplicate", project);
    this.#selectNew(copies);
  }

  remove({ isRipple }: { isRipple: boolean }): void {
    if (this.#selection.size === 0) return;
    const change = isRipple ? edits.rippled : edits.without;
    this.#edit("remove", change(this.project, this.#selection));
    this.select([]);
  }

  copy(): void {
    this.#copied = this.selectedBlocks.map((block) => ({ block, row: rowOf(this.project, block.id) }));
    this.onChange();
  }

  /** At the playhead, on the rows that the blocks came from. */
  paste(): void {
    if (this.#copied.length === 0 || !this.#hasRoom(this.#copied.length)) return;
    const first = Math.min(...this.#copied.map(({ block }) => block.start));
    let { project } = this;
    const pasted: Block[] = [];
    for (const { block, row } of this.#copied) {
      const [counted, copy] = edits.copyOf(project, block);
      const start = this.#playhead + block.start - first;
      const target = { row: Math.min(row, project.tracks.length), isNew: false };
      const [next, placed] = edits.put(counted, { ...copy, start }, target);
      pasted.push(placed);
      project = next;
    }
    this.#edit("paste", project);
    this.#selectNew(pasted);
  }

  // Effects.

  addEffect(type: EffectType): void {
    const block = this.selected;
    if (!block) return this.onSay("Select one block to add an effect to.", "problem");
    if (block.type === "AUDIO" && type === "light-adjustment")
      return this.onSay("A sound has no light to adjust.", "problem");
    const [project, effect] = edits.withEffect(this.project, block.id, type);
    this.#edit("effect", project);
    if (effect) this.selectEffect(block.id, effect.id);
  }

  setEffect(block: Block, effect: Effect, what: string): void {
    const effects = block.effects.map((other) => (other.id === effect.id ? effect : other));
    this.#edit(`effect ${effect.id} ${what}`, edits.withEffects(this.project, block.id, effects));
  }

  /** From and to are times on the timeline. */
  setExtent(block: Block, effectId: string, from: number, to: number): string | undefined {
    const edited = edits.withExtent(this.project, block.id, effectId, from - block.start, to - block.start);
    return this.#tryEdit(`effect ${effectId} extent`, edited);
  }

  removeEffect(block: Block, effectId: string): void {
    const effects = block.effects.filter(({ id }) => id !== effectId);
    this.#edit("remove effect", edits.withEffects(this.project, block.id, effects));
  }

  /** Lets an effect work earlier or later among those of its block. */
  reorderEffect(block: Block, effectId: string, step: 1 | -1): void {
    const effects = [...block.effects];
    const at = effects.findIndex(({ id }) => id === effectId);
    const [effect] = effects.splice(at, 1);
    effects.splice(at + step, 0, effect!);
    this.#edit("reorder", edits.withEffects(this.project, block.id, effects));
  }

  // History.

  /** The next edit is one of its own. */
  endEdit(): void {
    this.#lastEdit = "";
  }

  undo(): void {
    this.#restore(this.#history.undo(this.project));
  }

  redo(): void {
    this.#restore(this.#history.redo(this.project));
  }

  /** Another project, as one edit. */
  load(project: Project): void {
    this.#edit("load", project);
    this.select([]);
    this.fit();
  }

  /** A project from before a reload: nothing to undo. */
  restore(project: Project): void {
    this.project = project;
    this.onChange();
  }

  // Gestures.

  /** Begins a gesture, or tells how far it has come. */
  follow(gesture: Gesture): void {
    this.gesture = gesture;
    this.onChange();
  }

  cancel(): void {
    this.gesture = undefined;
    this.onChange();
  }

  /** Ends the gesture and does what it meant. */
  finish(): void {
    const { gesture } = this;
    this.gesture = undefined;
    if (gesture?.type === "place") {
      const { medium, drop } = gesture;
      if (drop) this.addAt(medium, drop.target, drop.start);
    } else if (gesture) {
      const project = resultOf(this.project, gesture);
      if (project) this.#edit("drag", project);
      else this.onSay("There is no room for these blocks there.", "problem");
    }
    this.onChange();
  }

  // Time.

  seek(time: number): void {
    this.#playhead = Math.min(this.length, Math.max(0, Math.round(time)));
    if (this.#playing) this.#playing = { since: performance.now(), from: this.#playhead };
    this.onTime();
  }

  /** By frames or seconds. */
  step(by: number): void {
    this.pause();
    this.seek(this.#playhead + by);
    this.revealPlayhead();
  }

  stepFrame(step: 1 | -1): void {
    this.step(step * FRAME.stepMs);
  }

  /** To the edge of a block before or after the playhead. */
  stepEdge(step: 1 | -1): void {
    const edges = edgesOf(this.project);
    const next =
      step === 1 ? edges.find((edge) => edge > this.#playhead) : edges.filter((edge) => edge < this.#playhead).at(-1);
    if (next !== undefined) this.step(next - this.#playhead);
  }

  play(): void {
    if (this.length === 0) return this.onSay("There is nothing on the timeline to play.", "problem");
    if (this.#playhead >= this.length) this.#playhead = 0;
    this.#playing = { since: performance.now(), from: this.#playhead };
    this.onChange();
  }

  pause(): void {
    if (!this.#playing) return;
    this.#playing = undefined;
    this.onChange();
  }

  togglePlay(): void {
    if (this.isPlaying) this.pause();
    else this.play();
  }

  /** Moves the playhead to where it is by now. */
  tick(now: number): void {
    if (!this.#playing) return;
    this.#playhead = Math.min(this.length, Math.round(this.#playing.from + Math.max(0, now - this.#playing.since)));
    if (this.#playhead >= this.length) this.pause();
    this.revealPlayhead();
    this.onTime();
  }

  // View.

  see(view: View): void {
    this.view = bounded(view, this.length, this.project.tracks.length, this.size);
    this.onChange();
  }

  zoom(step: 1 | -1, at?: number): void {
    const { view, size } = this;
    const scale = SCALES[SCALES.indexOf(view.scale) + step];
    const x = xOf(view, this.#playhead);
    const still = at ?? (x >= 0 && x <= size.width ? this.#playhead : timeAt(view, 0));
    if (scale) this.see(zoomed(view, scale, still));
  }

  setScale(scale: number): void {
    const steps = SCALES.indexOf(scale) - SCALES.indexOf(this.view.scale);
    for (let i = 0; i < Math.abs(steps); i++) this.zoom(steps > 0 ? 1 : -1);
  }

  fit(): void {
    this.see({ scale: fittingScale(this.length, this.size.width), scrollX: 0, scrollY: 0 });
  }

  /** Scrolls as far as is needed to see a block's beginning. */
  reveal(block: Block): void {
    const x = xOf(this.view, block.start);
    const isSeen = x >= 0 && x <= this.size.width - 40;
    if (!isSeen) this.see({ ...this.view, scrollX: this.view.scrollX + x - 40 });
  }

  /** Turns the page when the playhead leaves it. */
  revealPlayhead(): void {
    const x = xOf(this.view, this.#playhead);
    if (x < 0 || x > this.size.width) this.see({ ...this.view, scrollX: this.view.scrollX + x - 40 });
  }

  setOptions(options: Partial<Options>): void {
    this.options = { ...this.options, ...options };
    this.onChange();
  }

  /** Keeps the project as it is now as what was exported. */
  markExported(): void {
    this.exported = { file: this.file, at: new Date() };
    this.onChange();
  }

  // Parts.

  #selectedRow(): number {
    const [first] = this.selectedBlocks;
    return first ? rowOf(this.project, first.id) : -1;
  }

  #selectNew(blocks: readonly Block[]): void {
    const [first] = blocks;
    this.tab = first?.type === "TEXT" ? "Text" : "Time";
    this.select(blocks.map(({ id }) => id));
    if (first) this.reveal(first);
  }

  /** Media have no text. */
  #chooseTab(): void {
    if (this.tab === "Text" && this.selected?.type !== "TEXT") this.tab = "Time";
  }

  #hasRoom(count: number): boolean {
    const isFull = blocksOf(this.project).length + count > MOST_BLOCKS;
    if (isFull) this.onSay(`A project holds at most ${MOST_BLOCKS} blocks.`, "problem");
    return !isFull;
  }

  #tryEdit(what: string, edited: Edited): string | undefined {
    if ("problem" in edited) return edited.problem;
    this.#edit(what, edited.project);
    return undefined;
  }

  #edit(what: string, project: Project): void {
    if (project === this.project) return;
    const isTyping = /^(?:times|style|effect e|move|nudge)/.test(what) && what === this.#lastEdit;
    if (!isTyping) this.#history.record(this.project);
    this.#lastEdit = what;
    this.#set(project);
  }

  #restore(project: Project | undefined): void {
    if (!project) return;
    this.#lastEdit = "";
    this.#set(project);
  }

  #set(project: Project): void {
    this.project = project;
    const there = new Set(blocksOf(project).map(({ id }) => id));
    this.#selection = new Set([...this.#selection].filter((id) => there.has(id)));
    this.#playhead = Math.min(this.#playhead, this.length);
    this.#chooseTab();
    this.view = bounded(this.view, this.length, project.tracks.length, this.size);
    this.onEdit();
    this.onChange();
  }

  /** Where what is moved, dropped or trimmed snaps to. */
  snapTargets(without: ReadonlySet<string>): number[] {
    return this.options.isSnapping ? [...edgesOf(this.project, without), this.#playhead] : [];
  }
}
