// Computes an expression on values. Every operation is counted, so that none runs for ever.

import { bounded, Functions, globals, method, type Fn, type Surroundings } from "./builtins";
import { ExpressionProblem, type Expression } from "./syntax";

/** Operations that one evaluation may take. */
const MOST_OPERATIONS = 50_000;

type Scope = ReadonlyMap<string, unknown>;

/** Throws an `ExpressionProblem` where a value is not what the expression takes it for. */
export function evaluate(
  expression: Expression,
  names: Readonly<Record<string, unknown>>,
  surroundings: Surroundings,
): unknown {
  const scope = new Map([...globals(surroundings), ...Object.entries(names)]);
  const evaluation = new Evaluation(surroundings);
  try {
    return evaluation.value(expression, scope);
  } finally {
    surroundings.spend?.(evaluation.operations);
  }
}

/** Marks that `?.` met nothing: the rest of the chain is nothing, too. */
const NOTHING = Symbol("nothing");

class Evaluation {
  #left = MOST_OPERATIONS;

  constructor(private readonly surroundings: Surroundings) {}

  get operations(): number {
    return MOST_OPERATIONS - this.#left;
  }

  value(expression: Expression, scope: Scope): unknown {
    const value = this.#chain(expression, scope);
    return value === NOTHING ? undefined : value;
  }

  #chain(expression: Expression, scope: Scope): unknown {
    if (--this.#left < 0) throw new ExpressionProblem("The expression takes too long.");
    switch (expression.type) {
      case "literal":
        return expression.value;
      case "template":
        return bounded(
          expression.texts.reduce((text, part, i) => text + shown(this.value(expression.values[i - 1]!, scope)) + part),
        );
      case "name":
        if (!scope.has(expression.name)) throw new ExpressionProblem(`There is no name ${expression.name} here.`);
        return scope.get(expression.name);
      case "member":
        return this.#member(expression, scope);
      case "call":
        return this.#call(expression, scope);
      case "new":
        return this.#made(expression.name, this.#all(expression.args, scope));
      case "unary":
        return unary(expression.operator, this.value(expression.operand, scope));
      case "binary":
        return this.#binary(expression, scope);
      case "choice":
        return this.value(this.value(expression.test, scope) ? expression.yes : expression.no, scope);
      case "list":
        return this.#all(expression.items, scope);
      case "object":
        return this.#object(expression.entries, scope);
      case "function":
        return (...args: unknown[]) =>
          this.value(
            expression.body,
            new Map([...scope, ...expression.params.map((name, i) => [name, args[i]] as const)]),
          );
      case "spread":
        throw new ExpressionProblem("... stands only in lists, objects and calls.");
    }
  }

