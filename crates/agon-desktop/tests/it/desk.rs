//! Starting, using and ending desks.

use crate::{Bench, act, at, eventually, keys, launch, text};
use agon_core::{Action, Button};
use agon_desktop::desk::Part;
use agon_desktop::{Desk, DeskOptions, Launch};
use agon_reap::Keeper;
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

#[tokio::test]
async fn any_character_can_be_typed() {
    let bench = Bench::new();
    let desk = bench.typist().await;
    let line = "Grüße µΩ 日本 {\"x\": ~1} 🦀 naïve — ∀ε>0";
    // More characters than the keyboard has spare keys, in one step.
    let many: String = ('ぁ'..='ゖ').chain('Α'..='Ρ').chain('а'..='я').chain('一'..='丿').collect();
    for typed in [line, &many, line] {
        act(&desk, text(&format!("{typed}\n"))).await;
        let file = desk.home().join("typed");
        let last = || fs::read_to_string(&file).unwrap_or_default().lines().last().unwrap_or_default().to_owned();
        eventually("the line arrives", || last() == typed).await;
    }
}

#[tokio::test]
async fn pointer_and_keys_reach_the_window() {
    let bench = Bench::new();
    let desk = bench.listener().await;
    let window = desk.display().windows().unwrap().remove(0);
    assert!(window.is_active, "a new window has the keyboard");
    let place = |x: f64, y: f64| (window.bounds.x + x, window.bounds.y + y);
    let (x, y) = place(50.0, 60.0);
    let holding = vec!["ctrl".to_owned()];
    act(&desk, Action::Click { at: at(x, y), button: Button::Right, count: 2, holding }).await;
    act(&desk, Action::Scroll { at: at(x, y), dx: -1.0, dy: 1.0 }).await;
    let ((x, y), (to_x, to_y)) = (place(200.0, 100.0), place(280.0, 180.0));
    act(&desk, Action::Drag { path: vec![at(x, y), at(to_x, to_y)], button: Button::Left, holding: vec![] }).await;
    act(&desk, keys(&["ctrl", "+"])).await;
    act(&desk, Action::KeyDown { key: "alt".into() }).await;
    act(&desk, keys(&["alt", "f5"])).await;
    act(&desk, Action::KeyUp { key: "alt".into() }).await;
    act(&desk, keys(&["escape"])).await;
    let seen = || events(&desk.log());
    eventually("the last key arrives", || seen().last().is_some_and(|event| event == "KeyRelease Escape")).await;
    let seen = seen();
    let position = |wanted: &str| seen.iter().position(|event| event == wanted);
    for event in [
        "ButtonPress 50,60 state 0x4 button 3",
        "ButtonPress 50,60 state 0x0 button 6",
        "ButtonPress 50,60 state 0x0 button 5",
        "ButtonPress 200,100 state 0x0 button 1",
        "MotionNotify 240,140",
        "ButtonRelease 280,180 state 0x100 button 1",
        "KeyPress plus",
        "KeyPress F5",
    ] {
        assert!(position(event).is_some(), "{event:?} is not among {seen:#?}");
    }
    assert_eq!(seen.iter().filter(|event| event.starts_with("ButtonPress") && event.ends_with("button 3")).count(), 2);
    assert!(position("KeyRelease Alt_L") > position("KeyRelease F5"), "a key that was held before stays held: {seen:#?}");
}

/// What `xev` printed, a line an event.
fn events(log: &str) -> Vec<String> {
    let after = |text: &str, word: &str| text.split_once(word).map(|(_, rest)| rest.to_owned());
    let until = |text: String, end: char| text.split_once(end).map_or(text.clone(), |(start, _)| start.to_owned());
    let mut events = Vec::new();
    for block in log.split("\n\n") {
        let kind = until(block.trim_start().to_owned(), ' ');
        let place = || after(block, ", (").map(|text| until(text, ')'));
        let state = || after(block, "state ").map(|text| until(text, ','));
        match kind.as_str() {
            "MotionNotify" => events.extend(place().map(|place| format!("{kind} {place}"))),
            "ButtonPress" | "ButtonRelease" => {
                let button = after(block, "button ").map(|text| until(text, ','));
                events.extend((|| Some(format!("{kind} {} state {} button {}", place()?, state()?, button?)))());
            }
            "KeyPress" | "KeyRelease" => {
                let name = after(block, "keysym ").and_then(|text| after(&text, ", ")).map(|text| until(text, ')'));
                events.extend(name.map(|name| format!("{kind} {name}")));
            }
            _ => {}
        }
    }
    events
}

#[tokio::test]
async fn what_is_held_can_be_let_go() {
    let bench = Bench::new();
    let desk = bench.listener().await;
    let window = desk.display().windows().unwrap().remove(0).bounds;
    act(&desk, Action::KeyDown { key: "shift".into() }).await;
    act(&desk, Action::Press { at: at(window.x + 10.0, window.y + 10.0), button: Button::Left }).await;
    desk.screen().let_go().await.unwrap();
    let wanted = ["ButtonPress 10,10 state 0x1 button 1", "ButtonRelease 10,10 state 0x101 button 1", "KeyRelease Shift_L"];
    let seen = || events(&desk.log()).into_iter().filter(|event| wanted.contains(&event.as_str())).collect::<Vec<_>>();
    eventually("both are released", || seen() == wanted).await;
}

