// The column beside the screen: the task, what is left of the budget, and in the end the marks.

import { element, part } from "./dom";
import type { Shown, Verdict } from "./protocol";

let deadline: number | undefined;
setInterval(tellTime, 500);

export function show(now: Shown): void {
  document.title = `${now.title} · agon play`;
  part("title").textContent = now.title;
  part("instruction").textContent = flowing(now.instruction);
  part("rules").textContent = flowing(now.rules);
  // How many steps are left stands above it.
  part("message").textContent = now.message.replace(/\s*You have \d+ steps? left\.$/, "");
  const { steps, wall_secs: secs } = now.budget;
  part("steps").textContent = typeof steps === "number" ? `${steps} ${steps === 1 ? "step" : "steps"} left` : "";
  deadline = typeof secs === "number" && now.phase === "sitting" ? performance.now() + secs * 1000 : undefined;
  tellTime();
  part("shell-form").hidden = !now.surfaces.includes("shell");
  part("call-form").hidden = !now.surfaces.includes("calls");
  part("answer-form").hidden = !now.surfaces.includes("answer");
  part("wait").hidden = now.phase !== "starting";
  for (const control of document.querySelectorAll<HTMLInputElement | HTMLButtonElement>("aside input, aside button")) {
    control.disabled = now.phase !== "sitting";
  }
  if (now.phase === "marking") part("message").textContent = `${sentence(now.ending)} It is being marked …`;
  if (now.phase === "over") showVerdict(now.verdict, now.ending);
}

function tellTime(): void {
  const left = deadline === undefined ? 0 : Math.max(0, Math.round((deadline - performance.now()) / 1000));
  const clock = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  part("secs").textContent = deadline === undefined ? "" : `and ${clock} of your time`;
}

function showVerdict(verdict: Verdict | null, ending: string | null): void {
  const section = part("verdict");
  section.hidden = false;
  part("tools").hidden = part("end").hidden = true;
  part("message").textContent = sentence(ending);
  section.replaceChildren();
  if (verdict?.verdict === "scored") {
    const points = `${Math.round(verdict.score * 100)} of 100 points`;
    section.append(element("h2", `${verdict.passed ? "Passed" : "Not passed"}, ${points}`, word(verdict.passed)));
    const list = document.createElement("dl");
    for (const { name, passed, expected, seen } of verdict.checks) {
      list.append(element("dt", `${passed ? "✓" : "✗"} ${name.replaceAll("_", " ")}`, word(passed)));
      list.append(element("dd", `wanted: ${expected}`), element("dd", `seen: ${seen}`));
    }
    section.append(list);
  } else {
    section.append(element("h2", "Void: something broke that was not your doing", "bad"));
    if (verdict) section.append(element("p", verdict.detail));
  }
  section.append(element("p", "The record is kept; this page can be closed."));
  section.scrollIntoView();
}

/** Lines that were broken to fit a file, joined again; paragraphs and lists stay. */
const flowing = (text: string) => text.trim().replace(/([^\n])\n(?![\n\s\-*\d])/g, "$1 ");

const sentence = (text: string | null) => (text ? `${text.charAt(0).toUpperCase()}${text.slice(1)}.` : "");

const word = (passed: boolean) => (passed ? "good" : "bad");
