// Generated from crates/agon-viewer/src/protocol.rs: run `AGON_GENERATE=1 cargo test -p agon-viewer protocol`.

export type Counts = { trials: number, passed: number, failed: number, void: number, missing: number, };

export type RunRow = { 
/**
 * Its folder below the one that is viewed; what addresses name it by.
 */
id: string, name: string, 
/**
 * RFC 3339.
 */
created: string, suites: Array<string>, agents: Array<string>, counts: Counts, 
/**
 * A process is writing it now.
 */
is_live: boolean, 
/**
 * Why it cannot be shown; the rest is empty then.
 */
problem: string | null, };

export type Share = { name: string, counts: Counts, 
/**
 * Of the planned trials: what is void or missing has not passed.
 */
success: number | null, 
/**
 * Its 95 % interval, by instance.
 */
interval: [number, number] | null, 
/**
 * Over the planned trials, 0 for what is void or missing.
 */
mean_score: number | null, cost_usd: number, tokens: number, };

export type HeatCell = { agent: number, task: number, trials: number, passed: number, };

export type NamedCount = { name: string, count: number, };

export type RunPage = { row: RunRow, 
/**
 * Whether the logs were read; until then the figures are those of the index.
 */
is_checked: boolean, 
/**
 * Each agent with its counts, in the order of the run.
 */
agents: Array<Share>, 
/**
 * Their names, sorted.
 */
tasks: Array<string>, 
/**
 * How each agent did each task.
 */
cells: Array<HeatCell>, 
/**
 * Causes of void trials, the most frequent first.
 */
voids: Array<NamedCount>, 
/**
 * Checks that failed, the most frequent first.
 */
failed_checks: Array<NamedCount>, 
/**
 * `run.json`.
 */
manifest: unknown, };

export type TrialRow = { trial: number, agent: string, task: string, seed: string, repeat: number, variant: string | null, status: "passed" | "failed" | "void" | "missing", score: number | null, steps: number | null, wall_secs: number | null, cost_usd: number | null, tokens: number | null, attempts: number, 
/**
 * The first check that failed, or why it is void.
 */
why: string | null, };

export type TrialsPage = { 
/**
 * All that the filter lets through.
 */
total: number, offset: number, trials: Array<TrialRow>, };

export type CheckRow = { name: string, passed: boolean, score: number, expected: string, seen: string, evidence: string, };

export type FrameName = { name: string, 
/**
 * `HASH.png`.
 */
file: string, width: number, height: number, };

export type NoteName = { kind: string, event: number, 
/**
 * The beginning of what it says, where it says something.
 */
said: string | null, };

export type Moment = { 
/**
 * 0 before any action.
 */
step: number, action: string | null, 
/**
 * Where on the screen: one point for a click, several for a drag.
 */
points: Array<[number, number]>, status: string | null, feedback: string | null, at_ms: number | null, world_ms: number | null, frames: Array<FrameName>, 
/**
 * The places in the log of the notes (replies of models, thoughts) that led to it.
 */
notes: Array<NoteName>, 
/**
 * Its place in the log, where the whole of it can be asked for.
 */
event: number, has_tree: boolean, has_output: boolean, };

export type TrialPage = { row: TrialRow, 
/**
 * The attempt that is shown, and all that have a log.
 */
attempt: number | null, attempts: Array<number>, title: string, 
/**
 * Markdown.
 */
instruction: string, brief: unknown, checks: Array<CheckRow>, ending: string | null, fault: string | null, 
/**
 * The first is what was seen before any action.
 */
moments: Array<Moment>, 
/**
 * The log has its end.
 */
is_closed: boolean, };

export type FlipRow = { 
/**
 * The instance, with what else tells the trials apart.
 */
name: string, first_trial: number, second_trial: number, 
/**
 * The second run passed it.
 */
won: boolean, };

export type TaskPairRow = { task: string, wins: number, losses: number, both_passed: number, both_failed: number, 
/**
 * The trials that came out differently.
 */
flips: Array<FlipRow>, };

export type PairRow = { first: string, second: string, wins: number, losses: number, both_passed: number, both_failed: number, first_rate: number | null, second_rate: number | null, 
/**
 * Of the difference of the rates, 95 %.
 */
interval: [number, number] | null, p_value: number | null, tasks: Array<TaskPairRow>, };

export type ComparePage = { 
/**
 * What a reader should know before believing the figures.
 */
notes: Array<string>, agents: Array<PairRow>, };

export type SearchHit = { run: string, trial: number, attempt: number, 
/**
 * The last step before it.
 */
step: number, 
/**
 * What it was found in: a step, a note, the brief.
 */
kind: string, text: string, };

export type SearchPage = { hits: Array<SearchHit>, 
/**
 * How many logs were looked through.
 */
logs: number, 
/**
 * Nothing was left out.
 */
is_whole: boolean, };
