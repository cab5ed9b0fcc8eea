// Generated from crates/agon-server/src/people/operator.rs: run `AGON_GENERATE=1 cargo test -p agon-server pages_types`.

export type Quality = { steps: number, 
/**
 * Steps that were refused.
 */
refused: number, 
/**
 * Parts of the task that were marked as done.
 */
subtasks: number, 
/**
 * How often the instructions were opened again.
 */
instructions: number, 
/**
 * How often the person went to another tab or window.
 */
tab_changes: number, 
/**
 * Times of more than half a minute without a step.
 */
pauses: number, };

export type SatTrial = { task: string, secs: number, quality: Quality, };

export type ParticipantRow = { 
/**
 * The agent's label in the run. No name of a person.
 */
label: string, 
/**
 * The code that was not used yet.
 */
code: string | null, has_entered: boolean, has_consented: boolean, 
/**
 * A page is open.
 */
is_watching: boolean, tasks: number, 
/**
 * The task that is set up or sat.
 */
current: string | null, 
/**
 * Since the participant began it.
 */
secs: number | null, steps: number | null, sat: Array<SatTrial>, };

export type OperatorPage = { participants: Array<ParticipantRow>, };

export type NewCode = { label: string, };
