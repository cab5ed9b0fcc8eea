// The dialog of a part: its parameters and its label.

import { openDialog } from "../../../kit/ui/dialog";
import { element } from "../../../kit/ui/dom";
import { readAll, textField } from "../../../kit/ui/fields";
import { kindOf } from "../model/catalogue";
import type { Part } from "../model/part";
import type { Editor } from "./editor";
import { paramField } from "./fields";

export function openPartDialog(editor: Editor, part: Part): void {
  const kind = kindOf(part.kind);
  const params = kind.params.map((param) => ({ key: param.key, field: paramField(param, part.params[param.key]!) }));
  const label = { key: "label", field: textField("Label", part.label) };
  // Inputs, outputs and nets are told apart by their labels more than by anything else.
  const isNamedFirst = ["logic-input", "logic-output", "net-label"].includes(part.kind);
  const fields = isNamedFirst ? [label, ...params] : [...params, label];
  openDialog({
    title: kind.name,
    body: element("div", { class: "fields" }, ...fields.map(({ field }) => field.root)),
    accept: () => {
      const values = readAll(fields);
      if (!values) return false;
      const { label: name, ...rest } = values;
      const isSame = name === part.label && kind.params.every(({ key }) => rest[key] === part.params[key]);
      if (!isSame) editor.change(part.id, { label: String(name), params: rest });
      return true;
    },
  });
}
