// How trials came out, as a bar.

import type { Counts } from "../../generated/view";

const OUTCOMES = ["passed", "failed", "void", "missing"] as const;

export function Shares({ counts }: { counts: Counts }) {
  const words = OUTCOMES.filter((outcome) => counts[outcome] > 0).map((outcome) => `${counts[outcome]} ${outcome}`);
  return (
    <span class="shares" role="img" aria-label={words.join(", ")} title={words.join(", ")}>
      {OUTCOMES.map((outcome) => (
        <span key={outcome} class={outcome} style={{ flexGrow: counts[outcome] }} />
      ))}
    </span>
  );
}
