//! Planning and dispatching, with worlds and agents that do what a test needs.
#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod capacity;
mod close;
mod dispatch;
mod plan;
mod record;

use agon_core::{Agent, AgentError, AgentMaker, BoxFuture, Call, FORMAT_VERSION, Fault, Placement, Seat, Suite};
use agon_record::{AgentEntry, Host, Manifest, Run, RunWriter, SuiteEntry};
use agon_run::{Capacity, Outcome, Progress, RunConfig, Runner, Spent, Stop, Suites, Todo};
use agon_testkit::FakeSuite;
use std::collections::BTreeMap;
use std::sync::Arc;
use tempfile::TempDir;

struct Quiet;
impl Progress for Quiet {}

fn suites(suite: FakeSuite) -> Suites {
    Suites::new([Arc::new(suite) as Arc<dyn Suite>])
}

fn entry(label: &str) -> AgentEntry {
    AgentEntry { label: label.into(), kind: "test".into(), version: "1".into(), settings: Default::default() }
}

/// One agent on one of the fake suite's tasks.
fn config(task: &str, instances: u32) -> RunConfig {
    let tasks = vec![format!("fake/{task}")];
    RunConfig { tasks, agents: vec![entry("agent")], instances, parallel: 1, backoff_secs: 0.0, ..RunConfig::default() }
}

/// Runs a configuration in a folder of its own.
async fn run(suite: FakeSuite, config: RunConfig, maker: impl AgentMaker + 'static, stop: &Stop) -> (Outcome, Run, TempDir) {
    run_within(Capacity::here(), suite, config, maker, stop).await
}

/// The same on a machine that has this much.
async fn run_within(
    capacity: Capacity,
    suite: FakeSuite,
    config: RunConfig,
    maker: impl AgentMaker + 'static,
    stop: &Stop,
) -> (Outcome, Run, TempDir) {
    let suites = suites(suite);
    let plan = agon_run::plan(&suites, &config).unwrap();
    let manifest = Manifest {
        format: FORMAT_VERSION,
        name: "run".into(),
        created: String::new(),
        agon_version: String::new(),
        commit: String::new(),
        host: Host::default(),
        suites: vec![SuiteEntry { name: "fake".into(), version: "1".into(), source: None }],
        agents: config.agents.clone(),
        trials: plan.len() as u32,
        config: serde_json::to_value(&config).unwrap(),
        config_hash: String::new(),
    };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("run");
    let writer = RunWriter::create(&path, &manifest, &plan).unwrap();
    let maker: Arc<dyn AgentMaker> = Arc::new(maker);
    let agents: BTreeMap<_, _> = config.agents.iter().map(|agent| (agent.label.clone(), maker.clone())).collect();
    let runner = Runner { suites, agents, config, spent: Spent::default(), judging: agon_core::Judging::LeftOut };
    let todo = plan.into_iter().map(Todo::first).collect();
    let outcome = runner.run_within(capacity, writer, todo, stop, &mut Quiet).await.unwrap();
    let run = Run::open(&path).unwrap();
    assert_eq!(run.problems(), []);
    (outcome, run, folder)
}

/// An agent from a function of its trial's seed.
struct Acts<F>(F);

/// What an agent of [`Acts`] does.
#[derive(Clone, Copy)]
enum Conduct {
    /// Ticks three times, which solves the task.
    Solve,
    /// Crashes after this many ticks.
    Crash { ticks: u32 },
}

impl<F: Fn(u64) -> Conduct + Send + Sync> AgentMaker for Acts<F> {
    fn make(&self, placement: &Placement<'_>) -> Result<Box<dyn Agent>, Fault> {
        Ok(Box::new((self.0)(placement.instance.id.seed)))
    }
}

impl Agent for Conduct {
    fn sit<'a>(&'a mut self, seat: &'a mut dyn Seat) -> BoxFuture<'a, Result<(), AgentError>> {
        Box::pin(async move {
            let ticks = match self {
                Self::Solve => 3,
                Self::Crash { ticks } => *ticks,
            };
            for _ in 0..ticks {
                seat.act(Call::bare("tick").into()).await?;
            }
            match self {
                Self::Solve => seat.act(agon_core::Action::Done).await.map(|_| ()).map_err(AgentError::from),
                Self::Crash { .. } => Err(AgentError::Crashed("no module named agent".into())),
            }
        })
    }
}
