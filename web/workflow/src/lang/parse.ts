// Reads an expression: JavaScript's own, without assignments, statements and anything that reaches out of its values.

import { ExpressionProblem, type Entry, type Expression } from "./syntax";
import { tokens, type Token } from "./tokens";

/** How strongly operators of two operands bind. */
const STRENGTH: Readonly<Record<string, number>> = {
  "??": 1,
  "||": 2,
  "&&": 3,
  "==": 4,
  "!=": 4,
  "===": 4,
  "!==": 4,
  "<": 5,
  ">": 5,
  "<=": 5,
  ">=": 5,
  in: 5,
  "+": 6,
  "-": 6,
  "*": 7,
  "/": 7,
  "%": 7,
  "**": 8,
};

const CONSTANTS: ReadonlyMap<string, boolean | null | undefined | number> = new Map<
  string,
  boolean | null | undefined | number
>([
  ["true", true],
  ["false", false],
  ["null", null],
  ["undefined", undefined],
  ["NaN", NaN],
  ["Infinity", Infinity],
]);

const DEEPEST = 60;

/** Throws an `ExpressionProblem` where the text is no expression. */
export function parse(source: string): Expression {
  return new Parser(source).whole();
}

/** What is wrong with an expression, if anything is; an empty one is only unfinished. */
export function problemWith(source: string): string | undefined {
  if (source.trim() === "") return undefined;
  try {
    parse(source);
    return undefined;
  } catch (error) {
    if (error instanceof ExpressionProblem) return error.message;
    throw error;
  }
}

class Parser {
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(private readonly source: string) {
    this.#tokens = tokens(source);
  }

