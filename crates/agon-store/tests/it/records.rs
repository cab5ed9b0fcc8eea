//! Real records: trials written with the record's own writer on several workers' folders, committed, and read from a mirror.

use agon_core::{
    Artifact, Brief, Event, Evidence, FORMAT_VERSION, Frame, Header, Image, Instance, Limits, Marks, Observation, Recorder as _,
    Surface, Totals, Verdict,
};
use agon_record::{AgentEntry, Host, Manifest, PlannedTrial, Run, RunWriter, SuiteEntry, attempt_file, seal_of};
use agon_store::{CreateOptions, Extent, Objects, Outcome, Store, StoreError, StoredRun, Ticket, WorkerOptions};
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};

const TRIALS: u32 = 12;
/// More than one part of an upload.
const LARGE: usize = 20 << 20;

fn plan() -> Vec<PlannedTrial> {
    let planned = |trial: u32| PlannedTrial {
        trial,
        agent: "oracle".into(),
        instance: format!("gym/maze-2d/easy@{trial}").parse().unwrap(),
        repeat: 0,
        variant: None,
    };
    (0..TRIALS).map(planned).collect()
}

fn create(folder: &Path) {
    let manifest = Manifest {
        format: FORMAT_VERSION,
        name: "spread".into(),
        created: "2026-08-01T09:00:00Z".into(),
        agon_version: "0.1.0".into(),
        commit: String::new(),
        host: Host::default(),
        suites: vec![SuiteEntry { name: "gym".into(), version: "0.1.0".into(), source: None }],
        agents: vec![AgentEntry { label: "oracle".into(), kind: "oracle".into(), version: "1".into(), settings: Map::new() }],
        trials: TRIALS,
        config: Value::Null,
        config_hash: "fedcba9876543210".into(),
    };
    RunWriter::create(folder, &manifest, &plan()).unwrap();
}

/// Runs a trial: two frames, one of them every trial's, and a file; the first attempt of each third is left in the middle.
fn run_trial(writer: &RunWriter, trial: u32) {
    let planned = &plan()[trial as usize];
    let attempts = if trial.is_multiple_of(3) { 2 } else { 1 };
    for attempt in 1..=attempts {
        let brief = Brief { title: "Maze".into(), surfaces: vec![Surface::Screen], ..Brief::default() };
        let header = Header {
            format: FORMAT_VERSION,
            trial,
            attempt,
            agent: planned.agent.clone(),
            repeat: 0,
            suite_version: "0.1.0".into(),
            instance: Instance {
                id: planned.instance.clone(),
                settings: Map::new(),
                limits: Limits::steps(20),
                brief,
                start: None,
            },
            started: "2026-08-01T09:00:00Z".into(),
        };
        let mut log = writer.attempts().open(header, None, true).unwrap();
        for shade in [7, trial as u8 + 100] {
            let observation = log.keep(&Observation::frame(Frame::screen(Image::rgb8(4, 4, vec![shade; 48]))));
            log.write(&Event::Began { observation }).unwrap();
        }
        if attempt < attempts {
            continue;
        }
        let content = if trial == 0 { vec![1; LARGE] } else { vec![trial as u8; 100] };
        let kept = log.artifacts().unwrap().keep(&Artifact::bytes("answer", content)).unwrap().unwrap();
        let evidence = Evidence(json!({ "at": [3, 4] }));
        log.write(&Event::Evidence { evidence, artifacts: vec![kept], refused: Vec::new() }).unwrap();
        let verdict = Verdict::Scored(Marks::new(1.0, true, Vec::new()));
        log.write(&Event::Closed { verdict, ending: None, totals: Totals::default() }).unwrap();
        log.frames().settle().unwrap();
    }
}

/// The hash at the end of a trial's last log.
fn seal(folder: &Path, trial: u32) -> String {
    let attempt = if trial.is_multiple_of(3) { 2 } else { 1 };
    let log = std::fs::read_to_string(attempt_file(folder, trial, attempt)).unwrap();
    seal_of(log.lines().last().unwrap().as_bytes()).unwrap()
}

