// Where something new is named and made, or imported instead.

import { useState } from "preact/hooks";
import { isExam } from "../app";
import { OFF_IN_EXAM } from "../ui/files";

interface CreateFormProps {
  /** What is made, as in "scene". */
  thing: string;
  longestName: number;
  create: (name: string) => void;
  /** What can be imported, in a sentence. */
  importHint: string;
  openImport: () => void;
}

export function CreateForm({ thing, longestName, create, importHint, openImport }: CreateFormProps) {
  const [name, setName] = useState("");
  return (
    <section class="create" aria-labelledby="create">
      <h2 id="create">{`New ${thing}`}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          create(name);
        }}
      >
        <input
          class="input"
          type="text"
          aria-label={`Name of the new ${thing}`}
          placeholder="Name"
          spellcheck={false}
          autocomplete="off"
          maxLength={longestName}
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
          ref={focusOnce}
        />
        <button type="submit" class="plain-button is-main">
          Create
        </button>
        <button
          type="button"
          class="plain-button"
          disabled={isExam}
          title={isExam ? OFF_IN_EXAM : importHint}
          onClick={openImport}
        >
          Import…
        </button>
      </form>
    </section>
  );
}

/** The page begins in its first field. */
function focusOnce(input: HTMLInputElement | null): void {
  if (input && document.activeElement === document.body) input.focus();
}
