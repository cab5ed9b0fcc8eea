import { describe, expect, it } from "vitest";
import { evaluate } from "./evaluate";
import { parse, problemWith } from "./parse";
import { ExpressionProblem } from "./syntax";

const surroundings = { now: () => Date.UTC(2026, 0, 1), random: () => 0.5 };
const item = {
  id: 7,
  value: 4,
  name: "Ada",
  email: "ada@x.org",
  tags: ["a", "b"],
  address: { city: "Gwenborough" },
  none: null,
};
const compute = (text: string, names: Record<string, unknown> = {}) =>
  evaluate(parse(text), { item, index: 0, array: [item], ...names }, surroundings);

describe("expressions", () => {
  it.each([
    ["1 + 2 * 3 ** 2", 19],
    ["(1 + 2) * -3", -9],
    ["10 % 4 - 1", 1],
    ["2 ** 3 ** 2", 512],
    ["'a' + 1 + true", "a1true"],
    ["1 < 2 && 2 >= 2 || false", true],
    ["null ?? 'x'", "x"],
    ["item.value > 3 ? 'big' : 'small'", "big"],
    ["!item.none", true],
    ["typeof item.value", "number"],
    ["'1' == 1", true],
    ["'1' === 1", false],
    ["null == undefined", true],
    ["`${item.name} has ${item.tags.length}`", "Ada has 2"],
    ["item['value']", 4],
    ['item.address?.city === "Gwenborough"', true],
    ["item.missing?.city.name", undefined],
    ["item.email.includes('.org')", true],
    ["item.tags.map(t => t.toUpperCase()).join('-')", "A-B"],
    ["[3, 1, 2].filter((n, i) => n > 1 && i < 2).length", 1],
    ["[1, ...[2, 3]].reduce((sum, n) => sum + n, 0)", 6],
    ["Math.max(1, ...[5, 2])", 5],
    ["Math.floor(7.9) + Number('3')", 10],
    ["JSON.stringify({ a: [1, null] })", '{"a":[1,null]}'],
    ["JSON.parse('[1]')[0]", 1],
    ["new Date().toISOString()", "2026-01-01T00:00:00.000Z"],
    ["Math.floor((Date.now() - new Date('2025-12-31').getTime()) / 86400000)", 1],
    ["Math.random().toString(36).substring(2, 11)", "i"],
    ["'id' in item", true],
    ["array.length", 1],
    ["'\\u0041\\n'", "A\n"],
    ["item.value>3?.5:1", 0.5],
    ["0x10 + 1_000 + .5", 1016.5],
    ["item.value === 4;", true],
  ])("%s", (text, value) => expect(compute(text)).toEqual(value));

  it("makes objects, with and without parentheses", () => {
    expect(compute("({ ...item.address, id: item.id, ['k' + 1]: true })")).toEqual({
      city: "Gwenborough",
      id: 7,
      k1: true,
    });
    expect(compute("{ squared: item.value * item.value }")).toEqual({ squared: 16 });
    expect(compute("{ item }")).toEqual({ item });
  });

  it.each([
    ["item.", "ends too early"],
    ["item.value = 3", "assigns nothing"],
    ["counter = 1", "assigns nothing"],
    ["(1 + 2", "There should be )"],
    ["'abc", "has no end"],
    ["1 2", "does not fit"],
    ["a # b", "no sign"],
    ["x => { return 1 }", "one expression"],
    ["(".repeat(100) + "1", "nested too deeply"],
    ["!".repeat(5000) + "1", "nested too deeply"],
  ])("%s is refused", (text, part) => expect(problemWith(text)).toContain(part));

  it.each([
    ["item.none.city", "item.none is null"],
    ["nobody.name", "There is no name nobody"],
    ["item.value()", "item.value is no function"],
    ["[1].map(x => [1].map(y => [1].map(z => x)))[0][0][0].a.b", "undefined"],
    ["'ab'.repeat(1e9)", "too long"],
    ["'ab'.repeat(-1)", "cannot be computed"],
    ["new Map()", "there is new Date"],
    ["JSON.parse('{')", "no JSON"],
  ])("%s says what is wrong", (text, part) => {
    expect(() => compute(text)).toThrow(ExpressionProblem);
    expect(() => compute(text)).toThrow(part);
  });

  it("reaches nothing of the page", () => {
    for (const text of [
      "item.constructor",
      "'a'.constructor",
      "[].constructor",
      "(x => x).constructor",
      "item.__proto__",
      "Math.constructor",
    ])
      expect(compute(text)).toBeUndefined();
    for (const text of ["window", "globalThis", "Function('1')", "eval('1')", "fetch('/')", "document"])
      expect(() => compute(text)).toThrow("There is no name");
    expect(compute("({ ['__proto__']: { polluted: true } }).polluted")).toBeUndefined();
    expect(compute("({}).polluted")).toBeUndefined();
  });

  it("does not run for ever", () => {
    const many = "[" + "1,".repeat(200) + "]";
    expect(() => compute(`${many}.map(a => ${many}.map(b => ${many}.map(c => a + b + c)))`)).toThrow("takes too long");
  });
});
