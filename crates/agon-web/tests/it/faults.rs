//! Crashed pages, killed browsers, hung scripts: void, and the next trial has a fresh browser.

use crate::probe::{Bench, act, click, keys, seen};
use agon_core::{Action, Cause};
use agon_testkit::step;
use rustix::process::{Pid, Signal, kill_process};
use std::path::Path;
use std::time::Duration;

fn pid(number: u32) -> Pid {
    Pid::from_raw(i32::try_from(number).unwrap()).unwrap()
}

#[tokio::test]
async fn a_killed_browser_is_a_fault_and_the_next_trial_has_another() {
    let bench = Bench::new();
    let mut world = bench.world(&[]).await;
    let first = bench.process().await;
    kill_process(pid(first), Signal::KILL).unwrap();
    let fault = step(&mut *world, &[], &click(100.0, 40.0)).await.unwrap_err();
    assert_eq!(fault.cause, Cause::World);
    drop(world);
    let mut world = bench.world(&[]).await;
    assert_ne!(bench.process().await, first);
    act(&mut *world, click(100.0, 40.0)).await;
    assert!(!seen(&mut *world).await.is_empty());
}

#[tokio::test]
async fn a_crashed_page_costs_its_own_trial_only() {
    let bench = Bench::new();
    let mut other = bench.world(&[]).await;
    let mut world = bench.world(&[]).await;
    act(&mut *world, click(100.0, 95.0)).await;
    act(&mut *world, Action::Type { text: "mine".into() }).await;
    bench.crash_page_with("mine").await;
    let fault = step(&mut *world, &[], &click(100.0, 40.0)).await.unwrap_err();
    assert!(fault.detail.contains("crash"), "{fault}");
    act(&mut *other, click(100.0, 40.0)).await;
    assert!(!seen(&mut *other).await.is_empty());
}

#[tokio::test]
async fn a_hung_page_is_a_fault_and_its_browser_gets_no_more_trials() {
    let bench = Bench::with_timeout(Duration::from_secs(5));
    let mut world = bench.world(&[]).await;
    let first = bench.process().await;
    let fault = step(&mut *world, &[], &keys(&["f9"])).await.unwrap_err();
    assert!(fault.detail.contains("did not answer"), "{fault}");
    drop(world);
    bench.world(&[]).await;
    assert_ne!(bench.process().await, first);
}

#[tokio::test]
async fn nothing_is_left_when_the_suite_is_gone() {
    let bench = Bench::new();
    let world = bench.world(&[]).await;
    let process = bench.process().await;
    drop(world);
    let Bench { suite, kind, folder } = bench;
    drop((suite, kind));
    // Pages that were being opened ahead of need hold the browser for a moment.
    wait_until("the browser to end", || !Path::new(&format!("/proc/{process}/exe")).exists()).await;
    let is_ours = |entry: std::io::Result<std::fs::DirEntry>| entry.unwrap().file_name().to_string_lossy().starts_with("agon-");
    wait_until("its folders to go", || !std::fs::read_dir(folder.path()).unwrap().any(is_ours)).await;
}

/// For what another process does: nobody tells us, so we look again after a pause.
async fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let patience = std::time::Instant::now() + Duration::from_secs(60);
    while !holds() {
        assert!(std::time::Instant::now() < patience, "waited in vain for {what}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}
