//! Chains in a real browser and on a real desktop: a trial that starts in the middle finds what the stages before have left.

use crate::support::{TestFolder, timeless};
use agon_core::{Event, StageReport};
use agon_record::Run;
use serde_json::{Value, json};

/// Does what the solver did in the trial with the same brief, and reports nonsense as the result of the stage of this field.
const PLAYER: &str = r#"
import glob, json, sys
spoilt = sys.argv[1]
prompt = json.loads(sys.stdin.readline())["brief"]["instruction"]
for path in glob.glob("solved/trials/*/*.jsonl"):
    events = [json.loads(line) for line in open(path)]
    if events[0]["instance"]["brief"]["instruction"] == prompt:
        break
for event in events:
    if event["event"] != "step":
        continue
    action = event["action"]
    if spoilt in str(action.get("args")):
        action["args"]["result"] = json.dumps({spoilt: "somebody else"})
    print(json.dumps({"type": "act", "action": action}), flush=True)
    sys.stdin.readline()
"#;

#[test]
fn a_web_chain_breaks_where_its_player_fails_and_starts_from_the_same_bytes_as_if_played() {
    let place = TestFolder::new();
    place.write("player.py", PLAYER);
    place.write("job.toml", "tasks = [\"chain/internet/citing-chain@0\"]\n[ablate]\nfrom_stage = [0, 2, 4]\n");
    let job = ["--job", "job.toml", "-n", "2"];
    let solved = place.run(&[&job[..], &["-a", "oracle"]].concat(), "solved");
    assert!(solved.rows().iter().all(|row| row.passed), "{:?}", solved.rows());
    // What a start in the middle shows first, and at every end of a stage, is what the whole way showed there.
    let starts: Vec<(Value, Vec<Value>)> = (0..3).map(|trial| frames(&solved, trial)).collect();
    let whole = &starts[0].1;
    for (after, (began, ends)) in [2, 4].into_iter().zip(&starts[1..]) {
        assert_eq!(*began, whole[after - 1]);
        assert_eq!(*ends, whole[after..]);
    }
    let played = place.run(&[&job[..], &["-a", "process:python3 player.py own_best"]].concat(), "played");
    let passed: Vec<bool> = played.results().iter().map(|result| result.row.as_ref().is_some_and(|row| row.passed)).collect();
    assert_eq!(passed, [false, false, true], "the third stage fails");
    let report = place.agon(&["report", "played", "--json"]).json();
    let chains = &report["chains"]["agents"][0];
    let starts: Vec<&Value> = chains["starts"].as_array().unwrap().iter().map(|start| &start["passed"]).collect();
    assert_eq!(starts, [0, 0, 1], "SR@0, SR@2 and SR@4");
    let survived: Vec<&Value> = chains["stages"].as_array().unwrap().iter().map(|stage| &stage["survived"]).collect();
    assert_eq!(survived, [1, 1, 0, 0, 0]);
}

/// The first frame of a trial, and those after each end of a stage.
fn frames(run: &Run, trial: u32) -> (Value, Vec<Value>) {
    let mut began = Value::Null;
    let mut ends = Vec::new();
    for event in timeless(run, trial, 1) {
        match event {
            Event::Began { observation } => began = json!(observation.frames),
            Event::Step(step) if StageReport::of(&step).is_some() => ends.push(json!(step.observation.frames)),
            _ => {}
        }
    }
    (began, ends)
}

#[test]
fn a_desktop_chain_starts_after_any_of_its_stages() {
    let place = TestFolder::new();
    let task = concat!(env!("CARGO_MANIFEST_DIR"), "/../../suites/chain/professional/bug-release@1");
    for from in [2, 5] {
        let stage = from.to_string();
        let run = place.run(&[task, "-a", "oracle", "--from-stage", &stage], &format!("from-{from}"));
        let row = &run.rows()[0];
        assert!(row.passed && row.stages.len() == 6 - from, "from {from}: {row:?}");
    }
    // The stages before are played by the tree, which an agent that goes by the screen does not get.
    let settings = ["--set", "observation=screen", "--from-stage", "1", "--steps", "1"];
    let run = place.run(&[&[task, "-a", "random"], &settings[..]].concat(), "screen");
    let row = &run.rows()[0];
    assert!(row.void.is_none() && row.stages.len() == 5, "{row:?}");
}
