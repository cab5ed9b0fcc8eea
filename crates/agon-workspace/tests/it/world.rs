//! What an agent finds in a workspace, and what it can do there.

use crate::bench::{Bench, text};
use agon_core::{Request, Status};

const RIGHT: &str = "echo '{\"total\": 42}' > output/answer.json
echo 'import sys; print(sum(map(int, open(sys.argv[1]))))' > output/add.py";

#[tokio::test]
async fn work_is_handed_in_and_marked() {
    let bench = Bench::new();
    let mut trial = bench.trial().await;
    let seen = trial.world.observe().await.unwrap();
    let listed = "The workspace holds:\ninput/numbers.txt (6 bytes)\nsoftware/hint.txt (4 bytes)\nwork/prepared.txt (29 bytes)";
    assert_eq!(text(&seen), listed);
    let done = trial.shell(&format!("cat input/numbers.txt; pwd; {RIGHT}; ls output")).await;
    assert_eq!((done.exit_code, done.stdout.as_str()), (Some(0), "17\n25\n/home/user\nadd.py\nanswer.json\n"), "{}", done.stderr);
    let marks = trial.marks().await.unwrap();
    assert!(marks.passed, "{marks:#?}");
    assert_eq!(marks.score, 1.0);
    trial.world.close().await.unwrap();
    assert_eq!(std::fs::read_dir(bench.folder.path()).unwrap().count(), 0, "nothing is left");
}

#[tokio::test]
async fn marks_say_what_is_missing() {
    let bench = Bench::new();
    let mut trial = bench.trial().await;
    let marks = trial.marks().await.unwrap();
    assert_eq!(marks.score, 0.0);
    let seen = |name: &str| marks.check(name).unwrap().seen.clone();
    assert!(seen("compared").contains("is missing"), "{marks:#?}");
    assert!(seen("verified").contains("No such file"), "{marks:#?}");
    assert!(seen("printed").contains("ended with status 2"), "{marks:#?}");
}

#[tokio::test]
async fn a_part_of_the_work_earns_a_part() {
    let bench = Bench::new();
    let (_, marks) = bench.marks_after("echo '{\"total\": 42}' > output/answer.json").await;
    assert!(!marks.passed && (0.5..0.9).contains(&marks.score), "{marks:#?}");
}

#[tokio::test]
async fn files_are_read_written_and_listed_without_a_shell() {
    let bench = Bench::new();
    let mut trial = bench.trial().await;
    let path = "output/deep/report.md".to_owned();
    let written = trial.act(Request::WriteFile { path: path.clone(), content: "# Report\n".into() }).await;
    assert_eq!(written.status, Status::Executed, "{written:?}");
    let read = trial.act(Request::ReadFile { path }).await.output.unwrap();
    assert_eq!(read.stdout, "# Report\n");
    let listed = trial.act(Request::ListFiles { path: "output".into() }).await.output.unwrap();
    assert!(listed.stdout.starts_with("d "), "{listed:?}");
    let refused = trial.act(Request::WriteFile { path: "input/numbers.txt".into(), content: "1".into() }).await;
    assert_eq!(refused.status, Status::Blocked, "{refused:?}");
    assert_eq!(trial.act(Request::ReadFile { path: "none".into() }).await.status, Status::Blocked);
    let evidence = trial.evidence().await;
    assert_eq!(evidence.0["state"]["output"], serde_json::json!({"deep/report.md": 9}));
}

#[tokio::test]
async fn what_is_given_can_only_be_read_and_scratch_files_stay() {
    let bench = Bench::new();
    let mut trial = bench.trial().await;
    for command in ["echo 1 > input/numbers.txt", "rm software/hint.txt", "rmdir output", "mv output elsewhere", "rm -rf input"] {
        let done = trial.shell(command).await;
        assert_ne!(done.exit_code, Some(0), "{command}: {done:?}");
    }
    trial.shell("echo kept > notes.txt; echo gone > /tmp/notes.txt").await;
    assert_eq!(trial.shell("cat notes.txt /tmp/notes.txt input/numbers.txt").await.stdout, "kept\n17\n25\n");
}

#[tokio::test]
async fn a_preparation_that_fails_is_a_fault_and_not_a_score() {
    let task = crate::bench::TASK.replace("mkdir work", "echo broken >&2; false");
    let bench = Bench::with(&task);
    let id = agon_core::InstanceId { task: agon_core::TaskId::new("mine/work/total"), seed: 0 };
    let fault = bench.open_fault(&id).await;
    assert!(fault.contains("the task's own preparation failed") && fault.contains("broken"), "{fault}");
}
