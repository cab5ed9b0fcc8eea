// The column beside the screen: the task, what is left of the budget, the controls the task uses, and in the end the checks.

import type { Outcome, Shown, ShownCheck } from "../../generated/play";
import { clock } from "../../kit/ui/clock";
import { element } from "../../kit/ui/dom";
import { markdownToHtml } from "../../kit/ui/markdown";
import { part } from "./dom";

let deadline: number | undefined;
let briefed = "";
setInterval(tellTime, 500);

export function show(now: Shown): void {
  showBrief(now);
  // How many steps are left stands above it.
  part("message").textContent = now.message.replace(/\s*You have \d+ steps? left\.$/, "");
  part("text").textContent = now.text ?? "";
  part("text").hidden = now.text === null;
  const { steps, wall_secs: secs } = now;
  part("steps").textContent = steps === null ? "" : `${steps} ${steps === 1 ? "step" : "steps"} left`;
  deadline = secs !== null && now.phase === "sitting" ? performance.now() + secs * 1000 : undefined;
  tellTime();
  showPlace(now);
  part("wait-note").hidden = now.phase !== "starting";
  for (const control of document.querySelectorAll<HTMLInputElement | HTMLButtonElement>(
    "aside input, aside textarea, aside button",
  )) {
    control.disabled = now.phase !== "sitting";
  }
  if (now.phase === "marking") part("message").textContent = `${sentence(now.ending)} It is being scored …`;
  if (now.phase === "over") showOutcome(now.outcome, now.ending);
}

/** The brief, and only those controls that the task uses; they stay as they are from the first to the last step. */
function showBrief({ title, instruction, rules, controls }: Shown): void {
  const brief = JSON.stringify([title, instruction, rules, controls]);
  // Written anew it would lose its place and what is selected in it.
  if (brief === briefed) return;
  briefed = brief;
  document.title = `${title} · agon play`;
  part("title").textContent = title;
  part("instruction").innerHTML = markdownToHtml(instruction);
  part("rules").innerHTML = markdownToHtml(rules);
  for (const control of document.querySelectorAll<HTMLElement>("[data-control]"))
    control.hidden = !controls[control.dataset["control"] as keyof Shown["controls"]];
  part("tools").hidden = [...part("tools").children].every((tool) => (tool as HTMLElement).hidden);
}

/** The bar above the screen, for participants. */
function showPlace({ place, is_recording, is_live, subtasks, controls }: Shown): void {
  part("bar").hidden = part("subtask-form").hidden = place === null;
  part("run-time").hidden = is_live || !controls.screen;
  if (!place) return;
  part("done").textContent = "Finish";
  part("place").textContent = `Task ${place.task} of ${place.tasks}`;
  part("recording").textContent = is_recording ? "● recording" : "recording paused";
  part("subtasks").textContent = subtasks ? `${subtasks} marked` : "";
}

function tellTime(): void {
  const left = deadline === undefined ? "" : clock((deadline - performance.now()) / 1000);
  part("secs").textContent = left && `${left} of your time left`;
  part("clock").textContent = left;
}

function showOutcome(outcome: Outcome | null, ending: string | null): void {
  const section = part("outcome");
  section.hidden = false;
  part("tools").hidden = part("end").hidden = true;
  part("message").textContent = sentence(ending);
  section.replaceChildren(
    ...(outcome?.kind === "scored" ? scored(outcome) : voided(outcome)),
    element("p", { class: "quiet" }, "The record is kept; this page can be closed."),
  );
  section.scrollIntoView();
}

function scored({ score, passed, checks }: Extract<Outcome, { kind: "scored" }>): Node[] {
  const right = checks.filter((check) => check.passed).length;
  const result = `${passed ? "Passed" : "Not passed"}: ${Math.round(score * 100)} of 100 points`;
  return [
    element("h2", { class: word(passed) }, result),
    element("p", { class: "quiet" }, `${right} of ${checks.length} checks passed`),
    element("ul", { class: "checks" }, ...checks.map(checkRow)),
  ];
}

function checkRow({ name, passed, expected, seen }: ShownCheck): HTMLElement {
  const fact = (label: string, value: string) =>
    value ? element("div", {}, element("span", { class: "quiet" }, `${label} `), value) : null;
  return element(
    "li",
    { class: word(passed) },
    element("b", {}, `${passed ? "✓" : "✗"} ${name.replaceAll("_", " ")}`),
    fact("expected", expected),
    fact("seen", seen),
  );
}

function voided(outcome: Outcome | null): Node[] {
  const title = element("h2", { class: "bad" }, "Void: something broke that was not your doing");
  return outcome?.kind === "void" ? [title, element("p", {}, outcome.detail)] : [title];
}

const sentence = (text: string | null) => (text ? `${text.charAt(0).toUpperCase()}${text.slice(1)}.` : "");

const word = (passed: boolean) => (passed ? "good" : "bad");
