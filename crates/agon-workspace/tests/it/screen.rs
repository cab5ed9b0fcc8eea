//! A workspace with a screen: programs and commands share files and a session, and neither outlives the trial or reaches out of it.

use crate::bench::{Bench, TASK, Trial};
use agon_core::{Action, Button, Capabilities, CommandOutput, Image, Observation, Point, Request, Suite as _, Surface, Target};
use std::fs;
use std::time::{Duration, Instant};

/// The task of the other tests, with a screen.
pub(crate) fn bench(screen: &str) -> Bench {
    Bench::with(&format!("{TASK}\n[screen]\nsize = [800, 600]\n{screen}"))
}

const SIZE: (u32, u32) = (800, 600);
/// A terminal that writes down what is typed into it.
pub(crate) const TYPIST: &str = "xterm -title Typist -geometry 60x20+0+0 -e sh -c 'cat > output/typed.txt'";

/// What a seat makes of an action.
fn request(action: &Action) -> Request {
    let capabilities = Capabilities { surfaces: vec![Surface::Screen], screen: Some(SIZE), pages: false };
    Request::check(action, &capabilities.offer(&[])).unwrap()
}

fn picture(seen: &Observation) -> Image {
    (*seen.frames.iter().find(|frame| frame.name == "screen").unwrap().image).clone()
}

async fn look(trial: &mut Trial<'_>) -> Image {
    picture(&trial.act(Request::Wait(Duration::from_millis(10))).await.observation)
}

