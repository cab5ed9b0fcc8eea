//! What an agent leaves behind to be read: files that are none, processes that go on, and broken desks.

use crate::desk::ours;
use crate::world::{Seat, Window, opening};
use crate::{click, eventually, keys, launch, text};
use agon_core::{Action, BoxFuture, Fault, Input, Key, Need, Request};
use agon_desktop::programs::kalgebra::KAlgebra;
use agon_desktop::world::DeskOpening;
use agon_desktop::{Desk, Launch, Program};
use agon_taskfile::{Opening, Probe, Problem};
use serde_json::{Value, json};
use std::time::Duration;

/// A terminal, as a program that runs commands for its user.
struct Terminal;

impl Program for Terminal {
    fn name(&self) -> &'static str {
        "terminal"
    }

    fn title(&self) -> &'static str {
        "Terminal"
    }

    fn needs(&self) -> Vec<Need> {
        Vec::new()
    }

    fn launch(&self, _: &toml::Table) -> Result<Launch, Problem> {
        Ok(launch(&["xterm", "-title", "Terminal", "-geometry", "100x30", "-e", "bash", "--norc"], "Terminal"))
    }

    fn prepare<'a>(&'a self, _: &'a Desk, _: &'a toml::Table) -> BoxFuture<'a, Result<(), Fault>> {
        Box::pin(async { Ok(()) })
    }

    /// Which of the desk's processes run while it is asked, by their names.
    fn state<'a>(&'a self, _: &'a Desk) -> BoxFuture<'a, Result<Value, Fault>> {
        Box::pin(async { Ok(json!({"running": true, "before": names()})) })
    }

    fn examine<'a>(&'a self, _: &'a Desk, _: &'a toml::Table) -> BoxFuture<'a, Result<Value, Fault>> {
        Box::pin(async { Ok(json!({"after": names()})) })
    }
}

fn names() -> Vec<String> {
    ours().into_iter().map(|process| process.name).collect()
}

fn has(names: &Value, name: &str) -> bool {
    names.as_array().unwrap().iter().any(|own| own == name)
}

fn terminal(keep: &[&str]) -> DeskOpening {
    let keep = keep.iter().map(|name| (*name).to_owned()).collect();
    DeskOpening { trial: Opening { keep, ..Opening::default() }, ..opening(&Terminal, "") }
}

/// Types a line into the terminal, and waits until it has been taken.
async fn enter(seat: &mut Seat, line: &str) {
    seat.act(click(960.0, 540.0)).await;
    seat.act(text(&format!("{line}\n"))).await;
}

/// Waits until a file is there.
async fn until_made(seat: &mut Seat, file: &str) {
    let command = format!("test -e {file} && echo made");
    let mut made = String::new();
    while made != "made\n" {
        let step = seat.act(Action::Shell { command: command.clone(), timeout_secs: None }).await;
        made = step.output.unwrap_or_default().stdout;
    }
}

#[tokio::test]
async fn a_background_process_that_swaps_files_ends_before_anything_is_read() {
    let mut seat = Seat::new(terminal(&["proof.v", "sub/proof.v"])).await;
    // It does not care for signals, has left its session, and carries no mark of ours.
    let swap = "trap '' TERM HUP INT; while :; do ln -sf /etc/shadow proof.v; mkdir -p sub; echo own > sub/proof.v; rm -r sub; \
                ln -s /etc sub; rm sub; rm proof.v; echo own > proof.v; : > begun; done";
    enter(&mut seat, &format!("env -i setsid /usr/bin/bash -c '{swap}' & sleep 98763 &", swap = swap.replace('\'', "'\\''")))
        .await;
    until_made(&mut seat, "begun").await;
    let evidence = seat.evidence().await;
    assert!(has(&evidence["state"]["before"], "xterm") && !has(&evidence["state"]["before"], "sleep"), "{evidence:#}");
    assert!(!has(&evidence["state"]["after"], "xterm") && !has(&evidence["state"]["after"], "Xvfb"), "{evidence:#}");
    for path in ["proof.v", "sub/proof.v"] {
        let file = &evidence["files"][path];
        assert!(file.is_null() || ["own\n", ""].contains(&file["text"].as_str().unwrap()), "{file}");
    }
}

