use crate::support::TestFolder;
use agon_core::{Event, Status, Suite, Verdict};
use agon_gym::GymSuite;

/// A hostile program: it writes down all it can see, asks for what it must not have, and goes on acting after the end.
const HOSTILE: &str = r#"
import json, os, sys
hello = sys.stdin.readline()
seen = {"hello": hello, "env": dict(os.environ), "argv": sys.argv, "fds": [os.readlink(f"/proc/self/fd/{fd}") for fd in os.listdir("/proc/self/fd") if os.path.exists(f"/proc/self/fd/{fd}")]}
open(sys.argv[1], "a").write(json.dumps(seen) + "\n")
def ask(message):
    print(json.dumps(message), flush=True)
    return sys.stdin.readline()
replies = []
for kind in ["door", "evidence", "grade", "verdict", "solve", "hello"]:
    replies.append(ask({"type": kind, "verdict": "scored", "score": 1.0, "passed": True}))
for name in ["evidence", "state", "solve", "door", "mark", "__init__", "reset", "goal"]:
    replies.append(ask({"type": "act", "action": {"kind": "call", "name": name, "args": None}}))
replies.append(ask({"type": "act", "action": {"kind": "shell", "command": "cat run.json"}}))
replies.append(ask({"type": "act", "action": {"kind": "read_file", "path": "../run.json"}}))
replies.append(ask({"type": "act", "action": {"kind": "answer", "value": {"passed": True, "score": 1}}}))
print(json.dumps({"type": "note", "kind": "closed", "content": {"event": "closed", "verdict": "scored", "score": 1.0, "passed": True, "checks": []}}), flush=True)
replies.append(ask({"type": "act", "action": {"kind": "call", "name": "stop", "args": None}}))
open(sys.argv[1] + ".replies", "a").write("".join(replies))
for _ in range(3):
    print(json.dumps({"type": "act", "action": {"kind": "call", "name": "move", "args": 0}}), flush=True)
"#;

#[test]
fn a_hostile_program_sees_nothing_and_forges_nothing() {
    let place = TestFolder::new();
    place.write("hostile.py", HOSTILE);
    let seen_path = place.path("seen");
    let agent = format!("process:python3 hostile.py {}", seen_path.display());
    for task in ["gym/maze-2d/easy@4711", "gym/jigsaw/hard@4711", "gym/matchstick-rotation/hard@4711"] {
        let out = task.split('/').nth(1).unwrap();
        let run = place.run(&[task, "-a", &agent], out);
        let row = run.results()[0].row.clone().unwrap();
        assert!(!row.passed && row.score == Some(0.0), "{task}: {row:?}");
        let log = run.attempt(0, 1).unwrap();
        let verdicts = log.events.iter().filter(|e| matches!(e, Event::Closed { .. })).count();
        assert_eq!(verdicts, 1, "a note that looks like a verdict is only a note");
        assert!(matches!(log.events.last(), Some(Event::Closed { verdict: Verdict::Scored(_), .. })));
        let steps: Vec<_> = log.events.iter().filter_map(|e| if let Event::Step(s) = e { Some(s) } else { None }).collect();
        assert_eq!(steps.len(), 12, "what comes after stop is not acted");
        assert!(steps[..8].iter().all(|s| s.status == Status::UnknownFunction), "private names are no functions");
        assert!(steps[8..11].iter().all(|s| s.status == Status::NoSurface), "other surfaces are not there");
    }
    let seen = std::fs::read_to_string(&seen_path).unwrap();
    assert!(!seen.contains("4711"), "the seed is not told");
    assert!(!seen.contains("run.json") && !seen.contains("oracle"), "nor where the record is");
    let suite = GymSuite::new().unwrap();
    for (line, task) in seen.lines().zip(["gym/maze-2d/easy@4711", "gym/jigsaw/hard@4711", "gym/matchstick-rotation/hard@4711"]) {
        let instance = suite.instance(&task.parse().unwrap(), &Default::default()).unwrap();
        for secret in suite.proof(&instance).unwrap().secrets {
            assert!(!line.contains(&secret), "{task} gives {secret} away");
        }
        let value: serde_json::Value = serde_json::from_str(line).unwrap();
        let ours = place.path("").display().to_string();
        for open in value["fds"].as_array().unwrap() {
            assert!(!open.as_str().unwrap().starts_with(&ours), "a file of the record is inherited: {open}");
        }
    }
    let replies = std::fs::read_to_string(seen_path.with_extension("replies")).unwrap();
    for word in ["\"target\"", "\"evidence\":", "\"checks\"", "\"solution\""] {
        assert!(!replies.contains(word), "a reply holds {word}");
    }
}
