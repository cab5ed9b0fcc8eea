"""A command line like those of coding agents, with a script in place of a model: it speaks MCP over HTTP and prints lines of JSON."""
import json
import sys
import time
import urllib.request

url, way, prompt = sys.argv[1:4]
session = None
number = 0


def send(message):
    global session
    headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
    if session:
        headers["Mcp-Session-Id"] = session
    request = urllib.request.Request(url, json.dumps(message).encode(), headers)
    with urllib.request.urlopen(request, timeout=60) as reply:
        session = reply.headers.get("Mcp-Session-Id", session)
        for line in reply.read().decode().splitlines():
            text = line[5:] if line.startswith("data:") else line
            if text.strip().startswith("{"):
                answer = json.loads(text)
                if "id" in answer:
                    return answer


def ask(method, params):
    global number
    number += 1
    return send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})["result"]


def call(tool, **arguments):
    print(json.dumps({"type": "call", "tool": tool}), flush=True)
    return ask("tools/call", {"name": tool, "arguments": arguments})["content"][0]["text"]


assert "output/totals.csv" in prompt, prompt
client = {"name": "sit.py", "version": "1"}
ask("initialize", {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client})
send({"jsonrpc": "2.0", "method": "notifications/initialized"})
tools = {tool["name"] for tool in ask("tools/list", {})["tools"]}
assert {"bash", "write_file", "done"} <= tools, tools
sales = call("bash", command="grep sold input/sales.csv")
rows = [line.split(",") for line in sales.splitlines() if line.count(",") == 3]
totals = "region,total\n" + "".join(f"{region},{amount}\n" for _, region, amount, _ in rows)
if way == "break":
    print("out of ideas", file=sys.stderr)
    sys.exit(3)
if way == "sleep":
    time.sleep(600)
call("write_file", path="output/totals.csv", content=totals)
with open("journal.txt", "w") as log:
    log.write("wrote the totals\n")
print(json.dumps({"type": "usage", "in": 30, "out": 8}), flush=True)
if way == "done":
    call("done")
