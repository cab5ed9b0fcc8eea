// A trial as a file: an animation, a film or a page.

import { useState } from "preact/hooks";
import * as api from "./api";

const KINDS = [
  ["gif", "GIF"],
  ["mp4", "MP4"],
  ["html", "HTML"],
] as const;

type Kind = (typeof KINDS)[number][0];

export function Exports({ run, trial, attempt }: { run: string; trial: number; attempt: number }) {
  const [making, setMaking] = useState<Kind | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const make = async (kind: Kind) => {
    setMaking(kind);
    setProblem(null);
    try {
      save(await api.exported(run, trial, attempt, kind), `trial-${trial}-${attempt}.${kind}`);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
    setMaking(null);
  };
  return (
    <span class="exports">
      Save as{" "}
      {KINDS.map(([kind, name]) => (
        <button key={kind} type="button" class="link" disabled={making !== null} onClick={() => void make(kind)}>
          {making === kind ? "…" : name}
        </button>
      ))}
      {problem && (
        <span class="problem" role="alert">
          {problem}
        </span>
      )}
    </span>
  );
}

function save(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has taken it over by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
