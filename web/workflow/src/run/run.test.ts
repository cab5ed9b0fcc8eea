import { describe, expect, it } from "vitest";
import { connected, EMPTY, newNode, withData, withNodes, type Graph } from "../model/graph";
import { TEMPLATES } from "../model/workflow";
import { sha1, sha256 } from "./hash";
import { run, type RunResult } from "./run";

const surroundings = { now: () => Date.UTC(2026, 0, 1), random: () => 0.25 };
const template = (name: string) => TEMPLATES.find((template) => template.name === name)!.graph;
const step = (result: RunResult, node: string) => result.steps.find((step) => step.node === node)!;
const out = (result: RunResult, node: string, handle: string | null = null) => step(result, node).outputs.get(handle)!;

/** `type` or `type:id`, with data; each leads to the next. */
function chain(...nodes: (string | [string, object])[]): Graph {
  let graph = EMPTY;
  let last: { id: string; handle: string | null } | undefined;
  for (const entry of nodes) {
    const [name, data] = typeof entry === "string" ? [entry, {}] : entry;
    const [type, id = type] = name.split(":") as [string, string?];
    graph = withNodes(graph, [newNode(id, type, { x: 0, y: 0 })]);
    graph = withData(graph, id, { ...graph.nodes.at(-1)!.data, ...data });
    if (last) graph = connected(graph, last.id, last.handle, id);
    last = { id, handle: type.endsWith("Trigger") ? "trigger" : type === "if" ? "onTrue" : null };
  }
  return graph;
}

describe("templates run", () => {
  it("API Data Pipeline: five users by name", () => {
    const result = run(template("API Data Pipeline"), surroundings);
    expect(result.problem).toBeUndefined();
    expect(result.steps.map((step) => step.received)).toEqual([4, 4, 10, 10, 10]);
    const users = out(result, "limit-1");
    expect(users.map((user) => user["name"])).toEqual([
      "Chelsey Dietrich",
      "Clementina DuBuque",
      "Clementine Bauch",
      "Dennis Schulist",
      "Ervin Howell",
    ]);
    expect(users[0]).toEqual({ id: 5, name: "Chelsey Dietrich", email: "chelsey@annie.ca", city: "Roscoeview" });
  });

  it("Order Processing Pipeline: two groups that hold all orders", () => {
    const result = run(template("Order Processing Pipeline"), surroundings);
    const groups = out(result, "aggregate-1");
    expect(groups.map((group) => group["priority"])).toEqual(["high", "standard"]);
    expect(groups.reduce((sum, group) => sum + Number(group["orderCount"]), 0)).toBe(20);
    expect(out(result, "edit-priority").every((order) => Number(order["amount"]) >= 300)).toBe(true);
  });

  it("Data Categorization Pipeline: every active user ends in the table", () => {
    const result = run(template("Data Categorization Pipeline"), surroundings);
    expect(result.problem).toBeUndefined();
    const rows = result.tables.get("processed_users")!;
    expect(rows).toHaveLength(7);
    expect(rows.every((row) => ["premium", "normal", "urgent"].includes(String(row["priority"])))).toBe(true);
    expect(rows[0]!["daysActive"]).toBeGreaterThan(0);
  });

  it("Enterprise Data Pipeline: the caller is answered, and what nothing reaches is told", () => {
    const result = run(template("Enterprise Data Pipeline"), surroundings);
    expect(result.problem).toBeUndefined();
    expect(result.outbox.map((message) => message.kind)).toContain("response");
    expect(result.unreached).toContain("Send Email");
  });

  it("Range -> Map -> Table: squares", () => {
    const result = run(template("Range -> Map -> Table"), surroundings);
    expect(out(result, "n3").map((row) => row["squared"])).toEqual([1, 4, 9, 16, 25]);
  });
});

