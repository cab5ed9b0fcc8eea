// Generated from crates/agon-report/src/html: run `AGON_GENERATE=1 cargo test -p agon-report pages_types`.

export type Columns = { run: Array<number>, trial: Array<number>, agent: Array<number>, task: Array<number>, 
/**
 * As text: a number in JavaScript has 53 bits, a seed 64.
 */
seed: Array<string>, repeat: Array<number>, outcome: Array<string>, score: Array<number | null>, steps: Array<number | null>, seconds: Array<number | null>, tokens: Array<number | null>, cost: Array<number | null>, ending: Array<string | null>, 
/**
 * Failed checks, or why it is void.
 */
reason: Array<string>, attempt: Array<number>, 
/**
 * Empty in a plain run.
 */
variant: Array<number | null>, };

export type Index = { runs: Array<string>, agents: Array<string>, tasks: Array<string>, variants: Array<string>, 
/**
 * The values of all factors, to choose trials by.
 */
values: Array<string>, trials: Columns, 
/**
 * By run and trial: every attempt at a trial that took several, and what became of it.
 */
retries: { [key in string]: Array<[number, string]> }, 
/**
 * Run and trial of those whose usage rests on the agent's own word.
 */
claimed: Array<string>, claimed_mark: string, claimed_meaning: string, };

export type Check = { name: string, passed: boolean, score: number, expected: string, seen: string, evidence: string, };

export type Note = { kind: string, text: string, };

export type Picture = { name: string, hash: string, width: number, height: number, 
/**
 * Set where the picture is not in the page: the file it is in.
 */
file?: string, };

export type Moment = { step: number, action?: string, status?: string, feedback?: string, text?: string, tree?: string, at_secs?: number, 
/**
 * Where a pointer action landed, in pixels of the screen.
 */
point?: [number, number], notes?: Array<Note>, frames?: Array<Picture>, };

export type Detail = { title: string, instruction: string, settings: string, limits: string, started: string, attempt: number, 
/**
 * What is wrong with the log.
 */
problem: string | null, ending: string | null, checks: Array<Check>, evidence: string | null, fault: string | null, steps: Array<Moment>, 
/**
 * What came after the last step.
 */
after: Array<Note>, steps_left_out: number, frames_left_out: number, };
