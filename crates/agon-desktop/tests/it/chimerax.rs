//! ChimeraX's adapter against a stand-in for the program, which few machines have. Its answers have the form that the program's
//! sources give them.

use agon_desktop::programs::Program;
use agon_desktop::programs::chimerax::ChimeraX;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixStream;
use std::process::{Child, Command};
use std::time::{Duration, Instant};
use tempfile::TempDir;

const STAND_IN: &str = r##"#!/usr/bin/python3 -I
import json, re, sys, urllib.parse
from http.server import BaseHTTPRequestHandler, HTTPServer

port = int(re.fullmatch(r"remotecontrol rest start port (\d+) json true", sys.argv[sys.argv.index("--cmd") + 1])[1])
opened = []

def row(spec, attribute, value):
    return {"spec": spec, "attribute": attribute, "present": True, "value": value}

def result(command):
    ca, residue = "#1/A:25@CA", "#1/A:25"
    if command.startswith("open "):
        opened.append(command[5:])
        return None
    if command == "quit":
        sys.exit()
    return {
        "version": None,
        "info": [{"spec": "#1", "name": opened[0], "shown": True, "num atoms": 1, "chains": ["A"]}] if opened else [],
        "info atoms #* attribute display": [row(ca, "display", True)],
        "info atoms #* attribute draw_mode": [row(ca, "draw_mode", 2)],
        "info atoms #* attribute selected": [row(ca, "selected", False)],
        "info residues #* attribute name": [row(residue, "name", "ASP")],
        "info residues #* attribute ribbon_display": [row(residue, "ribbon_display", True)],
        "info atomcolor #*": {ca: "#ff0000"},
        "info rescolor #*": {residue: "#00ff00"},
    }[command]

class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        url = urllib.parse.urlparse(self.path)
        answer = {"json values": [], "python values": [], "log messages": {"note": []}, "error": None}
        try:
            value = result(urllib.parse.parse_qs(url.query)["command"][0])
            answer["json values"].append(None if value is None else json.dumps(value))
            answer["python values"].append(None)
        except KeyError as error:
            answer["error"] = {"type": "UserError", "message": f"Unknown command: {error}"}
        body = json.dumps(answer).encode()
        self.send_response(200 if url.path == "/run" else 404)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

HTTPServer(("localhost", port), Handler).serve_forever()
"##;

const LONGEST: Duration = Duration::from_secs(60);

/// The adapter's own script beside the stand-in.
struct Running {
    script: Child,
    folder: TempDir,
}

impl Running {
    fn start(setup: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let program = folder.path().join("chimerax");
        std::fs::write(&program, STAND_IN).unwrap();
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
        let launch = ChimeraX.launch(&setup.parse().unwrap()).unwrap();
        let path = format!("{}:/usr/bin:/bin", folder.path().display());
        let script = Command::new(&launch.command[0])
            .args(&launch.command[1..])
            .env("PATH", path)
            .env("XDG_RUNTIME_DIR", folder.path())
            .spawn()
            .unwrap();
        Self { script, folder }
    }

    fn state(&mut self) -> Value {
        let deadline = Instant::now() + LONGEST;
        let mut stream = loop {
            match UnixStream::connect(self.folder.path().join("state/chimerax")) {
                Ok(stream) => break stream,
                Err(error) => {
                    assert!(self.script.try_wait().unwrap().is_none(), "it has ended");
                    assert!(Instant::now() < deadline, "{error}");
                }
            }
            std::thread::sleep(Duration::from_millis(20));
        };
        stream.write_all(b"{}\n").unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        serde_json::from_slice(&answer).unwrap()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.script.kill().unwrap();
        self.script.wait().unwrap();
    }
}

#[test]
fn atoms_and_residues_are_told() {
    let state = Running::start(r#"commands = ["open /home/user/1hpv.pdb"]"#).state();
    let models = json!([{"spec": "#1", "name": "/home/user/1hpv.pdb", "shown": true, "num atoms": 1, "chains": ["A"]}]);
    assert_eq!(state["models"], models);
    assert_eq!(state["atoms"]["#1/A:25@CA"], json!({"shown": true, "style": 2, "selected": false, "colour": "#ff0000"}));
    assert_eq!(state["residues"]["#1/A:25"], json!({"name": "ASP", "cartoon": true, "colour": "#00ff00"}));
}

#[test]
fn an_empty_session_is_no_fault() {
    assert_eq!(Running::start("").state(), json!({"models": [], "atoms": {}, "residues": {}}));
}

#[test]
fn a_command_that_fails_is_not_passed_over() {
    let mut running = Running::start(r#"commands = ["opne 1hpv"]"#);
    let deadline = Instant::now() + LONGEST;
    let status = loop {
        if let Some(status) = running.script.try_wait().unwrap() {
            break status;
        }
        assert!(Instant::now() < deadline, "it goes on");
        std::thread::sleep(Duration::from_millis(20));
    };
    assert!(!status.success());
}

#[test]
fn a_wrong_setup_is_refused_and_the_remedy_is_told() {
    let problem = ChimeraX.launch(&"comands = []".parse().unwrap()).unwrap_err();
    assert!(problem.to_string().contains("comands"), "{problem}");
    assert!(ChimeraX.needs()[0].remedy.contains("licence"));
}
