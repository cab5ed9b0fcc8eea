// The list of trials, with filters and an order. Everything that an agent said gets into the page through text nodes only.

import { button, element } from "../../kit/ui/dom";
import { showNumber, showSeconds } from "./format";
import type { Trial, Trials } from "./trials";

const PAGE = 50;
/** More variants than this are too many to choose from one by one. */
const MOST_VARIANTS = 100;

interface Column {
  name: string;
  key: keyof Trial;
  isNumber?: boolean;
  class?: string;
  show?: (trial: Trial) => Node | string;
}

interface Filters {
  run: string;
  agent: string;
  task: string;
  variant: string;
  outcome: string;
  text: string;
}

const NONE: Filters = { run: "", agent: "", task: "", variant: "", outcome: "", text: "" };

export class TrialList {
  readonly #trials: Trials;
  readonly #columns: Column[];
  readonly #inputs = new Map<keyof Filters, HTMLInputElement | HTMLSelectElement>();
  #filters = { ...NONE };
  #sorting: { key: keyof Trial; isDown: boolean } | undefined;
  #shown: readonly Trial[];
  #page = 0;
  /** The trial that the drawer shows. */
  opened: Trial | undefined;

  constructor(trials: Trials) {
    this.#trials = trials;
    this.#shown = trials.all;
    this.#columns = columnsOf(trials);
    this.#fillForm();
    // Rows of the tables above lead to the trials that they sum up.
    document.addEventListener("click", (event) => {
      const from = (event.target as Element | null)?.closest?.<HTMLElement>("tr[data-agent]");
      if (!from) return;
      const { run = "", agent = "", task = "", variant = "", text = "" } = from.dataset;
      const { index, hasSeveralRuns } = trials;
      this.#set({
        ...NONE,
        run: hasSeveralRuns ? run : "",
        agent: index.agents.length > 1 ? agent : "",
        task,
        variant,
        text,
      });
      byId("trials").scrollIntoView();
    });
  }

  /** The trial before or after another, as they are listed. */
  neighbour(trial: Trial, by: 1 | -1): Trial | undefined {
    return this.#shown[this.#shown.indexOf(trial) + by];
  }

  render(): void {
    const arrow = (key: keyof Trial) => (this.#sorting?.key === key ? (this.#sorting.isDown ? " ↓" : " ↑") : "");
    const heads = this.#columns.map(({ name, key, isNumber }) =>
      element(
        "th",
        { class: isNumber ? "number" : "" },
        button(name + arrow(key), () => this.#sort(key)),
      ),
    );
    byId("list-head").replaceChildren(element("tr", {}, ...heads));
    const rows = this.#shown.slice(this.#page * PAGE, (this.#page + 1) * PAGE).map((trial) => this.#row(trial));
    const nothing = element(
      "tr",
      {},
      element("td", { colspan: this.#columns.length, class: "none" }, "No trial matches."),
    );
    byId("list").replaceChildren(...(rows.length > 0 ? rows : [nothing]));
    this.#renderPages();
  }

  #renderPages(): void {
    const pages = Math.max(1, Math.ceil(this.#shown.length / PAGE));
    const turn = (by: number) => () => {
      this.#page += by;
      this.render();
    };
    const counted = `${showNumber(this.#shown.length)} of ${showNumber(this.#trials.all.length)} trials`;
    byId("pages").replaceChildren(
      button("Previous", turn(-1), { disabled: this.#page === 0 }),
      element("span", {}, `${counted}, page ${this.#page + 1} of ${pages}`),
      button("Next", turn(1), { disabled: this.#page >= pages - 1 }),
    );
  }

  #row(trial: Trial): HTMLElement {
    const open = () => {
      location.hash = this.#trials.hash(trial);
    };
    const cells = this.#columns.map((column) => {
      const value = trial[column.key];
      return element(
        "td",
        {
          class: `${column.isNumber ? "number " : ""}${column.class ?? ""}`,
          title: column.class ? String(value ?? "") : "",
        },
        column.show ? column.show(trial) : String(value),
      );
    });
    const row = element("tr", { tabindex: 0, class: this.opened === trial ? "open" : "" }, ...cells);
    row.addEventListener("click", open);
    row.addEventListener("keydown", (event) => {
      if (event.key === "Enter") open();
    });
    return row;
  }

  #fillForm(): void {
    const { index, hasSeveralRuns } = this.#trials;
    const form = byId("filters");
    form.addEventListener("submit", (event) => event.preventDefault());
    const same = (words: readonly string[]) => words.map((word) => [word, word] as const);
    if (hasSeveralRuns)
      form.append(
        this.#choice(
          "run",
          "All runs",
          index.runs.map((name, i) => [String(i), name]),
        ),
      );
    if (index.agents.length > 1) form.append(this.#choice("agent", "All agents", same(index.agents)));
    form.append(this.#choice("task", "All tasks", same([...index.tasks].sort())));
    const whole =
      index.variants.length > MOST_VARIANTS ? [] : index.variants.filter((variant) => !index.values.includes(variant));
    if (index.variants.length > 0)
      form.append(this.#choice("variant", "All variants", same([...index.values, ...whole])));
    form.append(this.#choice("outcome", "All verdicts", same(["passed", "failed", "void", "missing"])));
    const find = element("input", {
      type: "search",
      placeholder: "Find in instances, endings, reasons",
      "aria-label": "Find",
    });
    find.addEventListener("input", () => this.#set({ text: find.value }));
    this.#inputs.set("text", find);
    form.append(
      find,
      button("Clear", () => this.#set(NONE)),
    );
  }

  #choice(key: keyof Filters, label: string, options: readonly (readonly [string, string])[]): HTMLSelectElement {
    const made = element(
      "select",
      { "aria-label": label },
      element("option", { value: "" }, label),
      ...options.map(([value, text]) => element("option", { value }, text)),
    );
    made.addEventListener("change", () => this.#set({ [key]: made.value }));
    this.#inputs.set(key, made);
    return made;
  }

  #set(changes: Partial<Filters>): void {
    this.#filters = { ...this.#filters, ...changes };
    for (const [key, input] of this.#inputs) if (input.value !== this.#filters[key]) input.value = this.#filters[key];
    const shown = this.#trials.all.filter((trial) => matches(trial, this.#filters));
    if (this.#sorting) shown.sort(order(this.#sorting.key, this.#sorting.isDown));
    this.#shown = shown;
    this.#page = 0;
    this.render();
  }

  #sort(key: keyof Trial): void {
    this.#sorting = { key, isDown: this.#sorting?.key === key && !this.#sorting.isDown };
    this.#set({});
  }
}

function columnsOf(trials: Trials): Column[] {
  const { index } = trials;
  const only = (isThere: boolean, column: Column) => (isThere ? [column] : []);
  return [
    ...only(trials.hasSeveralRuns, { name: "Run", key: "run", show: (trial) => index.runs[trial.run]! }),
    { name: "Trial", key: "trial", isNumber: true },
    { name: "Agent", key: "agent" },
    { name: "Instance", key: "instance", class: "instance" },
    ...only(index.variants.length > 0, { name: "Variant", key: "variant", class: "instance" }),
    ...only(trials.hasRepeats, { name: "Repeat", key: "repeat", isNumber: true }),
    { name: "Verdict", key: "outcome", show: ({ outcome }) => pill(outcome, outcome) },
    { name: "Score", key: "score", isNumber: true, show: ({ score }) => (score === null ? "–" : score.toFixed(2)) },
    { name: "Steps", key: "steps", isNumber: true, show: ({ steps }) => showNumber(steps) },
    { name: "Time", key: "seconds", isNumber: true, show: ({ seconds }) => showSeconds(seconds) },
    ...only(trials.hasTokens, {
      name: "Tokens",
      key: "tokens",
      isNumber: true,
      show: (trial) => used(trials, trial, showNumber(trial.tokens)),
    }),
    { name: "Ending", key: "ending", show: ({ ending }) => ending ?? "–" },
    { name: "Failed checks, or why void", key: "reason", class: "reason" },
  ];
}

export function matches(trial: Trial, filters: Filters): boolean {
  if (filters.run !== "" && String(trial.run) !== filters.run) return false;
  for (const key of ["agent", "task", "outcome"] as const)
    if (filters[key] && trial[key] !== filters[key]) return false;
  // A whole variant or one value of a factor, as the ablation's tables ask for.
  const part = filters.variant;
  if (part && trial.variant !== part && !` ${trial.variant} `.includes(` ${part} `)) return false;
  const words = [trial.trial, trial.agent, trial.instance, trial.variant ?? "", trial.ending ?? "", trial.reason];
  return words.join(" ").toLowerCase().includes(filters.text.toLowerCase());
}

export function order(key: keyof Trial, isDown: boolean): (a: Trial, b: Trial) => number {
  return (a, b) => {
    const [x, y] = [a[key], b[key]];
    if (x === y) return 0;
    // What has no value comes last, whichever way the column is sorted.
    if (x === null) return 1;
    if (y === null) return -1;
    return (x < y ? -1 : 1) * (isDown ? -1 : 1);
  };
}

/** A figure of tokens or cost, marked where it rests on the agent's own word. */
export function used(trials: Trials, trial: Trial, text: string): Node | string {
  if (!trials.isClaimed(trial)) return text;
  const { claimed_mark: mark, claimed_meaning: title } = trials.index;
  return element("span", {}, text, element("abbr", { class: "mark", title }, mark));
}

export function pill(kind: string, text: string): HTMLElement {
  return element("span", { class: `pill ${kind}` }, text);
}

export function byId(id: string): HTMLElement {
  return document.getElementById(id)!;
}
