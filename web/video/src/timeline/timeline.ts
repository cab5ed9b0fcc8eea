// The ruler, the rows and the blocks on them, brought up to date as a whole.

import { element, fitCanvas, setText } from "../../../kit/ui/dom";
import { resultOf } from "../edit/gesture";
import type { Editor } from "../edit/editor";
import { freeStart } from "../model/edits";
import { EFFECT_NAMES, extentOf, type Effect } from "../model/effects";
import { ROW, topOf, xOf } from "../model/geometry";
import { blocksOf, namesOf, type Block, type Project } from "../model/project";
import { secondsOf } from "../model/times";
import { colorsOf, drawBlock, drawRows, drawRuler, type Colors } from "./drawing";

/** A block that is being moved or dropped. */
interface Ghost {
  x: number;
  y: number;
  width: number;
  isNewRow: boolean;
}

export class Timeline {
  readonly ruler = element("canvas", { class: "ruler" });
  readonly #heads = element("div", { class: "heads" });
  readonly #canvas = element("canvas", { class: "rows-canvas" });
  readonly #blocks = element("div", { class: "blocks" });
  readonly #bars = element("div", { class: "bars" });
  readonly #ghost = element("div", { class: "ghost", hidden: true });
  readonly #line = element("div", { class: "playhead" }, element("div", { class: "playhead-grip" }));
  readonly #hint = element("p", { class: "rows-hint" }, "Drag media here, or double-click them. T adds a text.");
  readonly rows = element(
    "div",
    { class: "rows", tabindex: 0, role: "group", "aria-label": "Timeline" },
    this.#canvas,
    this.#blocks,
    this.#bars,
    this.#ghost,
    this.#hint,
  );
  readonly root: HTMLElement;
  readonly #elements = new Map<string, HTMLElement>();
  /** Whether the focus goes after the selection, and not the other way round. */
  #isFollowing = false;

  constructor(
    private readonly editor: Editor,
    tools: HTMLElement,
  ) {
    const lanes = element("div", { class: "lanes" }, this.ruler, this.rows, this.#line);
    this.root = element("section", { class: "timeline", "aria-label": "Timeline" }, tools, this.#heads, lanes);
  }

  get size(): { width: number; height: number } {
    return { width: this.rows.clientWidth, height: this.rows.clientHeight };
  }

  update(): void {
    const { editor } = this;
    const { project, hidden } = this.#shown();
    const colors = colorsOf(this.root);
    drawRuler(this.ruler, editor.view, colors);
    this.#drawRows(project, hidden, colors);
    this.#updateHeads(project);
    this.#updateBlocks(project, hidden);
    this.#updateEffects(project);
    this.#updateGhost();
    this.#hint.hidden = project.tracks.length > 0 || editor.gesture !== undefined;
    this.updatePlayhead();
  }

  updatePlayhead(): void {
    const x = xOf(this.editor.view, this.editor.playhead);
    this.#line.hidden = x < 0 || x > this.size.width;
    this.#line.style.transform = `translateX(${Math.round(x)}px)`;
  }

  /** The project as a drag would leave it, or without what is being moved. */
  #shown(): { project: Project; hidden: ReadonlySet<string> } {
    const { project, gesture } = this.editor;
    if (gesture?.type === "move") return { project, hidden: gesture.ids };
    const result = gesture && resultOf(project, gesture);
    return { project: result ?? project, hidden: new Set() };
  }

  #drawRows(project: Project, hidden: ReadonlySet<string>, colors: Colors): void {
    const { width, height, ratio } = fitCanvas(this.#canvas);
    const context = this.#canvas.getContext("2d")!;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    drawRows(context, { width, height }, this.editor.view, project.tracks.length, colors);
    project.tracks.forEach(({ blocks }, row) => {
      for (const block of blocks) {
        const box = this.#boxOf(block, row);
        if (box.x > width || box.x + box.width < 0) continue;
        context.globalAlpha = hidden.has(block.id) ? 0.35 : 1;
        drawBlock(context, block, box, this.editor.library.get(block.name), this.editor.view, colors);
      }
    });
    context.globalAlpha = 1;
  }

  #boxOf({ start, duration }: Pick<Block, "start" | "duration">, row: number) {
    const { view } = this.editor;
    const x = Math.round(xOf(view, start));
    const width = Math.max(2, Math.round(xOf(view, start + duration)) - x);
    return { x, y: topOf(view, row), width, height: ROW.block };
  }