#[tokio::test]
async fn two_clicks_of_two_steps_are_no_double_click() {
    let bench = Bench::new();
    let desk = bench.listener().await;
    let window = desk.display().windows().unwrap().remove(0).bounds;
    let times = |log: &str| {
        let presses = log.split("\n\n").filter(|block| block.trim_start().starts_with("ButtonPress"));
        let time = |block: &str| block.split_once("time ")?.1.split_once(',')?.0.parse::<i64>().ok();
        presses.filter_map(time).collect::<Vec<_>>()
    };
    for count in [1, 1, 2] {
        let at = at(window.x + 10.0, window.y + 10.0);
        act(&desk, Action::Click { at, button: Button::Left, count, holding: vec![] }).await;
    }
    eventually("all four arrive", || times(&desk.log()).len() == 4).await;
    let times = times(&desk.log());
    let gaps: Vec<i64> = times.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert!(gaps[0] >= 450 && gaps[1] >= 450 && gaps[2] < 400, "{gaps:?}");
}

#[tokio::test]
async fn desks_live_side_by_side_and_leave_nothing() {
    let bench = Bench::new();
    let (first, second, third) = tokio::join!(bench.typist(), bench.typist(), bench.listener());
    act(&first, text("one\n")).await;
    act(&second, text("two\n")).await;
    for (desk, line) in [(&first, "one\n"), (&second, "two\n")] {
        let file = desk.home().join("typed");
        eventually("each has its own line", || fs::read_to_string(&file).is_ok_and(|seen| seen == line)).await;
    }
    assert!(!ours().is_empty());
    drop((first, second));
    assert!(third.is_alive(), "{:?}", third.ended());
    drop(third);
    assert_eq!(ours(), []);
    let left: Vec<_> = fs::read_dir(bench.folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left, ["state"]);
}

#[tokio::test]
async fn programs_stand_side_by_side_and_a_shortcut_goes_from_one_to_the_other() {
    let bench = Bench::new();
    let typist =
        |name: &str| launch(&["xterm", "-title", name, "-geometry", "300x80", "-e", "sh", "-c", &format!("cat > {name}")], name);
    let beside = vec![typist("second"), typist("third")];
    let options = DeskOptions { beside, ..DeskOptions::new(typist("first")) };
    let mut desk = Desk::set_up(options, &bench.keeper).await.unwrap();
    for place in [2, 1, 0] {
        desk.open(place).await.unwrap();
    }
    desk.arrange().await.unwrap();
    let windows = desk.display().windows().unwrap();
    for (name, left) in [("first", 0.0), ("second", 640.0), ("third", 1280.0)] {
        let window = windows.iter().find(|window| window.title == name).unwrap();
        assert!(window.bounds.x >= left && window.bounds.x + window.bounds.width <= left + 640.0, "{window:?}");
        assert_eq!(window.is_active, name == "first", "{window:?}");
    }
    for (name, steps) in [("first", 0), ("second", 1), ("first", 1), ("third", 2)] {
        if steps > 0 {
            act(&desk, Action::KeyDown { key: "alt".into() }).await;
            for _ in 0..steps {
                act(&desk, keys(&["tab"])).await;
            }
            act(&desk, Action::KeyUp { key: "alt".into() }).await;
        }
        let file = desk.home().join(name);
        let before = fs::read_to_string(&file).unwrap();
        act(&desk, text("typed\n")).await;
        eventually(&format!("it arrives at the {name}"), || fs::read_to_string(&file).unwrap() == format!("{before}typed\n"))
            .await;
    }
    act(&desk, keys(&["alt", "tab"])).await;
    act(&desk, keys(&["ctrl", "d"])).await;
    eventually("the first is closed", || desk.ended().iter().any(|end| (end.part, end.exit) == (Part::Program(0), 0))).await;
}

#[tokio::test]
async fn a_part_that_is_killed_is_noticed_and_named() {
    let parts = [
        ("Xvfb", "Xvfb", Part::Display),
        ("dbus-daemon", "bus.xml", Part::Bus),
        ("openbox", "", Part::WindowManager),
        ("at-spi-bus-laun", "", Part::Accessibility),
        ("at-spi2-registr", "", Part::Registry),
        ("dbus-daemon", "accessibility.conf", Part::Accessibility),
        ("xev", "", Part::Program(0)),
        ("bwrap", "--args", Part::Sandbox),
    ];
    for (name, argument, part) in parts {
        let bench = Bench::new();
        let desk = bench.listener().await;
        let found = ours().into_iter().find(|process| process.name == name && process.command.contains(argument));
        let found = found.unwrap_or_else(|| panic!("there is no {name} {argument} among {:?}", ours()));
        found.kill();
        eventually(&format!("{part:?} is missed"), || desk.ended().iter().any(|end| end.part == part)).await;
        let error = desk.check().unwrap_err().to_string();
        assert!(part == Part::Accessibility || error == format!("{part} has gone"), "{error}");
        drop(desk);
        assert_eq!(ours(), []);
    }
}

