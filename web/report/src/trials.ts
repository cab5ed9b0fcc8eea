// The trials of the page, from the columns that Rust writes.

import type { Index } from "../../generated/report";

export interface Trial {
  run: number;
  trial: number;
  agent: string;
  task: string;
  /** Task and seed. */
  instance: string;
  repeat: number;
  outcome: string;
  score: number | null;
  steps: number | null;
  seconds: number | null;
  tokens: number | null;
  cost: number | null;
  ending: string | null;
  /** Failed checks, or why it is void. */
  reason: string;
  /** The attempt that counts. */
  attempt: number;
  variant: string | null;
}

export class Trials {
  readonly all: Trial[];
  readonly #claimed: ReadonlySet<string>;

  constructor(readonly index: Index) {
    this.all = unpack(index);
    this.#claimed = new Set(index.claimed);
  }

  get hasSeveralRuns(): boolean {
    return this.index.runs.length > 1;
  }

  get hasRepeats(): boolean {
    return new Set(this.all.map((trial) => trial.repeat)).size > 1;
  }

  get hasTokens(): boolean {
    return this.all.some((trial) => (trial.tokens ?? 0) > 0);
  }

  find(run: number, trial: number): Trial | undefined {
    return this.all.find((each) => each.run === run && each.trial === trial);
  }

  /** Whether tokens and cost rest on the agent's own word. */
  isClaimed(trial: Trial): boolean {
    return this.#claimed.has(keyOf(trial));
  }

  /** Attempts before the one that counts, and what became of them. */
  retries(trial: Trial): readonly (readonly [number, string])[] {
    return this.index.retries[keyOf(trial)] ?? [];
  }

  /** What is put behind the page's address to open a trial. */
  hash(trial: Trial, step = 0): string {
    const run = this.hasSeveralRuns ? `run=${trial.run}&` : "";
    return `#${run}trial=${trial.trial}${step > 0 ? `&step=${step}` : ""}`;
  }
}

/** The name of a trial among details, retries and claims. */
export function keyOf({ run, trial }: Trial): string {
  return `${run}:${trial}`;
}

/** A trial's log in the run's folder, as the record lays it out. */
export function logFile(trial: Trial, attempt = trial.attempt): string {
  const padded = (number: number, digits: number) => String(number).padStart(digits, "0");
  return `trials/${padded(Math.floor(trial.trial / 1000), 4)}/${padded(trial.trial, 6)}-${attempt}.jsonl`;
}

function unpack({ trials: columns, agents, tasks, variants }: Index): Trial[] {
  return columns.trial.map((trial, i) => {
    const task = tasks[columns.task[i]!]!;
    const variant = columns.variant[i] ?? null;
    return {
      run: columns.run[i]!,
      trial,
      agent: agents[columns.agent[i]!]!,
      task,
      instance: `${task}@${columns.seed[i]}`,
      repeat: columns.repeat[i]!,
      outcome: columns.outcome[i]!,
      score: columns.score[i]!,
      steps: columns.steps[i]!,
      seconds: columns.seconds[i]!,
      tokens: columns.tokens[i]!,
      cost: columns.cost[i]!,
      ending: columns.ending[i]!,
      reason: columns.reason[i]!,
      attempt: columns.attempt[i]!,
      variant: variant === null ? null : variants[variant]!,
    };
  });
}
