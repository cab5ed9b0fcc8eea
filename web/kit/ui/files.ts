// What an application reads and writes as text: dialogs to import and export, and texts that are dropped or pasted. Nothing is read in
// an exam.

import { isExam } from "../app";
import { openDialog, openMessage } from "./dialog";
import { button, download, element } from "./dom";

/** What is said beside something that an exam does not allow. */
export const OFF_IN_EXAM = "off during an exam";

/** Takes a text; gives what is wrong with it, if anything is. */
export type Load = (text: string) => string | undefined;

interface ImportOptions {
  title: string;
  /** What to do, in a sentence. */
  hint: string;
  /** Of the field that takes the text. */
  label: string;
  load: Load;
}

export function openImportDialog({ title, hint, label, load }: ImportOptions): void {
  if (isExam) return;
  const text = element("textarea", { class: "code", spellcheck: "false", "aria-label": label });
  const problem = element("div", { class: "dialog-problem", role: "alert" });
  const file = element("input", { type: "file", accept: ".json,application/json", hidden: true });
  file.addEventListener("change", () => void file.files?.[0]?.text().then((content) => (text.value = content)));
  openDialog({
    title,
    isWide: true,
    body: element("div", {}, element("p", {}, hint), text, problem, file),
    actions: [button("Choose File…", () => file.click())],
    acceptLabel: "Import",
    accept: () => {
      problem.textContent = load(text.value) ?? "";
      return problem.textContent === "";
    },
  });
  text.focus();
}

interface ExportOptions {
  title: string;
  hint: string;
  label: string;
  content: string;
  /** The name of the file to download. */
  file: string;
}

export function openExportDialog({ title, hint, label, content, file }: ExportOptions): void {
  const text = element("textarea", { class: "code", readonly: true, spellcheck: "false", "aria-label": label });
  text.value = content;
  const copy = button("Copy", () => {
    text.select();
    // Where the browser forbids it, the text is selected and Ctrl+C does it.
    const copied = () => (copy.textContent = "Copied");
    navigator.clipboard?.writeText(content).then(copied, () => undefined);
  });
  const save = button("Download", () => download(file, content, "application/json"), {
    disabled: isExam,
    title: isExam ? OFF_IN_EXAM : `Save as ${file}`,
  });
  openDialog({
    title,
    isWide: true,
    body: element("div", {}, element("p", {}, hint), text),
    actions: [copy, save],
  });
}

/** Loads JSON texts that are dropped on the page or pasted outside of fields; `take` gets other files, where there is a use for them. */
export function listenToFiles(title: string, load: Load, take?: (files: readonly File[]) => void): void {
  const open = (text: string) => {
    const problem = load(text);
    if (problem) openMessage(title, problem);
  };
  window.addEventListener("dragover", (event) => event.preventDefault());
  window.addEventListener("drop", (event) => {
    event.preventDefault();
    const files = [...(event.dataTransfer?.files ?? [])];
    const [file] = files;
    if (!file || isExam) return;
    if (take && !file.name.endsWith(".json")) take(files);
    else void file.text().then(open);
  });
  document.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain").trim() ?? "";
    const isElsewhere = event.target instanceof HTMLElement && event.target.closest("input, textarea") !== null;
    if (!isExam && !isElsewhere && text.startsWith("{")) open(text);
  });
}
