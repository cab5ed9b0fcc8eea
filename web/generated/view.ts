// Generated from crates/agon-viewer/src/protocol: run `AGON_GENERATE=1 cargo test -p agon-viewer pages_types`.

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
mean_score: number | null, 
/**
 * Over all attempts.
 */
cost_usd: number, tokens: number, 
/**
 * Of a scored trial, on average, like the next.
 */
steps: number | null, wall_secs: number | null, };

export type HeatCell = { agent: number, task: number, trials: number, passed: number, };

export type NamedCount = { name: string, count: number, };

export type FacetChoice = { facet: "difficulty" | "domain" | "capability" | "surface", values: Array<string>, };

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
 * By what trials can be chosen, and the values there are.
 */
facets: Array<FacetChoice>, 
/**
 * `run.json`.
 */
manifest: unknown, };

export type FacetRow = { value: string, 
/**
 * Of an agent, on the tasks with this value.
 */
share: Share, };

export type FacetTable = { facet: string, rows: Array<FacetRow>, };

export type ModeRow = { mode: string, title: string, 
/**
 * By agent, in the order of the run.
 */
agents: Array<number>, };

export type ModesPage = { 
/**
 * Logs are being read.
 */
is_looking: boolean, scored: number, 
/**
 * How many of the scored trials' logs were read.
 */
looked: number, modes: Array<ModeRow>, };

export type TrialRow = { trial: number, agent: string, task: string, seed: string, repeat: number, variant: string | null, status: "passed" | "failed" | "void" | "missing", score: number | null, steps: number | null, wall_secs: number | null, cost_usd: number | null, tokens: number | null, attempts: number, 
/**
 * The first check that failed, or why it is void.
 */
why: string | null, 
/**
 * Its failure modes, once somebody has asked for them.
 */
modes: Array<string>, };

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

export type CallFigures = { 
/**
 * Which of the agent's conversations, if it has several.
 */
who: string | null, 
/**
 * As the service names it.
 */
model: string, tokens_in: number, tokens_cached: number, tokens_out: number, tokens_reasoning: number, cost_usd: number, secs: number, 
/**
 * How often the service was asked; 0 where an earlier reply was given again.
 */
attempts: number, 
/**
 * Why there is no reply.
 */
error: string | null, };

export type NoteName = { kind: string, event: number, 
/**
 * The beginning of what it says, where it says something.
 */
said: string | null, 
/**
 * Where it is a call of a model: the whole can be asked for.
 */
call: CallFigures | null, };

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
event: number, has_tree: boolean, has_output: boolean, 
/**
 * What the agent had used when the step was over.
 */
tokens: number, cost_usd: number, };

export type FindingRow = { title: string, 
/**
 * `4–9, 12`.
 */
steps: string, first_step: number | null, detail: string, };

export type LimitRow = { steps: number | null, wall_secs: number | null, tokens: number | null, cost_usd: number | null, };

export type TrialPage = { row: TrialRow, 
/**
 * The attempt that is shown, and all that have a log.
 */
attempt: number | null, attempts: Array<number>, title: string, 
/**
 * Markdown.
 */
instruction: string, brief: unknown, checks: Array<CheckRow>, ending: string | null, fault: string | null, findings: Array<FindingRow>, 
/**
 * What the agent may use.
 */
limits: LimitRow, 
/**
 * The first is what was seen before any action.
 */
moments: Array<Moment>, 
/**
 * What was noted after the last step.
 */
after: Array<NoteName>, 
/**
 * The log has its end.
 */
is_closed: boolean, 
/**
 * It has not, and somebody writes the run: steps may follow.
 */
is_live: boolean, };

export type CallPart = { "type": "text", text: string, } | { "type": "image", 
/**
 * Its name among the run's frames; `None` where frames were not kept.
 */
file: string | null, } | { "type": "tool_call", id: string, name: string, args: unknown, } | { "type": "tool_result", id: string, name: string, parts: Array<CallPart>, } | { "type": "opaque", value: unknown, };

export type CallTurn = { role: "user" | "assistant", parts: Array<CallPart>, };

export type CallReply = { reasoning: string, parts: Array<CallPart>, 
/**
 * Why the model stopped.
 */
stop: string, };

export type CallPage = { figures: CallFigures, 
/**
 * The model as the run names it, where that can be told.
 */
asked: string | null, system: string, turns: Array<CallTurn>, 
/**
 * So many of them were in the request before.
 */
same: number, 
/**
 * Names of the tools that were offered; their definitions are in `request`.
 */
tools: Array<string>, options: Record<string, unknown>, reply: CallReply | null, 
/**
 * The request and what came of it, in the record's own form.
 */
request: unknown, outcome: unknown, 
/**
 * The body that went to the service, with its pictures named; where the service is known.
 */
body: unknown, };

export type Session = { 
/**
 * To be sent with whatever changes something.
 */
page_key: string, may_control: boolean, 
/**
 * Runs for people can be begun.
 */
may_admit_people: boolean, is_metadata_only: boolean, };

export type RunningTrial = { trial: number, attempt: number, task: string, seed: string, agent: string, steps: number, 
/**
 * Of the last step: executed, rejected and so on.
 */
status: string | null, 
/**
 * When it began, RFC 3339.
 */
started: string, tokens: number, cost_usd: number, };

export type RunNews = { counts: Counts, 
/**
 * A process is writing it.
 */
is_live: boolean, control: "go" | "pause" | "stop", 
/**
 * Attempts that are going on, in the order of the plan.
 */
running: Array<RunningTrial>, };

export type TrialNews = { 
/**
 * They follow those that the page has.
 */
moments: Array<Moment>, 
/**
 * What was noted after the last step.
 */
after: Array<NoteName>, 
/**
 * The log has its end, or nobody writes it any more: the whole trial is to be asked for again.
 */
is_over: boolean, };

export type NewControl = { control: "go" | "pause" | "stop", };

export type NewNote = { trial: number, attempt: number, 
/**
 * `None` for the whole trial.
 */
step: number | null, text: string, 
/**
 * Whoever writes it, if they want to say.
 */
by: string, };

export type PersonNote = { 
/**
 * RFC 3339.
 */
at: string, trial: number, attempt: number, step: number | null, text: string, by: string, };

export type ParticipantCode = { participant: string, code: string, };

export type PeopleRunRow = { run: string, tasks: string, 
/**
 * RFC 3339.
 */
begun: string, 
/**
 * Where participants enter their codes.
 */
url: string, operator_url: string, 
/**
 * As they were given out first; the operator's page has later ones.
 */
codes: Array<ParticipantCode>, is_over: boolean, };

export type PeoplePage = { tasks: Array<string>, 
/**
 * The newest first.
 */
runs: Array<PeopleRunRow>, };

export type NewPeopleRun = { 
/**
 * Patterns, with blanks between them.
 */
tasks: string, participants: number, 
/**
 * Of each task.
 */
instances: number, 
/**
 * For each task.
 */
minutes: number, };

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

export type ChangeRow = { 
/**
 * `agents.m.settings.temperature`.
 */
path: string, 
/**
 * `None` where the run has nothing there.
 */
first: string | null, second: string | null, };

export type ComparePage = { 
/**
 * What a reader should know before believing the figures.
 */
notes: Array<string>, 
/**
 * What their configurations differ in.
 */
changes: Array<ChangeRow>, agents: Array<PairRow>, };

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
