// What goes between this page and `agon play` (`crates/agon/src/commands/play/page.rs`).

export interface Point {
  x: number;
  y: number;
}

export type Button = "left" | "middle" | "right";

/** An action as every agent writes it. */
export type Action =
  | { kind: "click"; at: { point: Point }; button: Button; count: number; holding: string[] }
  | { kind: "move"; to: { point: Point } }
  | { kind: "drag"; path: { point: Point }[]; button: Button; holding: string[] }
  | { kind: "scroll"; at: { point: Point }; dx: number; dy: number }
  | { kind: "type"; text: string }
  | { kind: "keys"; keys: string[] }
  | { kind: "shell"; command: string }
  | { kind: "text"; text: string }
  | { kind: "answer"; value: string }
  | { kind: "fail"; reason: string }
  | { kind: "done" };

interface Check {
  name: string;
  passed: boolean;
  expected: string;
  seen: string;
}

export type Verdict =
  { verdict: "scored"; score: number; passed: boolean; checks: Check[] } | { verdict: "void"; detail: string };

/** What stands beside the screen. */
export interface Shown {
  /** Grows with every change. */
  number: number;
  title: string;
  instruction: string;
  rules: string;
  surfaces: string[];
  phase: "starting" | "sitting" | "marking" | "over";
  /** Actions that were taken so far. */
  acts: number;
  message: string;
  budget: { steps?: number | null; wall_secs?: number | null };
  ending: string | null;
  verdict: Verdict | null;
}
