// The drawer: one trial with its checks and steps. `#run=0&trial=3&step=2` opens it.

import type { Detail } from "../../generated/report";
import { button, element } from "../../kit/ui/dom";
import { showNumber, showSeconds } from "./format";
import { byId, pill, used, type TrialList } from "./list";
import { momentView, stripView, type StepContext } from "./step";
import { keyOf, logFile, type Trial, type Trials } from "./trials";

export class Drawer {
  readonly #root = byId("drawer");
  readonly #trials: Trials;
  readonly #list: TrialList;
  readonly #details: () => Record<string, Detail>;
  readonly #frames: () => Record<string, string>;
  #trial: Trial | undefined;
  #detail: Detail | undefined;
  #step = 0;

  /** Details and frames are read when the first trial is opened: they are most of the page. */
  constructor(
    trials: Trials,
    list: TrialList,
    details: () => Record<string, Detail>,
    frames: () => Record<string, string>,
  ) {
    this.#trials = trials;
    this.#list = list;
    this.#details = details;
    this.#frames = frames;
    window.addEventListener("hashchange", () => this.follow());
    document.addEventListener("keydown", (event) => this.#keyPressed(event));
  }

  /** Opens the trial that the page's address names. */
  follow(): void {
    const wanted = new URLSearchParams(location.hash.slice(1));
    if (!wanted.has("trial")) return;
    const found = this.#trials.find(Number(wanted.get("run") ?? 0), Number(wanted.get("trial")));
    if (found) this.#open(found, Number(wanted.get("step") ?? 0));
  }

  /** Opens the first trial, unless the address has opened one. */
  openOnly(): void {
    const [first] = this.#trials.all;
    if (first && !this.#trial) this.#open(first, 0);
  }

  #open(trial: Trial, step: number): void {
    const detail = this.#details()[keyOf(trial)];
    [this.#trial, this.#detail] = [trial, detail];
    this.#step = detail ? Math.min(Math.max(step, 0), Math.max(detail.steps.length - 1, 0)) : 0;
    this.#render(trial, detail);
    this.#root.hidden = false;
    this.#root.scrollTop = 0;
    this.#root.focus({ preventScroll: true });
    this.#keepCurrentInSight();
    this.#list.opened = trial;
    this.#list.render();
  }

  #close(): void {
    this.#root.hidden = true;
    this.#trial = this.#detail = this.#list.opened = undefined;
    try {
      history.replaceState(null, "", location.pathname + location.search);
    } catch {
      location.hash = "";
    }
    this.#list.render();
  }

  #show(step: number): void {
    const context = this.#context();
    if (!context || step < 0 || step >= context.detail.steps.length) return;
    this.#step = step;
    byId("moment").replaceChildren(momentView({ ...context, step }));
    [...this.#root.querySelector(".strip")!.children].forEach((child, i) =>
      child.classList.toggle("current", i === step),
    );
    this.#keepCurrentInSight();
    try {
      history.replaceState(null, "", this.#trials.hash(context.trial, step));
    } catch {
      // Some browsers refuse it for local files.
    }
  }

  #goTo(by: 1 | -1): void {
    const other = this.#trial && this.#list.neighbour(this.#trial, by);
    if (other) location.hash = this.#trials.hash(other);
  }

