// A frame, with the action drawn on it.

import { useState } from "preact/hooks";
import type { FrameName } from "../../generated/view";
import * as api from "./api";

interface PictureProps {
  run: string;
  frame: FrameName;
  caption: string;
  points: number[][];
}

/** A frame that fits; a click shows it in its own pixels. */
export function Picture({ run, frame, caption, points }: PictureProps) {
  const [isWhole, setWhole] = useState(false);
  const path = points.map(([x, y]) => `${x},${y}`).join(" ");
  const size = Math.max(frame.width, frame.height);
  const end = points.at(-1);
  return (
    <figure class={isWhole ? "is-whole" : ""}>
      <figcaption>
        {caption} <span class="faint">{`${frame.width} × ${frame.height}`}</span>
      </figcaption>
      <button
        type="button"
        class="picture"
        onClick={() => setWhole(!isWhole)}
        title={isWhole ? "Fit" : "Show its own pixels"}
      >
        <img src={api.frame(run, frame.file)} width={frame.width} height={frame.height} alt={`The screen ${caption}`} />
        {end && (
          <svg viewBox={`0 0 ${frame.width} ${frame.height}`} aria-hidden="true">
            {points.length > 1 && <polyline points={path} style={{ strokeWidth: size / 300 }} />}
            <circle cx={end[0]} cy={end[1]} r={size / 70} style={{ strokeWidth: size / 250 }} />
          </svg>
        )}
      </button>
    </figure>
  );
}