describe("nodes", () => {
  it("switch sends each item to the first case that is met", () => {
    const cases = [
      { label: "high", expr: "item.priority === 'high'" },
      { label: "any", expr: "item.id < 3" },
      { label: "open" },
    ];
    const result = run(chain("webhookTrigger", ["switch", { cases, default: true }]), surroundings);
    const ids = (handle: string) => out(result, "switch", handle).map((item) => item["id"]);
    expect([ids("high"), ids("any"), ids("open"), ids("default")]).toEqual([[1], [2], [], [3, 4]]);
  });

  it("formula, sort, limit and wait", () => {
    const result = run(
      chain(
        "manualTrigger",
        ["formula", { field: "double", expression: "item.value * 2" }],
        ["sort", { field: "double", direction: "desc" }],
        ["limit", { n: 2 }],
        ["wait", { durationSeconds: 3 }],
      ),
      surroundings,
    );
    expect(out(result, "wait").map((item) => item["double"])).toEqual([24, 16]);
    expect(result.waited).toBe(3);
  });

  it("tables keep what is inserted and upserted, and give it back", () => {
    const table = { tableName: "kept", keyField: "id" };
    const result = run(
      chain(
        "manualTrigger",
        ["dataTable:in", { ...table, operation: "insert" }],
        ["map", { expression: "({ id: item.id, value: 0 })" }],
        ["dataTable:up", { ...table, operation: "upsert" }],
        ["dataTable:get", { ...table, operation: "get" }],
      ),
      surroundings,
    );
    expect(out(result, "get").map((row) => [row["name"], row["value"]])).toEqual([
      ["Ada", 0],
      ["Blaise", 0],
      ["Carl", 0],
      ["Dorothy", 0],
    ]);
    expect(result.tables.get("kept")).toHaveLength(4);
  });

  it("e-mail, chat and responses go to the outbox, with their texts filled in", () => {
    const result = run(
      chain(
        "manualTrigger",
        ["limit", { n: 1 }],
        ["sendEmail", { to: "{{ item.name }}@x.org", subject: "Hi {{item.name.toUpperCase()}}" }],
        ["httpRequest", { method: "POST", url: "https://hooks.slack.com/services/x", body: "done" }],
        ["respondToWebhook", { statusCode: 404 }],
      ),
      surroundings,
    );
    expect(result.outbox.map(({ kind, to, title }) => [kind, to, title])).toEqual([
      ["email", "Ada@x.org", "Hi ADA"],
      ["chat", "https://hooks.slack.com/services/x", "Chat message"],
      ["response", "the caller", "Status 404"],
    ]);
  });

  it("crypto hashes as the standard says", () => {
    expect(sha256("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect(sha256("a".repeat(119))).toBe("31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb");
    expect(sha1("abc")).toBe("a9993e364706816aba3e25717850c26c9cd0d89d");
    expect(sha1("")).toBe("da39a3ee5e6b4b0d3255bfef95601890afd80709");
    const result = run(chain("manualTrigger", "crypto"), surroundings);
    expect(out(result, "crypto")[0]!["body"]).toBe(sha256("Hello from London"));
    const back = run(
      chain("manualTrigger", ["crypto:in", { operation: "encode" }], ["crypto:back", { operation: "decode" }]),
      surroundings,
    );
    expect(out(back, "back")[1]!["body"]).toBe("Bonjour, blaise@example.fr");
  });

  it("guardrails block, flag or mask", () => {
    const names = (data: object) => run(chain("manualTrigger", ["guardrails", data]), surroundings);
    expect(out(names({}), "guardrails").map((item) => item["name"])).toEqual(["Ada", "Carl", "Dorothy"]);
    expect(out(names({ action: "flag" }), "guardrails")[1]!["flags"]).toEqual(["pii"]);
    expect(out(names({ action: "mask" }), "guardrails")[1]!["body"]).toBe("Bonjour, *****************");
  });

  it("aggregate without a group makes one item", () => {
    const reducers = ["count", "sum", "average", "min", "max", "first", "last"].map((op) => ({
      op,
      as: op,
      ...(op === "count" ? {} : { field: "value" }),
    }));
    const result = run(chain("manualTrigger", ["aggregate", { groupBy: "", reducers }]), surroundings);
    expect(out(result, "aggregate")).toEqual([{ count: 4, sum: 28, average: 7, min: 3, max: 12, first: 3, last: 12 }]);
  });
});

describe("runs", () => {
  it("go round loops until nothing comes back", () => {
    let graph = chain(
      "manualTrigger",
      ["map", { expression: "({ counter: (item.counter || 0) + 1 })" }],
      ["if", { expression: "item.counter < 3" }],
    );
    graph = withNodes(graph, [newNode("table", "dataTable", { x: 0, y: 0 })]);
    graph = connected(connected(graph, "if", "onTrue", "map"), "if", "onFalse", "table");
    const result = run(graph, surroundings);
    expect(result.problem).toBeUndefined();
    expect(result.steps.filter((step) => step.node === "map").map((step) => step.round)).toEqual([1, 2, 3]);
    expect(result.steps.at(-1)).toMatchObject({ node: "table", round: 3, received: 4 });
  });

  it("end where a loop or a computation would not", () => {
    let graph = chain("manualTrigger", ["map", { expression: "item" }]);
    graph = connected(withNodes(graph, [newNode("n", "noOperation", { x: 0, y: 0 })]), "map", null, "n");
    graph = connected(graph, "n", null, "map");
    expect(run(graph, surroundings).problem).toContain("100 rounds");
    const grows = withData(graph, "map", { expression: "({ a: item, b: item })" });
    expect(run(grows, surroundings).problem).toContain("too large");
    const doubles = withData(graph, "map", { expression: "({ t: (item.t || 'x') + (item.t || 'x') })" });
    expect(run(doubles, surroundings).problem).toContain("too long");
  });

  it("say which node failed, on which item, and keep the steps before it", () => {
    const result = run(chain("manualTrigger", ["map", { expression: "item.address.city" }], "merge"), surroundings);
    expect(result.problem).toBe("Map: Expression, item 1: item.address is undefined, so it has no city.");
    expect(result.steps.map((step) => step.problem !== undefined)).toEqual([false, true]);
    expect(run(chain("manualTrigger", "filter"), surroundings).problem).toBe("Filter: Condition is empty.");
    expect(run(chain("manualTrigger", "databaseConnector"), surroundings).problem).toBe(
      "Database Connector: Table is empty.",
    );
    expect(run(EMPTY, surroundings).problem).toBe("There are no nodes to run.");
  });

  it("start nodes that nothing leads to with one empty item", () => {
    const result = run(chain(["editFields", { fields: { a: "=1 + 1", b: "text" } }]), surroundings);
    expect(out(result, "editFields")).toEqual([{ a: 2, b: "text" }]);
  });
});
