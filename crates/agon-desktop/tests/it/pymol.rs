//! PyMOL in a desk.

use crate::{Bench, act, click, keys, text};
use agon_desktop::Desk;
use agon_desktop::programs::Program;
use agon_desktop::programs::pymol::PyMol;
use serde_json::{Value, json};
use std::time::Duration;

const SETUP: &str = r#"commands = ["fab ACDEF, peptide", "color red, resi 2"]"#;
/// The command line, on a screen of 1920×1080.
const COMMAND_LINE: (f64, f64) = (800.0, 193.0);

async fn start(bench: &Bench) -> Desk {
    let setup = SETUP.parse().unwrap();
    let desk = bench.desk(PyMol.launch(&setup).unwrap()).await;
    PyMol.prepare(&desk, &setup).await.unwrap();
    desk
}

async fn command(desk: &Desk, line: &str) {
    act(desk, click(COMMAND_LINE.0, COMMAND_LINE.1)).await;
    act(desk, text(line)).await;
    act(desk, keys(&["enter"])).await;
}

/// The state as soon as it is as wanted; else as it is in the end.
async fn state_with(desk: &Desk, wanted: impl Fn(&Value) -> bool) -> Value {
    crate::state_with(&PyMol, desk, wanted).await
}

#[tokio::test]
async fn it_starts_the_same_twice() {
    let bench = Bench::new();
    let mut states = Vec::new();
    for _ in 0..2 {
        let desk = start(&bench).await;
        states.push(PyMol.state(&desk).await.unwrap());
    }
    assert_eq!(states[0], states[1]);
    let peptide = &states[0]["objects"][0];
    assert_eq!(peptide["name"], "peptide");
    assert_eq!(peptide["residues"][1]["colours"], json!({"red": 11}));
    assert_eq!(states[0]["running"], true);
}

#[tokio::test]
async fn what_is_done_shows_in_its_state() {
    let bench = Bench::new();
    let desk = start(&bench).await;
    command(&desk, "as spheres, resi 1").await;
    command(&desk, "select site, resn PHE and name CA").await;
    command(&desk, "distance d1, resi 1 and name CA, site").await;
    command(&desk, "bg_color white").await;
    let state = state_with(&desk, |state| state["background"] == "white").await;
    assert_eq!(state["background"], "white");
    assert_eq!(state["objects"][0]["residues"][0]["representations"], json!({"spheres": 10}));
    assert_eq!(state["selections"], json!({"site": ["peptide//5/PHE/CA"]}));
    let distance = &state["measurements"][0]["distances"][0];
    assert_eq!(distance["atoms"], json!(["peptide//1/ALA/CA", "peptide//5/PHE/CA"]));
    assert!((distance["value"].as_f64().unwrap() - 14.408).abs() < 0.01, "{distance}");
}

#[tokio::test]
async fn code_typed_into_it_does_not_forge_its_state() {
    let bench = Bench::new();
    let desk = start(&bench).await;
    let honest = PyMol.state(&desk).await.unwrap();
    let folder = desk.run().join("state");
    let attacks = [
        "system touch /home/user/out".to_owned(),
        "/import subprocess; subprocess.run(['touch', '/home/user/out'])".to_owned(),
        "/import os; os.system('touch /home/user/out')".to_owned(),
        format!("/import shutil; shutil.rmtree('{}')", folder.display()),
        format!("/import socket; socket.socket(socket.AF_UNIX).connect('{}/pymol')", folder.display()),
        "/import gc; cmd.set_title('peptide', 1, str(len(gc.get_objects())))".to_owned(),
    ];
    for attack in &attacks {
        command(&desk, attack).await;
    }
    command(&desk, "bg_color white").await;
    let state = state_with(&desk, |state| state["background"] == "white").await;
    assert_eq!(state["objects"], honest["objects"]);
    assert!(folder.join("pymol").exists());
    assert!(!desk.home().join("out").exists());
    command(&desk, "/cmd.get_view = lambda quiet: [0] * 18").await;
    let state = state_with(&desk, |state| state["touched"].is_array()).await;
    assert_eq!(state, json!({"running": true, "touched": ["pymol.cmd.get_view"]}));
}

#[tokio::test]
async fn the_shell_does_not_reach_the_channel_and_a_closed_program_is_said() {
    let bench = Bench::new();
    let desk = start(&bench).await;
    let socket = desk.run().join("state").join("pymol");
    assert!(socket.exists());
    let script = format!("test -e {} && echo there; find / -name pymol -type s 2>/dev/null", socket.display());
    let outcome = desk.shell(&script, Duration::from_secs(20)).await.unwrap();
    assert_eq!(outcome.stdout_text(), "");
    command(&desk, "quit").await;
    let state = state_with(&desk, |state| state["running"] == false).await;
    assert_eq!(state, json!({"running": false}));
}

#[test]
fn a_wrong_setup_is_refused() {
    let problem = PyMol.launch(&"comands = []".parse().unwrap()).unwrap_err();
    assert!(problem.contains("comands"), "{problem}");
}
