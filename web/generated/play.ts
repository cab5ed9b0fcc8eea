// Generated from crates/agon-server/src/play/protocol.rs: run `AGON_GENERATE=1 cargo test -p agon-server pages_types`.

export type PagePoint = { x: number, y: number, };

export type PageButton = "left" | "middle" | "right";

export type PageAction = { "kind": "click", at: PagePoint, button: PageButton, count: number, holding: Array<string>, } | { "kind": "move", to: PagePoint, } | { "kind": "drag", path: Array<PagePoint>, button: PageButton, holding: Array<string>, } | { "kind": "scroll", at: PagePoint, dx: number, dy: number, } | { "kind": "type", text: string, } | { "kind": "keys", keys: Array<string>, } | { "kind": "wait", secs: number, } | { "kind": "call", text: string, } | { "kind": "function", name: string, args: unknown, } | { "kind": "shell", command: string, } | { "kind": "list_files", path: string, } | { "kind": "read_file", path: string, } | { "kind": "write_file", path: string, content: string, } | { "kind": "answer", value: string, } | { "kind": "fail", reason: string, } | { "kind": "done" };

export type RawKind = "mouse_down" | "mouse_up" | "mouse_drag" | "wheel" | "key_down" | "input" | "context_menu" | "tab_change" | "result_state";

export type RawEvent = { kind: RawKind, 
/**
 * Milliseconds since the page was opened.
 */
at_ms: number, at?: PagePoint, 
/**
 * The button, the key, the text, or the turns of the wheel.
 */
detail?: string, };

export type FromPage = { "kind": "act", action: PageAction, events: Array<RawEvent>, } | { "kind": "subtask", result: string, } | { "kind": "instructions", open: boolean, } | { "kind": "consent" } | { "kind": "begin" } | { "kind": "told" };

export type Phase = "starting" | "sitting" | "marking" | "over";

export type Controls = { screen: boolean, calls: boolean, shell: boolean, files: boolean, answer: boolean, };

export type PageParam = { name: string, about: string, 
/**
 * Every value, where there are few.
 */
values: (string | number)[], };

export type PageFunction = { name: string, about: string, params: Array<PageParam>, };

export type TaskPlace = { 
/**
 * From 1.
 */
task: number, tasks: number, };

export type ShownCheck = { name: string, passed: boolean, expected: string, seen: string, };

export type Outcome = { "kind": "scored", score: number, passed: boolean, checks: Array<ShownCheck>, } | { "kind": "void", detail: string, };

export type Shown = { title: string, 
/**
 * Markdown.
 */
instruction: string, 
/**
 * Functions, how they are called, and what counts. Markdown.
 */
rules: string, controls: Controls, functions: Array<PageFunction>, 
/**
 * Which of a participant's tasks it is; absent where only one is played.
 */
place: TaskPlace | null, phase: Phase, 
/**
 * The screen changes by itself. Elsewhere time passes with steps only.
 */
is_live: boolean, 
/**
 * Steps are taken; not while the instructions are open.
 */
is_recording: boolean, 
/**
 * Parts of the task that were marked as done.
 */
subtasks: number, 
/**
 * Actions that were taken so far; the page waits for its own.
 */
acts: number, message: string, 
/**
 * What there is to see beside the picture, where the world tells it in words.
 */
text: string | null, 
/**
 * What is left.
 */
steps: number | null, wall_secs: number | null, ending: string | null, outcome: Outcome | null, };

export type Stage = "consent" | "waiting" | "ready" | "finished";

export type Lobby = { stage: Stage, place: TaskPlace, 
/**
 * Markdown.
 */
consent: string, 
/**
 * Markdown.
 */
instructions: string, 
/**
 * A video can be watched.
 */
has_demo: boolean, };

export type ToPage = { "kind": "task", task: Shown, } | { "kind": "lobby", lobby: Lobby, } | { "kind": "refused" };
