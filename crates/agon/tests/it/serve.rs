//! `agon serve`: what an MCP client starts, spoken to by hand.

use crate::support::{Done, TestFolder};
use agon_core::Ending;
use serde_json::{Value, json};
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

const TASK: &str = "gym/maze-2d/easy@3";

/// A client that writes its messages itself.
struct Client {
    server: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    last: u32,
}

impl Client {
    fn start(place: &TestFolder, args: &[&str]) -> Self {
        let mut command = place.command(&[&["serve", "--out", "run"], args].concat());
        let mut server = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let (input, output) = (server.stdin.take(), BufReader::new(server.stdout.take().unwrap()));
        Self { server, input, output, last: 0 }
    }

    /// One that has shaken hands.
    fn introduced(place: &TestFolder, args: &[&str]) -> Self {
        let mut client = Self::start(place, args);
        let info =
            json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "by hand", "version": "1"}});
        assert_eq!(client.ask("initialize", info)["result"]["serverInfo"]["name"], "agon");
        client.say(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
        client
    }

    fn say(&mut self, message: &Value) {
        writeln!(self.input.as_mut().unwrap(), "{message}").unwrap();
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.last += 1;
        let id = self.last;
        self.say(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        let answer: Value = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:?}"));
        assert_eq!(answer["id"], id, "{answer}");
        answer
    }

    fn call(&mut self, name: &str, args: Value) -> String {
        let answer = self.ask("tools/call", json!({"name": name, "arguments": args}));
        answer["result"]["content"][0]["text"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned()
    }

    /// Closes the streams and waits for the end.
    fn close(mut self) -> Done {
        drop(self.input.take());
        let mut rest = String::new();
        self.output.read_line(&mut rest).unwrap();
        assert_eq!(rest, "", "nothing but MCP is on standard output");
        Done::of(self.server.wait_with_output().unwrap())
    }
}

#[test]
fn a_client_on_standard_streams_leaves_a_whole_record() {
    let place = TestFolder::new();
    let mut client = Client::introduced(&place, &[TASK]);
    assert!(client.call("observe", json!({})).contains("steps left"));
    assert!(client.call("move", json!({"direction": 0})).contains("steps left"));
    assert!(client.call("done", json!({})).contains("The trial has ended: the agent is done."));
    assert_eq!(client.call("move", json!({"direction": 0})), "The trial has ended: the agent is done.");
    let done = client.close();
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(done.err.contains("score") && done.err.contains("the record is in run"), "{}", done.err);
    let row = place.open("run").results().remove(0).row.unwrap();
    assert_eq!((row.ending, row.totals.steps), (Some(Ending::Done), 2));
    let verified = place.agon(&["verify", "run"]);
    assert_eq!(verified.code, 0, "{}{}", verified.out, verified.err);
    let manifest = serde_json::to_value(place.open("run").manifest()).unwrap();
    assert_eq!(manifest["agents"][0]["settings"]["transport"], "stdio");
}

/// Clients end their servers a few seconds after the last answer, and marking may take longer than that.
#[test]
fn a_client_that_was_answered_may_end_the_server() {
    let place = TestFolder::new();
    let mut client = Client::introduced(&place, &[TASK]);
    assert!(client.call("done", json!({})).contains("The trial has ended: the agent is done."));
    client.server.kill().unwrap();
    client.server.wait().unwrap();
    assert_eq!(place.open("run").results().remove(0).row.unwrap().ending, Some(Ending::Done));
}

#[test]
fn a_client_that_closes_its_streams_has_left() {
    let place = TestFolder::new();
    let mut client = Client::introduced(&place, &[TASK, "--steps", "7"]);
    assert!(client.call("observe", json!({})).contains("7 steps left"));
    let done = client.close();
    assert_eq!(done.code, 0, "{}", done.err);
    assert_eq!(place.open("run").results().remove(0).row.unwrap().ending, Some(Ending::Left));
}

#[test]
fn a_client_that_speaks_no_mcp_does_no_harm() {
    let place = TestFolder::new();
    let mut client = Client::start(&place, &[TASK]);
    client.input.as_mut().unwrap().write_all(b"\xff\xfe\x00garbage\nGET / HTTP/1.1\n\n{}\n[1]\n").unwrap();
    drop(client.input.take());
    let done = Done::of(client.server.wait_with_output().unwrap());
    assert!(matches!(done.code, 0 | 3), "{}", done.err);
    let ending = place.open("run").results().remove(0).row.unwrap().ending;
    assert!(matches!(ending, Some(Ending::Left | Ending::Crashed { .. })), "{ending:?}");
}

#[test]
fn what_cannot_be_served_is_said_at_once() {
    let place = TestFolder::new();
    for (args, code, part) in [
        (vec!["serve", "gym/maze-2d/esy"], 2, "gym/maze-2d/easy"),
        (vec!["serve", TASK, "--port", "80"], 2, "--http"),
        (vec!["serve", TASK, "--max-side", "3"], 2, "64"),
        (vec!["serve", TASK, "--set", "colour=1"], 2, "colour"),
        (vec!["run", TASK, "-a", "external"], 2, "agon serve"),
    ] {
        let done = place.agon(&args);
        assert_eq!(done.code, code, "{args:?}: {}", done.err);
        assert!(done.err.contains(part) && done.out.is_empty(), "{args:?}: {}", done.err);
    }
}
