// What a participant sees without a task: the code, the consent, the instructions, and the waits between tasks.

import type { FromPage, Lobby } from "../../generated/play";
import { button, element } from "../../kit/ui/dom";
import { markdownToHtml } from "../../kit/ui/markdown";
import { part } from "./dom";

/** Asks for the access code until one is taken. */
export function askForCode(): Promise<void> {
  return new Promise((resolve) => {
    const problem = element("p", { class: "problem", role: "alert" });
    const code = element("input", {
      id: "code",
      autocomplete: "off",
      spellcheck: "false",
      placeholder: "ABCD-EFGH",
      required: true,
    });
    const form = element(
      "form",
      {},
      element("label", { for: "code" }, "Access code"),
      element("div", {}, code, element("button", { class: "main" }, "Enter")),
    );
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      const reply = await fetch("enter", { method: "POST", body: JSON.stringify({ code: code.value }) }).catch(
        () => null,
      );
      if (reply?.status === 204) return resolve();
      problem.textContent = reply ? await reply.text() : "agon does not answer: it may have been ended.";
      code.select();
    });
    show(element("h1", {}, "Welcome"), form, problem);
    code.focus();
  });
}

export function showLobby(lobby: Lobby, send: (message: FromPage) => void): void {
  const { stage, place } = lobby;
  if (stage === "finished") {
    return show(element("h1", {}, "All tasks are done"), element("p", {}, "Thank you. You can close this page."));
  }
  if (stage === "consent") {
    const agree = element("input", { id: "agree", type: "checkbox" });
    const go = button("Continue", () => send({ kind: "consent" }), { class: "main", disabled: true });
    agree.addEventListener("change", () => (go.disabled = !agree.checked));
    return show(
      element("h1", {}, "Before you begin"),
      markdown(lobby.consent),
      element("p", {}, agree, element("label", { for: "agree" }, " I have read this and agree to it")),
      go,
    );
  }
  const begin = button("Begin", () => send({ kind: "begin" }), { class: "main", disabled: stage !== "ready" });
  show(
    element("h1", {}, `Task ${place.task} of ${place.tasks}`),
    ...instructions(lobby),
    element("p", { "aria-live": "polite" }, stage === "ready" ? "The task is ready." : "The task is being set up …"),
    begin,
  );
}

/** The instructions and the video. */
export function instructions(lobby: Lobby): Node[] {
  const video = lobby.has_demo ? [element("video", { src: "demo", controls: true, preload: "metadata" })] : [];
  return [markdown(lobby.instructions), ...video];
}

export function hideLobby(): void {
  part("lobby").hidden = true;
  part("work").hidden = false;
}

function show(...content: Node[]): void {
  part("lobby-card").replaceChildren(...content);
  part("lobby").hidden = false;
  part("work").hidden = true;
}

function markdown(text: string): HTMLElement {
  const made = element("div", { class: "markdown" });
  made.innerHTML = markdownToHtml(text);
  return made;
}