#[tokio::test]
async fn links_pipes_and_devices_are_evidence_and_nobody_waits_for_them() {
    let probe = Probe {
        name: "look".into(),
        argv: ["bash", "-c", "mkfifo made; ls"].map(str::to_owned).to_vec(),
        stdin: String::new(),
        timeout_secs: 30.0,
        keep: vec!["made".into(), "shadow".into()],
        sees_reference: false,
    };
    let keep = ["pipe", "shadow", "neighbour", "folder/x"];
    let mut seat =
        Seat::new(DeskOpening { trial: Opening { probes: vec![probe], ..terminal(&keep).trial }, ..terminal(&keep) }).await;
    let made = "mkfifo pipe; ln -s /etc/shadow shadow; ln -s ../../*/files/home/proof.v neighbour; ln -s /etc folder; ls";
    let listed = seat.act(Action::Shell { command: made.into(), timeout_secs: None }).await.output.unwrap().message();
    assert_eq!(listed, "folder\nneighbour\npipe\nshadow");
    let evidence = seat.evidence().await;
    assert_eq!(evidence["files"], json!({"pipe": null, "shadow": null, "neighbour": null, "folder/x": null}));
    for name in keep {
        let said = evidence["not_read"][name].as_str().unwrap();
        assert!(said.starts_with("not a regular file: "), "{name}: {said}");
    }
    assert_eq!(evidence["probes"]["look"]["not_read"].as_object().unwrap().len(), 2, "{evidence:#}");
}

#[tokio::test]
async fn a_second_window_manager_takes_no_one_s_place() {
    let mut seat = Seat::new(terminal(&[])).await;
    enter(&mut seat, "timeout 5 openbox --replace --sm-disable; rm -rf .cache .config; : > tried").await;
    until_made(&mut seat, "tried").await;
    let evidence = seat.evidence().await;
    assert!(has(&evidence["state"]["before"], "openbox"), "{evidence:#}");
}

#[tokio::test]
async fn an_x_server_cannot_be_held() {
    let mut seat = Seat::new(terminal(&[])).await;
    let hold = "import ctypes, time\nx = ctypes.CDLL('libX11.so.6')\nx.XOpenDisplay.restype = ctypes.c_void_p\n\
        display = ctypes.c_void_p(x.XOpenDisplay(None))\nx.XGrabServer(display)\nx.XSync(display, 0)\nopen('held', 'w')\ntime.sleep(600)\n";
    let command = format!("cat > hold.py <<'END'\n{hold}END");
    seat.act(Action::Shell { command, timeout_secs: None }).await;
    enter(&mut seat, "/usr/bin/python3 hold.py &").await;
    until_made(&mut seat, "held").await;
    enter(&mut seat, ": > typed").await;
    until_made(&mut seat, "typed").await;
    seat.evidence().await;
}

#[tokio::test]
async fn a_part_that_is_killed_from_outside_is_an_outage() {
    for victim in ["openbox", "xev"] {
        let mut seat = Seat::new(opening(&Window, "")).await;
        let before = ours();
        seat.act(click(960.0, 540.0)).await;
        before.iter().find(|process| process.name == victim).unwrap().kill();
        eventually("it has gone", || ours().iter().all(|process| process.name != victim)).await;
        let mut fault = seat.step(&keys(&["a"])).await.err();
        while fault.is_none() {
            fault = seat.step(&Action::Wait { secs: 0.05 }).await.err();
        }
        assert!(!fault.as_ref().unwrap().provoked, "{victim}: {fault:?}");
    }
}

#[tokio::test]
async fn a_program_that_breaks_down_is_scored_as_one_that_was_closed() {
    let mut seat = Seat::new(opening(&Window, "")).await;
    seat.act(click(960.0, 540.0)).await;
    let program = ours().into_iter().find(|process| process.name == "xev").unwrap();
    let id = rustix::process::Pid::from_raw(program.id).unwrap();
    rustix::process::kill_process(id, rustix::process::Signal::SEGV).unwrap();
    eventually("it has gone", || ours().iter().all(|process| process.name != "xev")).await;
    seat.act(keys(&["a"])).await;
    assert_eq!(seat.evidence().await["state"], json!({"examined": true}));
}

#[tokio::test]
async fn a_formula_that_crashes_kalgebra_is_scored() {
    let mut seat = Seat::new(opening(&KAlgebra, "tab = \"2D Graph\"")).await;
    seat.act(text("y=1/0\n")).await;
    eventually("KAlgebra has gone", || ours().iter().all(|process| process.name != "kalgebra")).await;
    seat.act(keys(&["a"])).await;
    assert_eq!(seat.evidence().await["state"], Value::Null);
}

#[tokio::test]
async fn inner_limits_end_before_the_seat_s() {
    let probe = |secs: f64| Probe {
        name: "slow".into(),
        argv: vec!["true".into()],
        stdin: String::new(),
        timeout_secs: secs,
        keep: vec![],
        sees_reference: false,
    };
    let mut seat =
        Seat::new(DeskOpening { trial: Opening { probes: vec![probe(90.0)], ..Opening::default() }, ..opening(&Window, "") })
            .await;
    let limit = Duration::from_secs(110);
    assert_eq!(seat.world.allowance(&Request::Shell { command: "sleep 75".into(), limit }), limit);
    assert_eq!(seat.world.allowance(&Request::Wait(Duration::from_secs(30))), Duration::from_secs(30));
    assert_eq!(seat.world.allowance(&Request::Input(Input::KeyUp { key: Key::Enter })), Duration::ZERO);
    assert!(seat.world.door().allowance() > Duration::from_secs(60 + 90));
}
