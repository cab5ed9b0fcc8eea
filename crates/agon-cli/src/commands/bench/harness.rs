//! What the harness costs: a step, a run, a schedule, an index.

use super::Figure;
use crate::commands::run::manifest;
use crate::home;
use crate::suites::SuiteFolders;
use agon_agents::parse;
use agon_core::{
    Agent, AgentMaker, BoxFuture, Call, Capabilities, Event, Evidence, FORMAT_VERSION, Fault, Header, Instance, Judging, Marks,
    Observation, Placement, Recorder as _, Request, Script, Settings, Status, Step, Surface, Totals, Verdict, World,
};
use agon_record::{PlannedTrial, Row, Run, RunWriter};
use agon_report::Summary;
use agon_run::{Frames, Progress, RunConfig, Runner, Spent, Stop, Todo, plan};
use agon_seat::{LiveSeat, SeatOptions};
use anyhow::{Context as _, bail, ensure};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Trials of the recorded run, and of the large record.
const RUN_TRIALS: u32 = 10_000;
pub(super) const RECORD_TRIALS: u32 = 100_000;
/// The sleeping agents: this many trials, so many at a time, each so many steps of so long a thought.
const SLEEPERS: u32 = 1_000;
const SLEEPERS_AT_ONCE: usize = 200;
const SLEEPS: u32 = 5;
const SLEEP: Duration = Duration::from_millis(200);

struct Quiet;
impl Progress for Quiet {}

/// A world that does nothing at once: what remains is the seat and the record.
struct Nowhere;

impl World for Nowhere {
    fn capabilities(&self) -> Capabilities {
        Capabilities { surfaces: vec![Surface::Calls], ..Capabilities::default() }
    }

    fn observe(&mut self) -> BoxFuture<'_, Result<Observation, Fault>> {
        Box::pin(async { Ok(Observation::default()) })
    }

    fn act<'a>(&'a mut self, _: &'a Request) -> BoxFuture<'a, Result<Step, Fault>> {
        let feedback = Some("Executed: nothing happened.".to_owned());
        Box::pin(async { Ok(Step { feedback, ..Step::executed(Observation::default()) }) })
    }

    fn door(&mut self) -> &mut dyn agon_core::Door {
        self
    }
}

impl agon_core::Door for Nowhere {
    fn evidence(&mut self) -> BoxFuture<'_, Result<Evidence, Fault>> {
        Box::pin(async { Ok(Evidence::default()) })
    }
}

/// The seat's and the record's cost of one step, without frames.
pub(super) async fn seat(span: Duration) -> anyhow::Result<Vec<Figure>> {
    let folder = home::keeper()?.folder()?;
    let config = RunConfig { tasks: vec!["gym/maze-2d/easy@0".into()], agents: vec![parse("noop")], ..RunConfig::default() };
    let Begun { writer, plan, mut instance, version } = begin(&folder.path().join("run"), &config)?;
    instance.limits = agon_core::Limits::default();
    let recorder = writer.attempts().open(header(&plan[0], &instance, &version), None, false)?;
    let options = SeatOptions {
        frames: false,
        world_timeout: Duration::from_secs(60),
        checkpoints: Default::default(),
        stages: Vec::new(),
    };
    let opened = LiveSeat::open(&instance, Box::new(Nowhere), Box::new(recorder), options).await;
    let mut seat = opened.map_err(|(fault, _)| fault)?;
    let begin = Instant::now();
    let mut steps = 0u32;
    // In a task, as trials are: the runtime's own thread would pay a wake-up for every step.
    let micros = tokio::spawn(async move {
        while begin.elapsed() < span {
            for _ in 0..64 {
                agon_core::Seat::act(&mut seat, Call::new("move", 0).into()).await.map_err(|error| error.to_string())?;
            }
            steps += 64;
        }
        Ok::<f64, String>(begin.elapsed().as_secs_f64() * 1e6 / f64::from(steps))
    });
    let micros = micros.await?.map_err(anyhow::Error::msg)?;
    Ok(vec![Figure::new("seat and record, no frames", micros, "µs/step")])
}

/// Ten thousand oracle trials of Maze 2D, recorded without frames, and their summary.
pub(super) async fn run() -> anyhow::Result<Vec<Figure>> {
    let folder = home::keeper()?.folder()?;
    let path = folder.path().join("run");
    let config = RunConfig {
        tasks: vec!["gym/maze-2d/easy".into()],
        agents: vec![parse("oracle")],
        instances: RUN_TRIALS,
        frames: Frames::None,
        ..RunConfig::default()
    };
    let agents = home::agents(&config.agents, &[])?;
    let (secs, passed) = work(&path, config, agents).await?;
    ensure!(passed == RUN_TRIALS, "only {passed} of {RUN_TRIALS} oracle trials passed");
    let begin = Instant::now();
    let summary = Summary::of(&Run::open(&path)?);
    ensure!(summary.counts.passed == RUN_TRIALS, "the summary lost trials");
    let summarised = begin.elapsed().as_secs_f64();
    Ok(vec![
        Figure::new(format!("{RUN_TRIALS} oracle trials of maze-2d, recorded"), secs, "s"),
        Figure::new(format!("summary of {RUN_TRIALS} trials"), summarised, "s"),
    ])
}

