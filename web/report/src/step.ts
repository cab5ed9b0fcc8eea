// One step of a trial with what was seen after it, and the strip of all steps.

import type { Detail, Moment, Note, Picture } from "../../generated/report";
import { button, element } from "../../kit/ui/dom";
import { showSeconds } from "./format";
import type { Trial } from "./trials";

export interface StepContext {
  trial: Trial;
  detail: Detail;
  step: number;
  /** Pictures by their hash, as far as they are in the page. */
  frames: Readonly<Record<string, string>>;
  /** Shows another step. */
  go: (to: number) => void;
}

/** Pictures are shown at most so high. */
const HEIGHT = 560;

export function momentView(context: StepContext): HTMLElement {
  const { detail, step } = context;
  const now = detail.steps[step]!;
  const pictures = (now.frames ?? []).map((frame) => pictureView(context, frame, now.point));
  const none = element("div", { class: "absent" }, "No frame was recorded here.");
  return element(
    "div",
    { class: "viewer" },
    element("div", { class: "stage" }, ...(pictures.length > 0 ? pictures : [none])),
    element("div", {}, ...wordsOf(context, now)),
  );
}

export function stripView({ detail, step, frames, go }: StepContext): HTMLElement {
  const thumbnails = detail.steps.map((moment, i) => {
    const frame = moment.frames?.find((each) => each.name === "screen") ?? moment.frames?.[0];
    const source = frame && frames[frame.hash];
    const isStart = i === 0 && moment.action === undefined;
    const classes = [i === step ? "current" : "", isRejected(moment) ? "rejected" : ""].join(" ");
    const made = button(
      source ? element("img", { src: source, alt: "", loading: "lazy" }) : element("i"),
      () => go(i),
      { class: classes, title: moment.action ?? "before the first step" },
    );
    made.append(element("span", {}, isStart ? "start" : String(moment.step)));
    return made;
  });
  return element("div", { class: "strip" }, ...thumbnails);
}

function wordsOf({ trial, detail, step, go }: StepContext, now: Moment): Node[] {
  const last = detail.steps.length - 1;
  const turn = (to: number) => button(to < step ? "←" : "→", () => go(to), { disabled: to < 0 || to > last });
  const title = now.action === undefined ? "Before the first step" : `Step ${now.step} of ${trial.steps ?? last}`;
  const words: Node[] = [
    element("div", { class: "step-bar" }, element("b", {}, title), turn(step - 1), turn(step + 1)),
    ...(now.notes ?? []).map(noteView),
  ];
  const titled = (name: string, ...inside: Node[]) => words.push(element("h4", {}, name), ...inside);
  if (now.action !== undefined) {
    const when = now.at_secs === undefined ? "" : ` at ${showSeconds(now.at_secs)}`;
    titled(
      "Action",
      element("div", { class: "action" }, now.action),
      element(
        "div",
        { class: `status ${isRejected(now) ? "rejected" : ""}` },
        (now.status ?? "").replaceAll("_", " ") + when,
      ),
    );
  }
  if (now.feedback) titled("Feedback", element("div", { class: "words" }, now.feedback));
  if (now.text) titled("Text", element("pre", {}, now.text));
  if (now.tree)
    words.push(element("details", {}, element("summary", {}, "Accessibility tree"), element("pre", {}, now.tree)));
  if (step === last && detail.after.length > 0) titled("After the last step", ...detail.after.map(noteView));
  return words;
}

function pictureView({ frames, step }: StepContext, frame: Picture, point: Moment["point"]): HTMLElement {
  const source = frames[frame.hash];
  const caption = element("figcaption", {}, `${frame.name}, ${frame.width} × ${frame.height}`);
  if (!source) {
    const words = `This frame is not in the page; it is in ${frame.file ?? "the run's folder"}.`;
    return element("figure", { class: "picture" }, element("div", { class: "canvas absent" }, words), caption);
  }
  const canvas = element(
    "div",
    { class: "canvas" },
    element("img", { src: source, alt: `${frame.name} after step ${step}` }),
  );
  if (frame.width > 0 && frame.height > 0) {
    // The box has the picture's own shape, so that every frame of a trial has the same place and points land exactly.
    canvas.style.aspectRatio = `${frame.width} / ${frame.height}`;
    canvas.style.width = `min(100%, ${Math.round((HEIGHT * frame.width) / frame.height)}px)`;
    if (point && frame.name === "screen") {
      const ring = element("div", { class: "pointer" });
      ring.style.left = `${(point[0] / frame.width) * 100}%`;
      ring.style.top = `${(point[1] / frame.height) * 100}%`;
      canvas.append(ring);
    }
  }
  return element("figure", { class: "picture" }, canvas, caption);
}

function noteView({ kind, text }: Note): HTMLElement {
  return element("div", { class: "note" }, element("small", {}, kind), element("div", { class: "words" }, text));
}

function isRejected({ status }: Moment): boolean {
  return status !== undefined && status !== "executed";
}