  #member({ object, key, isOptional }: Expression & { type: "member" }, scope: Scope): unknown {
    const from = this.#chain(object, scope);
    if (from === NOTHING) return NOTHING;
    const name = String(this.value(key, scope));
    if (from === null || from === undefined) {
      if (isOptional) return NOTHING;
      throw new ExpressionProblem(`${named(object)} is ${from}, so it has no ${name}.`);
    }
    return property(from, name);
  }

  #call({ callee, args, isOptional }: Expression & { type: "call" }, scope: Scope): unknown {
    const fn = this.#chain(callee, scope);
    if (fn === NOTHING || ((fn === undefined || fn === null) && isOptional)) return NOTHING;
    const run = fn instanceof Functions ? fn.self : fn;
    if (typeof run !== "function") throw new ExpressionProblem(`${named(callee)} is no function.`);
    try {
      return (run as Fn)(...(this.#all(args, scope) as never[]));
    } catch (error) {
      if (error instanceof ExpressionProblem) throw error;
      throw new ExpressionProblem(`${named(callee)} cannot be computed: ${(error as Error).message}.`);
    }
  }

  #made(name: string, args: readonly unknown[]): Date {
    if (name !== "Date") throw new ExpressionProblem(`new ${name} is not offered; there is new Date.`);
    return args.length === 0 ? new Date(this.surroundings.now()) : new Date(...(args as [number]));
  }

  #binary({ operator, left, right }: Expression & { type: "binary" }, scope: Scope): unknown {
    const one = this.value(left, scope);
    // These look at the other side only where it matters.
    if (operator === "&&") return one && this.value(right, scope);
    if (operator === "||") return one || this.value(right, scope);
    if (operator === "??") return one ?? this.value(right, scope);
    return binary(operator, one, this.value(right, scope));
  }

  #all(items: readonly Expression[], scope: Scope): unknown[] {
    return items.flatMap((item) => {
      if (item.type !== "spread") return [this.value(item, scope)];
      const many = this.value(item.of, scope);
      if (!Array.isArray(many)) throw new ExpressionProblem("Only a list can be spread with ... here.");
      this.#left -= many.length;
      return many as unknown[];
    });
  }

  #object(entries: (Expression & { type: "object" })["entries"], scope: Scope): Record<string, unknown> {
    const made: Record<string, unknown> = {};
    for (const { key, value } of entries) {
      const entry = this.value(value, scope);
      if (key) define(made, String(this.value(key, scope)), entry);
      else for (const [name, inner] of Object.entries(Object(entry) as object)) define(made, name, inner);
    }
    return made;
  }
}

/** Sets a field, whatever its name: `__proto__` is a name like any other. */
function define(object: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
}

/** Only what a value holds itself, and the methods that are offered. */
function property(from: unknown, name: string): unknown {
  if (from instanceof Functions) return from.get(name);
  if (typeof from === "string" || Array.isArray(from)) {
    if (name === "length") return from.length;
    if (/^\d+$/.test(name)) return from[Number(name)];
    return method(from, name);
  }
  if (typeof from === "object" && from !== null && !(from instanceof Date) && Object.hasOwn(from, name))
    return (from as Record<string, unknown>)[name];
  return method(from, name);
}

function unary(operator: string, value: unknown): unknown {
  if (operator === "!") return !value;
  if (operator === "typeof") return typeof value;
  return operator === "-" ? -plain(value) : +plain(value);
}

function binary(operator: string, left: unknown, right: unknown): unknown {
  switch (operator) {
    case "===":
      return left === right;
    case "!==":
      return left !== right;
    case "==":
      return looselyEqual(left, right);
    case "!=":
      return !looselyEqual(left, right);
    case "in":
      return typeof right === "object" && right !== null && Object.hasOwn(right, String(left));
  }
  const [a, b] = [plain(left), plain(right)];
  switch (operator) {
    case "+":
      return bounded((a as number) + (b as number));
    case "-":
      return a - b;
    case "*":
      return a * b;
    case "/":
      return a / b;
    case "%":
      return a % b;
    case "**":
      return a ** b;
    case "<":
      return a < b;
    case ">":
      return a > b;
    case "<=":
      return a <= b;
    default:
      return a >= b;
  }
}

function looselyEqual(left: unknown, right: unknown): boolean {
  // The language's own comparison, with objects taken as plain values first.
  // eslint-disable-next-line eqeqeq
  return left === right || plain(left) == plain(right);
}

/** A value as an operand. Objects count as text, without asking them. */
function plain(value: unknown): number {
  if (value instanceof Date) return value.getTime();
  return (typeof value === "object" && value !== null) || typeof value === "function"
    ? (shown(value) as never)
    : (value as never);
}

/** A value as text. */
function shown(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  if (typeof value === "function") return "a function";
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}

/** What to call the part of an expression that went wrong. */
function named(expression: Expression): string {
  if (expression.type === "name") return expression.name;
  if (expression.type === "member" && expression.key.type === "literal")
    return `${named(expression.object)}.${expression.key.value}`;
  return "This value";
}
