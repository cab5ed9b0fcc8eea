//! The web suite from outside: models at its screen, killed browsers, killed runs.

use crate::models::Table;
use crate::support::{TestFolder, wait_until};
use agon_core::{Action, Event};
use agon_dialect::{AnthropicToolset, Dialect, Pyautogui, View};
use agon_testkit::standin::{Answer, Message, Script};
use agon_web::App;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

/// What the expert does on a task, its answer and `done` included.
fn solution(task: &str) -> Vec<Action> {
    let app = agon_web::apps::circuit::Circuit;
    let folder = agon_web::folder().unwrap();
    let text = std::str::from_utf8(folder.file(&format!("circuit/{task}.toml")).unwrap()).unwrap();
    let mut file: toml::Table = toml::from_str(text).unwrap();
    let Some(toml::Value::Table(key)) = file.remove("key") else { panic!("{task} has no key") };
    app.key(key).unwrap().solve("expert").unwrap()
}

/// Replies of a model that does so, one action a turn.
fn replies(dialect: &dyn Dialect, task: &str) -> Vec<Answer> {
    let mut view = View::screen(1280, 720);
    let mut say = |actions: &[Action]| {
        let said = dialect.write(actions, &view).unwrap_or_else(|| panic!("no words for {actions:?}"));
        actions.iter().for_each(|action| view.follow(action));
        let message = said.calls.into_iter().fold(Message::say(said.text), |message, call| message.calling(call.name, call.args));
        Answer::from(message)
    };
    let mut answers = Vec::new();
    let mut actions = solution(task);
    // The answer and the end are one reply, and a model writes its answer as text.
    let mut end = actions.split_off(actions.len() - 2);
    if let Some(Action::Answer { value }) = end.first_mut() {
        *value = value.to_string().into();
    }
    for action in actions {
        // Some dialects drag from where the pointer is.
        if let Action::Drag { path, .. } = &action {
            answers.push(say(&[Action::Move { to: path[0] }]));
        }
        answers.push(say(&[action]));
    }
    answers.push(say(&end));
    answers
}

#[test]
fn the_core_of_the_circuit_tasks_proves_itself() {
    let place = TestFolder::new();
    // One task of each sort; AGON_WEB=1 scripts/test proves the whole suite.
    let done = place.agon(&["check", "web/circuit/not-from-nand", "web/circuit/summing-amplifier", "--random", "1", "--json"]);
    assert_eq!(done.code, 0, "{}{}", done.out, done.err);
    let proof = done.json();
    assert_eq!((proof["tasks"].as_u64(), proof["broken"].as_u64()), (Some(2), Some(0)), "{proof}");
    assert!(proof["proofs"].as_array().unwrap().iter().all(|task| task["near_misses"].as_u64().unwrap() >= 2));
}

#[test]
fn a_model_that_writes_pyautogui_builds_a_circuit() {
    let table = Table::new(Script::sequence_in_each(replies(&Pyautogui, "not-from-nand")));
    let done = table.agon(&["run", "web/circuit/not-from-nand", "-m", "vllm/player", "-M", "dialect=pyautogui", "--out", "r"]);
    assert_eq!(done.code, 0, "{}{}", done.out, done.err);
    assert_eq!(table.outcome(), (1, 0));
    let request = &table.server.requests()[0].body;
    assert!(request.to_string().contains("data:image/png"), "it is shown the screen");
    assert!(request.to_string().contains("RESULT FORMAT"), "and told the form of the result");
}

#[test]
fn a_model_with_a_computer_tool_builds_a_circuit() {
    let table = Table::new(Script::sequence_in_each(replies(&AnthropicToolset, "not-from-nand")));
    let done = table.agon(&[
        "run",
        "web/circuit/not-from-nand",
        "-m",
        "anthropic/player",
        "-M",
        "dialect=anthropic-computer",
        "--out",
        "r",
    ]);
    assert_eq!(done.code, 0, "{}{}", done.out, done.err);
    assert_eq!(table.outcome(), (1, 0));
    // The same hand, the same screen: what the model saw last is what the oracle saw.
    table.place.run(&["web/circuit/not-from-nand", "-a", "oracle"], "o");
    let last = |out: &str| {
        let log = table.place.open(out).attempt(0, 1).unwrap();
        let mut steps = log.events.into_iter().filter_map(|event| match event {
            Event::Step(step) => step.observation.frames.first().map(|frame| frame.hash),
            _ => None,
        });
        steps.next_back().unwrap()
    };
    assert_eq!(last("r"), last("o"));
}

