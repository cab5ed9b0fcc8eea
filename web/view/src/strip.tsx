// Thumbnails of the steps around the open one.

import type { Moment } from "../../generated/view";
import * as api from "./api";
import { useRested } from "./load";

/** Thumbnails on each side of the open step. */
const AROUND = 6;

interface StripProps {
  run: string;
  moments: Moment[];
  at: number;
  onOpen: (place: number) => void;
}

export function Strip({ run, moments, at, onOpen }: StripProps) {
  // Who scrubs passes over most steps: their thumbnails need not be made.
  const rested = useRested(at);
  const first = Math.max(0, Math.min(rested - AROUND, moments.length - 1 - 2 * AROUND));
  const around = moments.slice(first, first + 2 * AROUND + 1);
  if (around.every((moment) => moment.frames.length === 0)) return null;
  return (
    // The list of steps does the same for whoever does not see pictures.
    <div class="strip" aria-hidden="true">
      {around.map((moment, place) => {
        const [frame] = moment.frames;
        const step = first + place;
        return (
          <button
            key={step}
            type="button"
            tabIndex={-1}
            class={step === at ? "is-open" : ""}
            onClick={() => onOpen(step)}
            title={`step ${step}`}
          >
            {frame && <img src={api.thumb(run, frame.file)} alt="" width={96} height={60} />}
          </button>
        );
      })}
    </div>
  );
}