  #keyPressed(event: KeyboardEvent): void {
    const isTyping = event.target instanceof Element && event.target.matches("input, select, textarea");
    if (!this.#trial || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    const acts: Record<string, () => void> = {
      ArrowLeft: () => this.#show(this.#step - 1),
      ArrowRight: () => this.#show(this.#step + 1),
      Home: () => this.#show(0),
      End: () => this.#show((this.#detail?.steps.length ?? 1) - 1),
      j: () => this.#goTo(1),
      k: () => this.#goTo(-1),
      Escape: () => this.#close(),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  #context(): StepContext | undefined {
    const [trial, detail] = [this.#trial, this.#detail];
    if (!trial || !detail) return undefined;
    return { trial, detail, step: this.#step, frames: this.#frames(), go: (to) => this.#show(to) };
  }

  #render(trial: Trial, detail: Detail | undefined): void {
    const neighbour = (by: 1 | -1, name: string) =>
      button(name, () => this.#goTo(by), { disabled: this.#list.neighbour(trial, by) === undefined });
    const head = element(
      "div",
      { class: "drawer-head" },
      pill(trial.outcome, trial.outcome),
      element("h2", {}, trial.instance),
      neighbour(-1, "Previous"),
      neighbour(1, "Next"),
      button("Close", () => this.#close()),
    );
    const body: Node[] = [this.#facts(trial, detail), ...warnings(trial, detail)];
    if (detail?.instruction) {
      // Folded: whoever opens a trial mostly wants its steps, and the brief is long.
      const brief = fold(detail.title || "Brief", element("p", { class: "instruction" }, detail.instruction));
      brief.className = "brief";
      body.push(brief);
    }
    if (detail && detail.checks.length > 0) body.push(checks(detail));
    const context = this.#context();
    if (context && context.detail.steps.length > 0) body.push(steps(context));
    if (detail?.evidence) body.push(fold("Evidence", element("pre", {}, detail.evidence)));
    const retries = this.#trials.retries(trial);
    if (retries.length > 0) body.push(attempts(trial, retries));
    this.#root.replaceChildren(head, element("div", { class: "drawer-body" }, ...body));
  }

  #facts(trial: Trial, detail: Detail | undefined): HTMLElement {
    const { index, hasSeveralRuns, hasRepeats } = this.#trials;
    const shown: [string, Node | string][] = [
      ["Agent", trial.agent],
      ["Trial", String(trial.trial)],
    ];
    if (hasSeveralRuns) shown.unshift(["Run", index.runs[trial.run]!]);
    if (trial.variant) shown.push(["Variant", trial.variant]);
    if (hasRepeats) shown.push(["Repeat", String(trial.repeat)]);
    if (trial.score !== null) shown.push(["Score", trial.score.toFixed(3)]);
    if (trial.steps !== null) shown.push(["Steps", showNumber(trial.steps)], ["Time", showSeconds(trial.seconds)]);
    if (trial.tokens || trial.cost) {
      shown.push(["Tokens", used(this.#trials, trial, showNumber(trial.tokens))]);
      shown.push(["Cost", used(this.#trials, trial, `$${(trial.cost ?? 0).toFixed(4)}`)]);
    }
    const ending = detail?.ending ?? trial.ending;
    if (ending) shown.push(["Ending", ending]);
    if (detail?.limits) shown.push(["Limits", detail.limits]);
    if (detail?.settings) shown.push(["Settings", detail.settings]);
    if (detail?.started) shown.push(["Started", detail.started]);
    shown.push(["Log", trial.outcome === "missing" ? "none closed" : logFile(trial)]);
    const fact = ([name, value]: [string, Node | string]) =>
      element("div", {}, element("dt", {}, name), element("dd", {}, value));
    return element("dl", { class: "facts" }, ...shown.map(fact));
  }

  #keepCurrentInSight(): void {
    const current = this.#root.querySelector<HTMLElement>(".strip .current");
    const row = this.#root.querySelector<HTMLElement>(".strip");
    if (current && row)
      row.scrollLeft = current.offsetLeft - row.offsetLeft - (row.clientWidth - current.clientWidth) / 2;
  }
}

/** What is wrong with a trial, or missing from the page. */
function warnings(trial: Trial, detail: Detail | undefined): Node[] {
  const warning = (words: string) => element("p", { class: "warning" }, words);
  const shown: Node[] = [];
  if (trial.outcome === "missing")
    shown.push(warning("No attempt at this trial has been closed. It is counted as missing."));
  if (detail?.problem) shown.push(warning(`${detail.problem}: ${logFile(trial)}.`));
  if (detail?.fault) shown.push(warning(detail.fault));
  else if (trial.outcome === "void") shown.push(warning(trial.reason));
  if (!detail && trial.outcome !== "missing") {
    if (trial.reason && trial.outcome === "failed") shown.push(element("p", {}, `Failed checks: ${trial.reason}`));
    const where = `The steps of this trial are not in this page; they are in ${logFile(trial)}.`;
    shown.push(element("p", { class: "hint" }, where));
  }
  return shown;
}

function checks(detail: Detail): HTMLElement {
  const heads = ["Check", "Score", "Expected", "Seen", "Evidence"];
  const rows = detail.checks.map((check) =>
    element(
      "tr",
      {},
      element("td", {}, pill(check.passed ? "passed" : "failed", check.passed ? "✓" : "✗"), ` ${check.name}`),
      element("td", { class: "number" }, check.score.toFixed(2)),
      element("td", {}, check.expected),
      element("td", {}, check.seen),
      element("td", {}, element("code", {}, check.evidence)),
    ),
  );
  const table = element(
    "table",
    { class: "checks" },
    element(
      "thead",
      {},
      element("tr", {}, ...heads.map((name) => element("th", { class: name === "Score" ? "number" : "" }, name))),
    ),
    element("tbody", {}, ...rows),
  );
  return part("Checks", element("div", { class: "scroll" }, table));
}

function steps(context: StepContext): HTMLElement {
  const { detail, trial } = context;
  const left: string[] = [];
  if (detail.steps_left_out > 0)
    left.push(
      `${showNumber(detail.steps_left_out)} further steps are not in this page; they are in ${logFile(trial)}.`,
    );
  if (detail.frames_left_out > 0)
    left.push(`${showNumber(detail.frames_left_out)} frames are not in this page; each step names its file.`);
  const key = (name: string) => element("kbd", {}, name);
  return part(
    "Steps",
    ...left.map((words) => element("p", { class: "hint" }, words)),
    element("div", { id: "moment" }, momentView(context)),
    element("div", { id: "strip" }, stripView(context)),
    element(
      "p",
      { class: "keys" },
      key("←"),
      " ",
      key("→"),
      " steps  ",
      key("j"),
      " ",
      key("k"),
      " trials  ",
      key("Esc"),
      " close",
    ),
  );
}

function attempts(trial: Trial, retries: readonly (readonly [number, string])[]): HTMLElement {
  const rows = retries.map(([number, words]) =>
    element("li", {}, `Attempt ${number}: ${words} (${logFile(trial, number)})`),
  );
  return part("Attempts", element("ul", {}, ...rows));
}

function part(title: string, ...inside: Node[]): HTMLElement {
  return element("section", {}, element("h3", {}, title), ...inside);
}

function fold(title: string, ...inside: Node[]): HTMLElement {
  return element("details", {}, element("summary", {}, title), ...inside);
}
