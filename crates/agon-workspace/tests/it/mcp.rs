//! An agent from outside at a workspace's screen: the fourteen desktop tools beside the shell, over MCP.

use crate::screen::{TYPIST, bench};
use agon_core::{Ending, Settings, Suite as _, Verdict};
use agon_mcp::{ServeSettings, SharedSeat, serve_streams};
use agon_run::{MemoryRecorder, Sitting, Timeouts, sit};
use serde_json::{Value, json};
use std::sync::Arc;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, ReadHalf, WriteHalf};
use tokio::sync::watch;

const TOOLS: [&str; 14] = [
    "key",
    "key_down",
    "key_up",
    "type",
    "hold_key",
    "mouse_move",
    "click",
    "drag",
    "mouse_down",
    "mouse_up",
    "scroll",
    "screenshot",
    "cursor_position",
    "wait",
];

/// A client that writes its messages itself.
struct Client {
    output: BufReader<ReadHalf<DuplexStream>>,
    input: WriteHalf<DuplexStream>,
    last: u32,
}

impl Client {
    async fn say(&mut self, message: &Value) {
        self.input.write_all(format!("{message}\n").as_bytes()).await.unwrap();
    }

    async fn ask(&mut self, method: &str, params: Value) -> Value {
        self.last += 1;
        let id = self.last;
        self.say(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})).await;
        let mut line = String::new();
        self.output.read_line(&mut line).await.unwrap();
        let mut answer: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(answer["id"], id, "{answer}");
        answer["result"].take()
    }

    /// What a tool says, and whether it shows a picture.
    async fn call(&mut self, name: &str, args: Value) -> (String, bool) {
        let result = self.ask("tools/call", json!({"name": name, "arguments": args})).await;
        assert_ne!(result["isError"], true, "{name}: {result}");
        let content = result["content"].as_array().unwrap_or_else(|| panic!("{name}: {result}"));
        let texts: Vec<&str> = content.iter().filter_map(|block| block["text"].as_str()).collect();
        (texts.join("\n"), content.iter().any(|block| block["type"] == "image"))
    }
}

#[tokio::test]
async fn the_desktop_tools_work_on_a_workspaces_screen() {
    let bench = bench(&format!("open = [{{ command = \"exec {TYPIST}\", window = \"Typist\" }}]"));
    let instance = bench.suite.instance(&"mine/work/total@0".parse().unwrap(), &Settings::new()).unwrap();
    let (seat, mut attendant) = SharedSeat::new(instance.brief.clone());
    let stop = watch::Sender::new(false);
    let sitting = Sitting {
        suite: bench.suite.clone(),
        instance: Arc::new(instance),
        recorder: Box::new(MemoryRecorder::default()),
        keep_frames: false,
        timeouts: Timeouts::default(),
        stop: stop.subscribe(),
        judging: agon_core::Judging::LeftOut,
    };
    let sitting = tokio::spawn(async move { sit(sitting, &mut attendant).await });
    let (ours, theirs) = tokio::io::duplex(1 << 24);
    let (input, output) = tokio::io::split(ours);
    tokio::spawn(serve_streams(seat, ServeSettings::default(), input, output));
    let (output, input) = tokio::io::split(theirs);
    let mut client = Client { output: BufReader::new(output), input, last: 0 };
    let info = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "by hand", "version": "1"}});
    client.ask("initialize", info).await;
    client.say(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await;

    let listed = client.ask("tools/list", json!({})).await;
    let names: Vec<&str> = listed["tools"].as_array().unwrap().iter().filter_map(|tool| tool["name"].as_str()).collect();
    for tool in TOOLS.iter().chain(&["bash", "done"]) {
        assert!(names.contains(tool), "there is no {tool} in {names:?}");
    }
    assert!(client.call("screenshot", json!({})).await.1, "it shows a picture");
    let text = json!({"text": "typed"});
    for (name, args) in [
        ("mouse_move", json!({"x": 90, "y": 90})),
        ("click", json!({"x": 100, "y": 100})),
        ("mouse_down", json!({"x": 400, "y": 500})),
        ("mouse_up", json!({"x": 410, "y": 510})),
        ("drag", json!({"x": 400, "y": 500, "to_x": 420, "to_y": 520})),
        ("scroll", json!({"direction": "down", "x": 700, "y": 500})),
        ("cursor_position", json!({})),
        ("click", json!({"x": 100, "y": 100})),
        ("type", text),
        ("key_down", json!({"keys": ["shift"]})),
        ("key_up", json!({"keys": ["shift"]})),
        ("hold_key", json!({"keys": ["ctrl"], "secs": 0.01})),
        ("key", json!({"keys": ["enter"]})),
        ("wait", json!({"secs": 0.05})),
    ] {
        client.call(name, args).await;
    }
    let shown = json!({"command": "until grep -q typed output/typed.txt; do sleep 0.02; done; cat output/typed.txt"});
    let (said, has_picture) = client.call("bash", shown).await;
    assert!(said.contains("typed") && has_picture, "{said}");
    client.call("done", json!({})).await;
    let result = sitting.await.unwrap();
    assert!(matches!((&result.ending, &result.verdict), (Some(Ending::Done), Verdict::Scored(_))), "{:?}", result.verdict);
}
