// What outlives a reload: the circuit and the options, in the page's own session.

import { FileProblem } from "../../../kit/json";
import { keepText, keptText } from "../../../kit/ui/session";
import type { Editor, Options } from "./editor";

const CIRCUIT = "circuit";
const OPTIONS = "circuit-options";

export function keep(editor: Editor): void {
  keepText(CIRCUIT, editor.save());
  keepText(OPTIONS, JSON.stringify(editor.options));
}

export function restore(editor: Editor): void {
  const circuit = keptText(CIRCUIT);
  const options = keptText(OPTIONS);
  try {
    if (options !== null) editor.setOptions(JSON.parse(options) as Partial<Options>);
    if (circuit !== null) editor.open(circuit);
  } catch (error) {
    // Kept by another version of this page: it begins empty.
    if (!(error instanceof FileProblem || error instanceof SyntaxError)) throw error;
  }
}
