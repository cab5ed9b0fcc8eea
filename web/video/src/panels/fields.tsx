// Fields that take what is typed if it can be, and say why where it cannot.

import { useState } from "preact/hooks";
import { TextField } from "../../../kit/form/text";
import { readSeconds, secondsOf } from "../model/times";

interface CheckedFieldProps {
  name: string;
  /** The value as it is. */
  shown: string;
  /** Takes a text; gives what is wrong with it. */
  take: (text: string) => string | undefined;
  leave: () => void;
}

export function CheckedField({ name, shown, take, leave }: CheckedFieldProps) {
  // What is typed stays in the field, as it was typed, until it is left.
  const [typed, setTyped] = useState<{ text: string; before: string; problem: string | undefined }>();
  const change = (text: string) => {
    const before = typed?.before ?? shown;
    const problem = take(text);
    // The beginning of a text that cannot be, such as the 5 of 50, does not count.
    if (problem !== undefined) take(before);
    setTyped({ text, before, problem });
  };
  const left = () => {
    setTyped(undefined);
    leave();
  };
  return <TextField name={name} value={typed?.text ?? shown} problem={typed?.problem} change={change} leave={left} />;
}

interface SecondsFieldProps {
  name: string;
  ms: number;
  take: (ms: number) => string | undefined;
  leave: () => void;
}

export function SecondsField({ name, ms, take, leave }: SecondsFieldProps) {
  const read = (text: string) => {
    const entered = readSeconds(text);
    return "problem" in entered ? entered.problem : take(entered.ms);
  };
  return <CheckedField name={`${name} (s)`} shown={secondsOf(ms)} take={read} leave={leave} />;
}

interface RangeFieldProps {
  name: string;
  value: number;
  least: number;
  most: number;
  isWhole?: boolean;
  take: (value: number) => void;
  leave: () => void;
}

/** A number within bounds. */
export function RangeField({ name, value, least, most, isWhole, take, leave }: RangeFieldProps) {
  const read = (text: string) => {
    const number = Number(text);
    if (text.trim() === "" || !Number.isFinite(number) || (isWhole && !Number.isInteger(number)))
      return isWhole ? "A whole number is needed here." : "A number is needed here.";
    if (number < least || number > most) return `From ${least} to ${most}.`;
    take(number);
    return undefined;
  };
  return <CheckedField name={name} shown={String(value)} take={read} leave={leave} />;
}

/** The same with a slider for the pointer. */
export function SliderField(props: RangeFieldProps) {
  const { name, value, least, most, take, leave } = props;
  const slid = (event: InputEvent) => take(Number((event.currentTarget as HTMLInputElement).value));
  return (
    <div class="slider-field">
      <RangeField {...props} />
      <input
        type="range"
        class="slider"
        tabIndex={-1}
        aria-label={name}
        min={least}
        max={most}
        step={0.05}
        value={value}
        onInput={slid}
        onChange={leave}
      />
    </div>
  );
}
