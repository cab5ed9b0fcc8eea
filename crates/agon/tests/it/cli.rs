//! Everyday commands.

use crate::support::{Done, FOUR, TestFolder};
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

#[test]
fn list_shows_every_task() {
    let place = TestFolder::new();
    let done = place.agon(&["list"]);
    assert_eq!(done.code, 0);
    for task in
        ["gym/maze-2d/easy", "gym/sliding-block/hard", "gym/jigsaw/easy", "gym/matchstick-rotation/hard", "gym/fetch-reach/easy"]
    {
        assert!(done.out.contains(task), "{}", done.out);
    }
    assert_eq!(place.agon(&["list", "gym/*/hard", "--json"]).json()["tasks"].as_array().unwrap().len(), agon_gym::kinds().len());
}

#[test]
fn what_the_machine_lacks_is_left_out_and_said() {
    let place = TestFolder::new();
    let done = place.agon(&["run", "gym/maze-2d/easy@0", "gym/fetch-reach", "-a", "noop", "--out", "r"]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(
        done.err.contains("left out for lack of MuJoCo and the Fetch model: gym/fetch-reach/easy, gym/fetch-reach/hard"),
        "{}",
        done.err
    );
    assert_eq!(place.open("r").plan().len(), 1);
    for args in [["run", "gym/fetch-reach", "-a", "noop"].as_slice(), &["show", "gym/fetch-pick-and-place/hard"]] {
        let done = place.agon(args);
        assert_eq!(done.code, 2, "{}{}", done.out, done.err);
        assert!(done.err.contains("scripts/install-fetch"), "{}", done.err);
    }
    let done = place.agon(&["check", "gym/fetch-reach"]);
    assert!(done.code == 0 && done.err.contains("skipped gym/fetch-reach/hard"), "{}", done.err);
    assert!(place.agon(&["doctor"]).out.contains("missing for 4 of gym/fetch-pick-and-place, 4 of gym/fetch-reach"));
}

#[test]
fn show_gives_the_brief_and_the_first_frame() {
    let place = TestFolder::new();
    let done = place.agon(&["show", "gym/maze-2d/easy@3", "--set", "observation=both", "--frame", "first.png"]);
    assert_eq!(done.code, 0, "{}", done.err);
    insta::assert_snapshot!(done.out, @r#"
    gym/maze-2d/easy@3  (Maze 2D, easy)

    Find your way through a maze of 9 by 9 cells and stop on the target. In the image walls are dark grey and floor is white; you are the blue disc, the target is the red square. In the text each character is a cell: '#' is a wall, '.' is floor, 'A' is you, 'T' is the target ('@' is you on the target). You can only walk on floor.

    Functions:
    - move(direction): Move the disc by one cell.
        direction: 0 = right, 1 = up, 2 = left, 3 = down
    - stop(): Submit the current state and end the episode.

    Answer each turn with exactly one call, written as a pair of the name and its arguments:
    - move right: ('move', 0)
    - move up: ('move', 1)
    - move left: ('move', 2)
    - move down: ('move', 3)
    - submit and end: ('stop', 'stop')

    Only the state you submit with stop counts: without stop there is no success. Every call costs a step, also one that is misspelt or impossible.

    First observation:
    #########
    #...#..T#
    #.#####.#
    #.....#.#
    #.#.###.#
    #.#.#...#
    #.#.#.###
    #.#....A#
    #########

    Settings (change one with --set):
      width = 9
      height = 9
      carving = "depth_first"
      ends = "anywhere"
      min_solution = 4
      max_solution = 19
      frame_px = 300
      observation = "both"
      feedback = "full"
      goal = false
      counterfactual = null
      init_state = null
      episodes = ""
    Limits: {"steps":20,"wall_secs":1800.0}
    Oracle strategies: shortest, padded
    "#);
    let image = agon_image::decode(&std::fs::read(place.path("first.png")).unwrap()).unwrap();
    assert_eq!((image.width, image.height), (297, 297));
}

#[test]
fn reports_come_in_every_form() {
    let place = TestFolder::new();
    let args = [&FOUR[..], &["-a", "oracle", "-a", "random", "--instances", "2", "-k", "2"]].concat();
    place.run(&args, "a");
    place.run(&[&args[..], &["--set", "feedback=false"]].concat(), "b");
    let json = place.agon(&["report", "a", "--json"]).json();
    assert_eq!((&json["format"], &json["counts"]["planned"]), (&2.into(), &128.into()));
    let csv = place.agon(&["report", "a", "--csv"]).out;
    assert_eq!(csv.lines().count(), 129);
    let done = place.agon(&["report", "a", "b", "--html", "page.html"]);
    assert_eq!(done.code, 0, "{}", done.err);
    let page = std::fs::read_to_string(place.path("page.html")).unwrap();
    assert!(page.starts_with("<!doctype html>") && page.contains("data:image/png;base64,"));
    for outside in ["src=\"http", "href=\"http", "@import", "url(http"] {
        assert!(!page.contains(outside), "the page is self-contained: {outside}");
    }
    let comparison = place.agon(&["report", "a", "b", "--json"]).json();
    assert_eq!(comparison["format"], 2);
    assert_eq!(json["agent_pairs"]["pairs"][0]["second"], "random");

    let text = place.agon(&["report", "a"]).out;
    assert!(text.contains("agents compared over the same trials") && text.contains("all tasks"), "{text}");
    assert!(!text.contains('…'), "nothing is cut for a pipe: {text}");
    let three = place.agon(&["report", "a", "b", "a"]);
    assert_eq!(three.code, 0, "{}", three.err);
    assert!(three.out.contains("against a") && three.out.contains("gym/jigsaw/easy"), "{}", three.out);
    assert_eq!(place.agon(&["report", "a", "b", "a", "--json"]).json()["runs"].as_array().unwrap().len(), 3);
    assert_eq!(place.agon(&["report", "a", "b", "--csv"]).out.lines().count(), 257);
}

#[test]
fn show_prints_one_trial() {
    let place = TestFolder::new();
    place.run(&["gym/maze-2d/easy@3", "gym/maze-2d/easy@5", "-a", "oracle", "-a", "noop"], "r");
    let list = place.agon(&["show", "r"]);
    assert_eq!((list.code, list.out.lines().count()), (0, 6), "{}{}", list.out, list.err);
    let listed = place.agon(&["show", "r", "--json"]).json();
    assert_eq!((&listed["trials"][1]["agent"], &listed["trials"][1]["status"]), (&"noop".into(), &"failed".into()));
    let shown = place.agon(&["show", "r", "0"]);
    assert_eq!(shown.code, 0, "{}", shown.err);
    // Times differ from machine to machine.
    let lines: Vec<&str> = shown.out.lines().filter(|line| !line.starts_with("usage ")).collect();
    insta::assert_snapshot!(lines.join("\n"), @r#"
    trial 0 of r: passed, score 1.00
    task      gym/maze-2d/easy (Maze 2D, easy)
    instance  gym/maze-2d/easy@3, repeat 0
    agent     oracle
    attempts  1
    ending    the agent stopped
    limits    {"steps":20,"wall_secs":1800.0}

    checks: 2 of 2 passed
      passed  stopped: expected the agent submitted with stop, seen the agent stopped
      passed  at_target: expected the disc on the target at row 1, column 7, seen the disc at row 1, column 7

    step  action            status    feedback
    ────────────────────────────────────────────────────────────
       1  ('move', 2)       executed  Executed: you moved left.
       2  ('move', 2)       executed  Executed: you moved left.
       3  ('move', 1)       executed  Executed: you moved up.
       4  ('move', 1)       executed  Executed: you moved up.
       5  ('move', 0)       executed  Executed: you moved right.
       6  ('move', 0)       executed  Executed: you moved right.
       7  ('move', 1)       executed  Executed: you moved up.
       8  ('move', 1)       executed  Executed: you moved up.
       9  ('move', 1)       executed  Executed: you moved up.
      10  ('move', 1)       executed  Executed: you moved up.
      11  ('stop', 'stop')  executed  Stopped.
    "#);
    let json = place.agon(&["show", "r", "0", "--json"]).json();
    let logged = place.open("r").attempt(0, 1).unwrap().events;
    assert_eq!(json["events"], serde_json::to_value(logged).unwrap());
}

#[test]
fn a_threshold_decides_the_exit_code() {
    let place = TestFolder::new();
    let args =
        |agent: &'static str, out: &'static str| ["run", "gym/maze-2d/easy@0", "-a", agent, "--out", out, "--fail-under", "0.9"];
    assert_eq!(place.agon(&args("oracle", "a")).code, 0);
    assert_eq!(place.agon(&args("noop", "b")).code, 1);
}

#[test]
fn a_job_file_and_flags_on_top() {
    let place = TestFolder::new();
    place.write("job.toml", "tasks = [\"gym/jigsaw\", \"gym/matchstick-rotation\", \"gym/maze-2d\", \"gym/sliding-block\"]\nagents = [\"oracle\", \"noop\"]\ninstances = 3\ndifficulty = [\"hard\"]");
    let plan = |more: &[&str]| {
        place.agon(&[&["run", "--job", "job.toml", "--dry-run", "--json"], more].concat()).json()["trials"]
            .as_array()
            .unwrap()
            .len()
    };
    assert_eq!(plan(&[]), 48);
    assert_eq!(plan(&["-a", "oracle", "--instances", "1"]), 8);
    assert_eq!(plan(&["--limit", "5", "-k", "2"]), 20);
}

#[test]
fn a_person_plays_in_the_terminal_and_is_recorded() {
    let place = TestFolder::new();
    let mut command = place.command(&["play", "gym/maze-2d/easy@3", "--set", "observation=text", "--out", "r"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let moves = "('move', 2)\n('move', 2)\n('move', 1)\n('move', 1)\n('move', 0)\n('move', 0)\n('move', 1)\n('move', 1)\n('move', 1)\n('move', 1)\nsideways\n('stop', 'stop')\n";
    child.stdin.take().unwrap().write_all(moves.as_bytes()).unwrap();
    let done = Done::of(child.wait_with_output().unwrap());
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(done.out.contains("\"sideways\" is no action here") && done.out.contains("@"), "{}", done.out);
    let row = place.open("r").results()[0].row.clone().unwrap();
    assert!(row.passed && row.totals.steps == 11, "what is no action costs no step: {row:?}");
}

fn played(place: &TestFolder, out: &str, typed: &str) -> Done {
    let mut command = place.command(&["play", "gym/maze-2d/easy@3", "--set", "observation=text", "--out", out]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(typed.as_bytes()).unwrap();
    Done::of(child.wait_with_output().unwrap())
}

#[test]
fn words_and_arrow_keys_play_and_commands_are_free() {
    let place = TestFolder::new();
    let typed = "help\nbrief\n\x1b[D\nleft\nmove up\nmove(1)\nmove 0\nright\n('move', 1)\nup\nup\nup\nstop\n";
    let done = played(&place, "r", typed);
    assert_eq!(done.code, 0, "{}", done.err);
    let row = place.open("r").results()[0].row.clone().unwrap();
    assert!(row.passed && row.totals.steps == 11, "{row:?}");
    let prompt = "Find your way through a maze of 9 by 9 cells and stop on the target. In the text";
    assert_eq!(done.out.matches(prompt).count(), 2, "at first and when asked for: {}", done.out);
    assert!(done.out.matches("Maze 2D, easy: Find your way").count() >= 11, "it stays in sight: {}", done.out);
    let end = done.out.rsplit("> ").next().unwrap_or_default();
    insta::assert_snapshot!(end, @"
    #########
    #...#..@#
    #.#####.#
    #.....#.#
    #.#.###.#
    #.#.#...#
    #.#.#.###
    #.#.....#
    #########
    Stopped. You have 9 steps left.
    the agent stopped.
    passed, score 1.00; the agent stopped
    checks: 2 of 2 passed
      passed  stopped: expected the agent submitted with stop, seen the agent stopped
      passed  at_target: expected the disc on the target at row 1, column 7, seen the disc at row 1, column 7
    ");
}

#[test]
fn a_person_who_quits_has_failed() {
    let place = TestFolder::new();
    let done = played(&place, "r", "left\nquit\nleft\n");
    assert_eq!(done.code, 0, "{}", done.err);
    let row = place.open("r").results()[0].row.clone().unwrap();
    assert!(!row.passed && row.is_scored() && row.totals.steps == 1, "{row:?}");
    insta::assert_snapshot!(done.out.rsplit("> ").next().unwrap_or_default(), @"
    failed, score 0.00; the agent left its seat
    checks: 0 of 2 passed
      failed  stopped: expected the agent submitted with stop, seen the agent left its seat
      failed  at_target: expected the disc on the target at row 1, column 7, seen the disc at row 7, column 6
    ");
}

#[test]
fn a_person_plays_in_a_page_whose_address_nobody_guesses() {
    let place = TestFolder::new();
    let mut command = place.command(&["play", "gym/maze-2d/easy@3", "--in", "page", "--out", "r"]);
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut url = String::new();
    stdout.read_line(&mut url).unwrap();
    let (address, token) = url.trim().trim_start_matches("http://").trim_end_matches('/').split_once('/').unwrap();
    let ask = |host: &str, request: &str, body: &str| {
        let mut stream = TcpStream::connect(address).unwrap();
        let length = body.len();
        write!(stream, "{request} HTTP/1.1\r\nHost: {host}\r\nContent-Length: {length}\r\nConnection: close\r\n\r\n{body}")
            .unwrap();
        let mut reply = String::new();
        stream.read_to_string(&mut reply).unwrap();
        let (head, body) = reply.split_once("\r\n\r\n").unwrap();
        (head[9..12].to_owned(), body.to_owned())
    };
    assert_eq!(ask(address, "GET /", "").0, "404");
    assert_eq!(ask(address, "GET /0123456789abcdef0123456789abcdef/", "").0, "404");
    assert_eq!(ask("elsewhere.example", &format!("GET /{token}/"), "").0, "404");
    let page = ask(address, &format!("GET /{token}/"), "").1;
    let script = page.split('"').find(|part| part.ends_with(".js")).unwrap().trim_start_matches("./");
    assert_eq!(ask(address, &format!("GET /{token}/{script}"), "").0, "200");
    assert_eq!(ask(address, &format!("GET /{token}/../{script}"), "").0, "404");
    // What goes on in the page is told over a WebSocket; web/play/tests sits tasks through it.
    assert_eq!(ask(address, &format!("GET /{token}/session"), "").0, "204");
    assert_eq!(ask(address, &format!("GET /{token}/live"), "").0, "426");
    assert_eq!(ask(address, &format!("POST /{token}/act"), "{}").0, "404");
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn doctor_knows_the_machine() {
    let place = TestFolder::new();
    let done = place.agon(&["doctor"]);
    // The physics library is hidden here: what lacks a program is never called ready.
    let lacking = agon_gym::kinds().len() * 4 + 2 - 8;
    assert!(done.out.contains(&format!("✗ gym 0.5.0: {lacking} of ")), "{}", done.out);
    let suites = place.agon(&["doctor", "--json"]).json()["suites"].as_array().unwrap().clone();
    let gym = suites.iter().find(|suite| suite["name"] == "gym").unwrap();
    assert_eq!((&gym["ready"], &gym["runnable"]), (&false.into(), &lacking.into()));
    for suite in &suites {
        let mut names: Vec<&str> = suite["needs"].as_array().unwrap().iter().map(|need| need["name"].as_str().unwrap()).collect();
        let listed = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), listed, "each need once: {suite}");
        assert_eq!(suite["ready"] == true, suite["runnable"] == suite["tasks"], "{suite}");
    }
    let is_ready = |suite: &serde_json::Value| suite["ready"] == true;
    assert_eq!(done.code == 0, suites.iter().all(is_ready), "{}", done.err);
}

/// A machine without a display and with none of the programs, whatever this one has.
#[test]
fn without_scientific_programs_everything_else_works() {
    let place = TestFolder::new();
    let bare = |args: &[&str]| {
        let there: Vec<PathBuf> = ["Xvfb", "kalgebra", "coqide", "pymol", "grass", "stellarium", "texstudio"]
            .map(|program| Path::new("/usr/bin").join(program))
            .into_iter()
            .filter(|path| path.exists())
            .collect();
        if there.is_empty() {
            return place.agon(args);
        }
        let plain = place.command(args);
        let mut hidden = Command::new("bwrap");
        hidden.args(["--dev-bind", "/", "/"]);
        for path in there {
            hidden.args(["--bind", "/dev/null"]).arg(path.canonicalize().unwrap());
        }
        hidden.arg(plain.get_program()).args(plain.get_args()).current_dir(plain.get_current_dir().unwrap());
        hidden.envs(plain.get_envs().filter_map(|(name, value)| Some((name, value?))));
        Done::of(hidden.output().unwrap())
    };
    let doctor = bare(&["doctor"]);
    assert_eq!(doctor.code, 1, "{}{}", doctor.out, doctor.err);
    let missing = |line: &str| line.contains("kalgebra: missing for ") && line.contains("science/algebra");
    let line = doctor.out.lines().find(|line| missing(line)).unwrap_or_default();
    assert!(line.contains("run scripts/install-desktop"), "{}", doctor.out);
    let run = bare(&["run", "gym/maze-2d/easy@0", "science/algebra/logarithm", "-a", "oracle", "--out", "r"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.err.contains("left out") && run.err.contains("scripts/install-desktop"), "{}", run.err);
    assert_eq!(place.open("r").plan().len(), 1);
    assert_eq!(bare(&["show", "science/algebra/logarithm"]).code, 2);
}

#[test]
fn two_processes_cannot_write_one_run() {
    let place = TestFolder::new();
    let args = ["run", "gym/maze-2d/easy@1", "-a", "process:sleep 600", "--out", "r"];
    let mut child = place.command(&args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    crate::support::wait_until("the run to begin", || place.path("r/trials/0000/000000-1.jsonl").exists());
    let done = place.agon(&["resume", "r"]);
    assert_eq!(done.code, 2);
    assert!(done.err.contains("in use by another agon process"), "{}", done.err);
    child.kill().unwrap();
    child.wait().unwrap();
    place.agon(&["clean"]);
}
