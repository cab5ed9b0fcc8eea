import { describe, expect, it } from "vitest";
import { addressOf, fragmentOf, resolve, withQuery } from "./address";
import { readCsv } from "./csv";
import { addDays, addMonths, isDay, longDay, problemOfDay, weeksOf } from "./dates";
import { fillIn, holds, lookUp, send, sum, type Sending } from "./kept";
import { numberIn, order } from "./sorting";
import { emptyState, noteVisit, readState, tell } from "./state";

describe("addresses", () => {
  it.each([
    ["stats.example", "http://stats.example/"],
    [" www.stats.example/a?b=c#d ", "http://www.stats.example/a?b=c#d"],
    ["https://stats.example/x", "http://stats.example/x"],
    ["two words.example", "http://search.example/search?q=two+words.example"],
    ["100% & more", "http://search.example/search?q=100%25+%26+more"],
    ["javascript:alert(1)", "http://search.example/search?q=javascript%3Aalert%281%29"],
    ["\ud800", "http://search.example/search?q=%EF%BF%BD"],
  ])("%s", (typed, address) => expect(addressOf(typed)).toBe(address));

  it("links are resolved against their page", () => {
    const base = "http://a.example/x/y?z=1";
    expect(resolve("../b", base)).toBe("http://a.example/b");
    expect(resolve("#c", base)).toBe(`${base}#c`);
    expect(resolve("mailto:x@y", base)).toBeUndefined();
    expect(fragmentOf("http://a.example/#h%C3%A9")).toBe("hé");
    expect(
      withQuery(base, [
        ["q", "a b"],
        ["r", ""],
      ]),
    ).toBe("http://a.example/x/y?q=a+b&r=");
  });
});

describe("what sites keep", () => {
  const kept = {
    cart: [
      { price: "2.50", quantity: "3" },
      { price: "1", quantity: "2" },
    ],
    login: { name: "Ada" },
    none: [],
  };

  it("is found by paths", () => {
    const at = (path: string) => lookUp(path, [kept]);
    expect([at("cart.length"), at("cart.0.price"), at("cart.last.price"), at("login.name")]).toEqual([
      2,
      "2.50",
      "1",
      "Ada",
    ]);
    expect([at("x.y"), at("login.name.z"), at("cart.9.price"), at("login.toString")]).toEqual(Array(4).fill(undefined));
    expect(lookUp("name", [{ name: "inner" }, kept])).toBe("inner");
  });

  it.each([
    ["cart", true],
    ["none", false],
    ["login", true],
    ["settings", false],
    ["login.name=Ada", true],
    ["login.name!=Ada", false],
    ["settings.language!=de", true],
    ["none.length=0 & cart.length=2", true],
    ["absent.length=0", true],
  ])("condition %s", (condition, is) => expect(holds(condition, [kept])).toBe(is));

  it("is summed and filled in", () => {
    expect(sum("cart.price*quantity", [kept])).toBe(9.5);
    expect(sum("absent.price", [kept])).toBe(0);
    expect(fillIn("{{name}}: {{items.length}} {{x}}", [{ name: "<b>", items: [1, 2] }])).toBe("<b>: 2 ");
  });

  it("is written by forms; numbers are never given twice", () => {
    const state = emptyState("1");
    const to = (fields: Record<string, string>, how: Sending) => send(state, "h", fields, how);
    to({ a: "1" }, { keep: "cart" });
    to({ a: "2" }, { keep: "cart" });
    to({ number: "2" }, { remove: "cart" });
    to({ a: "3" }, { keep: "cart" });
    to({ number: "1", a: "4" }, { change: "cart" });
    const cart = [
      { a: "4", number: 1 },
      { a: "3", number: 3 },
    ];
    expect(state.sites["h"]).toEqual({ cart });
    to({ name: "Ada" }, { keep: "orders", include: "cart", forget: ["cart"] });
    expect(state.sites["h"]).toEqual({ orders: [{ cart, name: "Ada", number: 1 }] });
    to({ x: "1", y: "1" }, { keep: "draft", one: "replace" });
    to({ y: "2" }, { keep: "draft", one: "merge" });
    to({ z: "3" }, { keep: "sent", include: "draft", forget: ["draft", "orders"] });
    expect(state.sites["h"]).toEqual({ sent: [{ x: "1", y: "2", z: "3", number: 1 }] });
    to({ number: "1" }, { remove: "sent" });
    expect(state.sites).toEqual({});
  });

  it("forgets boxes of a form that are no longer ticked", () => {
    const state = emptyState("1");
    const own = ["news", "offers"];
    send(state, "h", { news: "on", offers: "on" }, { keep: "settings", one: "merge", own });
    send(state, "h", { language: "de" }, { keep: "settings", one: "merge", own: ["language"] });
    send(state, "h", { offers: "on" }, { keep: "settings", one: "merge", own });
    expect(state.sites["h"]).toEqual({ settings: { language: "de", offers: "on" } });
  });
});

