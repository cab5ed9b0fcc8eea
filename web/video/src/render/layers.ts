// What is seen and heard at a time.

import { workingAt, type Light } from "../model/effects";
import { endOf, type Block, type Project } from "../model/project";

export interface Layer {
  block: Block;
  /** Time of the medium. */
  mediaTime: number;
  opacity: number;
  lights: readonly Light[];
}

/** What there is to draw, from the lowest to the topmost. */
export function layersAt(project: Project, time: number): Layer[] {
  const layers = project.tracks.flatMap(({ blocks }) =>
    blocks
      .filter((block) => block.type !== "AUDIO" && block.start <= time && time < endOf(block))
      .map((block) => {
        const sinceStart = time - block.start;
        return { block, mediaTime: block.trimStart + sinceStart, ...workingAt(block, sinceStart) };
      }),
  );
  return layers.reverse();
}
