// Below the preview: the playhead's time, buttons to play and step, and how loud it is.

import { element, iconButton, setText } from "../../../kit/ui/dom";
import { ICONS } from "../../../kit/ui/icons";
import type { Editor } from "../edit/editor";
import { clockOf, readTime } from "../model/times";
import { loudness } from "../render/sound";
import { VIDEO_ICONS } from "./icons";

export class Transport {
  readonly root: HTMLElement;
  readonly #time = element("input", {
    class: "time-field",
    type: "text",
    "aria-label": "Playhead",
    title: "Seconds, or minutes:seconds (P)",
    maxlength: 12,
    spellcheck: "false",
    autocomplete: "off",
  });
  readonly #length = element("span", { class: "time-length" });
  readonly #play: HTMLButtonElement;
  readonly #level = element("div", { class: "meter-level" });

  constructor(
    private readonly editor: Editor,
    leave: () => void,
  ) {
    this.#play = iconButton(ICONS.play, "Play (Space)", () => editor.togglePlay());
    const buttons = [
      iconButton(VIDEO_ICONS.toStart, "To the start (Home)", () => editor.step(-editor.playhead)),
      iconButton(VIDEO_ICONS.stepBack, "Frame back (Left)", () => editor.stepFrame(-1)),
      this.#play,
      iconButton(VIDEO_ICONS.stepForward, "Frame forward (Right)", () => editor.stepFrame(1)),
      iconButton(VIDEO_ICONS.toEnd, "To the end (End)", () => editor.step(editor.length)),
    ];
    const meter = element("div", { class: "meter", title: "How loud it is" }, this.#level);
    this.root = element(
      "div",
      { class: "transport", role: "group", "aria-label": "Transport" },
      element("div", { class: "times" }, this.#time, element("span", {}, "/"), this.#length),
      element("div", { class: "transport-buttons" }, ...buttons),
      meter,
    );
    this.#time.addEventListener("input", () => {
      const time = readTime(this.#time.value);
      this.#time.classList.toggle("has-problem", time === undefined);
      if (time !== undefined) editor.step(time - editor.playhead);
    });
    this.#time.addEventListener("focus", () => this.#time.select());
    this.#time.addEventListener("blur", () => {
      this.#time.classList.remove("has-problem");
      this.updateTime();
    });
    this.#time.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      leave();
    });
    this.root.addEventListener("click", (event) => {
      if (event.target instanceof Element && event.target.closest("button")) leave();
    });
  }

  focusTime(): void {
    this.#time.focus();
  }

  update(): void {
    const { editor } = this;
    setText(this.#length, clockOf(editor.length));
    const name = editor.isPlaying ? "Pause (Space)" : "Play (Space)";
    if (this.#play.title !== name) {
      this.#play.title = name;
      this.#play.setAttribute("aria-label", name);
      this.#play.querySelector("path")!.setAttribute("d", editor.isPlaying ? ICONS.pause : ICONS.play);
    }
    this.updateTime();
  }

  updateTime(): void {
    const { editor } = this;
    const text = clockOf(editor.playhead);
    // A field that is being typed in keeps what is typed.
    if (document.activeElement !== this.#time && this.#time.value !== text) this.#time.value = text;
    const samplesOf = (name: string) => editor.library.get(name)?.samples;
    const level = Math.min(1, loudness(editor.project, samplesOf, editor.playhead));
    this.#level.style.width = `${Math.round(level * 100)}%`;
  }
}
