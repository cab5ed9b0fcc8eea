import { describe, expect, it } from "vitest";
import { FileProblem } from "../../../kit/json";
import { defaultData, KINDS, portsOf } from "./catalogue";
import { problemWithData } from "./check";
import { exported, read, write } from "./file";
import { boxOf, curveOf, distanceTo, freePlace, heightOf, isFree, outputAt, pointOn, snapped } from "./geometry";
import { connected, EMPTY, newNode, withData, withNodes, without, type Graph } from "./graph";
import { laidOut, withoutLoops } from "./layout";
import { edgeTitle, titles } from "./naming";
import { fromTemplate, newWorkflow, TEMPLATES } from "./workflow";

const template = (name: string) => TEMPLATES.find((template) => template.name === name)!.graph;
const enterprise = template("Enterprise Data Pipeline");

describe("kinds", () => {
  it("are twenty-five, and their defaults fit their fields", () => {
    expect(KINDS).toHaveLength(25);
    for (const { type } of KINDS) expect(problemWithData(type, defaultData(type))).toBeUndefined();
    expect(defaultData("databaseConnector")).toEqual({ table: "", where: "" });
  });

  it("have the outputs that edges name", () => {
    const handles = (type: string, data = defaultData(type)) => portsOf(type, data).map((port) => port.handle);
    expect(handles("chatTrigger")).toEqual(["trigger"]);
    expect(handles("if")).toEqual(["onTrue", "onFalse"]);
    expect(handles("map")).toEqual([null]);
    expect(handles("switch", { cases: [{ label: "a" }, { label: " " }], default: true })).toEqual([
      "a",
      "case 2",
      "default",
    ]);
  });

  it("refuse data of another form", () => {
    expect(problemWithData("switch", { cases: [{ expr: "1" }] })).toContain("a label");
    expect(problemWithData("limit", { n: "5" })).toContain("must be a number");
    expect(problemWithData("editFields", { fields: { a: 1 } })).toContain("object of texts");
    expect(problemWithData("limit", { other: true })).toBeUndefined();
  });
});

describe("graphs", () => {
  it("lose a node's edges with it", () => {
    const api = template("API Data Pipeline");
    const left = without(api, new Set(["sort-1"]));
    expect(left.edges.map((edge) => edge.target)).toEqual(["http-1", "map-1"]);
    expect(api.nodes).toHaveLength(5);
  });

  it("hold an edge once", () => {
    const once = connected(enterprise, "batch-processor", null, "slack-integration");
    expect(once.edges).toHaveLength(16);
    expect(connected(once, "batch-processor", null, "slack-integration")).toBe(once);
  });

  it("let edges follow the label of their case, and drop those of outputs that are gone", () => {
    const data = enterprise.nodes.find((node) => node.id === "router-1")!.data;
    const cases = data["cases"] as { label: string }[];
    const renamed = withData(enterprise, "router-1", {
      ...data,
      cases: [{ ...cases[0], label: "urgent" }, ...cases.slice(1)] as never,
    });
    expect(
      renamed.edges.filter((edge) => edge.source === "router-1").map((edge) => [edge.sourceHandle, edge.label])[0],
    ).toEqual(["urgent", "urgent"]);
    const without = withData(enterprise, "router-1", { ...data, default: false });
    expect(without.edges.some((edge) => edge.sourceHandle === "default")).toBe(false);
    expect(without.edges).toHaveLength(14);
    const fewer = withData(enterprise, "router-1", { ...data, cases: cases.slice(1) as never });
    expect(fewer.edges.some((edge) => edge.sourceHandle === "priority_high")).toBe(false);
    expect(fewer.edges.some((edge) => edge.sourceHandle === "priority_low")).toBe(true);
  });

  it("number nodes of a kind", () => {
    const names = titles(enterprise);
    expect(names.get("request-validator")).toBe("Edit Fields (Set) 1");
    expect(names.get("router-1")).toBe("Switch");
    const edge = enterprise.edges.find((edge) => edge.sourceHandle === "priority_low")!;
    expect(edgeTitle(enterprise, edge)).toBe("Switch, priority_low › Edit Fields (Set) 2");
  });
});