/// A thousand agents that think for a fifth of a second before each of five steps, two hundred at a time.
pub(super) async fn schedule() -> anyhow::Result<Vec<Figure>> {
    let folder = home::keeper()?.folder()?;
    let config = RunConfig {
        tasks: vec!["gym/maze-2d/easy".into()],
        agents: vec![parse("sleeper")],
        instances: SLEEPERS,
        frames: Frames::None,
        parallel: SLEEPERS_AT_ONCE,
        ..RunConfig::default()
    };
    let sleeper: Arc<dyn AgentMaker> = Arc::new(Sleeper);
    let (secs, _) = work(&folder.path().join("run"), config, BTreeMap::from([("sleeper".into(), sleeper)])).await?;
    let rounds = f64::from(SLEEPERS) / SLEEPERS_AT_ONCE as f64;
    let ideal = rounds * f64::from(SLEEPS) * SLEEP.as_secs_f64();
    Ok(vec![Figure::new(format!("{SLEEPERS} sleeping agents, {SLEEPERS_AT_ONCE} at a time"), secs / ideal, "× the ideal time")])
}

/// Writes a run of this many trials, and opens it for a summary, which checks every log. It is kept where a folder is named.
pub(super) fn record(trials: u32, keep: Option<&Path>) -> anyhow::Result<Vec<Figure>> {
    let folder = home::keeper()?.folder()?;
    let path = keep.map_or_else(|| folder.path().join("run"), Path::to_owned);
    let config = RunConfig {
        tasks: vec!["gym/maze-2d/easy".into()],
        agents: vec![parse("oracle")],
        instances: trials,
        ..RunConfig::default()
    };
    let Begun { mut writer, plan, instance, version } = begin(&path, &config)?;
    let actions: Vec<_> = (0..12).map(|step| step_event(step + 1)).collect();
    let begin = Instant::now();
    for planned in &plan {
        let mut attempt = writer.attempts().open(header(planned, &instance, &version), None, false)?;
        for event in &actions {
            attempt.write(event)?;
        }
        let verdict = Verdict::Scored(Marks::new(1.0, true, Vec::new()));
        let totals = Totals { steps: 12, ..Totals::default() };
        let row = Row::new(planned.trial, 1, &verdict, None, &totals);
        attempt.write(&Event::Closed { verdict, ending: None, totals })?;
        writer.add_result(&Row { seal: attempt.seal(), ..row })?;
    }
    let written = begin.elapsed().as_secs_f64();
    drop(writer);
    let begin = Instant::now();
    let run = Run::open(&path)?;
    if let Some(problem) = run.problems().first() {
        bail!("{} of the logs just written cannot be trusted; the first: {problem}", run.problems().len());
    }
    let summary = Summary::of(&run);
    ensure!(summary.counts.passed == trials, "{} of {trials} trials passed", summary.counts.passed);
    let opened = begin.elapsed().as_secs_f64();
    Ok(vec![
        Figure::new(format!("{trials} trials of 12 steps written"), written, "s"),
        Figure::new(format!("{trials} trials checked line by line and summarised"), opened, "s"),
    ])
}

/// A run that can be written, its first instance and its suite's version.
struct Begun {
    writer: RunWriter,
    plan: Vec<PlannedTrial>,
    instance: Instance,
    version: String,
}

fn begin(path: &Path, config: &RunConfig) -> anyhow::Result<Begun> {
    let suites = SuiteFolders::default().open()?;
    let plan = plan(&suites, config)?;
    let writer = RunWriter::create(path, &manifest(path, &suites, config, &plan)?, &plan)?;
    let first = plan.first().context("nothing is planned")?;
    let suite = suites.get(first.instance.task.suite())?;
    let instance = suite.instance(&first.instance, &Settings::new())?;
    Ok(Begun { writer, plan, instance, version: suite.card().version.clone() })
}

/// Runs a whole plan; the seconds it took and the trials that passed.
pub(super) async fn work(
    path: &Path,
    config: RunConfig,
    agents: BTreeMap<String, Arc<dyn AgentMaker>>,
) -> anyhow::Result<(f64, u32)> {
    let Begun { writer, plan, .. } = begin(path, &config)?;
    let todo = plan.into_iter().map(Todo::first).collect();
    let runner =
        Runner { suites: SuiteFolders::default().open()?, agents, config, spent: Spent::default(), judging: Judging::LeftOut };
    let begin = Instant::now();
    let outcome = runner.run(writer, todo, &Stop::new(), &mut Quiet).await?;
    ensure!(outcome.void == 0 && outcome.missing == 0, "the run has faults: {outcome:?}");
    Ok((begin.elapsed().as_secs_f64(), outcome.passed))
}

fn header(planned: &PlannedTrial, instance: &Instance, version: &str) -> Header {
    Header {
        format: FORMAT_VERSION,
        trial: planned.trial,
        attempt: 1,
        agent: planned.agent.clone(),
        repeat: planned.repeat,
        suite_version: version.to_owned(),
        instance: Instance { id: planned.instance.clone(), ..instance.clone() },
        started: String::new(),
    }
}

fn step_event(step: u32) -> Event {
    Event::Step(agon_core::StepRecord {
        feedback: Some("Executed: you moved right.".into()),
        at_ms: 1.0,
        world_ms: 1.0,
        ..agon_core::StepRecord::new(step, Call::new("move", 0).into(), Status::Executed)
    })
}

/// Thinks, then acts.
struct Sleeper;

impl AgentMaker for Sleeper {
    fn make(&self, _: &Placement<'_>) -> Result<Box<dyn Agent>, Fault> {
        Ok(Box::new(Thinker(Script::new(vec![Call::new("move", 0).into()]))))
    }
}

struct Thinker(Script);

impl Agent for Thinker {
    fn sit<'a>(&'a mut self, seat: &'a mut dyn agon_core::Seat) -> BoxFuture<'a, Result<(), agon_core::AgentError>> {
        Box::pin(async move {
            for _ in 0..SLEEPS {
                tokio::time::sleep(SLEEP).await;
                self.0.sit(seat).await?;
            }
            Ok(())
        })
    }

    fn looks(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_record_of_the_benchmark_is_read_back_whole() {
        assert_eq!(super::record(12, None).unwrap().len(), 2);
    }
}
