// The editor's state, and everything that can be done to it. Mouse, keys, menus and panels all end here.

import { History } from "../../../kit/ui/history";
import {
  fitted,
  panned,
  START,
  toContent,
  zoomedAt,
  type Point as CanvasPoint,
  type Viewport,
} from "../../../kit/ui/viewport";
import { defaultData, hasInput, type Data } from "../model/catalogue";
import { boxOf, CARD_WIDTH, freePlace, GRID, heightOf, placeAfter, snapped } from "../model/geometry";
import * as graphs from "../model/graph";
import { EMPTY, MOST_EDGES, MOST_NODES, nodeOf, type Edge, type Graph, type Node, type Point } from "../model/graph";
import { laidOut } from "../model/layout";
import type { Workflow } from "../model/workflow";
import { run, type RunResult } from "../run/run";
import { movedPlaces, targetAt, type Gesture } from "./gesture";
import { Library, newId } from "./library";

export interface Options {
  isDark: boolean;
  snaps: boolean;
  showsMinimap: boolean;
  showsPalette: boolean;
  showsProperties: boolean;
}

const ZOOM_RANGE = { least: 0.1, greatest: 2.5 };
/** Pixels at zoom 1 around a workflow that is fitted into the view. */
const MARGIN = 48;
const COPY_OFFSET = 2 * GRID;

export class Editor {
  readonly library = new Library();
  options: Options = { isDark: false, snaps: true, showsMinimap: true, showsPalette: true, showsProperties: true };
  viewport: Viewport = START;
  gesture: Gesture | undefined;
  result: RunResult | undefined;
  /** The canvas's size, as the page has it. */
  size = { width: 720, height: 672 };

  /** Something that shows has changed. */
  onChange: () => void = () => undefined;
  /** A sentence for the user. */
  onSay: (text: string, kind?: "done" | "problem") => void = () => undefined;

  #history = new History<Workflow>();
  /** What the last edit was; another one of the same is undone together with it. */
  #lastEdit = "";
  #selection: ReadonlySet<string> = new Set();
  #copied: Graph = EMPTY;

  // What is there.

  get workflow(): Workflow | undefined {
    return this.library.open;
  }

  get graph(): Graph {
    return this.library.open?.graph ?? EMPTY;
  }

  /** Ids of nodes and edges. */
  get selection(): ReadonlySet<string> {
    return this.#selection;
  }

