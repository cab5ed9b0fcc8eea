//! Files that are not what they should be: a score with a sentence, never a fault.

use crate::bench::Bench;

/// A command that leaves `answer.json` in a bad state, and what is said of it.
const BAD: [(&str, &str); 16] = [
    ("touch output/answer.json", ""),
    ("mkdir output/answer.json", "missing"),
    ("ln -s /etc/passwd output/answer.json", "symbolic link"),
    ("ln -s answer.json output/answer.json", "symbolic link"),
    ("mkfifo output/answer.json", "pipe"),
    ("python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind(\"output/answer.json\")'", "socket"),
    ("head -c 1000 /dev/urandom > output/answer.json", ""),
    ("printf '{\"total\": 42' > output/answer.json", ""),
    ("printf '{\"total\": NaN}' > output/answer.json", ""),
    ("printf '{\"total\": 1e999}' > output/answer.json", ""),
    ("printf '{\"total\": [42]}' > output/answer.json", ""),
    ("printf '[42]' > output/answer.json", ""),
    ("printf '{\"total\": 17, \"totals\": [42, 42]}' > output/answer.json", ""),
    ("python3 -c 'print(\"[\" * 100000 + \"]\" * 100000)' > output/answer.json", ""),
    ("python3 -c 'print({\"total\": \"4\" * 10000000})' > output/answer.json", ""),
    ("truncate -s 60M output/answer.json", ""),
];

#[tokio::test]
async fn bad_files_are_a_score_with_a_sentence() {
    let bench = Bench::new();
    for (command, said) in BAD {
        let (_, marks) = bench.marks_after(command).await;
        assert_eq!(marks.score, 0.0, "{command}: {marks:#?}");
        let seen = &marks.check("compared").unwrap().seen;
        assert!(!seen.is_empty() && seen.contains(said), "{command}: {seen}");
    }
}

#[tokio::test]
async fn a_verifier_that_breaks_down_or_hangs_earns_nothing() {
    let verifier = [
        ("raise SystemExit(3)", "status 3"),
        ("print('no json')", "printed no result"),
        ("print('{\"checks\": {}}')", "did not come so far"),
        ("print('{\"checks\": {\"verified\": {\"score\": 1e999}}}')", "printed no result"),
        ("import time; time.sleep(60)", "did not come to an end"),
    ];
    for (code, said) in verifier {
        let start = crate::bench::TASK.find("import json, sys").unwrap();
        let end = crate::bench::TASK.find("\"\"\"\n\"printed.txt\"").unwrap();
        let task = format!("{}{code}\n{}", &crate::bench::TASK[..start], &crate::bench::TASK[end..]);
        let task = task.replace("checks = { verified = 1 }", "checks = { verified = 1 }\ntimeout_secs = 2");
        let (_, marks) = Bench::with(&task).marks_after("echo '{\"total\": 42}' > output/answer.json").await;
        let check = marks.check("verified").unwrap();
        assert!(!check.passed && check.seen.contains(said), "{code}: {check:?}");
    }
}

#[tokio::test]
async fn a_verifier_that_is_not_there_is_a_fault() {
    let task = crate::bench::TASK.replace("argv = [\"python3\", \"-I\",", "argv = [\"no-such-program\",");
    let bench = Bench::with(&task);
    let mut trial = bench.trial().await;
    let fault = trial.marks().await.unwrap_err().to_string();
    assert!(fault.contains("no-such-program"), "{fault}");
}

#[tokio::test]
async fn a_program_that_was_handed_in_sees_neither_the_reference_nor_the_brief_of_others() {
    let spy = "import os, sys, glob
for root, folders, files in os.walk('/'):
    if root.startswith(('/proc', '/usr', '/sys', '/etc')): folders[:] = []
    for name in files + folders:
        if 'expected' in name or 'printed.txt' in name or 'verify' in name: print('found', root, name)
print(sorted(os.listdir('.')))";
    let bench = Bench::new();
    let mut trial = bench.trial().await;
    trial.shell(&format!("cat > output/add.py <<'E'\n{spy}\nE")).await;
    let printed = trial.evidence().await.0["probes"]["held_out"]["stdout"].as_str().unwrap().to_owned();
    assert_eq!(printed.trim(), "['given', 'input', 'output', 'software']");
}