  whole(): Expression {
    if (this.#peek().type === "end") throw new ExpressionProblem("There is no expression.");
    const expression = this.#expression();
    this.#takes(";");
    if (this.#peek().type !== "end") throw this.#unexpected();
    return expression;
  }

  #peek(): Token {
    return this.#tokens[this.#at]!;
  }

  #expression(): Expression {
    if (++this.#depth > DEEPEST) throw new ExpressionProblem("The expression is nested too deeply.");
    const params = this.#arrowParams();
    const expression = params ? this.#arrow(params) : this.#choice();
    this.#depth--;
    if (this.#sees("="))
      throw new ExpressionProblem("An expression computes a value and assigns nothing; compare with ===.");
    return expression;
  }

  /** The parameters of a function, where one begins here. */
  #arrowParams(): string[] | undefined {
    const begin = this.#at;
    const params: string[] = [];
    const name = () => {
      const token = this.#peek();
      if (token.type !== "name") return false;
      params.push(token.text);
      this.#at++;
      return true;
    };
    if (this.#takes("(")) {
      while (name() && this.#takes(","));
      if (this.#takes(")") && this.#takes("=>")) return params;
    } else if (name() && this.#takes("=>")) return params;
    this.#at = begin;
    return undefined;
  }

  #arrow(params: readonly string[]): Expression {
    if (this.#sees("{")) throw new ExpressionProblem("A function is one expression; put an object into parentheses.");
    return { type: "function", params, body: this.#expression() };
  }

  #choice(): Expression {
    const test = this.#binary(0);
    if (!this.#takes("?")) return test;
    const yes = this.#expression();
    this.#needs(":");
    return { type: "choice", test, yes, no: this.#expression() };
  }

  #binary(least: number): Expression {
    let left = this.#unary();
    for (;;) {
      const token = this.#peek();
      const operator = token.type === "sign" || token.type === "name" ? token.text : "";
      const strength = STRENGTH[operator];
      if (strength === undefined || strength <= least) return left;
      this.#at++;
      // Powers bind from the right.
      const right = this.#binary(operator === "**" ? strength - 1 : strength);
      left = { type: "binary", operator, left, right };
    }
  }

  #unary(): Expression {
    const token = this.#peek();
    const operator = token.type === "sign" || token.type === "name" ? token.text : "";
    if (!["!", "-", "+", "typeof"].includes(operator)) return this.#postfix();
    this.#at++;
    if (++this.#depth > DEEPEST) throw new ExpressionProblem("The expression is nested too deeply.");
    const operand = this.#unary();
    this.#depth--;
    return { type: "unary", operator, operand };
  }

  #postfix(): Expression {
    let value = this.#primary();
    for (;;) {
      if (this.#takes(".")) {
        value = { type: "member", object: value, key: { type: "literal", value: this.#name() }, isOptional: false };
      } else if (this.#takes("?.")) {
        if (this.#takes("(")) value = { type: "call", callee: value, args: this.#list(")"), isOptional: true };
        else if (this.#takes("[")) value = { type: "member", object: value, key: this.#until("]"), isOptional: true };
        else value = { type: "member", object: value, key: { type: "literal", value: this.#name() }, isOptional: true };
      } else if (this.#takes("[")) {
        value = { type: "member", object: value, key: this.#until("]"), isOptional: false };
      } else if (this.#takes("(")) {
        value = { type: "call", callee: value, args: this.#list(")"), isOptional: false };
      } else return value;
    }
  }

  #primary(): Expression {
    const token = this.#peek();
    this.#at++;
    switch (token.type) {
      case "number":
      case "text":
        return { type: "literal", value: token.value };
      case "template":
        return { type: "template", texts: token.texts, values: token.sources.map(parse) };
      case "name":
        if (CONSTANTS.has(token.text)) return { type: "literal", value: CONSTANTS.get(token.text) };
        if (token.text === "new") return this.#made();
        return { type: "name", name: token.text };
      case "sign":
        if (token.text === "(") return this.#until(")");
        if (token.text === "[") return { type: "list", items: this.#list("]") };
        if (token.text === "{") return { type: "object", entries: this.#entries() };
    }
    this.#at--;
    throw this.#unexpected();
  }

  #made(): Expression {
    const name = this.#name();
    return { type: "new", name, args: this.#takes("(") ? this.#list(")") : [] };
  }

  #until(sign: string): Expression {
    const expression = this.#expression();
    this.#needs(sign);
    return expression;
  }

  /** Expressions with commas between them. */
  #list(end: string): Expression[] {
    const items: Expression[] = [];
    while (!this.#takes(end)) {
      items.push(this.#takes("...") ? { type: "spread", of: this.#expression() } : this.#expression());
      if (!this.#sees(end)) this.#needs(",");
    }
    return items;
  }

  #entries(): Entry[] {
    const entries: Entry[] = [];
    while (!this.#takes("}")) {
      entries.push(this.#entry());
      if (!this.#sees("}")) this.#needs(",");
    }
    return entries;
  }

  #entry(): Entry {
    if (this.#takes("...")) return { value: this.#expression() };
    if (this.#takes("[")) {
      const key = this.#until("]");
      this.#needs(":");
      return { key, value: this.#expression() };
    }
    const token = this.#peek();
    if (token.type !== "name" && token.type !== "text" && token.type !== "number") throw this.#unexpected();
    this.#at++;
    const name = token.type === "name" ? token.text : String(token.value);
    const key: Expression = { type: "literal", value: name };
    if (this.#takes(":")) return { key, value: this.#expression() };
    if (token.type !== "name") throw this.#unexpected();
    return { key, value: { type: "name", name } };
  }

  #name(): string {
    const token = this.#peek();
    if (token.type !== "name") throw this.#unexpected();
    this.#at++;
    return token.text;
  }

  #sees(sign: string): boolean {
    const token = this.#peek();
    return token.type === "sign" && token.text === sign;
  }

  #takes(sign: string): boolean {
    if (!this.#sees(sign)) return false;
    this.#at++;
    return true;
  }

  #needs(sign: string): void {
    if (!this.#takes(sign)) throw new ExpressionProblem(`There should be ${sign} ${this.#where()}.`);
  }

  #unexpected(): ExpressionProblem {
    const token = this.#peek();
    return new ExpressionProblem(
      token.type === "end" ? "The expression ends too early." : `This does not fit ${this.#where()}.`,
    );
  }

  #where(): string {
    const token = this.#peek();
    return token.type === "end" ? "at the end" : `at ${JSON.stringify(this.source.slice(token.at, token.at + 12))}`;
  }
}