  get selectedNodes(): readonly Node[] {
    return this.graph.nodes.filter((node) => this.#selection.has(node.id));
  }

  get selectedEdges(): readonly Edge[] {
    return this.graph.edges.filter((edge) => this.#selection.has(edge.id));
  }

  get canUndo(): boolean {
    return this.#history.canUndo;
  }

  get canRedo(): boolean {
    return this.#history.canRedo;
  }

  get canPaste(): boolean {
    return this.#copied.nodes.length > 0;
  }

  // Workflows.

  open(id: string): void {
    this.library.show(id);
    this.#history = new History();
    this.#lastEdit = "";
    this.#selection = new Set();
    this.gesture = undefined;
    this.result = undefined;
    this.fit();
  }

  close(): void {
    this.library.show(null);
    this.gesture = undefined;
    this.onChange();
  }

  /** Sets name or description of the open workflow. */
  describe(change: Partial<Pick<Workflow, "name" | "description">>): void {
    this.#edit(`describe ${Object.keys(change).join()}`, (workflow) => ({ ...workflow, ...change }));
  }

  // Selection.

  select(ids: Iterable<string>): void {
    this.#selection = new Set(ids);
    this.#lastEdit = "";
    this.onChange();
  }

  toggle(id: string): void {
    const selection = new Set(this.#selection);
    if (!selection.delete(id)) selection.add(id);
    this.select(selection);
  }

  selectAll(): void {
    this.select(this.graph.nodes.map(({ id }) => id));
  }

  // Edits.

  /** Adds a node with its middle at a point of the content, or where there is room: after what is selected, else in the middle. */
  add(type: string, middle?: Point): void {
    if (!this.#hasRoom(1, 0)) return;
    const height = heightOf({ type, data: defaultData(type) });
    const corner = ({ x, y }: Point) => ({ x: x - CARD_WIDTH / 2, y: y - height / 2 });
    const { width, height: down } = this.size;
    const [x, y] = toContent(this.viewport, [width / 2, down / 2]);
    const [last] = this.selectedNodes.slice(-1);
    const wanted = last ? placeAfter(last) : corner({ x, y });
    const position = middle ? this.#onGrid(corner(middle)) : freePlace(this.graph.nodes, wanted, height);
    const node = graphs.newNode(newId(), type, position);
    this.#editGraph("add", (graph) => graphs.withNodes(graph, [node]));
    this.select([node.id]);
    if (!middle) this.#reveal(node);
  }

  connect(source: string, handle: string | null, target: string): void {
    if (source === target) return this.onSay("A node cannot lead to itself.", "problem");
    if (!hasInput(nodeOf(this.graph, target)?.type ?? ""))
      return this.onSay("Nothing can lead to a trigger.", "problem");
    if (graphs.edgeBetween(this.graph, source, handle, target))
      return this.onSay("These two are connected already.", "problem");
    if (!this.#hasRoom(0, 1)) return;
    this.#editGraph("connect", (graph) => graphs.connected(graph, source, handle, target));
    this.onChange();
  }

  /** One field at a time: a text that is typed letter by letter is undone at once. */
  setData(id: string, data: Data, what = ""): void {
    this.#editGraph(`data ${id} ${what}`, (graph) => graphs.withData(graph, id, data));
  }

  setLabel(id: string, label: string): void {
    this.#editGraph(`label ${id}`, (graph) => graphs.withLabel(graph, id, label));
  }

  /** The next edit is one of its own. */
  endEdit(): void {
    this.#lastEdit = "";
  }

  remove(ids: ReadonlySet<string>): void {
    if (ids.size === 0) return;
    this.#editGraph("remove", (graph) => graphs.without(graph, ids));
    this.select([]);
  }

  nudge([dx, dy]: readonly [number, number]): void {
    const step = this.options.snaps ? GRID : 1;
    const places = this.selectedNodes.map(({ id, position }): [string, Point] => [
      id,
      { x: position.x + dx * step, y: position.y + dy * step },
    ]);
    if (places.length > 0) this.#editGraph("nudge", (graph) => graphs.placed(graph, new Map(places)));
  }

  layOut(): void {
    this.#editGraph("layout", laidOut);
    this.fit();
  }

  copy(): void {
    const nodes = this.selectedNodes;
    const ids = new Set(nodes.map(({ id }) => id));
    if (nodes.length === 0) return;
    this.#copied = { nodes, edges: this.graph.edges.filter((edge) => ids.has(edge.source) && ids.has(edge.target)) };
    this.onChange();
  }

  cut(): void {
    this.copy();
    this.remove(this.#selection);
  }

  paste(): void {
    const { nodes, edges } = this.#copied;
    if (nodes.length === 0 || !this.#hasRoom(nodes.length, edges.length)) return;
    const ids = new Map(nodes.map(({ id }) => [id, newId()]));
    const moved = nodes.map(({ id, type, position, data }): Node => {
      return { id: ids.get(id)!, type, data, position: { x: position.x + COPY_OFFSET, y: position.y + COPY_OFFSET } };
    });
    const joined = edges.map((edge) => ({
      ...edge,
      id: newId(),
      source: ids.get(edge.source)!,
      target: ids.get(edge.target)!,
    }));
    this.#editGraph("paste", (graph) => graphs.withNodes(graph, moved, joined));
    // Another paste lies beside this one.
    this.#copied = { nodes: moved, edges: joined };
    this.select(moved.map(({ id }) => id));
  }

  duplicate(): void {
    const held = this.#copied;
    this.copy();
    if (this.selectedNodes.length > 0) this.paste();
    this.#copied = held;
  }

  undo(): void {
    this.#restore(this.workflow && this.#history.undo(this.workflow));
  }

  redo(): void {
    this.#restore(this.workflow && this.#history.redo(this.workflow));
  }

  // Gestures.

  begin(gesture: Gesture): void {
    this.gesture = gesture;
    this.onChange();
  }

  follow(to: Point | undefined): void {
    if (!this.gesture) return;
    if (this.gesture.type === "place") this.gesture = { ...this.gesture, to };
    else if (to) this.gesture = { ...this.gesture, to };
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
    switch (gesture?.type) {
      case "move":
        this.#editGraph("move", (graph) => graphs.placed(graph, movedPlaces(graph, gesture, this.options.snaps)));
        break;
      case "connect": {
        const target = targetAt(this.graph, gesture.to, this.viewport.zoom);
        if (target) this.connect(gesture.source, gesture.handle, target.id);
        break;
      }
      case "marquee":
        this.select(this.#inside(gesture.from, gesture.to));
        break;
      case "place":
        if (gesture.to) this.add(gesture.kind, gesture.to);
    }
    this.onChange();
  }

  // View.

  see(viewport: Viewport): void {
    this.viewport = viewport;
    this.onChange();
  }

  pan(by: CanvasPoint): void {
    this.see(panned(this.viewport, by));
  }

  zoomAt(at: CanvasPoint, factor: number): void {
    this.see(zoomedAt(this.viewport, at, factor, ZOOM_RANGE));
  }

  zoomBy(factor: number): void {
    this.zoomAt([this.size.width / 2, this.size.height / 2], factor);
  }

  /** Shows all nodes, or these, in the middle of the canvas, not larger than life. */
  fit(nodes: readonly Node[] = this.graph.nodes): void {
    const box = boxOf(nodes);
    this.see(box ? fitted(box, { ...this.size, margin: MARGIN }, ZOOM_RANGE) : START);
  }

  /** Brings a node into the middle at its own size. */
  centre(node: Node): void {
    const middle = [node.position.x + CARD_WIDTH / 2, node.position.y + heightOf(node) / 2] as const;
    const { width, height } = this.size;
    this.see({ origin: [Math.round(width / 2 - middle[0]), Math.round(height / 2 - middle[1])], zoom: 1 });
  }

  setOptions(options: Partial<Options>): void {
    this.options = { ...this.options, ...options };
    this.onChange();
  }

  // Runs.

  run(): void {
    this.result = run(this.graph, { now: () => Date.now(), random: () => Math.random() });
    this.onChange();
  }

  closeResult(): void {
    this.result = undefined;
    this.onChange();
  }

  /** Moves the view until a card is seen whole. */
  #reveal(node: Node): void {
    const { origin, zoom } = this.viewport;
    const shift = (from: number, length: number, room: number) =>
      Math.round(Math.max(0, MARGIN - from) - Math.max(0, from + length - (room - MARGIN)));
    const by: CanvasPoint = [
      shift(origin[0] + node.position.x * zoom, CARD_WIDTH * zoom, this.size.width),
      shift(origin[1] + node.position.y * zoom, heightOf(node) * zoom, this.size.height),
    ];
    this.pan(by);
  }

  #inside(a: Point, b: Point): string[] {
    const [left, right] = [Math.min(a.x, b.x), Math.max(a.x, b.x)];
    const [top, bottom] = [Math.min(a.y, b.y), Math.max(a.y, b.y)];
    const touched = this.graph.nodes.filter((node) => {
      const { x, y } = node.position;
      return x < right && x + CARD_WIDTH > left && y < bottom && y + heightOf(node) > top;
    });
    return touched.map(({ id }) => id);
  }

  #onGrid(point: Point): Point {
    return this.options.snaps ? snapped(point) : { x: Math.round(point.x), y: Math.round(point.y) };
  }

  #hasRoom(nodes: number, edges: number): boolean {
    const { graph } = this;
    const isFull = graph.nodes.length + nodes > MOST_NODES || graph.edges.length + edges > MOST_EDGES;
    if (isFull) this.onSay(`A workflow holds at most ${MOST_NODES} nodes and ${MOST_EDGES} connections.`, "problem");
    return !isFull;
  }

  #editGraph(what: string, change: (graph: Graph) => Graph): void {
    this.#edit(what, (workflow) => ({ ...workflow, graph: change(workflow.graph) }));
  }

  #edit(what: string, change: (workflow: Workflow) => Workflow): void {
    const before = this.workflow;
    if (!before) return;
    const after = change(before);
    const isTyping = /^(?:data|label|describe|nudge)/.test(what) && what === this.#lastEdit;
    if (!isTyping) this.#history.record(before);
    this.#lastEdit = what;
    this.library.replace(after);
    this.#dropLost();
    this.onChange();
  }

  #restore(workflow: Workflow | undefined): void {
    if (!workflow) return;
    this.#lastEdit = "";
    this.library.replace(workflow);
    this.#dropLost();
    this.onChange();
  }

  /** What is gone is not selected any more. */
  #dropLost(): void {
    const there = new Set([...this.graph.nodes, ...this.graph.edges].map(({ id }) => id));
    if ([...this.#selection].some((id) => !there.has(id)))
      this.#selection = new Set([...this.#selection].filter((id) => there.has(id)));
  }
}
