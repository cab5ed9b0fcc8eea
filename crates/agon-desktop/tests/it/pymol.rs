//! PyMOL on a desk.

use crate::program::{self, Seat};
use crate::{click, keys, text};
use agon_desktop::RUN;
use agon_desktop::programs::Program;
use agon_desktop::programs::pymol::PyMol;
use serde_json::json;
use std::path::Path;
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
    assert!(state["measurements"][0]["shown"].as_array().unwrap().contains(&json!("dashes")));
    let distance = &state["measurements"][0]["distances"][0];
    assert_eq!(distance["atoms"], json!(["peptide//1/ALA/CA", "peptide//5/PHE/CA"]));
    assert!((distance["value"].as_f64().unwrap() - 14.408).abs() < 0.01, "{distance}");
}

/// Each tries to reach the channel, or to replace what the state is read with. `out` is made where code of the agent's ran.
#[tokio::test]
async fn code_typed_into_it_does_not_run() {
    let seat = start().await;
    let honest = seat.state().await;
    let folder = Path::new(RUN).join("state");
    let made = r#"printf 'open("/home/user/out", "w")' > made.py; cp made.py made.txt
        printf 'color red, resi 1\npython\nopen("/home/user/out", "w")\npython end\n' > made.pml
        printf 'python\n# coding: nonsense\nopen("/home/user/out", "w")\npython end\n' > coding.pml
        printf "cbuiltins\nexec\n(S'open(\"/home/user/out\", \"w\")'\ntR." > made.pse"#;
    assert_eq!(seat.desk.shell(made, Duration::from_secs(20)).await.unwrap().exit, Some(0));
    let attacks = [
        "system touch /home/user/out".to_owned(),
        "/import os; os.system('touch /home/user/out')".to_owned(),
        "/import _thread; _thread.get_ident = lambda: 0".to_owned(),
        "/cmd.get_setting_int = lambda name: 0".to_owned(),
        "import json; json.dumps = lambda state: '{}'".to_owned(),
        "/import gc; cmd.set_title('peptide', 1, str(len(gc.get_objects())))".to_owned(),
        format!("/import shutil; shutil.rmtree('{}')", folder.display()),
        format!("/import socket; socket.socket(socket.AF_UNIX).connect('{}/pymol')", folder.display()),
        "iterate all, open('/home/user/out', 'w')".to_owned(),
        "label all, ().__class__.__base__.__subclasses__()".to_owned(),
        "alter all, cmd.extend('get', print)".to_owned(),
        "print(f\"{cmd.__dict__.update(get_view=0)}\")".to_owned(),
        "stored.it = cmd".to_owned(),
        "cmd.do('/cmd.get_names = print')".to_owned(),
        "run /home/user/made.py".to_owned(),
        "run /home/user/made.txt".to_owned(),
        "run /usr/../home/user/made.txt".to_owned(),
        "spawn /home/user/made.txt".to_owned(),
        "cd /usr".to_owned(),
        "open('/home/user/out', 'w')".to_owned(),
        "load /home/user/made.pse".to_owned(),
        "@/home/user/made.pml".to_owned(),
        // Python takes no notice of the first line of a text, and of the first line of bytes it does.
        "/# coding: nonsense\\".to_owned(),
        "open('/home/user/out', 'w')".to_owned(),
        "@/home/user/coding.pml".to_owned(),
    ];
    for attack in &attacks {
        command(&seat, attack).await;
    }
    command(&seat, "color cyan, resi 1").await;
    let state = seat.until("the last colour", |state| state["objects"][0]["residues"][0]["colours"]["cyan"] == 10).await;
    assert_eq!(state["objects"][0]["residues"][1], honest["objects"][0]["residues"][1]);
    assert_eq!((&state["view"], &state["background"]), (&honest["view"], &honest["background"]));
    assert!(!seat.desk.home().join("out").exists());
}

#[tokio::test]
async fn commands_and_simple_expressions_work() {
    let seat = start().await;
    let lines = [
        "stored.names = []",
        "iterate name CA, stored.names.append(resn + resi)",
        "label resi 1 and name CA, stored.names[4]",
        "label resi 2 and name CA, \"%.1f\" % cmd.get_distance('resi 1 and name CA', 'resi 5 and name CA')",
        "alter resi 3, name = name.lower() if elem == 'C' else name",
        "cmd.color('blue', 'resi 4')",
        "set_color own, [0.2, 0.4, 0.6]",
        "color own, resi 5",
        "wizard measurement",
        "save /home/user/all.pse",
        "delete all",
        "load /home/user/all.pse",
        "bg_color white",
    ];
    for line in lines {
        command(&seat, line).await;
    }
    let state = seat.until("the white background", |state| state["background"] == "white").await;
    let residues = &state["objects"][0]["residues"];
    assert_eq!(residues[0]["labels"], json!([["CA", "PHE5"]]));
    assert_eq!(residues[1]["labels"], json!([["CA", "14.4"]]));
    assert_eq!(residues[3]["colours"], json!({"blue": 15}));
    assert_eq!(residues[4]["colours"], json!({"0x336699": 20}));
}

#[tokio::test]
async fn the_shell_does_not_reach_the_channel_and_a_closed_program_is_said() {
    let seat = start().await;
    let socket = seat.desk.run().join("state").join("pymol");
    assert!(socket.exists());
    let script = format!("test -e {RUN}/state/pymol && echo there; find / -name pymol -type s 2>/dev/null");
    let outcome = seat.desk.shell(&script, Duration::from_secs(20)).await.unwrap();
    assert_eq!(outcome.stdout_text(), "");
    command(&seat, "quit").await;
    let state = seat.until("the end of PyMOL", |state| state["running"] == false).await;
    assert_eq!(state, json!({"running": false}));
}

#[test]
fn a_wrong_setup_is_refused() {
    let problem = PyMol.launch(&"comands = []".parse().unwrap()).unwrap_err();
    assert!(problem.to_string().contains("comands"), "{problem}");
}
