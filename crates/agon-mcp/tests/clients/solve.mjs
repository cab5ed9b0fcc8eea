// The official TypeScript SDK solves a task: `node solve.mjs LOG TARGET...`. The log is that of a solver's trial, from which the
// calls are taken; the target is an address, or a command that serves MCP on its standard streams.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const [log, target, ...args] = process.argv.slice(2);
const events = readFileSync(log, "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line));
const functions = new Map(events[0].instance.brief.functions.map((known) => [known.name, known.params ?? []]));

/** A recorded call with its arguments by name. */
function byName({ name, args }) {
  const values = Array.isArray(args) ? args : [args];
  return { name, arguments: Object.fromEntries(functions.get(name).map((param, at) => [param.name, values[at]])) };
}

const client = new Client({ name: "agon-test", version: "1" });
const transport = target.startsWith("http://")
  ? new StreamableHTTPClientTransport(new URL(target))
  : new StdioClientTransport({ command: target, args, stderr: "inherit" });
await client.connect(transport);
const { tools } = await client.listTools();
assert.deepEqual(
  tools.map((tool) => tool.name),
  ["brief", "observe", ...functions.keys(), "done"],
);
assert.match(client.getInstructions() ?? "", /calling exactly one of the tools/);
const first = await client.callTool({ name: "observe", arguments: {} });
assert.deepEqual(
  first.content.map((block) => block.type),
  ["text", "image"],
);
await assert.rejects(client.callTool({ name: "teleport", arguments: {} }), /there is no tool 'teleport'/);
for (const { action } of events.filter(({ event }) => event === "step")) {
  const result = await client.callTool(byName(action));
  assert.ok(!result.isError, JSON.stringify(result.content[0]));
}
const over = await client.callTool({ name: "observe", arguments: {} });
assert.equal(over.content[0].text, "The trial has ended: the agent stopped.");
await client.close();