#[test]
fn killed_browsers_cost_retries_and_nothing_else() {
    let place = TestFolder::new();
    let args = [
        "run",
        "web/circuit/not-from-nand",
        "web/circuit/odd-parity",
        "-a",
        "oracle",
        "--repeats",
        "4",
        "-n",
        "2",
        "--retries",
        "5",
    ];
    let mut child =
        place.command(&[&args[..], &["--out", "r"]].concat()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    let mut killed = Vec::new();
    while child.try_wait().unwrap().is_none() {
        if let Some(browser) = browsers(&place.tmp()).into_iter().find(|pid| killed.len() < 2 && !killed.contains(pid))
            && closed(&place.path("r")) > 2 * killed.len()
        {
            kill(browser);
            killed.push(browser);
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(killed.len(), 2);
    let results = place.open("r").results();
    let rows: Vec<_> = results.iter().map(|result| result.row.clone().unwrap()).collect();
    assert_eq!(rows.len(), 8);
    assert!(rows.iter().all(|row| row.passed), "every trial was sat to its end: {rows:?}");
    assert!(results.iter().any(|result| result.attempts > 1), "some were sat again");
    assert_eq!(browsers(&place.tmp()), Vec::<u32>::new(), "no browser is left");
    assert_eq!(leftovers(&place.tmp()), Vec::<String>::new(), "no profile is left");
}

#[test]
fn clean_ends_the_browser_of_a_killed_agon() {
    let place = TestFolder::new();
    let args = ["run", "web/circuit/not-from-nand", "-a", "oracle", "--repeats", "50", "--out", "r"];
    let mut child = place.command(&args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    wait_until("a browser", || {
        assert!(child.try_wait().unwrap().is_none(), "it ended before its browser began");
        !browsers(&place.tmp()).is_empty()
    });
    child.kill().unwrap();
    child.wait().unwrap();
    // A browser whose pipe is cut ends by itself, mostly; what is left of it is ended here.
    let clean = place.agon(&["clean"]);
    assert_eq!(clean.code, 0, "{}", clean.err);
    assert_eq!(browsers(&place.tmp()), Vec::<u32>::new(), "clean has waited for their end");
    assert_eq!(leftovers(&place.tmp()), Vec::<String>::new());
    assert!(place.agon(&["clean"]).err.contains("nothing was left behind"));
}

#[test]
fn an_application_opens_in_a_browser_of_ones_own() {
    use std::io::{BufRead, BufReader, Read, Write};
    let place = TestFolder::new();
    let mut child = place.command(&["app", "circuit"]).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut address = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut address).unwrap();
    let host = address.trim().strip_prefix("http://").unwrap().trim_end_matches('/').to_owned();
    let get = |path: &str, named: &str| {
        let mut stream = std::net::TcpStream::connect(&host).unwrap();
        write!(stream, "GET {path} HTTP/1.1\r\nHost: {named}\r\nConnection: close\r\n\r\n").unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    };
    let page = get("/", &host);
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("Circuit Designer"), "{page}");
    assert!(page.to_lowercase().contains("content-security-policy"));
    assert!(get("/exam.js", &host).starts_with("HTTP/1.1 404"), "what is an exam's is not given out");
    assert!(get("/", "evil.example").starts_with("HTTP/1.1 404"), "nor anything to another name");
    child.kill().unwrap();
    child.wait().unwrap();
    let done = place.agon(&["app", "abacus"]);
    assert_eq!(done.code, 2);
    assert!(done.err.contains("there is no application \"abacus\""), "{}", done.err);
    assert!(place.agon(&["app"]).out.contains("circuit"));
}

/// First processes of browsers whose profile lies in a folder.
fn browsers(folder: &Path) -> Vec<u32> {
    let profile = format!("--user-data-dir={}", folder.display());
    let pids = std::fs::read_dir("/proc").unwrap().flatten().filter_map(|entry| entry.file_name().to_str()?.parse::<u32>().ok());
    let ours = |pid: &u32| {
        let line = std::fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        line.contains(&profile)
            && line.contains("--remote-debugging-pipe")
            && !line.contains("--type=")
            && !line.starts_with("/bin/sh")
    };
    pids.filter(ours).collect()
}

fn kill(pid: u32) {
    let pid = rustix::process::Pid::from_raw(i32::try_from(pid).unwrap()).unwrap();
    let _ = rustix::process::kill_process(pid, rustix::process::Signal::KILL);
}

/// How many attempts of a run have ended so far.
fn closed(run: &Path) -> usize {
    std::fs::read_to_string(run.join("results.jsonl")).unwrap_or_default().lines().count()
}

/// What lies in a temporary folder that was empty.
fn leftovers(folder: &Path) -> Vec<String> {
    std::fs::read_dir(folder).unwrap().flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

#[test]
fn a_task_without_variants_is_planned_once() {
    let place = TestFolder::new();
    let done = place.agon(&["run", "web/circuit/not-from-nand", "-a", "noop", "--instances", "5", "--seed", "7", "--dry-run"]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert_eq!(done.out.matches("web/circuit/not-from-nand@").count(), 1, "{}", done.out);
    let done = place.agon(&["show", "web/circuit/not-from-nand@3"]);
    assert_eq!(done.code, 2);
    assert!(done.err.contains("there is one variant of it"), "{}", done.err);
}

#[test]
fn settings_that_do_not_fit_are_told_in_a_sentence() {
    let place = TestFolder::new();
    for (setting, part) in [
        ("screen=huge", "no size between"),
        ("clock=fast", "neither agent nor real"),
        ("observation=tree", "seen by its screen only"),
        ("colour=red", "has no setting \"colour\""),
    ] {
        let done = place.agon(&["run", "web/circuit/not-from-nand", "-a", "noop", "--set", setting, "--dry-run"]);
        assert_eq!(done.code, 2, "{setting}: {}", done.err);
        assert!(done.err.contains(part), "{setting}: {}", done.err);
    }
    let mut command = place.command(&["run", "web/circuit/not-from-nand", "-a", "noop"]);
    let done = crate::support::Done::of(command.env("AGON_CHROMIUM", "/no/such/browser").output().unwrap());
    assert_eq!(done.code, 2, "{}", done.err);
    assert!(done.err.contains("Chromium") && done.err.contains("AGON_CHROMIUM"), "{}", done.err);
}
