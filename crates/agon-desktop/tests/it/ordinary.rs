//! Ordinary programs on a desk: what an agent starts there is seen, and its state can be read while the agent works.

use crate::text;
use crate::world::{Seat, opening};
use agon_core::Observation;
use agon_desktop::programs::ordinary::TERMINAL;
use agon_taskfile::{Opening, Probe};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const LONGEST: Duration = Duration::from_secs(30);

/// A terminal, with a file that is kept and a probe that reads it.
async fn terminal() -> Seat {
    let argv = ["cat", "notes.txt"].map(str::to_owned).to_vec();
    let probe =
        Probe { name: "notes".into(), argv, stdin: String::new(), timeout_secs: 10.0, keep: Vec::new(), sees_reference: false };
    let trial = Opening { keep: vec!["notes.txt".into()], probes: vec![probe], ..Opening::default() };
    let mut desk = opening(&TERMINAL, "");
    desk.trial = trial;
    let mut seat = Seat::new(desk).await;
    until(&mut seat, |seen| shows(seen, "terminal", "")).await;
    seat
}

async fn checkpoint(seat: &mut Seat) -> Value {
    seat.world.door().checkpoint().await.unwrap().unwrap().0
}

/// Looks until something is there.
async fn until(seat: &mut Seat, holds: impl Fn(&Observation) -> bool) {
    let deadline = Instant::now() + LONGEST;
    loop {
        let seen = seat.world.observe().await.unwrap();
        if holds(&seen) {
            return;
        }
        assert!(Instant::now() < deadline, "it did not come: {:?}", seen.tree);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Whether the tree has a node of this role with this in its name or content.
fn shows(seen: &Observation, role: &str, part: &str) -> bool {
    let mut nodes = seen.tree.iter().flat_map(|tree| &tree.nodes);
    nodes.any(|node| node.role == role && (node.name.contains(part) || node.value.contains(part)))
}

#[tokio::test]
async fn a_checkpoint_reads_files_probes_and_windows_and_the_agent_goes_on() {
    let mut seat = terminal().await;
    let before = checkpoint(&mut seat).await;
    assert_eq!((&before["files"]["notes.txt"], &before["probes"]["notes"]["exit"]), (&Value::Null, &json!(1)));
    // What is typed goes to a process of the agent's, which must outlive the reading.
    seat.act(text("cat > notes.txt; echo en''ded\n")).await;
    seat.act(text("one\n")).await;
    let deadline = Instant::now() + LONGEST;
    while checkpoint(&mut seat).await["probes"]["notes"]["stdout"] != "one\n" {
        assert!(Instant::now() < deadline, "what was typed did not come");
    }
    let read = checkpoint(&mut seat).await;
    assert_eq!(read["files"]["notes.txt"]["text"], "one\n");
    assert_eq!(read["state"]["windows"], json!(["Terminal"]));
    seat.act(text("two\n")).await;
    seat.act(crate::keys(&["ctrl", "d"])).await;
    until(&mut seat, |seen| shows(seen, "terminal", "ended")).await;
    assert_eq!(seat.evidence().await["files"]["notes.txt"]["text"], "one\ntwo\n");
}

#[tokio::test]
async fn files_that_come_and_go_while_they_are_read_are_no_fault() {
    let mut seat = terminal().await;
    seat.act(text("while :; do echo half > notes.txt; mkdir -p a/b; echo x > a/b/c; rm -r a notes.txt; done &\n")).await;
    for _ in 0..10 {
        let read = checkpoint(&mut seat).await;
        assert!(read["probes"]["notes"].is_object(), "{read}");
    }
    assert!(seat.evidence().await["files"].is_object());
}

#[tokio::test]
async fn a_program_that_the_agent_starts_is_seen_and_the_end_of_long_output_too() {
    let mut seat = terminal().await;
    seat.act(text("geany new.txt &\n")).await;
    until(&mut seat, |seen| shows(seen, "frame", "new.txt")).await;
    let windows = checkpoint(&mut seat).await["state"]["windows"].clone();
    assert!(windows.as_array().unwrap().iter().any(|title| title.as_str().unwrap().contains("Geany")), "{windows}");
    let place = seat.world.observe().await.unwrap().tree.unwrap().nodes;
    let place = place.iter().find(|node| node.role == "terminal").and_then(|node| node.bounds).unwrap();
    seat.act(crate::click(place.x + 20.0, place.y + 20.0)).await;
    seat.act(text("seq -s ' ' 1000 2999; echo las''tly\n")).await;
    until(&mut seat, |seen| shows(seen, "terminal", "2999\nlastly")).await;
}
