// All workflows of a user: made, opened, renamed, copied, deleted. What outlives a reload is kept here.

import { FileProblem } from "../../../kit/json";
import { keepText, keptText } from "../../../kit/ui/session";
import { exported, read } from "../model/file";
import { fromTemplate, LONGEST_NAME, newWorkflow, type Template, type Workflow } from "../model/workflow";

const KEY = "workflows";
const MOST_WORKFLOWS = 50;

interface Kept {
  files: unknown[];
  ids: string[];
  updatedAt: number[];
  openId: string | null;
  lastId: string | null;
}

export class Library {
  workflows: readonly Workflow[] = [];
  /** The one in the editor; null while the list is shown. */
  openId: string | null = null;
  /** The one that is or was last in the editor: that is what counts in an exam. */
  lastId: string | null = null;

  get open(): Workflow | undefined {
    return this.workflows.find(({ id }) => id === this.openId);
  }

  get isFull(): boolean {
    return this.workflows.length >= MOST_WORKFLOWS;
  }

  create(name: string): Workflow {
    return this.#add(newWorkflow(newId(), name.trim().slice(0, LONGEST_NAME), Date.now()));
  }

  useTemplate(template: Template): Workflow {
    return this.#add(fromTemplate(newId(), template, Date.now()));
  }

  /** Throws a `FileProblem` where the text is no workflow. */
  import(text: string): Workflow {
    return this.#add(read(text, newId(), Date.now()));
  }

  duplicate(id: string): void {
    const workflow = this.workflows.find((workflow) => workflow.id === id);
    if (workflow) this.#add({ ...workflow, id: newId(), name: `${workflow.name} (copy)`.slice(0, LONGEST_NAME) });
  }

  remove(id: string): void {
    this.workflows = this.workflows.filter((workflow) => workflow.id !== id);
    if (this.openId === id) this.openId = null;
    if (this.lastId === id) this.lastId = null;
    this.keep();
  }

  rename(id: string, name: string): void {
    const workflow = this.workflows.find((workflow) => workflow.id === id);
    if (workflow && name.trim() !== "") this.replace({ ...workflow, name: name.trim().slice(0, LONGEST_NAME) });
  }

  /** Puts a changed workflow in the place of the one with its id. */
  replace(changed: Workflow): void {
    const stamped = { ...changed, updatedAt: Date.now() };
    this.workflows = this.workflows.map((workflow) => (workflow.id === changed.id ? stamped : workflow));
    this.keep();
  }

  show(id: string | null): void {
    this.openId = id;
    if (id !== null) this.lastId = id;
    this.keep();
  }

  keep(): void {
    const kept: Kept = {
      files: this.workflows.map(exported),
      ids: this.workflows.map(({ id }) => id),
      updatedAt: this.workflows.map(({ updatedAt }) => updatedAt),
      openId: this.openId,
      lastId: this.lastId,
    };
    keepText(KEY, JSON.stringify(kept));
  }

  restore(): void {
    const text = keptText(KEY);
    if (text === null) return;
    try {
      const { files, ids, updatedAt, openId, lastId } = JSON.parse(text) as Kept;
      this.workflows = files.map((file, i) => read(JSON.stringify(file), ids[i]!, updatedAt[i]!));
      this.openId = openId;
      this.lastId = lastId;
    } catch (error) {
      // Kept by another version of this page: it begins empty.
      if (!(error instanceof FileProblem || error instanceof SyntaxError)) throw error;
    }
  }

  #add(workflow: Workflow): Workflow {
    if (this.isFull) throw new FileProblem(`There are ${MOST_WORKFLOWS} workflows already; delete one first.`);
    this.workflows = [...this.workflows, workflow];
    this.keep();
    return workflow;
  }
}

/** Random where nobody sits an exam. */
export function newId(): string {
  return crypto.randomUUID();
}
