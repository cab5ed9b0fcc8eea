// Choices that are all seen at once, and ticks. A native list would open a window of its own, which no screenshot shows.

import { useFieldId } from "./id";

interface ChoiceFieldProps {
  name: string;
  choices: readonly string[];
  value: string;
  change: (value: string) => void;
}

/** One tab stop; arrows and first letters choose. */
export function ChoiceField({ name, choices, value, change }: ChoiceFieldProps) {
  const id = useFieldId();
  const chosen = Math.max(0, choices.indexOf(value));
  const pressed = (event: KeyboardEvent) => {
    const next = nextChoice(choices, chosen, event.key);
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    change(choices[next]!);
    (event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>("[role=radio]")[next]?.focus();
  };
  return (
    <div class="form-field">
      <span class="form-name" id={id}>
        {name}
      </span>
      <div class="form-choices" role="radiogroup" aria-labelledby={id} onKeyDown={pressed}>
        {choices.map((choice, i) => (
          <button
            key={choice}
            type="button"
            role="radio"
            aria-checked={choice === value}
            tabIndex={i === chosen ? 0 : -1}
            onClick={() => change(choice)}
          >
            {choice}
          </button>
        ))}
      </div>
    </div>
  );
}

/** The choice that a key leads to. */
export function nextChoice(choices: readonly string[], at: number, key: string): number | undefined {
  const count = choices.length;
  if (key === "ArrowRight" || key === "ArrowDown") return (at + 1) % count;
  if (key === "ArrowLeft" || key === "ArrowUp") return (at - 1 + count) % count;
  if (key.length !== 1 || key === " ") return undefined;
  for (let step = 1; step <= count; step++) {
    const next = (at + step) % count;
    if (choices[next]!.toLowerCase().startsWith(key.toLowerCase())) return next;
  }
  return undefined;
}

interface TickFieldProps {
  name: string;
  isOn: boolean;
  change: (isOn: boolean) => void;
}

export function TickField({ name, isOn, change }: TickFieldProps) {
  return (
    <label class="form-tick">
      <input type="checkbox" checked={isOn} onChange={() => change(!isOn)} />
      {name}
    </label>
  );
}