describe("geometry", () => {
  it("makes cards as high as they have outputs", () => {
    const height = (type: string, data = defaultData(type)) => heightOf({ type, data });
    expect([height("map"), height("if")]).toEqual([141, 169]);
    const router = enterprise.nodes.find((node) => node.id === "router-1")!;
    expect(heightOf(router)).toBe(225);
    expect(outputAt(router, "priority_low")).toEqual({ x: 672 + 240, y: 384 + 120 + 56 });
  });

  it("finds the distance to a curve", () => {
    const line = curveOf(enterprise, enterprise.edges[1]!)!;
    for (const t of [0, 0.3, 1]) expect(distanceTo(line, pointOn(line, t))).toBeLessThan(0.5);
    const { x, y } = pointOn(line, 0.5);
    expect(distanceTo(line, { x, y: y + 500 })).toBeGreaterThan(200);
  });

  it("snaps and finds room for a new card", () => {
    expect(snapped({ x: 23.9, y: -3 })).toEqual({ x: 16, y: 0 });
    const graph = template("Range -> Map -> Table");
    const place = freePlace(graph.nodes, { x: 336, y: 192 }, 141);
    expect(isFree(graph.nodes, place, 141)).toBe(true);
    expect(freePlace([], { x: 5, y: 5 }, 141)).toEqual({ x: 0, y: 0 });
    expect(boxOf([])).toBeUndefined();
  });
});

describe("layout", () => {
  const columns = (graph: Graph) => new Map(laidOut(graph).nodes.map((node) => [node.id, node.position.x]));

  it("puts every node behind those that lead to it, and none over another", () => {
    for (const { graph } of TEMPLATES) {
      const x = columns(graph);
      for (const edge of graph.edges) expect(x.get(edge.target)).toBeGreaterThan(x.get(edge.source)!);
      const { nodes } = laidOut(graph);
      for (const node of nodes) {
        const others = nodes.filter((other) => other !== node);
        expect(isFree(others, node.position, heightOf(node)), node.id).toBe(true);
      }
    }
  });

  it("takes loops", () => {
    let graph = withNodes(
      EMPTY,
      ["manualTrigger", "map", "if"].map((type) => newNode(type, type, { x: 0, y: 0 })),
    );
    graph = connected(
      connected(connected(graph, "manualTrigger", "trigger", "map"), "map", null, "if"),
      "if",
      "onTrue",
      "map",
    );
    expect(withoutLoops(graph).map((edge) => edge.target)).toEqual(["map", "if"]);
    expect([...columns(graph).values()]).toEqual([0, 336, 672]);
  });
});

describe("files", () => {
  it("come back as they were written", () => {
    for (const template of TEMPLATES) {
      const workflow = fromTemplate("w", template, 5);
      expect(read(write(workflow), "w", 5)).toEqual(workflow);
    }
  });

  it("have the form of exports", () => {
    const file = exported(fromTemplate("w", TEMPLATES[1]!, 7)) as never as Record<string, Record<string, never[]>>;
    expect(Object.keys(file)).toEqual(["id", "name", "createdAt", "updatedAt", "version", "metadata", "graph"]);
    expect(Object.keys(file["graph"]!["nodes"]![0]!)).toEqual(["id", "type", "position", "data", "width", "height"]);
    expect(file["graph"]!["edges"]![2]).toEqual({
      id: "e3",
      source: "if-highvalue",
      sourceHandle: "onTrue",
      target: "edit-priority",
      targetHandle: null,
      label: "High Value",
    });
    expect(file["metadata"]!["thumbnail"]).toContain("data:image/svg+xml");
  });

  it.each([
    ["{", "no JSON"],
    ["[]", "must be an object"],
    ['{"version": 2, "graph": {}}', "version 2"],
    ['{"graph": {"nodes": 3}}', "must be a list"],
    ['{"graph": {"nodes": [{"id": "a", "type": "teapot", "position": {"x": 0, "y": 0}}]}}', "no kind of node"],
    [
      '{"graph": {"nodes": [{"id": "a", "type": "limit", "position": {"x": 0, "y": 0}, "data": {"n": "x"}}]}}',
      "must be a number",
    ],
    ['{"graph": {"nodes": [{"id": "a", "type": "if", "position": {"x": 0}}]}}', "position.y"],
    ['{"graph": {"nodes": [], "edges": [{"source": "a", "target": "b"}]}}', "not there"],
  ])("%s is refused", (text, part) => {
    expect(() => read(text, "w", 0)).toThrow(FileProblem);
    expect(() => read(text, "w", 0)).toThrow(part);
  });

  it("reads exports of others: absent handles, sizes and selections", () => {
    const other = {
      name: "Other",
      graph: {
        nodes: [
          { id: "a", type: "manualTrigger", position: { x: 1, y: 2 }, data: {}, width: 303, selected: true },
          {
            id: "b",
            type: "map",
            position: { x: 3, y: 4 },
            data: { expression: "item" },
            positionAbsolute: { x: 3, y: 4 },
          },
        ],
        edges: [{ id: "e1", source: "a", target: "b", sourceHandle: "trigger", targetHandle: null }],
      },
    };
    const { name, graph } = read(JSON.stringify(other), "w", 0);
    expect([name, graph.nodes.length, graph.edges[0]!.sourceHandle]).toEqual(["Other", 2, "trigger"]);
    expect(newWorkflow("x", "New", 3)).toMatchObject({ name: "New", createdAt: 3, graph: EMPTY });
  });
});
