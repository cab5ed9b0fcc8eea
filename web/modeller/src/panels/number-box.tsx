// A box for a number of one or several objects, which takes expressions. What is typed is told at once.

import { useId, useRef, useState } from "preact/hooks";
import { meaningOf, shown, tidy } from "../model/numbers";

interface NumberBoxProps {
  /** Said to screen readers, such as "Position X". */
  name: string;
  /** Shown before the box. */
  label: string;
  /** One for each object; the box is empty where they differ. */
  values: readonly number[];
  change: (values: readonly number[]) => void;
  leave: () => void;
  range: { readonly least: number; readonly greatest: number };
  /** What the arrow keys change. */
  step: number;
  class?: string;
}

export function NumberBox(props: NumberBoxProps) {
  const { name, label, values, change, leave, range, step } = props;
  const id = useId();
  // Half an expression is no number, and must stay in the box nevertheless.
  const [typed, setTyped] = useState<string>();
  const [problem, setProblem] = useState<string>();
  /** The numbers when the box got the focus: `+=1` is a change of these. */
  const before = useRef(values);
  const isMixed = values.some((value) => value !== values[0]);
  const own = isMixed ? "" : shown(values[0] ?? 0);

  const problemWith = (numbers: readonly (number | undefined)[]): string | undefined => {
    if (numbers.includes(undefined)) return "This is no number.";
    const isIn = numbers.every((number) => number! >= range.least && number! <= range.greatest);
    return isIn ? undefined : `From ${range.least} to ${range.greatest}.`;
  };
  const take = (text: string) => {
    setTyped(text);
    const numbers = before.current.map(meaningOf(text));
    const found = text.trim() === "" ? "A number is needed here." : problemWith(numbers);
    setProblem(found);
    if (found === undefined) change(numbers as number[]);
  };
  const reset = () => {
    setTyped(undefined);
    setProblem(undefined);
  };
  const pressed = (event: KeyboardEvent) => {
    const input = event.currentTarget as HTMLInputElement;
    if (event.key === "Enter") {
      // The text as it will be shown, so that it can be selected now.
      input.value = own;
      before.current = values;
      reset();
      leave();
      input.select();
      return;
    }
    const way = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
    if (way === 0) return;
    event.preventDefault();
    const by = way * step * (event.shiftKey ? 10 : 1);
    const numbers = values.map((value) => Math.max(range.least, Math.min(range.greatest, tidy(value + by))));
    reset();
    before.current = numbers;
    change(numbers);
  };
  return (
    <div class={`number-box ${props.class ?? ""} ${problem ? "has-problem" : ""}`}>
      <label for={id} aria-hidden="true">
        {label}
      </label>
      <input
        id={id}
        class="input"
        type="text"
        aria-label={name}
        aria-invalid={problem ? "true" : undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        placeholder={isMixed ? "mixed" : undefined}
        spellcheck={false}
        autocomplete="off"
        maxLength={200}
        value={typed ?? own}
        onInput={(event) => take(event.currentTarget.value)}
        onFocus={(event) => {
          before.current = values;
          event.currentTarget.select();
        }}
        onBlur={() => {
          reset();
          leave();
        }}
        onKeyDown={pressed}
      />
      {problem && (
        <div class="box-problem" id={`${id}-problem`} role="alert">
          {problem}
        </div>
      )}
    </div>
  );
}
