// Fields for text and numbers. What is typed is told at once; nothing waits for an Enter.

import { useState } from "preact/hooks";
import { useFieldId } from "./id";

export interface TextFieldProps {
  name: string;
  value: string;
  change: (value: string) => void;
  /** Leaves the field: the next edit is another one. */
  leave?: () => void;
  placeholder?: string;
  /** Set as code, and as many lines as it takes. */
  isCode?: boolean;
  isLong?: boolean;
  /** What is wrong with the text, in a sentence. */
  problem?: string | undefined;
  /** Said to screen readers instead of the name, which is not shown either. */
  hiddenName?: boolean;
}

const LONGEST_TEXT = 4000;

/** Text that is come to by keyboard is selected, so that typing replaces it. */
const select = (event: FocusEvent) => (event.currentTarget as HTMLInputElement).select();

export function TextField(props: TextFieldProps) {
  const { name, value, change, leave, placeholder, isCode, isLong, problem, hiddenName } = props;
  const id = useFieldId();
  const own = {
    id,
    value,
    placeholder,
    maxLength: LONGEST_TEXT,
    spellcheck: false,
    autocomplete: "off" as const,
    class: isCode ? "input is-code" : "input",
    "aria-label": hiddenName ? name : undefined,
    "aria-invalid": problem ? ("true" as const) : undefined,
    "aria-describedby": problem ? `${id}-problem` : undefined,
    onInput: (event: InputEvent) => change((event.currentTarget as HTMLInputElement).value),
    onFocus: select,
    onBlur: leave,
  };
  return (
    <div class={problem ? "form-field has-problem" : "form-field"}>
      {!hiddenName && <label for={id}>{name}</label>}
      {isLong ? <textarea {...own} rows={lines(value)} /> : <input type="text" {...own} />}
      {problem && (
        <div class="form-problem" id={`${id}-problem`}>
          {problem}
        </div>
      )}
    </div>
  );
}

/** Enough lines for the text, in a panel of about forty characters. */
function lines(text: string): number {
  const count = text.split("\n").reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / 36)), 0);
  return Math.min(8, Math.max(2, count));
}

interface NumberFieldProps {
  name: string;
  value: number | undefined;
  change: (value: number | undefined) => void;
  leave?: () => void;
  least?: number;
  /** Whether it may be left out. */
  isOptional?: boolean;
}

export function NumberField({ name, value, change, leave, least, isOptional }: NumberFieldProps) {
  // Half a number ("-", "1e") is no number, and must stay in the field nevertheless.
  const [typed, setTyped] = useState<string>();
  const text = typed ?? (value === undefined ? "" : String(value));
  const problem = problemWith(text, least, isOptional);
  const take = (entered: string) => {
    setTyped(entered);
    if (problemWith(entered, least, isOptional)) return;
    change(entered.trim() === "" ? undefined : Number(entered));
  };
  const left = () => {
    setTyped(undefined);
    leave?.();
  };
  return <TextField name={name} value={text} change={take} leave={left} problem={problem} />;
}

function problemWith(text: string, least: number | undefined, isOptional = false): string | undefined {
  if (text.trim() === "") return isOptional ? undefined : "A number is needed here.";
  const number = Number(text);
  if (!Number.isFinite(number)) return "This is no number.";
  return least !== undefined && number < least ? `At least ${least}.` : undefined;
}