async fn take(worker: &agon_store::Worker) -> Ticket {
    worker.next_trial().await.unwrap().unwrap()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { found.push(path) }
        }
    }
    found.sort();
    found
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_run_of_several_workers_is_read_from_a_mirror() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    create(&at("planned"));
    let store = Store::open(at("store").to_str().unwrap()).unwrap();
    let run = StoredRun::create(&store, &at("planned"), &CreateOptions::default()).await.unwrap();

    let mut writers = Vec::new();
    for name in ["one", "two"] {
        run.bring_plan(&at(name)).await.unwrap();
        let (writer, _) = RunWriter::resume(&at(name)).unwrap();
        let removes_sent = name == "two";
        let options = WorkerOptions { name: name.into(), removes_sent, ..WorkerOptions::default() };
        let worker = run.worker(options).await.unwrap();
        writers.push((at(name), writer, worker));
    }
    // Half of it first.
    for number in 0..TRIALS / 2 {
        let (folder, writer, worker) = &writers[number as usize % 2];
        let ticket = take(worker).await;
        run_trial(writer, ticket.trial);
        assert!(matches!(worker.commit(&ticket, folder, &seal(folder, ticket.trial)).await.unwrap(), Outcome::Committed(_)));
    }
    let half = run.status().await.unwrap();
    assert_eq!((half.committed, half.ended_blocks <= half.committed), (TRIALS / 2, true));
    assert_eq!(half.workers.len(), 2);
    let mirrored = run.mirror(&at("mirror"), Extent::Logs).await.unwrap();
    assert_eq!((mirrored.trials, mirrored.new_trials), (TRIALS / 2, TRIALS / 2));
    assert!(!at("mirror/frames").exists());

    // One leaves; the other finishes, what its comrade left in the middle too.
    let (first_folder, first_writer, first) = writers.remove(0);
    let left = take(&first).await;
    run_trial(&first_writer, left.trial);
    first.leave().await.unwrap();
    let (folder, writer, worker) = &writers[0];
    while let Some(ticket) = worker.next_trial().await.unwrap() {
        run_trial(writer, ticket.trial);
        assert!(matches!(worker.commit(&ticket, folder, &seal(folder, ticket.trial)).await.unwrap(), Outcome::Committed(_)));
    }
    worker.leave().await.unwrap();
    let late = first.commit(&left, &first_folder, &seal(&first_folder, left.trial)).await.unwrap();
    assert!(matches!(late, Outcome::Lost(_)), "who left has lost its trial: {late:?}");
    assert!(run.status().await.unwrap().is_finished());
    let is_log_or_frame = |path: &PathBuf| ["trials", "frames"].iter().any(|part| path.starts_with(folder.join(part)));
    assert!(!files(folder).iter().any(is_log_or_frame), "it removes what it has sent");

    let mirrored = run.mirror(&at("mirror"), Extent::Everything).await.unwrap();
    assert_eq!((mirrored.trials, mirrored.new_trials), (TRIALS, TRIALS));
    let read = Run::open(&at("mirror")).unwrap();
    assert_eq!(read.problems(), []);
    assert_eq!(read.results().iter().filter(|result| result.row.as_ref().is_some_and(|row| row.passed)).count(), TRIALS as usize);
    for trial in 0..TRIALS {
        let attempt = if trial.is_multiple_of(3) { 2 } else { 1 };
        let log = read.attempt(trial, attempt).unwrap();
        let Some(Event::Evidence { artifacts, .. }) = log.events.iter().find(|event| matches!(event, Event::Evidence { .. }))
        else {
            panic!("trial {trial} has no evidence")
        };
        read.check_artifact(&artifacts[0]).unwrap();
        let Event::Began { observation } = &log.events[1] else { panic!("trial {trial} has no observation") };
        assert!(read.frame_path(&observation.frames[0]).exists());
    }
    let again = run.mirror(&at("mirror"), Extent::Everything).await.unwrap();
    assert_eq!((again.trials, again.new_trials, again.new_files), (TRIALS, 0, 0));
    let leftover = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "tmp");
    assert!(!files(&at("mirror")).iter().any(leftover));
    // Reading goes on as in any run: the index is made from the logs.
    let (_, resumed) = RunWriter::resume(&at("mirror")).unwrap();
    assert_eq!(resumed.digest(), read.digest());
}

#[tokio::test]
async fn what_is_not_whole_is_not_committed_and_what_was_changed_is_not_brought() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    create(&at("planned"));
    let store = Store::in_memory();
    let run = StoredRun::create(&store, &at("planned"), &CreateOptions::default()).await.unwrap();
    run.bring_plan(&at("one")).await.unwrap();
    let (writer, _) = RunWriter::resume(&at("one")).unwrap();
    let worker = run.worker(WorkerOptions::default()).await.unwrap();
    let ticket = take(&worker).await;
    let error = worker.commit(&ticket, &at("one"), "").await.unwrap_err();
    assert!(matches!(error, StoreError::Unfinished { .. }), "{error}");
    run_trial(&writer, ticket.trial);
    let error = worker.commit(&ticket, &at("one"), "0123").await.unwrap_err();
    assert!(error.to_string().ends_with("somebody else changed its log: it cannot be trusted"), "{error}");
    let seal = seal(&at("one"), ticket.trial);
    let Outcome::Committed(commit) = worker.commit(&ticket, &at("one"), &seal).await.unwrap() else {
        panic!("it is the only worker")
    };
    assert_eq!(run.commit_of(ticket.trial).await.unwrap(), Some(commit.clone()));
    let again = worker.commit(&ticket, &at("one"), &seal).await.unwrap();
    assert_eq!(again, Outcome::Committed(commit.clone()), "asked twice, it counts once");

    store.put(&commit.logs[0].key, "{}\n".into()).await.unwrap();
    let error = run.mirror(&at("mirror"), Extent::Logs).await.unwrap_err();
    assert!(matches!(error, StoreError::Changed { .. }), "{error}");
    assert_eq!(Run::open(&at("mirror")).unwrap().rows().len(), 0, "nothing of it is there");
    let error = run.mirror(&at("one"), Extent::Logs).await.unwrap_err();
    assert!(error.to_string().ends_with("is the folder of a run, not a mirror; choose another"), "{error}");
}
