// The screen before and after a step, with the action drawn on it, or what changed between the two.

import { useEffect, useRef, useState } from "preact/hooks";
import type { FrameName, Moment } from "../../generated/view";
import * as api from "./api";
import { Picture } from "./picture";

export type StageMode = "both" | "before" | "after" | "diff";

interface StageProps {
  run: string;
  before: Moment | null;
  now: Moment;
  mode: StageMode;
}

export function Stage({ run, before, now, mode }: StageProps) {
  const [first] = before?.frames ?? [];
  const [second, ...others] = now.frames;
  if (!first && !second) return <p class="faint">No frames were recorded for this step.</p>;
  return (
    <div class={`stage is-${mode}`}>
      {mode === "diff" && first && second && <Difference run={run} first={first} second={second} />}
      {(mode === "both" || mode === "before") && first && (
        <Picture run={run} frame={first} caption="before" points={now.points} />
      )}
      {(mode === "both" || mode === "after" || (mode === "diff" && !first)) && second && (
        <Picture run={run} frame={second} caption={before ? "after" : "at first"} points={[]} />
      )}
      {mode !== "diff" &&
        others.map((frame) => <Picture key={frame.name} run={run} frame={frame} caption={frame.name} points={[]} />)}
    </div>
  );
}

/** What changed, in the accent's colour over a pale picture. */
function Difference({ run, first, second }: { run: string; first: FrameName; second: FrameName }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [changedPixels, setChanged] = useState<number | null>(null);
  useEffect(() => {
    let isOld = false;
    setChanged(null);
    void Promise.all([pixels(api.frame(run, first.file)), pixels(api.frame(run, second.file))]).then(([a, b]) => {
      const context = canvas.current?.getContext("2d");
      if (isOld || !context || !canvas.current) return;
      const found = difference(a, b);
      canvas.current.width = found.picture.width;
      canvas.current.height = found.picture.height;
      context.putImageData(found.picture, 0, 0);
      setChanged(found.count);
    });
    return () => {
      isOld = true;
    };
  }, [run, first.file, second.file]);
  return (
    <figure>
      <figcaption>
        difference{" "}
        <span class="faint">
          {changedPixels === null ? "…" : `${changedPixels.toLocaleString("en")} pixels changed`}
        </span>
      </figcaption>
      <canvas ref={canvas} />
    </figure>
  );
}

async function pixels(address: string): Promise<ImageData> {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("no canvas");
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

/** The second picture, pale, with what differs from the first in strong colour. */
export function difference(a: ImageData, b: ImageData): { picture: ImageData; count: number } {
  const picture = new ImageData(b.width, b.height);
  let count = 0;
  for (let y = 0; y < b.height; y++) {
    for (let x = 0; x < b.width; x++) {
      const at = 4 * (y * b.width + x);
      const other = x < a.width && y < a.height ? 4 * (y * a.width + x) : -1;
      const isSame = other >= 0 && [0, 1, 2].every((i) => a.data[other + i] === b.data[at + i]);
      const colours = isSame ? [0, 1, 2].map((i) => 200 + Math.round((b.data[at + i] ?? 0) * 0.2)) : [214, 40, 90];
      colours.forEach((value, i) => (picture.data[at + i] = value));
      picture.data[at + 3] = 255;
      if (!isSame) count += 1;
    }
  }
  return { picture, count };
}
