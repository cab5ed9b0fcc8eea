// The syntax tree of an expression.

export type Expression =
  | { type: "literal"; value: string | number | boolean | null | undefined }
  | { type: "template"; texts: readonly string[]; values: readonly Expression[] }
  | { type: "name"; name: string }
  | { type: "member"; object: Expression; key: Expression; isOptional: boolean }
  | { type: "call"; callee: Expression; args: readonly Expression[]; isOptional: boolean }
  | { type: "new"; name: string; args: readonly Expression[] }
  | { type: "unary"; operator: string; operand: Expression }
  | { type: "binary"; operator: string; left: Expression; right: Expression }
  | { type: "choice"; test: Expression; yes: Expression; no: Expression }
  | { type: "list"; items: readonly Expression[] }
  | { type: "object"; entries: readonly Entry[] }
  | { type: "spread"; of: Expression }
  | { type: "function"; params: readonly string[]; body: Expression };

/** `key` is absent where a whole object is spread. */
export interface Entry {
  key?: Expression;
  value: Expression;
}

/** What is wrong with an expression, in a sentence. */
export class ExpressionProblem extends Error {}