/// Where the runner that is to be killed keeps its desk.
const VICTIM: &str = "AGON_TEST_VICTIM";

#[tokio::test]
#[ignore = "is started by the test below, and killed"]
async fn a_victim() {
    let Some(folder) = std::env::var_os(VICTIM).map(PathBuf::from) else { return };
    let keeper = Keeper::open(&folder.join("state"), &folder).unwrap();
    let _desk = Desk::start(DeskOptions::new(launch(&["xev"], "Event Tester")), &keeper).await.unwrap();
    fs::write(folder.join("ready"), "").unwrap();
    std::future::pending().await
}

#[tokio::test]
async fn kill_9_of_the_runner_ends_its_desk() {
    let folder = tempfile::tempdir().unwrap();
    let mut victim = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--ignored", "--exact", "desk::a_victim"])
        .env(VICTIM, folder.path())
        .spawn()
        .unwrap();
    eventually("the desk is there", || folder.path().join("ready").exists()).await;
    assert!(!marked(victim.id()).is_empty());
    victim.kill().unwrap();
    victim.wait().unwrap();
    eventually("its processes end by themselves", || marked(victim.id()).is_empty()).await;
    agon_reap::reap(&folder.path().join("state")).unwrap();
    let mut left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    left.sort();
    assert_eq!(left, ["ready", "state"]);
}

#[tokio::test]
async fn what_cannot_be_started_says_why() {
    let bench = Bench::new();
    let start = async |launch: Launch| match Desk::start(DeskOptions::new(launch), &bench.keeper).await {
        Ok(_) => panic!("it started"),
        Err(error) => error.to_string(),
    };
    let missing = start(launch(&["no-such-program"], "")).await;
    assert!(missing.contains("the program could not be started") && missing.contains("no-such-program"), "{missing}");
    let outside = Launch { files: vec![("../x".into(), vec![])], ..launch(&["xev"], "") };
    assert!(start(outside).await.contains("is not below its folder"));
    assert!(start(Launch::default()).await.contains("no command was given"));
    assert_eq!(ours(), []);
}

#[tokio::test]
async fn files_lie_in_home_and_variables_are_set_before_the_program_starts() {
    let bench = Bench::new();
    let files = vec![("a/b/c.txt".into(), b"laid down".to_vec())];
    let environment = vec![("GREETING".to_owned(), "it's here".to_owned())];
    let script =
        "cat a/b/c.txt > seen; date -r a/b/c.txt +' %F %R' >> seen; echo \" $GREETING $HOME\" >> seen; rm a/b/c.txt; exec xev";
    let desk = bench.desk(Launch { files, environment, ..launch(&["sh", "-c", script], "Event Tester") }).await;
    assert_eq!(desk.read_file("seen").await.unwrap().unwrap(), b"laid down 2026-01-01 09:00\n it's here /home/user\n");
    assert_eq!(desk.read_file("a/b/c.txt").await.unwrap(), None);
    let listed = desk.examine(&["ls", "-A", "/home/user"], b"").await.unwrap();
    assert_eq!(listed.stdout_text(), "a\nseen\n", "nobody else writes to HOME");
    let counted = desk.examine(&["wc", "-c"], b"12345").await.unwrap();
    assert_eq!(counted.stdout_text(), "5\n");
    let outcome = desk.shell("echo made > made; echo out; echo err >&2; exit 3", Duration::from_secs(20)).await.unwrap();
    assert_eq!((outcome.exit, outcome.stdout_text().as_ref(), outcome.stderr_text().as_ref()), (Some(3), "out\n", "err\n"));
    assert_eq!(desk.read_file("/home/user/made").await.unwrap().unwrap(), b"made\n");
}

/// A process that this test has started.
#[derive(Debug, PartialEq)]
pub(crate) struct Process {
    pub(crate) id: i32,
    pub(crate) name: String,
    command: String,
}

impl Process {
    pub(crate) fn kill(&self) {
        let id = rustix::process::Pid::from_raw(self.id).unwrap();
        rustix::process::kill_process(id, rustix::process::Signal::KILL).unwrap();
    }
}

/// All processes that this one has started.
pub(crate) fn ours() -> Vec<Process> {
    marked(std::process::id())
}

/// All processes with a mark of a runner.
fn marked(runner: u32) -> Vec<Process> {
    let mark = format!("AGON_GROUP={runner}-");
    let ids = fs::read_dir("/proc").unwrap().filter_map(|entry| entry.unwrap().file_name().to_str()?.parse::<i32>().ok());
    let read =
        |id: i32, file: &str| fs::read(format!("/proc/{id}/{file}")).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    ids.filter(|id| read(*id, "environ").is_ok_and(|variables| variables.split('\0').any(|one| one.starts_with(&mark))))
        .filter_map(|id| {
            let (name, command) = (read(id, "comm").ok()?.trim().to_owned(), read(id, "cmdline").ok()?);
            Some(Process { id, name, command })
        })
        .collect()
}
