// What outlives a reload: the circuit and the options, in the page's own session.

import { FileProblem } from "../model/file";
import type { Editor, Options } from "./editor";

const CIRCUIT = "circuit";
const OPTIONS = "circuit-options";

export function keep(editor: Editor): void {
  try {
    sessionStorage.setItem(CIRCUIT, editor.save());
    sessionStorage.setItem(OPTIONS, JSON.stringify(editor.options));
  } catch {
    // A full or forbidden storage costs the way back after a reload, and nothing else.
  }
}

export function restore(editor: Editor): void {
  const circuit = sessionStorage.getItem(CIRCUIT);
  const options = sessionStorage.getItem(OPTIONS);
  try {
    if (options !== null) editor.setOptions(JSON.parse(options) as Partial<Options>);
    if (circuit !== null) editor.open(circuit);
  } catch (error) {
    // Kept by another version of this page: it begins empty.
    if (!(error instanceof FileProblem || error instanceof SyntaxError)) throw error;
  }
}