  #updateHeads(project: Project): void {
    const { view } = this.editor;
    this.#heads.replaceChildren(
      ...project.tracks.map((_, row) => {
        const head = element("div", { class: "head" }, `Track ${row + 1}`);
        head.style.top = `${topOf(view, row)}px`;
        return head;
      }),
    );
  }

  #updateBlocks(project: Project, hidden: ReadonlySet<string>): void {
    const { editor } = this;
    const names = namesOf(project);
    const hadFocus = this.rows.contains(document.activeElement);
    const ordered: HTMLElement[] = [];
    project.tracks.forEach(({ blocks }, row) => {
      for (const block of blocks) {
        const made = this.#elementOf(block.id);
        const box = this.#boxOf(block, row);
        const isSelected = editor.selection.has(block.id);
        made.className = `block is-${block.type.toLowerCase()}`;
        made.classList.toggle("is-selected", isSelected);
        made.classList.toggle("is-moving", hidden.has(block.id));
        made.style.left = `${box.x}px`;
        made.style.top = `${box.y}px`;
        made.style.width = `${box.width}px`;
        made.setAttribute("aria-pressed", String(isSelected));
        const times = `from ${secondsOf(block.start)} s, ${secondsOf(block.duration)} s long`;
        made.setAttribute("aria-label", `${names.get(block.id)}, track ${row + 1}, ${times}`);
        this.#fillName(made, block, box);
        ordered.push(made);
      }
    });
    // Tab goes by row and time; elements that are in order stay where they are.
    const isSame = ordered.length === this.#blocks.childElementCount;
    if (!isSame || ordered.some((made, i) => this.#blocks.children[i] !== made))
      this.#blocks.replaceChildren(...ordered);
    const there = new Set(blocksOf(project).map(({ id }) => id));
    for (const id of this.#elements.keys()) if (!there.has(id)) this.#elements.delete(id);
    if (hadFocus) this.focus();
  }

  /** Gives the keyboard to the block that is selected, or to the timeline. */
  focus(): void {
    const wanted = this.#elements.get(this.editor.selected?.id ?? "") ?? this.rows;
    if (document.activeElement === wanted) return;
    this.#isFollowing = true;
    wanted.focus({ preventScroll: true });
    this.#isFollowing = false;
  }

  #elementOf(id: string): HTMLElement {
    const known = this.#elements.get(id);
    if (known) return known;
    const made = element("div", { role: "button", tabindex: 0 }, element("span", { class: "block-name" }));
    // Tab comes to a block and selects it; a press does that itself.
    made.addEventListener("focus", () => {
      if (!this.#isFollowing && made.matches(":focus-visible") && !this.editor.selection.has(id))
        this.editor.select([id]);
    });
    this.#elements.set(id, made);
    return made;
  }

  #fillName(made: HTMLElement, block: Block, { x, width }: { x: number; width: number }): void {
    const name = made.firstElementChild as HTMLElement;
    setText(name, block.style ? block.style.text : block.name);
    // The name stays in sight while the beginning is scrolled away.
    name.hidden = x + width < 30;
    name.style.marginLeft = `${Math.max(0, -x)}px`;
    name.style.maxWidth = `${width - Math.max(0, -x) - 10}px`;
  }

  #updateEffects(project: Project): void {
    const bars = project.tracks.flatMap(({ blocks }, row) =>
      blocks.flatMap((block) => block.effects.map((effect, order) => this.#barOf(block, effect, row, order))),
    );
    this.#bars.replaceChildren(...bars);
  }

  #barOf(block: Block, effect: Effect, row: number, order: number): HTMLElement {
    const [from, to] = extentOf(block, effect);
    const { x, y, width } = this.#boxOf({ start: block.start + from, duration: to - from }, row);
    const height = ROW.effects / block.effects.length;
    const bar = element("div", { class: "effect" });
    bar.classList.toggle("is-selected", this.editor.selectedEffect?.id === effect.id);
    bar.classList.toggle("is-off", !effect.enabled);
    bar.style.left = `${x}px`;
    bar.style.top = `${y + ROW.block + order * height}px`;
    bar.style.width = `${width}px`;
    bar.style.height = `${height}px`;
    // A bar that shares the lane with others is too low for words.
    if (block.effects.length === 1) bar.append(EFFECT_NAMES[effect.type]);
    return bar;
  }

  #updateGhost(): void {
    const ghost = this.#ghostOf();
    this.#ghost.hidden = ghost === undefined;
    if (!ghost) return;
    this.#ghost.classList.toggle("is-new-row", ghost.isNewRow);
    this.#ghost.style.left = `${ghost.x}px`;
    this.#ghost.style.top = `${ghost.y}px`;
    this.#ghost.style.width = `${ghost.width}px`;
  }

  /** Where what is moved would come to lie: its place on its row, or a line where a new row would be. */
  #ghostOf(): Ghost | undefined {
    const { gesture, project } = this.editor;
    if (gesture?.type !== "move" && gesture?.type !== "place") return undefined;
    const drop = gesture.type === "place" ? gesture.drop : gesture;
    if (!drop) return undefined;
    const moving = gesture.type === "move" ? blocksOf(project).find(({ id }) => id === gesture.id) : undefined;
    const duration = gesture.type === "place" ? gesture.medium.durationMs : moving!.duration;
    const without = gesture.type === "move" ? gesture.ids : new Set<string>();
    const { row, isNew } = drop.target;
    const others = isNew ? [] : (project.tracks[row]?.blocks.filter(({ id }) => !without.has(id)) ?? []);
    const start = without.size > 1 ? Math.max(0, drop.start) : freeStart(others, drop.start, duration);
    const { x, y, width } = this.#boxOf({ start, duration }, row);
    return { x, y: isNew ? y - ROW.top / 2 - 2 : y, width, isNewRow: isNew };
  }
}
