//! `agon view`: runs in the browser.

mod access;
mod calls;
mod export;
mod facets;
mod live;
mod notes;
mod socket;

use crate::support::TestFolder;
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A running `agon view`, ended with the test.
pub(crate) struct Viewed {
    child: Child,
    address: String,
    /// What paths begin with: `/`, or `/TOKEN/`.
    base: String,
}

impl Viewed {
    fn of(place: &TestFolder, folder: &str) -> Self {
        Self::with(place, &[folder])
    }

    fn with(place: &TestFolder, args: &[&str]) -> Self {
        let mut command = place.command(&[&["view"], args].concat());
        let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let mut url = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut url).unwrap();
        let (address, path) = url.trim().trim_start_matches("http://").split_once('/').unwrap();
        // Whoever listens everywhere listens here.
        Self { child, address: address.replace("0.0.0.0", "127.0.0.1"), base: format!("/{path}") }
    }

    fn asked(&self, request: &str, host: &str) -> (u16, Vec<u8>) {
        self.sent(&format!("{request} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"))
    }

    fn sent(&self, text: &str) -> (u16, Vec<u8>) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.write_all(text.as_bytes()).unwrap();
        let mut reply = Vec::new();
        stream.read_to_end(&mut reply).unwrap();
        let end = reply.windows(4).position(|part| part == b"\r\n\r\n").unwrap();
        let status = std::str::from_utf8(&reply[9..12]).unwrap().parse().unwrap();
        (status, reply[end + 4..].to_vec())
    }

    fn get(&self, path: &str) -> (u16, Vec<u8>) {
        self.asked(&format!("GET {path}"), &self.address)
    }

    /// Sends something as a page of the viewer does.
    fn post(&self, path: &str, body: &Value) -> (u16, String) {
        let key = self.json("/api/session")["page_key"].as_str().unwrap().to_owned();
        let own = format!("http://{}", self.address);
        self.posted(path, &body.to_string(), &[("Origin", &own), ("X-Agon-Page-Key", &key)])
    }

    fn posted(&self, path: &str, body: &str, headers: &[(&str, &str)]) -> (u16, String) {
        let mut head = format!("POST {path} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
        let host = ("Host", self.address.as_str());
        let hosts = if headers.iter().any(|(name, _)| *name == "Host") { None } else { Some(&host) };
        headers.iter().chain(hosts).for_each(|(name, value)| head.push_str(&format!("{name}: {value}\r\n")));
        let (status, body) = self.sent(&format!("{head}\r\n{body}"));
        (status, String::from_utf8_lossy(&body).into_owned())
    }

    fn json(&self, path: &str) -> Value {
        let (status, body) = self.get(path);
        assert_eq!(status, 200, "{path}: {}", String::from_utf8_lossy(&body));
        serde_json::from_slice(&body).unwrap()
    }

    /// What the page holds after its scripts have run.
    fn dom(&self, place: &TestFolder, fragment: &str) -> String {
        let named = std::env::var_os("AGON_CHROMIUM");
        let chromium = agon_web::find_chromium(named.as_deref().map(Path::new)).unwrap();
        let profile = format!("--user-data-dir={}", place.path("profile").display());
        let url = format!("http://{}/{fragment}", self.address);
        let args = ["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=10000", &profile, "--dump-dom", &url];
        let output = Command::new(&chromium.program).args(args).output().unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    }
}

