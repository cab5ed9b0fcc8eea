// Playing: the playhead follows the page's clock, frame by frame, and sounds are heard.

import type { Editor } from "./editor";
import type { Speaker } from "../render/speaker";

export class Playback {
  #isRunning = false;

  constructor(
    private readonly editor: Editor,
    private readonly speaker: Speaker,
  ) {}

  /** Begins or ends what the editor says. */
  update(): void {
    const { editor, speaker } = this;
    if (!editor.isPlaying) speaker.stop();
    else speaker.play(editor.project, editor.playhead, editor.length);
    if (editor.isPlaying && !this.#isRunning) {
      this.#isRunning = true;
      requestAnimationFrame((now) => this.#frame(now));
    }
  }

  #frame(now: number): void {
    this.editor.tick(now);
    this.#isRunning = this.editor.isPlaying;
    if (this.#isRunning) requestAnimationFrame((later) => this.#frame(later));
  }
}
