// The field of a part's parameter: its value with its unit, a tick or a choice.

import { choiceField, inputField, textField, tickField, type Field } from "../../../kit/ui/fields";
import type { Param } from "../model/catalogue";
import { problemWith } from "../model/file";
import { format, parse } from "../model/quantity";
import type { ParamValue } from "../sim/types";

/** More digits than are shown elsewhere: what is not touched should not look rounded. */
const DIGITS = 10;

export function paramField(param: Param, value: ParamValue): Field {
  if (param.choices) return choiceField(param.name, param.choices, value);
  if (typeof param.default === "boolean") return tickField(param.name, value === true);
  if (typeof param.default === "string") return textField(param.name, String(value));
  const shown = format(Number(value), param.unit, DIGITS);
  return inputField(param.name, shown, (text) => {
    // A text that was not touched stands for the value with all its digits.
    if (text === shown) return { value };
    const number = parse(text, param.unit);
    if (number === undefined)
      return {
        problem: `${param.name} must be a number${param.unit ? ` in ${param.unit}, such as ${example(param)}` : ""}.`,
      };
    const problem = problemWith(param, number);
    return problem ? { problem } : { value: number };
  });
}

function example(param: Param): string {
  return format(Number(param.default) || 1, param.unit, 4);
}
