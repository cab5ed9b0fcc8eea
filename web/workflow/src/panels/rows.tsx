// Fields that hold several rows: headers, assignments, the cases of a switch, the results of an aggregate.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { ChoiceField } from "../../../kit/form/choice";
import { IconButton } from "../../../kit/form/icon";
import { TextField } from "../../../kit/form/text";
import { problemWith } from "../lang/parse";
import { omit, type Case, type Json } from "../model/catalogue";
import { REMOVE_ICON } from "./icons";

interface RowsProps<Row> {
  name: string;
  rows: readonly Row[];
  /** A row, with a number for its fields' names. */
  row: (row: Row, index: number) => ComponentChildren;
  /** What a row is called: "header". */
  noun: string;
  add: () => void;
  remove: (index: number) => void;
}

/** The new row's first field gets the focus. */
function Rows<Row>({ name, rows, row, noun, add, remove }: RowsProps<Row>) {
  const root = useRef<HTMLFieldSetElement>(null);
  const isAdding = useRef(false);
  useLayoutEffect(() => {
    if (!isAdding.current) return;
    isAdding.current = false;
    root.current
      ?.querySelector<HTMLElement>(".form-row:last-of-type :is(input, textarea, [role=radio][tabindex='0'])")
      ?.focus();
  });
  return (
    <fieldset class="form-rows" ref={root}>
      <legend>{name}</legend>
      {rows.map((one, i) => (
        <div class="form-row" key={i}>
          <div class="form-row-fields">{row(one, i)}</div>
          <IconButton path={REMOVE_ICON} name={`Remove ${noun} ${i + 1}`} run={() => remove(i)} />
        </div>
      ))}
      <button
        type="button"
        class="plain-button"
        onClick={() => {
          isAdding.current = true;
          add();
        }}
      >
        Add {noun}
      </button>
    </fieldset>
  );
}

interface RecordFieldProps {
  name: string;
  noun: string;
  value: Readonly<Record<string, Json>>;
  change: (value: Record<string, Json>) => void;
  leave: () => void;
  /** Values that begin with = are expressions. */
  hasExpressions?: boolean;
}

type Pair = readonly [name: string, value: string];

/** An object of texts. Names that are half typed, or twice there, stay in the field until they can be kept. */
export function RecordField({ name, noun, value, change, leave, hasExpressions }: RecordFieldProps) {
  const [typed, setTyped] = useState<readonly Pair[]>();
  const kept = Object.entries(value).map(([key, text]): Pair => [key, String(text)]);
  const isOurs = typed && JSON.stringify(recordOf(typed)) === JSON.stringify(recordOf(kept));
  const pairs = isOurs ? typed : kept;
  const set = (next: readonly Pair[]) => {
    setTyped(next);
    change(recordOf(next));
  };
  const put = (index: number, pair: Pair) => set(pairs.map((old, i) => (i === index ? pair : old)));
  const isTwice = (key: string, index: number) =>
    key.trim() !== "" && pairs.findIndex(([other]) => other.trim() === key.trim()) !== index;
  return (
    <Rows
      name={name}
      noun={noun}
      rows={pairs}
      add={() => set([...pairs, ["", ""]])}
      remove={(index) => set(pairs.filter((_, i) => i !== index))}
      row={([key, text], i) => (
        <>
          <TextField
            name={`Name of ${noun} ${i + 1}`}
            placeholder="name"
            hiddenName
            value={key}
            change={(entered) => put(i, [entered, text])}
            leave={leave}
            problem={isTwice(key, i) ? "This name is there already." : undefined}
          />
          <TextField
            name={`Value of ${noun} ${i + 1}`}
            placeholder={hasExpressions ? "text, or =expression" : "value"}
            hiddenName
            isCode
            value={text}
            change={(entered) => put(i, [key, entered])}
            leave={leave}
            problem={hasExpressions && text.startsWith("=") ? problemWith(text.slice(1)) : undefined}
          />
        </>
      )}
    />
  );
}

function recordOf(pairs: readonly Pair[]): Record<string, Json> {
  return Object.fromEntries(pairs.filter(([key]) => key.trim() !== "").map(([key, text]) => [key.trim(), text]));
}

interface CasesFieldProps {
  value: readonly Case[];
  change: (value: readonly Case[]) => void;
  leave: () => void;
}

export function CasesField({ value, change, leave }: CasesFieldProps) {
  const put = (index: number, one: Case) => change(value.map((old, i) => (i === index ? one : old)));
  const isTwice = (label: string, index: number) =>
    label.trim() !== "" && value.findIndex((one) => one.label.trim() === label.trim()) !== index;
  return (
    <Rows
      name="Cases"
      noun="case"
      rows={value}
      add={() => change([...value, { label: "" }])}
      remove={(index) => change(value.filter((_, i) => i !== index))}
      row={(one, i) => (
        <>
          <TextField
            name={`Label of case ${i + 1}`}
            placeholder="label"
            hiddenName
            value={one.label}
            change={(label) => put(i, { ...one, label })}
            leave={leave}
            problem={isTwice(one.label, i) ? "This label is there already." : undefined}
          />
          <TextField
            name={`Expression of case ${i + 1}`}
            placeholder="item.kind === 'a'"
            hiddenName
            isCode
            value={one.expr ?? ""}
            // A blank expression is left out.
            change={(expr) => put(i, expr.trim() === "" ? { label: one.label } : { label: one.label, expr })}
            leave={leave}
            problem={problemWith(one.expr ?? "")}
          />
        </>
      )}
    />
  );
}

export interface Reducer {
  op: string;
  field?: string;
  as: string;
}

interface ReducersFieldProps {
  value: readonly Reducer[];
  change: (value: readonly Reducer[]) => void;
  leave: () => void;
}

const OPERATIONS = ["count", "sum", "average", "min", "max"];

export function ReducersField({ value, change, leave }: ReducersFieldProps) {
  const put = (index: number, one: Reducer) => change(value.map((old, i) => (i === index ? one : old)));
  return (
    <Rows
      name="Results"
      noun="result"
      rows={value}
      add={() => change([...value, { op: "count", as: "" }])}
      remove={(index) => change(value.filter((_, i) => i !== index))}
      row={(one, i) => (
        <>
          <ChoiceField
            name={`Result ${i + 1}`}
            choices={OPERATIONS}
            value={one.op}
            change={(op) => put(i, { ...one, op })}
          />
          <TextField
            name={`Field of result ${i + 1}`}
            placeholder="field"
            hiddenName
            value={one.field ?? ""}
            change={(field) => put(i, field.trim() === "" ? omit(one, "field") : { ...one, field })}
            leave={leave}
          />
          <TextField
            name={`Name of result ${i + 1}`}
            placeholder="name of the result"
            hiddenName
            value={one.as}
            change={(as) => put(i, { ...one, as })}
            leave={leave}
          />
        </>
      )}
    />
  );
}
