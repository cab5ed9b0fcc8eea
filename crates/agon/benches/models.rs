//! `cargo bench -p agon --bench models`: many models at a time, against a stand-in that takes a second for each answer.
//!
//! All episodes run at once and each makes the same number of calls, so the ideal is that number of seconds. What is
//! told is the share of the ideal throughput that is reached, and the most memory the process held.

#![expect(clippy::print_stdout, reason = "figures are what a bench is for")]

use agon_testkit::standin::{Answer, Keep, Script, StandIn};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const EPISODES: u32 = 500;
/// What a hard task of the gym allows.
const CALLS: u32 = 30;
const LATENCY: Duration = Duration::from_secs(1);

fn main() -> std::io::Result<()> {
    println!("| observation | calls | seconds | ideal | share of ideal | most memory |");
    println!("|---|---:|---:|---:|---:|---:|");
    for observation in ["text", "image"] {
        let script = Script::always(Answer::say("('move', 0)")).slow(LATENCY);
        let server = StandIn::start_apart(script, Keep::Count)?;
        let folder = std::env::temp_dir().join(format!("agon-bench-{}-{observation}", std::process::id()));
        let begin = Instant::now();
        let child = run(&server.url(), observation, &folder)?;
        let most_kib = wait(child)?;
        let (secs, ideal) = (begin.elapsed().as_secs_f64(), (LATENCY * CALLS).as_secs_f64());
        let (calls, share) = (server.count(), 100.0 * ideal / secs);
        println!("| {observation} | {calls} | {secs:.2} | {ideal:.0} | {share:.1} % | {} MB |", most_kib / 1000);
        std::fs::remove_dir_all(folder)?;
    }
    Ok(())
}

fn run(url: &str, observation: &str, folder: &std::path::Path) -> std::io::Result<Child> {
    let tasks = format!("gym/maze-2d/hard@0-{}", EPISODES - 1);
    Command::new(env!("CARGO_BIN_EXE_agon"))
        .args(["run", &tasks, "-m", "vllm/stand-in", "-M", &format!("base_url={url}")])
        .args(["--set", &format!("observation={observation}"), "--steps", &CALLS.to_string(), "-n", &EPISODES.to_string()])
        .arg("--out")
        .arg(folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
}

/// Waits for the end and gives the most memory it held, in KiB, as the system counts it.
fn wait(mut child: Child) -> std::io::Result<u64> {
    let path = format!("/proc/{}/status", child.id());
    let mut most = 0;
    while child.try_wait()?.is_none() {
        let status = std::fs::read_to_string(&path).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap_or_default();
        most = line.trim().trim_end_matches(" kB").parse().unwrap_or(most);
        std::thread::sleep(Duration::from_millis(5));
    }
    Ok(most)
}