async fn eventually(what: &str, mut holds: impl AsyncFnMut() -> bool) {
    let start = Instant::now();
    while !holds().await {
        assert!(start.elapsed() < Duration::from_secs(30), "{what}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

async fn until_shell(trial: &mut Trial<'_>, command: &str, wanted: &str) {
    let mut last = CommandOutput::default();
    eventually(&format!("{command} prints {wanted:?}"), async || {
        last = trial.shell(command).await;
        last.stdout == wanted
    })
    .await;
}

/// How many processes of the machine have this in their command line.
fn running(word: &str) -> usize {
    let entries = fs::read_dir("/proc").unwrap().flatten();
    let lines = entries.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    lines.filter(|line| String::from_utf8_lossy(line).contains(word)).count()
}

#[tokio::test]
async fn it_opens_with_the_tasks_programs_and_work_is_marked_as_ever() {
    let bench = bench(&format!("open = [{{ command = \"exec {TYPIST}\", window = \"Typist\" }}]"));
    let mut trial = bench.trial().await;
    let brief = &trial.instance.brief;
    assert!(brief.rules.contains("the screen (800×600 pixels) and the accessibility tree"), "{}", brief.rules);
    let seen = trial.world.observe().await.unwrap();
    assert!(seen.text.as_ref().unwrap().contains("input/numbers.txt (6 bytes)"), "{:?}", seen.text);
    let shown = picture(&seen);
    assert_eq!((shown.width, shown.height), SIZE);
    assert!(seen.tree.is_some());
    let typed = trial.act(request(&Action::Type { text: "seen on the screen\n".into() })).await;
    assert!(!typed.observation.frames.is_empty());
    until_shell(&mut trial, "cat output/typed.txt", "seen on the screen\n").await;
    trial.shell("rm output/typed.txt; echo '{\"total\": 42}' > output/answer.json; echo 'import sys; print(sum(map(int, open(sys.argv[1]))))' > output/add.py").await;
    let marks = trial.marks().await.unwrap();
    assert!(marks.passed, "{marks:#?}");
    trial.world.close().await.unwrap();
    assert_eq!(fs::read_dir(bench.folder.path()).unwrap().count(), 0, "nothing is left");
}

#[tokio::test]
async fn a_program_that_a_command_starts_shows_and_stays() {
    let bench = bench("");
    let mut trial = bench.trial().await;
    let empty = look(&mut trial).await;
    // It prints where its command did, which has ended: that must not end it.
    let started = trial.shell(&format!("(while :; do echo going on; done) & {TYPIST} & echo $DISPLAY; echo problem >&2")).await;
    assert_eq!((started.exit_code, started.stderr.as_str()), (Some(0), "problem\n"), "{started:?}");
    assert!(started.stdout.contains(":0\n"), "{}", started.stdout);
    eventually("its window shows", async || look(&mut trial).await != empty).await;
    let click =
        Action::Click { at: Target::Point(Point { x: 100.0, y: 100.0 }), button: Button::Left, count: 1, holding: vec![] };
    trial.act(request(&click)).await;
    trial.act(request(&Action::Type { text: "typed into it\n".into() })).await;
    until_shell(&mut trial, "cat output/typed.txt", "typed into it\n").await;
    let seen = trial.shell("cat /proc/[0-9]*/comm | grep -c -x xterm; echo kept > /tmp/kept").await;
    assert_eq!(seen.stdout, "1\n", "commands see what others have started: {seen:?}");
    assert_eq!(trial.shell("cat /tmp/kept").await.stdout, "kept\n");
    // A program reads what a command has written.
    trial.shell("echo shared > notes.txt; xterm -e sh -c 'cp notes.txt input/numbers.txt output/; sleep 100' &").await;
    until_shell(&mut trial, "cat output/notes.txt output/numbers.txt", "shared\n17\n25\n").await;
    let refused =
        trial.shell("xterm -e sh -c 'echo 1 > input/numbers.txt; echo tried > output/tried'; cat output/tried input/*").await;
    assert_eq!(refused.stdout, "tried\n17\n25\n", "{refused:?}");
}

#[tokio::test]
async fn a_command_ends_at_its_limit_and_others_go_on() {
    let bench = bench("");
    let mut trial = bench.trial().await;
    trial.shell("sleep 987601 & sleep 0").await;
    let slow = Request::Shell { command: "echo begun; sleep 987602; echo never".into(), limit: Duration::from_millis(300) };
    let output = trial.act(slow).await.output.unwrap();
    assert_eq!((output.exit_code, output.stdout.as_str()), (None, "begun\n"), "{output:?}");
    assert_eq!(output.timed_out_secs, Some(0.3));
    eventually("it has ended", async || running("987602") == 0).await;
    assert_eq!(running("sleep\u{0}987601"), 1);
    let flood = trial.shell("head -c 10000000 /dev/zero").await;
    assert_eq!((flood.exit_code, flood.stdout.len() as u64 + flood.truncated_bytes), (Some(0), 10_000_000));
}

#[tokio::test]
async fn an_agent_that_ends_its_session_gets_another() {
    let bench = bench("");
    let mut trial = bench.trial().await;
    trial.shell("sleep 987603 &").await;
    for command in ["kill -9 -1", "kill -STOP -1", "kill -9 $PPID; sleep 987604"] {
        let limit = Duration::from_secs(3);
        let step = trial.act(Request::Shell { command: command.into(), limit }).await;
        let stopped = trial.shell("echo here; echo kept > output/kept").await;
        assert_eq!(stopped.stdout, "here\n", "after {command}: {step:?}");
        if command == "kill -9 -1" {
            assert!(step.feedback.as_deref().is_some_and(|told| told.contains("session has ended")), "{command}: {step:?}");
        }
    }
    assert_eq!(running("987603") + running("987604"), 0);
    trial.shell(&format!("{TYPIST} &")).await;
    until_shell(&mut trial, "cat /proc/[0-9]*/comm | grep -c -x xterm", "1\n").await;
}

#[tokio::test]
async fn everything_ends_with_the_trial_and_writes_nothing_more() {
    let bench = bench("");
    let mut trial = bench.trial().await;
    let daemon =
        "sh -c 'while :; do echo \"{\\\"total\\\": 42}\" > /home/user/output/answer.json; sleep 0.01; done' marker987605";
    trial.shell(&format!("setsid nohup {daemon} > /dev/null 2>&1 & disown; setsid xterm -title Late987605 -e {daemon} &")).await;
    eventually("both run", async || running("987605") >= 2).await;
    let evidence = trial.evidence().await;
    assert_eq!(running("987605"), 0, "nothing of the agent's runs when the files are read");
    assert!(evidence.0["state"]["output"]["answer.json"].is_number(), "{evidence:?}");
    trial.world.close().await.unwrap();
    assert_eq!(fs::read_dir(bench.folder.path()).unwrap().count(), 0, "nothing is left");

    let mut dropped = bench.trial().await;
    dropped.shell("setsid xterm -title Dropped987606 &").await;
    eventually("it runs", async || running("987606") > 0).await;
    drop(dropped);
    assert_eq!(running("987606"), 0);
}

#[tokio::test]
async fn the_display_and_the_buses_lead_nowhere() {
    let bench = bench(&format!("open = [{{ command = \"exec {TYPIST}\", window = \"Typist\" }}]"));
    let mut trial = bench.trial().await;
    let attacker = include_str!("../../../agon-desktop/tests/it/x_filter/attack.py").to_owned();
    trial.act(Request::WriteFile { path: "attack.py".into(), content: attacker }).await;
    trial.shell("python3 attack.py &").await;
    for (name, said) in [
        ("hold_the_server", "tried"),
        ("kill_clients", "tried"),
        ("destroy_windows", "tried"),
        ("press_keys", "tried"),
        ("change_the_keyboard", "tried"),
        ("resize_the_screen", "tried"),
        ("end_the_manager", "tried"),
        ("replace_the_manager", "tried"),
        ("look_around", "[] [] ['X0']"),
    ] {
        trial.shell(&format!("printf {name} > attack.new; mv attack.new attack")).await;
        until_shell(&mut trial, &format!("grep ^{name}: tried"), &format!("{name}: {said}\n")).await;
        trial.act(request(&Action::Type { text: format!("after {name}\n") })).await;
        until_shell(&mut trial, "tail -n 1 output/typed.txt", &format!("after {name}\n")).await;
    }
    let shown = look(&mut trial).await;
    assert_eq!((shown.width, shown.height), SIZE);
    for command in [
        "ls /run/user /run/dbus /run/session/x11",
        "DBUS_SYSTEM_BUS_ADDRESS=unix:path=/run/dbus/system_bus_socket dbus-send --system --dest=org.freedesktop.DBus / org.freedesktop.DBus.ListNames",
        "echo > /dev/tcp/127.0.0.1/6000",
        "rm -rf /tmp/.X11-unix/X0",
        "rm -rf /run/commands/*; echo > /run/commands/x",
        "unshare -Ur true",
        "touch /run/session/bus.xml",
    ] {
        let output = trial.shell(command).await;
        assert_ne!(output.exit_code, Some(0), "{command}: {output:?}");
    }
    let seen = trial.shell("cat /proc/self/mountinfo /proc/1/environ /proc/self/environ | tr '\\0' '\\n'").await;
    assert!(
        !seen.stdout.contains(&bench.folder.path().display().to_string()) && !seen.stdout.contains("CARGO"),
        "{}",
        seen.stdout
    );
}

#[test]
fn what_a_task_says_of_its_screen_is_read_with_care() {
    let problem = |text: &str| Bench::problem(&format!("{TASK}\n{text}"));
    for (text, part) in [
        ("[screen]\nsize = [100, 100]", "is no size between 640x480 and 3840x2160"),
        ("[screen]\nopen = [{ command = \"xterm\", window = \"\" }]", "as `window` a part of its window's title"),
        ("[screen]\nopen = [{ command = \"xterm\" }]", "missing field `window`"),
        ("[screen]\ncolour = 3", "colour"),
    ] {
        let said = problem(text);
        assert!(said.contains(part), "{text}: {said}");
    }
    let without = TASK.replace("steps = 20", "steps = 20\nsurfaces = [\"screen\", \"shell\"]");
    assert!(Bench::problem(&without).contains("this workspace has no surface screen; it has shell, files, calls, answer"));
    let hidden = format!("{}\n[screen]\n", TASK.replace("steps = 20", "steps = 20\nsurfaces = [\"shell\"]"));
    assert!(Bench::problem(&hidden).contains("a task with a [screen] offers the surface screen"));
}

#[test]
fn a_screens_programs_are_needed_by_the_tasks_that_have_one() {
    let names = |bench: &Bench| bench.suite.needs().into_iter().map(|need| need.name).collect::<Vec<_>>();
    assert!(!names(&Bench::new()).contains(&"Xvfb".to_owned()));
    let needs = bench("").suite.needs();
    let need = needs.iter().find(|need| need.name == "openbox").unwrap();
    assert_eq!(need.remedy, "run scripts/install-exam, or install the Debian package openbox");
    assert_eq!(need.tasks.len(), 1, "it concerns this task alone: {need:?}");
}

#[tokio::test]
async fn a_program_that_does_not_show_is_a_fault_that_names_it() {
    let bench = bench("open = [{ command = \"echo no such file >&2; exit 3\", window = \"Sheet\" }]");
    let id = agon_core::InstanceId { task: agon_core::TaskId::new("mine/work/total"), seed: 0 };
    let fault = bench.open_fault(&id).await;
    assert!(fault.contains("ended with status 3 before it showed a window") && fault.contains("no such file"), "{fault}");
}
