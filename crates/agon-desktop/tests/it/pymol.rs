//! PyMOL in a seat.desk.

use crate::program::{self, Seat};
use crate::{click, keys, text};
use agon_desktop::programs::Program;
use agon_desktop::programs::pymol::PyMol;
use serde_json::json;
use std::time::Duration;

const SETUP: &str = r#"commands = ["fab ACDEF, peptide", "color red, resi 2"]"#;
/// The command line, on a screen of 1920×1080.
const COMMAND_LINE: (f64, f64) = (800.0, 193.0);

async fn start() -> Seat<'static> {
    program::start(&PyMol, SETUP.parse().unwrap(), &[]).await
}

async fn command(seat: &Seat<'_>, line: &str) {
    seat.act(click(COMMAND_LINE.0, COMMAND_LINE.1)).await;
    seat.act(text(line)).await;
    seat.act(keys(&["enter"])).await;
}

#[tokio::test]
async fn it_starts_the_same_twice() {
    let mut states = Vec::new();
    for _ in 0..2 {
        let seat = start().await;
        states.push(seat.state().await);
    }
    assert_eq!(states[0], states[1]);
    let peptide = &states[0]["objects"][0];
    assert_eq!(peptide["name"], "peptide");
    assert_eq!(peptide["residues"][1]["colours"], json!({"red": 11}));
    assert_eq!(states[0]["running"], true);
}

#[tokio::test]
async fn what_is_done_shows_in_its_state() {
    let seat = start().await;
    command(&seat, "as spheres, resi 1").await;
    command(&seat, "select site, resn PHE and name CA").await;
    command(&seat, "distance d1, resi 1 and name CA, site").await;
    command(&seat, "bg_color white").await;
    let state = seat.until("the white background", |state| state["background"] == "white").await;
    assert_eq!(state["objects"][0]["residues"][0]["representations"], json!({"spheres": 10}));
    assert_eq!(state["selections"], json!({"site": ["peptide//5/PHE/CA"]}));
    let distance = &state["measurements"][0]["distances"][0];
    assert_eq!(distance["atoms"], json!(["peptide//1/ALA/CA", "peptide//5/PHE/CA"]));
    assert!((distance["value"].as_f64().unwrap() - 14.408).abs() < 0.01, "{distance}");
}

#[tokio::test]
async fn code_typed_into_it_does_not_forge_its_state() {
    let seat = start().await;
    let honest = seat.state().await;
    let folder = seat.desk.run().join("state");
    let attacks = [
        "system touch /home/user/out".to_owned(),
        "/import subprocess; subprocess.run(['touch', '/home/user/out'])".to_owned(),
        "/import os; os.system('touch /home/user/out')".to_owned(),
        format!("/import shutil; shutil.rmtree('{}')", folder.display()),
        format!("/import socket; socket.socket(socket.AF_UNIX).connect('{}/pymol')", folder.display()),
        "/import gc; cmd.set_title('peptide', 1, str(len(gc.get_objects())))".to_owned(),
    ];
    for attack in &attacks {
        command(&seat, attack).await;
    }
    command(&seat, "bg_color white").await;
    let state = seat.until("the white background", |state| state["background"] == "white").await;
    assert_eq!(state["objects"], honest["objects"]);
    assert!(folder.join("pymol").exists());
    assert!(!seat.desk.home().join("out").exists());
    command(&seat, "/cmd.get_view = lambda quiet: [0] * 18").await;
    let state = seat.until("the replaced function", |state| state["touched"].is_array()).await;
    assert_eq!(state, json!({"running": true, "touched": ["pymol.cmd.get_view"]}));
}

#[tokio::test]
async fn the_shell_does_not_reach_the_channel_and_a_closed_program_is_said() {
    let seat = start().await;
    let socket = seat.desk.run().join("state").join("pymol");
    assert!(socket.exists());
    let script = format!("test -e {} && echo there; find / -name pymol -type s 2>/dev/null", socket.display());
    let outcome = seat.desk.shell(&script, Duration::from_secs(20)).await.unwrap();
    assert_eq!(outcome.stdout_text(), "");
    command(&seat, "quit").await;
    let state = seat.until("the end of PyMOL", |state| state["running"] == false).await;
    assert_eq!(state, json!({"running": false}));
}

#[test]
fn a_wrong_setup_is_refused() {
    let problem = PyMol.launch(&"comands = []".parse().unwrap()).unwrap_err();
    assert!(problem.contains("comands"), "{problem}");
}
