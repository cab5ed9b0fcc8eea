//! What a long trial costs beside its browser: time a step, memory, and its record.

use super::{Figure, median};
use crate::commands::bench::harness::work;
use crate::home;
use agon_agents::parse;
use agon_core::{Action, Agent, AgentError, AgentMaker, BoxFuture, Event, Fault, Limits, Placement, Seat};
use agon_record::Run;
use agon_run::RunConfig;
use anyhow::{Context as _, ensure};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

const TASK: &str = "chain/internet/yield-and-alert@0";
const STEPS: u32 = 500;
/// By then all that is kept for the whole trial is there.
const SETTLED: u32 = 100;

/// One trial of five hundred steps over a hundred pages, recorded with all its frames.
pub(super) async fn measure() -> anyhow::Result<Vec<Figure>> {
    let folder = home::keeper()?.folder()?;
    let path = folder.path().join("run");
    let memory = Arc::new(Mutex::new(Vec::new()));
    let reader: Arc<dyn AgentMaker> = Arc::new(ReaderMaker(memory.clone()));
    let config = RunConfig {
        tasks: vec![TASK.into()],
        agents: vec![parse("reader")],
        limits: Limits::steps(STEPS + 10),
        ..RunConfig::default()
    };
    work(&path, config, BTreeMap::from([("reader".into(), reader)])).await?;
    let run = Run::open(&path)?;
    let log = run.attempt(0, 1)?;
    let steps: Vec<(f64, f64)> = log
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Step(step) => Some((step.at_ms, step.world_ms)),
            _ => None,
        })
        .collect();
    ensure!(steps.len() > STEPS as usize / 2, "the trial has {} steps", steps.len());
    let beside: Vec<f64> = steps.windows(2).map(|pair| pair[1].0 - pair[0].0 - pair[0].1).collect();
    let memory = memory.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let (settled, last) =
        (memory.get(SETTLED as usize).context("no memory was read")?, memory.last().context("no memory was read")?);
    let title = |what: &str| format!("a trial of {STEPS} steps: {what}");
    Ok(vec![
        Figure::new(title("a step in the browser, median"), median(steps.iter().map(|step| step.1).collect()), "ms"),
        Figure::new(title("the harness beside it, mean"), beside.iter().sum::<f64>() / beside.len() as f64, "ms"),
        Figure::new(title("the harness beside it, median"), median(beside), "ms"),
        Figure::new(title(&format!("memory of agon after step {SETTLED}")), *settled, "MiB"),
        Figure::new(title("memory of agon at the end"), *last, "MiB"),
        Figure::new(title("its record"), size_mb(&path)?, "MB"),
    ])
}

struct ReaderMaker(Arc<Mutex<Vec<f64>>>);

impl AgentMaker for ReaderMaker {
    fn make(&self, _: &Placement<'_>) -> Result<Box<dyn Agent>, Fault> {
        Ok(Box::new(Reader(self.0.clone())))
    }
}

/// Opens page after page, and reads each to its end.
struct Reader(Arc<Mutex<Vec<f64>>>);

impl Agent for Reader {
    fn sit<'a>(&'a mut self, seat: &'a mut dyn Seat) -> BoxFuture<'a, Result<(), AgentError>> {
        Box::pin(async move {
            for step in 0..STEPS {
                let page = (step / 5) * 7;
                let keys = |keys: &[&str]| Action::Keys { keys: keys.iter().map(|key| (*key).to_owned()).collect() };
                let action = match step % 5 {
                    0 => keys(&["ctrl", "l"]),
                    1 => Action::Type { text: format!("library.example/search?page={}", page + 1) },
                    2 => keys(&["enter"]),
                    3 => keys(&["pagedown"]),
                    _ => keys(&["end"]),
                };
                seat.act(action).await?;
                self.0.lock().unwrap_or_else(PoisonError::into_inner).push(resident_mib());
            }
            seat.act(Action::Done).await?;
            Ok(())
        })
    }
}

/// What this process holds; the browser is another one.
fn resident_mib() -> f64 {
    let text = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap_or_default();
    line.split_whitespace().next().and_then(|kib| kib.parse::<f64>().ok()).unwrap_or_default() / 1024.0
}

fn size_mb(folder: &Path) -> anyhow::Result<f64> {
    let mut bytes = 0.0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        bytes += if entry.path().is_dir() { size_mb(&entry.path())? * 1e6 } else { entry.metadata()?.len() as f64 };
    }
    Ok(bytes / 1e6)
}
