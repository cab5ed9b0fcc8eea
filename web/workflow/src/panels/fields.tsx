// The field of one setting of a node.

import { ChoiceField, TickField } from "../../../kit/form/choice";
import { NumberField, TextField } from "../../../kit/form/text";
import type { Editor } from "../edit/editor";
import { problemWith } from "../lang/parse";
import { casesOf, omit, type FieldSpec, type Json } from "../model/catalogue";
import type { Node } from "../model/graph";
import { CasesField, RecordField, ReducersField, type Reducer } from "./rows";

interface NodeFieldProps {
  spec: FieldSpec;
  node: Node;
  editor: Editor;
}

export function NodeField({ spec, node, editor }: NodeFieldProps) {
  const { key, name, kind } = spec;
  const value = node.data[key];
  const text = typeof value === "string" ? value : "";
  const leave = () => editor.endEdit();
  const set = (next: unknown) => {
    const data = next === undefined ? omit(node.data, key) : { ...node.data, [key]: next as Json };
    editor.setData(node.id, data, key);
  };
  switch (kind) {
    case "choice":
      return <ChoiceField name={name} choices={spec.choices ?? []} value={text} change={set} />;
    case "tick":
      return <TickField name={name} isOn={value === true} change={set} />;
    case "number":
      return (
        <NumberField
          name={name}
          value={typeof value === "number" ? value : undefined}
          change={set}
          leave={leave}
          {...(spec.least === undefined ? {} : { least: spec.least })}
          isOptional={spec.optional ?? false}
        />
      );
    case "pairs":
      return <RecordField name={name} noun="header" value={recordOf(value)} change={set} leave={leave} />;
    case "assignments":
      return <RecordField name={name} noun="field" value={recordOf(value)} change={set} leave={leave} hasExpressions />;
    case "cases":
      return <CasesField value={casesOf(node.data)} change={set} leave={leave} />;
    case "reducers":
      return (
        <ReducersField value={(Array.isArray(value) ? value : []) as unknown as Reducer[]} change={set} leave={leave} />
      );
    case "checks":
      return <ChecksField spec={spec} value={(Array.isArray(value) ? value : []) as string[]} change={set} />;
    default:
      return (
        <TextField
          name={name}
          value={text}
          change={set}
          leave={leave}
          {...(spec.hint === undefined ? {} : { placeholder: spec.hint })}
          isLong={kind === "long" || kind === "expression"}
          isCode={kind === "expression"}
          problem={kind === "expression" ? problemWith(text) : undefined}
        />
      );
  }
}

interface ChecksFieldProps {
  spec: FieldSpec;
  value: readonly string[];
  change: (value: readonly string[]) => void;
}

function ChecksField({ spec, value, change }: ChecksFieldProps) {
  const choices = spec.choices ?? [];
  return (
    <fieldset class="form-rows">
      <legend>{spec.name}</legend>
      {choices.map((choice) => (
        <TickField
          key={choice}
          name={choice}
          isOn={value.includes(choice)}
          // In the order of the choices, whatever order they are ticked in.
          change={(isOn) => change(choices.filter((other) => (other === choice ? isOn : value.includes(other))))}
        />
      ))}
    </fieldset>
  );
}

function recordOf(value: Json | undefined): Readonly<Record<string, Json>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, Json>) : {};
}
