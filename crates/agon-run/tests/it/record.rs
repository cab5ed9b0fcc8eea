//! Files, checkpoints and stages: recorded in a run, read by graders in the run and afterwards.

use crate::{Acts, Conduct, config, run, suites};
use agon_core::{Event, Stage, Trace, Verdict};
use agon_run::{MemoryRecorder, Sitting, Stop, Timeouts, regrade, sit};
use agon_testkit::FakeSuite;
use std::fs;
use std::sync::Arc;

const SOLVE: fn(u64) -> Conduct = |_| Conduct::Solve;

#[tokio::test]
async fn a_grader_reads_files_in_the_run_and_again_from_its_record() {
    let (outcome, run, _folder) = run(FakeSuite::new().handing_in(), config("sound", 1), Acts(SOLVE), &Stop::new()).await;
    assert_eq!(outcome.passed, 1);
    let events = run.attempt(0, 1).unwrap().events;
    let names = |event: &Event| match event {
        Event::Step(step) => step.artifacts.iter().map(|file| file.name.clone()).collect(),
        Event::Evidence { artifacts, .. } => artifacts.iter().map(|file| file.name.clone()).collect(),
        _ => Vec::new(),
    };
    assert_eq!(events.iter().flat_map(names).collect::<Vec<_>>(), ["1.txt", "2.txt", "3.txt", "count.txt"]);
    let row = run.results()[0].row.clone().unwrap();
    let again = regrade(&run, &suites(FakeSuite::new().handing_in()), &row).await.unwrap();
    assert!(again.now.is_some() && !again.differs);
    // The last tick's file and the one of the evidence are one; changed, it is found by whoever reads it.
    let Some(Event::Evidence { artifacts, .. }) = events.iter().find(|event| matches!(event, Event::Evidence { .. })) else {
        panic!("no evidence")
    };
    run.check_artifact(&artifacts[0]).unwrap();
    fs::write(run.artifact_path(&artifacts[0]), "4").unwrap();
    assert!(run.check_artifact(&artifacts[0]).is_err());
    let forged = regrade(&run, &suites(FakeSuite::new().handing_in()), &row).await.unwrap();
    assert!(matches!(forged.now, Some(Verdict::Void(fault)) if fault.detail.contains("another file")));
}

#[tokio::test]
async fn checkpoints_are_recorded_with_their_step_and_tell_when_a_stage_passed() {
    let suite = || FakeSuite::new().with_checkpoints();
    let (outcome, run, _folder) = run(suite(), config("sound", 1), Acts(SOLVE), &Stop::new()).await;
    assert_eq!(outcome.passed, 1);
    let trace = run.trial_record(0, 1).trace().unwrap();
    let states: Vec<_> = trace.checkpoints.iter().map(|point| (point.step, point.evidence.0["ticks"].clone())).collect();
    assert_eq!(states, [(1, 1.into()), (2, 2.into()), (3, 3.into())]);
    let row = run.results()[0].row.clone().unwrap();
    let told = |stage: &Stage| (stage.name.clone(), stage.passed, stage.first_passed_at_step);
    let expected = [("tick 1".to_owned(), true, Some(1)), ("tick 2".into(), true, Some(2)), ("tick 3".into(), true, Some(3))];
    assert_eq!(row.stages.iter().map(told).collect::<Vec<_>>(), expected);
    assert!(!regrade(&run, &suites(suite()), &row).await.unwrap().differs);
}

#[tokio::test]
async fn a_stage_that_was_not_reached_is_told_from_those_that_were() {
    let crash = Acts(|_| Conduct::Crash { ticks: 2 });
    let (outcome, run, _folder) = run(FakeSuite::new().with_checkpoints(), config("sound", 1), crash, &Stop::new()).await;
    assert_eq!(outcome.failed, 1);
    let row = run.results()[0].row.clone().unwrap();
    assert_eq!(row.stages.iter().map(|stage| stage.passed).collect::<Vec<_>>(), [true, true, false]);
    assert_eq!(row.failed, ["tick 3/ticks"]);
    assert_eq!(row.score, Some(2.0 / 3.0));
}

#[tokio::test]
async fn without_a_rule_nothing_is_read_between_steps() {
    let (_, run, _folder) = run(FakeSuite::new(), config("sound", 1), Acts(SOLVE), &Stop::new()).await;
    let trace = run.trial_record(0, 1).trace().unwrap();
    assert_eq!((trace.checkpoints.len(), trace.steps.len()), (0, 4));
    assert!(!run.folder().join("artifacts").exists());
}

#[tokio::test]
async fn graders_of_trials_in_memory_read_the_same() {
    for suite in [FakeSuite::new().handing_in(), FakeSuite::new().with_checkpoints()] {
        let suites = suites(suite);
        let suite = suites.get("fake").unwrap().clone();
        let instance = Arc::new(suite.instance(&"fake/sound@0".parse().unwrap(), &Default::default()).unwrap());
        let recorder = MemoryRecorder::default();
        let (boxed, stop) = (Box::new(recorder.clone()), Stop::new().watch());
        let timeouts = Timeouts::default();
        let sitting = Sitting {
            suite,
            instance,
            recorder: boxed,
            keep_frames: false,
            timeouts,
            judging: agon_core::Judging::LeftOut,
            stop,
        };
        assert!(sit(sitting, &mut Conduct::Solve).await.verdict.passed());
        assert_eq!(Trace::of(recorder.events()).steps.len(), 4);
    }
}
