//! A run in a store that several processes work on: every trial once, and the same as on one machine.

use crate::support::{Done, FOUR, TestFolder, timeless, wait_until};
use agon_core::Rng;
use agon_record::Run;
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

#[path = "../../../agon-store/tests/it/proxy.rs"]
mod proxy;

const STORE: &str = "store/mine";

/// Plans a run and leaves it.
fn plan(place: &TestFolder, tasks: &[&str], flags: &[&str]) -> String {
    let url = format!("file://{}", place.path(STORE).display());
    let done = place.agon(&[&["run"], tasks, flags, &["--store", &url, "--detach"]].concat());
    assert_eq!(done.code, 0, "{}", done.err);
    url
}

fn start(place: &TestFolder, url: &str, flags: &[&str]) -> Child {
    let mut command = place.command(&[&["worker", url, "--json"], flags].concat());
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn end(child: Child) -> Done {
    Done::of(child.wait_with_output().unwrap())
}

fn status(place: &TestFolder, url: &str) -> Value {
    place.agon(&["status", url, "--json"]).json()
}

/// Both runs have the same trials, whoever ran them.
fn assert_same(one: &Run, other: &Run) {
    assert_eq!(one.plan(), other.plan());
    assert_eq!((one.problems(), other.problems()), (&[][..], &[][..]));
    for trial in 0..one.plan().len() as u32 {
        assert_eq!(timeless(one, trial, 1)[1..], timeless(other, trial, 1)[1..], "trial {trial}");
    }
}

#[test]
fn workers_do_what_one_machine_does_and_every_command_reads_the_store() {
    let place = TestFolder::new();
    let flags = ["-a", "oracle", "-a", "random", "--instances", "2"];
    let url = plan(&place, &FOUR, &flags);
    let alone = place.run(&[&FOUR[..], &flags].concat(), "alone");
    let before = status(&place, &url);
    assert_eq!((before["committed"].as_u64(), before["finished"].as_bool()), (Some(0), Some(false)), "{before}");

    let workers = [start(&place, &url, &["--name", "one"]), start(&place, &url, &["--name", "two", "-n", "1"])];
    let done = workers.map(end);
    for done in &done {
        assert_eq!(done.code, 0, "{}", done.err);
    }
    let committed: u64 = done.iter().map(|done| done.json()["committed"].as_u64().unwrap()).sum();
    assert_eq!(committed as usize, alone.plan().len());
    let after = status(&place, &url);
    assert_eq!((after["finished"].as_bool(), after["workers"].as_array().map(Vec::len)), (Some(true), Some(2)), "{after}");
    assert_eq!(after["workers"][0]["state"], "left");
    let again = end(start(&place, &url, &[]));
    assert_eq!((again.code, again.json()["committed"].as_u64()), (0, Some(0)), "{}", again.err);

    let report = place.agon(&["report", &url, "--csv"]);
    assert_eq!(report.code, 0, "{}", report.err);
    assert_eq!(report.out.lines().count(), alone.plan().len() + 1);
    let mirrors: Vec<_> = std::fs::read_dir(place.path("cache/stores")).unwrap().map(|entry| entry.unwrap().path()).collect();
    let [mirror] = mirrors.as_slice() else { panic!("{mirrors:?}") };
    assert_same(&alone, &Run::open(mirror).unwrap());
    let graded = place.agon(&["grade", &url]);
    assert!(graded.code == 0 && graded.out.ends_with("all verdicts unchanged\n"), "{}{}", graded.out, graded.err);
    let verified = place.agon(&["verify", &url]);
    assert_eq!(verified.code, 0, "{}{}", verified.out, verified.err);
    let exported = place.agon(&["export", &url, "-a", "oracle", "-o", "data"]);
    assert_eq!(exported.code, 0, "{}", exported.err);
    assert_eq!(place.agon(&["show", &url, "0"]).code, 0);
    let left: Vec<_> = std::fs::read_dir(place.tmp()).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(left.is_empty(), "workers keep nothing: {left:?}");
}

#[test]
fn a_worker_that_is_killed_gives_its_trials_back() {
    let place = TestFolder::new();
    let flags = ["-a", "oracle", "--instances", "3"];
    let url = plan(&place, &["gym/maze-2d"], &[&flags[..], &["--lease", "2"]].concat());
    let mut victim = start(&place, &url, &["-n", "2", "--name", "victim"]);
    wait_until("a first commit", || status(&place, &url)["committed"].as_u64() > Some(0));
    victim.kill().unwrap();
    victim.wait().unwrap();
    let heir = end(start(&place, &url, &["--name", "heir"]));
    assert_eq!(heir.code, 0, "{}", heir.err);
    let alone = place.run(&[&["gym/maze-2d"][..], &flags].concat(), "alone");
    assert_eq!(place.agon(&["report", &url]).code, 0);
    let mirror = std::fs::read_dir(place.path("cache/stores")).unwrap().next().unwrap().unwrap().path();
    assert_same(&alone, &Run::open(&mirror).unwrap());
    // A folder that is a store is read as one by its path too.
    let named = place.agon(&["grade", STORE]);
    assert!(named.code == 0 && named.out.starts_with("Re-graded 12 trials"), "{}{}", named.out, named.err);
    let cleaned = place.agon(&["clean"]);
    assert_eq!(cleaned.code, 0, "{}", cleaned.err);
}

#[test]
fn a_worker_that_is_told_to_stop_ends_what_runs_and_leaves() {
    let place = TestFolder::new();
    let url = plan(&place, &["gym/sliding-block"], &["-a", "oracle", "--instances", "200", "--frames", "none"]);
    let worker = start(&place, &url, &["-n", "1"]);
    wait_until("a first commit", || status(&place, &url)["committed"].as_u64() > Some(0));
    kill_process(Pid::from_child(&worker), Signal::TERM).unwrap();
    let done = end(worker);
    assert_eq!(done.code, 130, "{}", done.err);
    let (told, seen) = (done.json(), status(&place, &url));
    assert_eq!(told["committed"], seen["committed"], "{told} {seen}");
    assert!(seen["committed"].as_u64() < seen["trials"].as_u64(), "{seen}");
    assert_eq!(seen["workers"][0]["state"], "left", "what it had is free at once: {seen}");
    // Its own record is brought once all is done.
    let flags = ["--store", &url, "-a", "oracle", "--instances", "200", "--frames", "none", "-o", "brought"];
    let other = place.agon(&[&["run", "gym/sliding-block"][..], &flags].concat());
    assert!(other.code == 2 && other.err.contains("there is another run at"), "{}", other.err);
    let finished = end(start(&place, &url, &[]));
    assert_eq!(finished.code, 0, "{}", finished.err);
}

#[test]
fn a_run_in_a_store_ends_with_its_record_here() {
    let place = TestFolder::new();
    let url = format!("file://{}", place.path(STORE).display());
    let done = place.agon(&["run", "gym/jigsaw", "-a", "oracle", "--instances", "1", "--store", &url, "-o", "brought", "--json"]);
    assert_eq!(done.code, 0, "{}", done.err);
    assert_eq!(place.agon(&["verify", "brought"]).code, 0);
}

#[test]
fn what_cannot_be_spread_is_refused() {
    let place = TestFolder::new();
    let refused = |args: &[&str], words: &str| {
        let done = place.agon(args);
        assert!(done.code == 2 && done.err.contains(words), "{args:?}: {}", done.err);
    };
    let run = ["run", "gym/jigsaw", "--instances", "1", "--store", "store"];
    refused(&[&run[..], &["-a", "person"]].concat(), "people sit at one machine");
    refused(&[&run[..], &["-a", "oracle", "--max-cost-usd", "1"]].concat(), "--cost-usd limits each trial");
    refused(&["run", "gym/jigsaw", "-a", "oracle", "--detach"], "--store");
    refused(&["worker", "nowhere"], "there is no run at");
    refused(&["status", "ftp://host/run"], "is not the address of a store");
    refused(&["report", "file:///nowhere/at/all"], "there is no run at");
}

/// Eight processes on a real server behind a proxy that spoils a tenth of the requests; every four seconds or so one of them is killed and
/// another started. Which one is drawn, so that some live longer than a lease and find whose silence lasts that long. Asked for with
/// `AGON_STORE_TESTS=1` and a server of `scripts/store-servers`; `AGON_STORE_TRIALS` is 20,000 unless set.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_real_store_that_misbehaves_and_workers_that_are_killed_cost_no_trial() {
    if std::env::var_os("AGON_STORE_TESTS").is_none() {
        return;
    }
    let server = ["AGON_STORE_RADOSGW", "AGON_STORE_MINISTACK"].iter().find_map(|name| std::env::var(name).ok());
    let server = server.expect("no server is named: eval \"$(scripts/store-servers start radosgw)\"");
    let (proxy, counts) = proxy::start(server.trim_start_matches("http://").parse().unwrap()).await;
    let trials: usize = std::env::var("AGON_STORE_TRIALS").map_or(20_000, |text| text.parse().unwrap());
    let spoiled = move || {
        let place = TestFolder::new();
        let s3 = |command: &mut Command| {
            command.env("AWS_ENDPOINT", format!("http://{proxy}")).env("AWS_ALLOW_HTTP", "true").env("AWS_REGION", "us-east-1");
            command.env("AWS_ACCESS_KEY_ID", "agon-test").env("AWS_SECRET_ACCESS_KEY", "agon-test-secret");
        };
        let agon = |args: &[&str]| {
            let mut command = place.command(args);
            s3(&mut command);
            Done::of(command.output().unwrap())
        };
        let url = format!("s3://agon/workers-{}", std::process::id());
        let instances = (trials / 2).to_string();
        let run = ["run", "gym/maze-2d/easy", "gym/jigsaw/easy", "-a", "oracle", "--frames", "none", "--instances", &instances];
        let done = agon(&[&run[..], &["--store", &url, "--detach", "--lease", "30"]].concat());
        assert_eq!(done.code, 0, "{}", done.err);
        let begin = |number: usize| {
            let mut command = place.command(&["worker", &url, "-n", "1", "--name", &format!("worker-{number}")]);
            s3(&mut command);
            command.stderr(Stdio::null()).spawn().unwrap()
        };
        let mut rng = Rng::new("killed", 0);
        let (began, mut killed, mut next) = (Instant::now(), 0, Instant::now());
        let mut workers: Vec<Child> = (0..8).map(begin).collect();
        loop {
            if workers.iter_mut().any(|worker| worker.try_wait().unwrap().is_some_and(|status| status.success())) {
                break;
            }
            if Instant::now() > next {
                next = Instant::now() + Duration::from_secs_f64(rng.real(0.0, 8.0));
                let victim = rng.index(workers.len());
                workers[victim].kill().unwrap();
                workers[victim].wait().unwrap();
                killed += 1;
                workers[victim] = begin(8 + killed);
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        for mut worker in workers {
            worker.wait().unwrap();
        }
        println!("{trials} trials in {:.0} s, {killed} workers killed", began.elapsed().as_secs_f64());
        let report = agon(&["report", &url, "--json"]);
        assert_eq!(report.code, 0, "{}", report.err);
        let mirror = std::fs::read_dir(place.path("cache/stores")).unwrap().next().unwrap().unwrap().path();
        let alone = place.agon(&[&run[..], &["-o", "alone"]].concat());
        assert_eq!(alone.code, 0, "{}", alone.err);
        assert_same(&place.open("alone"), &Run::open(&mirror).unwrap());
        assert!(killed > 0);
    };
    tokio::task::spawn_blocking(spoiled).await.unwrap();
    let count = |count: &std::sync::atomic::AtomicU64| count.load(Ordering::Relaxed);
    let (passed, refused) = (count(&counts.passed), count(&counts.refused));
    println!("requests: {passed} passed, {refused} refused, {} lost, {} delayed", count(&counts.dropped), count(&counts.delayed));
}
