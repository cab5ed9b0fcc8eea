// Generated from crates/agon-server/src/play/protocol.rs: run `AGON_GENERATE=1 cargo test -p agon-server protocol`.

export type PagePoint = { x: number, y: number, };

export type PageButton = "left" | "middle" | "right";

export type PageAction = { "kind": "click", at: PagePoint, button: PageButton, count: number, holding: Array<string>, } | { "kind": "move", to: PagePoint, } | { "kind": "drag", path: Array<PagePoint>, button: PageButton, holding: Array<string>, } | { "kind": "scroll", at: PagePoint, dx: number, dy: number, } | { "kind": "type", text: string, } | { "kind": "keys", keys: Array<string>, } | { "kind": "wait", secs: number, } | { "kind": "call", text: string, } | { "kind": "shell", command: string, } | { "kind": "list_files", path: string, } | { "kind": "read_file", path: string, } | { "kind": "write_file", path: string, content: string, } | { "kind": "answer", value: string, } | { "kind": "fail", reason: string, } | { "kind": "done" };

export type Phase = "starting" | "sitting" | "marking" | "over";

export type Controls = { screen: boolean, calls: boolean, shell: boolean, files: boolean, answer: boolean, };

export type ShownCheck = { name: string, passed: boolean, expected: string, seen: string, };

export type Outcome = { "kind": "scored", score: number, passed: boolean, checks: Array<ShownCheck>, } | { "kind": "void", detail: string, };

export type Shown = { 
/**
 * Grows with every change.
 */
number: number, title: string, 
/**
 * Markdown.
 */
instruction: string, 
/**
 * Functions, how they are called, and what counts. Markdown.
 */
rules: string, controls: Controls, phase: Phase, 
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