impl Drop for Viewed {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn trials(page: &Value) -> Vec<u64> {
    page["trials"].as_array().unwrap().iter().map(|row| row["trial"].as_u64().unwrap()).collect()
}

#[test]
fn runs_trials_and_frames_are_served_and_nothing_else() {
    let place = TestFolder::new();
    place.run(&["gym/maze-2d/easy", "gym/jigsaw/easy", "-a", "oracle", "-a", "noop", "--instances", "2"], "runs/deep/first");
    fs::create_dir_all(place.path("runs/broken")).unwrap();
    fs::write(place.path("runs/broken/run.json"), "{}").unwrap();
    let view = Viewed::of(&place, "runs");

    let runs = view.json("/api/runs");
    assert_eq!(runs[0]["id"], "deep/first");
    assert_eq!(runs[0]["counts"], json!({"trials": 8, "passed": 4, "failed": 4, "void": 0, "missing": 0}));
    assert!(runs[1]["problem"].as_str().unwrap().contains("run.json"), "{runs}");

    let list = |query: &str| view.json(&format!("/api/runs/deep%2Ffirst/trials?{query}"));
    assert_eq!(list("")["total"], 8);
    assert_eq!(
        (list("status=failed")["total"].clone(), list("status=failed&status=passed")["total"].clone()),
        (4.into(), 8.into())
    );
    assert_eq!(list("task=gym/jigsaw&agent=oracle")["total"], 2);
    assert_eq!(list("q=JIGSAW%20noop")["total"], 2);
    assert_eq!(list("why=at_target")["total"], 2, "the check that is failed by who does nothing in a maze");
    let by_steps = list("sort=-steps&limit=3");
    let steps: Vec<u64> = by_steps["trials"].as_array().unwrap().iter().map(|row| row["steps"].as_u64().unwrap()).collect();
    assert!(steps.len() == 3 && steps.is_sorted_by(|a, b| a >= b), "{steps:?}");
    assert_eq!(trials(&list("sort=-trial&offset=6")), [1, 0]);

    let passed = trials(&list("status=passed&task=gym/maze-2d"))[0];
    let trial = view.json(&format!("/api/runs/deep%2Ffirst/trials/{passed}"));
    let moments = trial["moments"].as_array().unwrap();
    assert_eq!(moments.len() as u64, trial["row"]["steps"].as_u64().unwrap() + 1);
    assert!(trial["checks"].as_array().unwrap().iter().all(|check| check["passed"] == true), "{trial}");
    let file = moments[0]["frames"][0]["file"].as_str().unwrap();
    let (status, bytes) = view.get(&format!("/api/runs/deep%2Ffirst/frames/{file}"));
    assert!(status == 200 && bytes.starts_with(b"\x89PNG"));
    let event = view.json(&format!("/api/runs/deep%2Ffirst/trials/{passed}/1/{}", moments[1]["event"]));
    assert_eq!((&event["event"], &event["step"]), (&"step".into(), &1.into()), "{event}");

    for missing in [
        "/api/runs/other",
        "/api/runs/..%2Fruns%2Fdeep%2Ffirst",
        "/api/runs/deep%2Ffirst/trials/8",
        "/api/runs/deep%2Ffirst/trials/0?attempt=2",
        "/api/runs/deep%2Ffirst/frames/..%2F..%2Frun.json",
        "/api/runs/deep%2Ffirst/frames/00000000000000000000000000000000.png",
        "/../Cargo.toml",
    ] {
        assert_eq!(view.get(missing).0, 404, "{missing}");
    }
    assert_eq!(view.asked("GET /api/runs", "elsewhere.example").0, 403);
    assert_eq!(view.asked("POST /api/runs", &view.address).0, 405);
}

#[test]
fn a_run_that_is_not_as_it_was_written_is_seen_through() {
    let place = TestFolder::new();
    place.run(&["gym/maze-2d/easy@3", "-a", "noop"], "runs/first");
    // The index says that the trial passed; its log says that it failed.
    let index = place.path("runs/first/results.jsonl");
    let forged = fs::read_to_string(&index).unwrap().replace("\"passed\":false", "\"passed\":true");
    fs::write(&index, forged).unwrap();
    let view = Viewed::of(&place, "runs/first");
    let page = || view.json("/api/runs/first");
    crate::support::wait_until("the logs are read", || page()["is_checked"] == true);
    assert_eq!(page()["row"]["counts"]["failed"], 1);
}

#[test]
fn runs_are_compared_and_searched() {
    let place = TestFolder::new();
    place.run(&["gym/maze-2d/easy@0-1", "-a", "noop"], "runs/before");
    place.run(&["gym/maze-2d/easy@0-1", "-a", "oracle"], "runs/after");
    place.run(&["gym/jigsaw/easy@0", "-a", "oracle"], "runs/other");
    let view = Viewed::of(&place, "runs");
    let pair = view.json("/api/compare/before/after")["agents"][0].clone();
    assert_eq!((&pair["wins"], &pair["losses"]), (&2.into(), &0.into()), "{pair}");
    assert_eq!(
        pair["tasks"][0]["flips"][1],
        json!({"name": "gym/maze-2d/easy@1", "first_trial": 1, "second_trial": 1, "won": true})
    );
    let (status, why) = view.get("/api/compare/before/other");
    assert!(status == 422 && !why.is_empty(), "{}", String::from_utf8_lossy(&why));

    let found = view.json("/api/search?q=You%20Moved&run=after");
    let first = &found["hits"][0];
    assert_eq!((&first["run"], &first["kind"], &first["step"]), (&"after".into(), &"step".into(), &1.into()), "{found}");
    assert!(found["is_whole"] == true && found["logs"] == 2, "{found}");
    assert_eq!(view.json("/api/search?q=you%20moved&run=before")["hits"], json!([]));
    assert!(view.json("/api/search?q=jigsaw")["hits"].as_array().unwrap().iter().all(|hit| hit["run"] == "other"));
}

#[test]
fn pages_show_a_run_and_open_the_step_that_the_address_names() {
    let place = TestFolder::new();
    place.run(&["gym/maze-2d/easy@3", "gym/jigsaw/easy@3", "-a", "oracle", "-a", "noop"], "runs/first");
    let view = Viewed::of(&place, "runs");
    let runs = view.dom(&place, "");
    assert!(runs.contains("href=\"#/runs/first\""), "{runs}");
    let run = view.dom(&place, "#/runs/first?status=failed");
    assert!(run.contains("2 trials") && run.contains("class=\"heat\"") && !run.contains("status passed"), "{run}");
    let trial = view.dom(&place, "#/runs/first/trials/0?step=2");
    assert!(
        trial.contains("class=\"is-open\"") && trial.contains("The screen before") && trial.contains("The screen after"),
        "{trial}"
    );
    assert!(trial.contains("Checks: 2 of 2 passed"), "{trial}");
}