describe("states", () => {
  it("are told again as they were read", () => {
    const state = emptyState("7");
    state.tabs = [
      {
        title: "T",
        history: ["http://a.example/", "http://b.example/"],
        at: 0,
        views: [{ scroll: 3, fields: { b: "1", a: true }, open: [] }, { scroll: 0 }],
      },
    ];
    state.sites = { z: { n: { b: "1", a: "2" } }, a: {} };
    const told = JSON.stringify(tell(state));
    expect(told).toContain('"views":[{"scroll":3,"fields":{"a":true,"b":"1"}},{"scroll":0}]');
    expect(JSON.stringify(tell(readState(JSON.parse(told), "7")))).toBe(told);
  });

  it("without tabs are refused", () => {
    expect(() => readState({}, "7")).toThrow("has no tabs");
    expect(() => readState({ tabs: [{}] }, "7")).toThrow("without an address");
  });

  it("hold the last 5000 visits", () => {
    const state = emptyState("7");
    for (let i = 0; i < 5002; i++) noteVisit(state, String(i));
    expect([state.visited.length, state.visited[0]]).toEqual([5000, "2"]);
  });
});

it("numbers are read as people write them", () => {
  const texts = ["1,234.5", "−3 %", "€ 12", "1 000", "n/a"];
  expect(texts.map(numberIn)).toEqual([1234.5, -3, 12, 1000, NaN]);
});

it("rows without a value come last, whichever way", () => {
  const values = ["10", "", "9", "n/a", "-1"];
  expect(order(values, "number", false)).toEqual([4, 2, 0, 1, 3]);
  expect(order(values, "number", true)).toEqual([0, 2, 4, 1, 3]);
  expect(order(["b", "", "Á", "a"], "text", false)).toEqual([3, 2, 0, 1]);
});

it("CSV with quotes, commas and line breaks in values", () => {
  expect(readCsv('a,b\r\n"x, ""y""","1\n2"\n\nz,')).toEqual([
    ["a", "b"],
    ['x, "y"', "1\n2"],
    ["z", ""],
  ]);
});

describe("days", () => {
  it("are counted as in the calendar", () => {
    expect([addDays("2026-02-28", 1), addMonths("2026-01-31", 1), addMonths("2026-01-15", -1)]).toEqual([
      "2026-03-01",
      "2026-02-28",
      "2025-12-15",
    ]);
    expect([isDay("2026-02-29"), isDay("2024-02-29"), isDay("2026-6-1")]).toEqual([false, true, false]);
    expect(longDay("2026-06-01")).toBe("Monday, 1 June 2026");
    expect(weeksOf("2026-06-10").map((week) => week.filter(Boolean).length)).toEqual([7, 7, 7, 7, 2]);
  });

  it.each([
    ["tomorrow", "Enter a date as YYYY-MM-DD."],
    ["2026-05-29", "Choose a date from 2026-06-01 on."],
    ["2026-08-03", "Choose a date up to 2026-07-31."],
    ["2026-06-06", "Saturdays cannot be chosen."],
    ["2026-06-07", undefined],
    ["2026-06-04", "This day cannot be chosen."],
  ])("%s", (day, problem) => {
    const rule = { min: "2026-06-01", max: "2026-07-31", closed: ["2026-06-04"], closedWeekdays: [6] };
    expect(problemOfDay(day, rule)).toBe(problem);
  });
});
