// The frame at the playhead, on the page.

import { element } from "../../../kit/ui/dom";
import type { Library } from "../media/library";
import { FRAME, type Project } from "../model/project";
import { Composer } from "./composer";
import { layersAt } from "./layers";

/** How many pictures are decoded before they are needed while playing. */
const AHEAD = 4;

export class Preview {
  readonly canvas = element("canvas", {
    class: "frame",
    width: FRAME.width,
    height: FRAME.height,
    role: "img",
    "aria-label": "Preview",
  });
  readonly #context = this.canvas.getContext("2d")!;
  readonly #composer: Composer;
  #wanted: { project: Project; time: number } | undefined;
  #work: Promise<void> | undefined;

  constructor(private readonly library: Library) {
    this.#composer = new Composer(library);
  }

  /** Draws a frame, or a later one that was asked for meanwhile; done when nothing is left to draw. */
  show(project: Project, time: number): Promise<void> {
    this.#wanted = { project, time };
    this.#work ??= this.#draw();
    return this.#work;
  }

  /** Decodes what is shown soon. */
  prepare(project: Project, time: number): void {
    for (const { block, mediaTime } of layersAt(project, time)) {
      const medium = block.type === "VIDEO" ? this.library.get(block.name) : undefined;
      if (!medium) continue;
      const next = this.library.frameAt(medium, mediaTime) + 1;
      for (let frame = next; frame < Math.min(medium.frames, next + AHEAD); frame++)
        void this.library.picture(medium, frame);
    }
  }

  async #draw(): Promise<void> {
    try {
      while (this.#wanted) {
        const { project, time } = this.#wanted;
        this.#wanted = undefined;
        if (await this.#composer.compose(project, time)) this.#context.drawImage(this.#composer.canvas, 0, 0);
      }
    } finally {
      this.#work = undefined;
    }
  }
}
