//! Programs that try to write their own result.

use crate::support::TestFolder;
use agon_core::Event;
use agon_report::Summary;

/// Looks for the run it sits in and writes a passing row for itself into the index.
const FORGER: &str = r#"
import json, pathlib, sys
sys.stdin.readline()
index = pathlib.Path("r/results.jsonl")
row = {"trial": 0, "attempt": 1, "score": 1.0, "passed": True, "totals": {"steps": 1, "wall_secs": 0.1, "world_secs": 0.1,
       "usage": {}, "actions": {}, "rejected": 0, "frames": 0}}
try:
    index.open("a").write(json.dumps(row) + "\n")
    print("the record is open", file=sys.stderr)
    for log in pathlib.Path("r/trials/0000").glob("*.jsonl"):
        log.open("a").write(json.dumps({"event": "closed", "verdict": "scored", "score": 1.0, "passed": True, "checks": [],
                                        "ending": None, "totals": row["totals"]}) + "\n")
except OSError as error:
    print("the record is closed:", error, file=sys.stderr)
print("('stop', 'stop')", flush=True)
"#;

fn stderr_of(place: &TestFolder) -> String {
    let log = place.open("r").attempt(0, 1).unwrap();
    let note = log.events.iter().find_map(|event| match event {
        Event::Note { kind, content } if kind == "stderr" => content.as_str().map(str::to_owned),
        _ => None,
    });
    note.unwrap_or_default()
}

fn sit(program: &str, more: &[&str]) -> (TestFolder, crate::support::Done) {
    let place = TestFolder::new();
    place.write("agent.py", program);
    let args = ["run", "gym/maze-2d/easy@1", "-a", "process:python3 agent.py", "--out", "r"];
    let done = place.agon(&[&args[..], more].concat());
    (place, done)
}

#[test]
fn a_program_does_not_see_the_record_of_its_run() {
    let (place, done) = sit(FORGER, &[]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert!(stderr_of(&place).contains("the record is closed"), "{}", stderr_of(&place));
    let run = place.open("r");
    assert_eq!(Summary::of(&run).counts.passed, 0);
    assert_eq!(run.manifest().agents[0].settings["sandbox"], true);
}

#[test]
fn a_program_that_writes_into_its_record_is_found_out() {
    let (place, done) = sit(FORGER, &["--no-sandbox"]);
    assert!(done.err.contains("000000-1.jsonl: line 3 carries no hash"), "{}", done.err);
    let run = place.open("r");
    assert_eq!(Summary::of(&run).counts.passed, 0);
    assert_eq!(run.manifest().agents[0].settings["sandbox"], false);
    assert_eq!(place.agon(&["grade", "r"]).code, 1);
}

/// Also as root, and in namespaces of its own, it cannot take away what hides the record.
#[test]
fn a_program_cannot_uncover_the_record_of_its_run() {
    let program = r#"
import os, subprocess, sys
sys.stdin.readline()
tried = [["umount", "r"], ["umount", "-l", "r"], ["unshare", "-Urm", "sh", "-c", "umount r; ls r"], ["mount", "-o", "remount,rw", "r"]]
for command in tried:
    done = subprocess.run(command, capture_output=True, text=True)
    print(command, done.returncode, "run.json" in done.stdout or os.path.exists("r/run.json"), file=sys.stderr)
print("('stop', 'stop')", flush=True)
"#;
    let (place, done) = sit(program, &[]);
    assert_eq!(done.code, 0, "{}", done.err);
    let said = stderr_of(&place);
    assert_eq!((said.lines().count(), said.contains("True")), (4, false), "{said}");
}

/// The neighbours' folders, the registers and the processes outside.
#[test]
fn a_program_sees_neither_other_processes_nor_private_folders() {
    let program = r#"
import os, sys
sys.stdin.readline()
others = [pid for pid in os.listdir("/proc") if pid.isdigit()]
print(len(others), "processes;", sorted(os.listdir("state/live")), [len(os.listdir("tmp/" + f)) for f in os.listdir("tmp")], file=sys.stderr)
print("('stop', 'stop')", flush=True)
"#;
    let (place, done) = sit(program, &[]);
    assert_eq!(done.code, 0, "{}", done.err);
    let said = stderr_of(&place);
    let processes: u32 = said.split(' ').next().unwrap().parse().unwrap();
    assert!(processes < 6 && said.contains("[] [1]"), "only its own folder of frames: {said}");
}

#[test]
fn a_program_gets_no_keys_unless_they_are_named() {
    let program = r#"
import os, sys
sys.stdin.readline()
print({name: os.environ.get(name) for name in ("SOME_API_KEY", "OTHER_TOKEN", "PLAIN")}, file=sys.stderr)
print("('stop', 'stop')", flush=True)
"#;
    let place = TestFolder::new();
    place.write("agent.py", program);
    let mut command =
        place.command(&["run", "gym/maze-2d/easy@1", "-a", "process:python3 agent.py", "-o", "r", "--pass-env", "OTHER_TOKEN"]);
    command.env("SOME_API_KEY", "secret").env("OTHER_TOKEN", "named").env("PLAIN", "open");
    assert!(command.status().unwrap().success());
    let expected = "{'SOME_API_KEY': None, 'OTHER_TOKEN': 'named', 'PLAIN': 'open'}";
    assert_eq!(stderr_of(&place), expected);
}

/// What an agent says it spent is its own affair.
#[test]
fn a_made_up_bill_is_charged_to_nobody_else() {
    let place = TestFolder::new();
    let spends = |cost: &str| {
        format!(
            "import sys\nsys.stdin.readline()\nprint('{{\"type\": \"spend\", \"usage\": {{\"cost_usd\": {cost}}}}}', flush=True)\nprint(\"('stop', 'stop')\", flush=True)\n"
        )
    };
    place.write("liar.py", &spends("90000"));
    place.write("absurd.py", &spends("1e9"));
    let agents = ["-a", "process:python3 liar.py", "-a", "process:python3 absurd.py", "-a", "oracle"];
    let args = ["run", "gym/maze-2d/easy", "--instances", "4", "--max-cost-usd", "5", "-n", "1", "--out", "r"];
    place.agon(&[&args[..], &agents].concat());
    let run = place.open("r");
    for (planned, result) in run.plan().iter().zip(run.results()) {
        let row = result.row.unwrap();
        match planned.agent.as_str() {
            "oracle" => assert!(row.passed, "{row:?}"),
            // A bill that cannot be true is not taken, and costs its author nothing but a message.
            "process:python3 absurd.py" => assert!(row.is_scored() && row.totals.usage.cost_usd == 0.0, "{row:?}"),
            _ => assert!(row.void.is_some() && row.totals.usage_claimed == (row.totals.usage.cost_usd > 0.0), "{row:?}"),
        }
    }
}
