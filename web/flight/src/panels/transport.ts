// The clock of the replay: play, whole minutes, the time as a field and as a slider, the speed.

import { button, element, iconButton } from "../../../kit/ui/dom";
import { ICONS } from "../../../kit/ui/icons";
import type { Analyser } from "../edit/analyser";
import { clockText, LAST_MINUTE_SECONDS, readClock, SPEEDS } from "../model/clock";
import { FLIGHT_ICONS } from "./icons";

export class Transport {
  readonly roots: HTMLElement[];
  readonly #play: HTMLButtonElement;
  readonly #time = element("input", {
    class: "clock",
    type: "text",
    "aria-label": "Clock, UTC",
    title: "Go to a time: 14:30 or 14:30:00 (T)",
    maxlength: 12,
    spellcheck: "false",
    autocomplete: "off",
  });
  readonly #slider = element("input", {
    class: "slider",
    type: "range",
    min: 0,
    max: LAST_MINUTE_SECONDS,
    step: 60,
    "aria-label": "Time of day",
  });
  readonly #speeds: HTMLButtonElement[];
  /** What was typed is told to be wrong once, and not again when the field is left. */
  #isRefused = false;

  constructor(
    private readonly analyser: Analyser,
    private readonly leave: () => void,
    private readonly complain: (problem: string) => void,
  ) {
    this.#play = iconButton(ICONS.play, "Play (Space)", () => analyser.togglePlay());
    this.#speeds = SPEEDS.map((speed, i) => {
      const made = button(`${speed}×`, () => analyser.setSpeed(speed), { title: `Speed ${speed} (${i + 1})` });
      made.setAttribute("role", "radio");
      made.setAttribute("aria-label", `${speed} times`);
      return made;
    });
    const speeds = element("div", { class: "speeds", role: "radiogroup", "aria-label": "Speed" }, ...this.#speeds);
    this.roots = [
      element(
        "div",
        { class: "group", role: "group", "aria-label": "Replay" },
        iconButton(FLIGHT_ICONS.minuteBack, "Minute back (,)", () => analyser.stepMinutes(-1)),
        this.#play,
        iconButton(FLIGHT_ICONS.minuteForward, "Minute forward (.)", () => analyser.stepMinutes(1)),
      ),
      element("div", { class: "clock-place" }, this.#time, element("span", {}, "UTC")),
      this.#slider,
      speeds,
    ];
    this.#listenToTime();
    this.#slider.addEventListener("input", () => analyser.goTo(Number(this.#slider.value)));
    this.#slider.addEventListener("keydown", (event) => {
      const minutes = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -10, PageUp: 10 }[event.key];
      if (minutes === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      analyser.stepMinutes(minutes);
    });
    speeds.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
      if (step === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      const next = (this.#speeds.findIndex((one) => one.tabIndex === 0) + step + SPEEDS.length) % SPEEDS.length;
      analyser.setSpeed(SPEEDS[next]!);
      this.#speeds[next]!.focus();
    });
  }

  focusTime(): void {
    this.#time.focus();
  }

  update(): void {
    const { clock, seconds } = this.analyser;
    const name = clock.isPlaying ? "Pause (Space)" : "Play (Space)";
    if (this.#play.title !== name) {
      this.#play.title = name;
      this.#play.setAttribute("aria-label", name);
      this.#play.querySelector("path")!.setAttribute("d", clock.isPlaying ? ICONS.pause : ICONS.play);
    }
    const text = clockText(seconds);
    // A field that is being typed in keeps what is typed.
    if (document.activeElement !== this.#time && this.#time.value !== text) this.#time.value = text;
    const minute = String(Math.min(LAST_MINUTE_SECONDS, Math.floor(seconds / 60) * 60));
    if (this.#slider.value !== minute) this.#slider.value = minute;
    if (this.#slider.getAttribute("aria-valuetext") !== text) this.#slider.setAttribute("aria-valuetext", text);
    this.#speeds.forEach((one, i) => {
      const isOn = SPEEDS[i] === clock.speed;
      one.setAttribute("aria-checked", String(isOn));
      one.tabIndex = isOn ? 0 : -1;
    });
  }

  #listenToTime(): void {
    const time = this.#time;
    time.addEventListener("focus", () => time.select());
    time.addEventListener("input", () => this.#mark(false));
    time.addEventListener("blur", () => {
      if (!this.#isRefused) this.#take();
      this.#mark(false);
      this.update();
    });
    time.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      if (event.key === "Escape") time.value = clockText(this.analyser.seconds);
      else if (!this.#take()) return;
      this.leave();
    });
  }

  /** Goes to the time that was typed. */
  #take(): boolean {
    const { analyser } = this;
    const read = readClock(this.#time.value);
    const isRight = "seconds" in read;
    this.#mark(!isRight);
    if (!isRight) this.complain(read.problem);
    // What is there already stays, with its fraction of a second.
    else if (this.#time.value !== clockText(analyser.seconds)) analyser.goTo(read.seconds);
    return isRight;
  }

  #mark(isRefused: boolean): void {
    this.#isRefused = isRefused;
    this.#time.classList.toggle("has-problem", isRefused);
    if (isRefused) this.#time.setAttribute("aria-invalid", "true");
    else this.#time.removeAttribute("aria-invalid");
  }
}
