//! A workspace whose commands run in a container, with a real engine where this machine has one.

use crate::attacks::{ATTACKS, attack_in};
use crate::bench::{Bench, TASK, Trial};
use agon_container::EngineChoice;
use agon_core::{Request, Settings, Status, Suite, TaskId};
use agon_testkit::Podman;
use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::time::Duration;

const RIGHT: &str = "echo '{\"total\": 42}' > output/answer.json
echo 'import sys; print(sum(map(int, open(sys.argv[1]))))' > output/add.py";

fn image(name: &str) -> Settings {
    Settings::from_iter([("container".to_owned(), name.into())])
}

/// How many processes of this machine have a word in their command lines.
fn running(word: &str) -> usize {
    let processes = fs::read_dir("/proc").unwrap().flatten();
    let lines = processes.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    lines.filter(|line| line.split(|byte| *byte == 0).any(|part| part == word.as_bytes())).count()
}

async fn shell_within(trial: &mut Trial<'_>, command: &str, secs: u64) -> agon_core::CommandOutput {
    let limit = Duration::from_secs(secs);
    trial.act(Request::Shell { command: command.into(), limit }).await.output.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn work_is_done_in_a_container_and_marked_outside_of_it() {
    let Some(engine) = Podman::start() else { return };
    let bench = Bench::contained(&engine);
    let mut trial = bench.trial().await;
    let rules = &trial.instance.brief.rules;
    assert!(rules.starts_with("You work in a folder of your own in a Linux container without a network."), "{rules}");
    let seen = trial.shell(&format!("cat input/numbers.txt; pwd; id -un; {RIGHT}; ls output; exit 3")).await;
    let wanted = (Some(3), "17\n25\n/home/user\nuser\nadd.py\nanswer.json\n");
    assert_eq!((seen.exit_code, seen.stdout.as_str()), wanted, "{seen:?}");

    for command in ["echo 1 > input/numbers.txt", "rm software/hint.txt", "rmdir output", "rm -rf input", "echo 1 > /usr/x"] {
        let done = trial.shell(command).await;
        assert_ne!(done.exit_code, Some(0), "{command}: {done:?}");
    }
    trial.shell("echo kept > notes.txt; echo gone > /tmp/notes.txt; sleep 4711 &").await;
    assert_eq!(trial.shell("cat notes.txt /tmp/notes.txt input/numbers.txt").await.stdout, "kept\n17\n25\n");
    assert_eq!(running("4711"), 0, "what a command leaves running ends with it");

    let path = "work/report.md".to_owned();
    let content = "# Report\n".repeat(10_000);
    let written = trial.act(Request::WriteFile { path: path.clone(), content: content.clone() }).await;
    assert_eq!(written.status, Status::Executed, "{written:?}");
    let read = trial.act(Request::ReadFile { path }).await.output.unwrap();
    assert_eq!((read.stdout.as_str(), read.truncated_bytes), (&content[..64 * 1024], 90_000 - 64 * 1024));
    let refused = trial.act(Request::WriteFile { path: "input/numbers.txt".into(), content: "1".into() }).await;
    assert_eq!(refused.status, Status::Blocked, "{refused:?}");

    let evidence = trial.evidence().await;
    assert_eq!(evidence.0["container"]["image"], Podman::IMAGE);
    assert!(evidence.0["container"]["id"].as_str().unwrap().len() >= 64, "{}", evidence.0["container"]);
    assert_eq!(engine.containers(), Vec::<String>::new(), "it goes when the agent is done");
    let marks = trial.marks().await.unwrap();
    assert!(marks.passed, "{marks:#?}");
    trial.world.close().await.unwrap();
    trial.world.close().await.unwrap();
    assert_eq!(fs::read_dir(bench.folder.path()).unwrap().count(), 0, "nothing is left");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_container_shows_neither_the_reference_nor_the_machine() {
    let Some(engine) = Podman::start() else { return };
    let bench = Bench::contained(&engine);
    let mut trial = bench.trial().await;
    fs::write(bench.folder.path().join("secret"), "REFERENCE-7f3a").unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let search = "grep -rls 'REFERENCE-7[f]3' / --exclude-dir=proc --exclude-dir=sys --exclude-dir=dev";
    assert_eq!(trial.shell(search).await.stdout, "", "the reference is nowhere inside");
    let folder = bench.folder.path().display().to_string();
    let seen = trial
        .shell("cat /proc/self/mountinfo /proc/1/cmdline /proc/self/environ | tr '\\0' '\\n'; ls /proc | grep '^[0-9]'")
        .await;
    for word in [folder.as_str(), "CARGO", "verify.py", "reference"] {
        assert!(!seen.stdout.contains(word), "{word} shows: {}", seen.stdout);
    }
    let processes = seen.stdout.lines().rev().take_while(|line| line.parse::<u32>().is_ok()).count();
    assert!((1..6).contains(&processes), "it sees its own processes only: {}", seen.stdout);
    assert_eq!(trial.shell("tail -n +3 /proc/net/dev | cut -d: -f1 | tr -d ' '").await.stdout, "lo\n");
    let status = trial.shell("grep -E '^(CapEff|CapBnd|NoNewPrivs|Uid)' /proc/self/status").await.stdout;
    assert!(status.contains("CapEff:\t0000000000000000") && status.contains("CapBnd:\t0000000000000000"), "{status}");
    assert!(status.contains("NoNewPrivs:\t1") && !status.contains("Uid:\t0"), "{status}");
    for command in [
        format!("cat {folder}/secret"),
        format!("echo > /dev/tcp/127.0.0.1/{port}"),
        "echo > /x".into(),
        "echo > /etc/passwd".into(),
        "echo > /run/agon/command".into(),
        "rm /run/agon/stdout".into(),
        "setpriv --reuid=0 true".into(),
        "unshare -Ur true".into(),
    ] {
        let output = trial.shell(&command).await;
        assert!(output.exit_code.is_some_and(|code| code != 0), "{command:?} succeeded: {output:?}");
    }
    let places =
        "cut -d' ' -f5 /proc/self/mountinfo | while read place; do (: > $place/.tried) 2> /dev/null && echo $place; done | sort";
    let writable = "/dev/mqueue\n/dev/shm\n/home/user\n/home/user/output\n/tmp\n/var/tmp\n";
    assert_eq!(trial.shell(places).await.stdout, writable);
    drop(trial);
    assert_eq!(engine.containers(), Vec::<String>::new(), "a world that is dropped takes it along");
}

#[tokio::test(flavor = "multi_thread")]
async fn commands_end_at_their_limits_and_the_next_one_runs() {
    let Some(engine) = Podman::start() else { return };
    let bench = Bench::contained(&engine);
    let mut trial = bench.trial().await;
    let bomb = "echo begun; bomb() { bomb | bomb & }; bomb; trap '' TERM INT; sleep 4712; sleep 4712";
    let ended = shell_within(&mut trial, bomb, 3).await;
    assert_eq!((ended.exit_code, ended.timed_out_secs, ended.stdout.as_str()), (None, Some(3.0), "begun\n"), "{ended:?}");
    assert_eq!(running("4712"), 0);
    let endless = shell_within(&mut trial, "setsid sh -c 'trap \"\" TERM HUP; while :; do sleep 4713; done' & wait", 1).await;
    assert_eq!((endless.exit_code, running("4713")), (None, 0));
    // What was given up in the middle, as a runner does that is interrupted, does not stand in the way of the next.
    let request = Request::Shell { command: "sleep 4714".into(), limit: Duration::from_secs(60) };
    let given_up = tokio::time::timeout(Duration::from_secs(2), trial.world.act(&request)).await;
    assert!(given_up.is_err());
    assert_eq!(trial.shell("echo next").await.stdout, "next\n");
    assert_eq!(running("4714"), 0);

    let full = trial.shell("cat /dev/zero > output/big; echo $?; rm output/big").await;
    assert!(full.stdout == "1\n" && full.stderr.contains("No space left"), "{full:?}");
    let files = "import os\ntry:\n    for i in range(10**7): open(f'output/{i}', 'w').close()\nexcept OSError as e: print(e.errno, i < 20000)";
    assert_eq!(trial.shell(&format!("python3 -c \"{files}\"; rm -rf output/*")).await.stdout, "28 True\n");
    let request = Request::Shell {
        command: "python3 -c 'x = [bytearray(1 << 20) for i in range(4000)]'".into(),
        limit: Duration::from_secs(60),
    };
    let step = trial.act(request).await;
    assert_ne!(step.output.unwrap().exit_code, Some(0));
    trial.shell("chmod 000 /home/user output; kill -9 -1; echo").await;
    assert_eq!(trial.shell("chmod 700 /home/user; echo still").await.stdout, "still\n");
    trial.shell(&format!("chmod 700 output; cd; {RIGHT}")).await;
    let marks = trial.marks().await.unwrap();
    assert!(marks.passed, "none of it changed a mark: {marks:#?}");
    trial.world.close().await.unwrap();
    assert_eq!(engine.containers(), Vec::<String>::new());
}

/// Those whose end depends on what commands run in; verifiers run outside of it. They are split so that several tests share the work.
async fn attack(part: usize) {
    let Some(engine) = Podman::start() else { return };
    let attacks = ATTACKS.into_iter().skip_while(|(name, _)| *name != "link to the reference");
    attack_in(&Bench::contained(&engine), attacks.skip(part).step_by(3)).await;
    assert_eq!(engine.containers(), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn attacks_earn_nothing_in_a_container_first_part() {
    attack(0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn attacks_earn_nothing_in_a_container_second_part() {
    attack(1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn attacks_earn_nothing_in_a_container_third_part() {
    attack(2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_that_ends_in_the_middle_is_a_fault_and_its_container_goes_once_it_is_back() {
    let Some(mut engine) = Podman::start() else { return };
    let bench = Bench::contained(&engine);
    let mut trial = bench.trial().await;
    let request = Request::Shell { command: "sleep 4715".into(), limit: Duration::from_secs(600) };
    let stop = async {
        while running("4715") == 0 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        engine.stop_service();
    };
    // The command runs on: nobody is there to end it, and nobody may wait for it.
    let (stepped, ()) = tokio::join!(trial.world.act(&request), stop);
    let fault = stepped.unwrap_err();
    assert!(fault.detail.contains("no container engine answers at"), "{fault:?}");
    assert!(trial.world.door().evidence().await.is_err(), "and nothing is marked");
    let problem = trial.world.close().await.unwrap_err().to_string();
    assert!(problem.contains("could not be removed"), "{problem}");
    let entries = register_of(bench.state.path());
    assert!(entries.iter().any(|entry| entry.starts_with("container-agon-")), "it is still registered: {entries:?}");
    engine.start_service();
    trial.world.close().await.unwrap();
    assert_eq!((engine.containers(), running("4715")), (Vec::new(), 0));
    let entries = register_of(bench.state.path());
    assert!(!entries.iter().any(|entry| entry.starts_with("container-")), "{entries:?}");
}

fn register_of(state: &Path) -> Vec<String> {
    let registers = fs::read_dir(state.join("live")).unwrap().flatten();
    let entries = registers.flat_map(|register| fs::read_dir(register.path()).unwrap().flatten());
    entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

#[tokio::test]
async fn what_is_missing_for_a_container_is_told_before_a_run() {
    let place = tempfile::tempdir().unwrap();
    let task = TaskId::new("mine/work/total");
    let nowhere = || EngineChoice::new(Some(place.path().join("no.sock")));
    let bench = Bench::with_engine(TASK, nowhere(), image("debian:13"));
    assert_eq!(bench.suite.unmet(&task, &Settings::new()), None);
    assert_eq!(bench.suite.unmet(&task, &image("none")), None);
    let need = bench.suite.unmet(&task, &image("debian:13")).unwrap();
    assert!(need.name == "a container engine" && need.remedy.starts_with("no container engine answers at"), "{need:?}");

    let with = |more: &str| Bench::with_engine(&format!("{more}\n{TASK}"), nowhere(), Settings::new());
    let screen = Bench::with_engine(&format!("{TASK}\n[screen]\n"), nowhere(), Settings::new());
    let need = screen.suite.unmet(&task, &image("debian:13")).unwrap();
    assert_eq!((need.name.as_str(), need.remedy.as_str()), ("a screen", "containers show none here; run it without --container"));
    let need = with("network = [\"example.org:443\"]").suite.unmet(&task, &image("debian:13")).unwrap();
    assert_eq!(need.name, "named hosts");
    let id = agon_core::InstanceId { task: task.clone(), seed: 0 };
    let refused = screen.suite.instance(&id, &image("debian:13")).unwrap_err().to_string();
    assert!(refused.contains("setting container of mine/work/total: the task needs a screen"), "{refused}");
    for (value, wanted) in [("a b", "it is the name of an image"), ("task", "the task names no image of its own")] {
        let refused = bench.suite.instance(&id, &image(value)).unwrap_err().to_string();
        assert!(refused.contains(wanted), "{refused}");
    }

    let own = Bench::with_engine(&format!("{TASK}\n[container]\nimage = \"mine:1\"\n"), nowhere(), Settings::new());
    assert_eq!(own.suite.settings(&task).unwrap()["container"], "task");
    assert!(own.suite.unmet(&task, &Settings::new()).is_some(), "the task's own image takes an engine");
    assert_eq!(own.suite.unmet(&task, &image("none")), None);
    let wrong = Bench::problem(&format!("{TASK}\n[container]\nimage = \"none\"\n"));
    assert!(wrong.contains("\"none\" is no name of an image"), "{wrong}");
    let wrong = Bench::problem(&format!("{TASK}\n[container]\nimage = \"a\"\n[screen]\n"));
    assert!(wrong.contains("has neither a [screen] nor a `network`"), "{wrong}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_image_that_is_missing_or_has_no_shell_is_told() {
    let Some(engine) = Podman::start() else { return };
    let task = TaskId::new("mine/work/total");
    let bench = Bench::contained(&engine);
    assert_eq!(bench.suite.unmet(&task, &image(Podman::IMAGE)), None);
    let need = bench.suite.unmet(&task, &image("localhost/none:1")).unwrap();
    assert_eq!(need.name, "the image localhost/none:1");
    assert!(need.remedy.contains("does not have it; `podman pull localhost/none:1` may fetch it"), "{need:?}");
    let socket = engine.socket();
    let none = Bench::with_engine(TASK, EngineChoice::new(Some(socket)), image("localhost/none:1"));
    let id = agon_core::InstanceId { task, seed: 0 };
    let fault = none.open_fault(&id).await;
    assert!(fault.contains("could not use the image localhost/none:1: it is not there"), "{fault}");
    assert_eq!(fs::read_dir(none.folder.path()).unwrap().count(), 0, "nothing is left");
}
