//! One recorded attempt at one planned trial.

use crate::budget::{Actions, RunBudget, Watching};
use crate::catch::blocking;
use crate::control::Pausable;
use crate::{MemoryRecorder, RunConfig, Sitting, SittingResult, Suites, Timeouts, sit};
use agon_core::{
    Action, Agent, AgentMaker, Cause, Event, FORMAT_VERSION, Fault, Header, Instance, Judging, Placement, Recorder, Script,
    Suite, Verdict,
};
use agon_record::{AttemptOpener, FrameStore, PlannedTrial, Row, Variant};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// What attempts share.
pub(crate) struct Context {
    pub(crate) suites: Suites,
    pub(crate) config: RunConfig,
    /// The run's variants, by label.
    pub(crate) variants: BTreeMap<String, Variant>,
    pub(crate) opener: AttemptOpener,
    pub(crate) stop: watch::Receiver<bool>,
    pub(crate) paused: watch::Receiver<bool>,
    pub(crate) budget: Arc<RunBudget>,
    pub(crate) judging: Judging,
}

pub(crate) struct Attempt {
    pub(crate) planned: PlannedTrial,
    /// Counted from 1.
    pub(crate) number: u32,
    /// The seal of the attempt before it.
    pub(crate) previous: Option<String>,
    pub(crate) maker: Arc<dyn AgentMaker>,
    /// Set when the trial is not to be run at all.
    pub(crate) refused: Option<Fault>,
}

impl Attempt {
    /// Runs and records the attempt. `Err` is a record that cannot be written, which stops the run.
    pub(crate) async fn run(self, context: &Context) -> Result<Row, Fault> {
        let timeouts = Timeouts::for_world(Duration::from_secs_f64(context.config.world_timeout_secs.clamp(0.001, 1e6)));
        let set = self.set(context, timeouts.open).await;
        let (suite, instance) = match set {
            Ok(set) => set,
            // Without an instance there is not even a header to write; the plan was checked, so this is our own fault.
            Err(fault) => {
                return Err(Fault::new(Cause::Record, format!("{} cannot be set any more: {fault}", self.planned.instance)));
            }
        };
        let keep_frames = context.config.frames == crate::Frames::All;
        let header = self.header(&suite, &instance);
        let writer = context.opener.open(header, self.previous.clone(), keep_frames).map_err(|error| error.to_fault())?;
        let frames = writer.frames().clone();
        let actions = Actions::default();
        let (budget, agent) = (context.budget.clone(), self.planned.agent.clone());
        let recorder: Box<dyn Recorder> = Box::new(Watching { recorder: writer, budget, agent, actions: actions.clone() });
        let agent = match &self.refused {
            Some(fault) => Err(fault.clone()),
            None => self.make_agent(&suite, &instance, context, timeouts.open).await,
        };
        let sat = match agent {
            Err(fault) => broken(recorder, fault)?,
            Ok(agent) => {
                let mut agent = Pausable { agent, paused: context.paused.clone() };
                let stop = context.stop.clone();
                let (again, same) = (suite.clone(), instance.clone());
                let judging = context.judging.clone();
                let sitting = Sitting { suite, instance, recorder, keep_frames, timeouts, judging, stop: stop.clone() };
                let sat = sit(sitting, &mut agent).await;
                judge_fault(sat, actions.take(), again, same, timeouts, stop).await?
            }
        };
        self.close(sat, frames).await
    }

    async fn set(&self, context: &Context, timeout: Duration) -> Result<(Arc<dyn Suite>, Arc<Instance>), Fault> {
        let suite = context.suites.get(self.planned.instance.task.suite()).map_err(Fault::world)?.clone();
        let settings = context.config.settings_of(context.variant(&self.planned)?);
        let (setter, id) = (suite.clone(), self.planned.instance.clone());
        let mut instance =
            blocking(Cause::World, timeout, move || setter.instance(&id, &settings)).await?.map_err(Fault::world)?;
        instance.limits = context.config.limits.clone().or(&self.maker.limits(&instance));
        Ok((suite, Arc::new(instance)))
    }

    fn header(&self, suite: &Arc<dyn Suite>, instance: &Instance) -> Header {
        Header {
            format: FORMAT_VERSION,
            trial: self.planned.trial,
            attempt: self.number,
            agent: self.planned.agent.clone(),
            repeat: self.planned.repeat,
            suite_version: suite.card().version.clone(),
            instance: instance.clone(),
            started: agon_record::now(),
        }
    }

    /// Agents are made on a thread: an oracle may search for a while, or panic.
    async fn make_agent(
        &self,
        suite: &Arc<dyn Suite>,
        instance: &Arc<Instance>,
        context: &Context,
        timeout: Duration,
    ) -> Result<Box<dyn Agent>, Fault> {
        let (suite, instance, maker) = (suite.clone(), instance.clone(), self.maker.clone());
        let (repeat, seed) = (self.planned.repeat, agent_seed(context, &self.planned)?);
        let make = move || maker.make(&Placement { suite: suite.as_ref(), instance: instance.as_ref(), repeat, seed });
        blocking(Cause::Agent, timeout, make).await?
    }

    async fn close(&self, sat: SittingResult, frames: FrameStore) -> Result<Row, Fault> {
        let SittingResult { verdict, ending, totals, mut recorder, .. } = sat;
        if let Verdict::Void(fault @ Fault { cause: Cause::Record, .. }) = verdict {
            return Err(fault);
        }
        // A closed attempt has all its frames on disk.
        if !frames.is_settled() {
            let settled = tokio::task::spawn_blocking(move || frames.settle()).await;
            settled.map_err(|error| Fault::new(Cause::Record, error))??;
        }
        let row = Row::new(self.planned.trial, self.number, &verdict, ending.as_ref(), &totals);
        recorder.record(&Event::Closed { verdict, ending, totals })?;
        Ok(Row { seal: recorder.seal(), ..row })
    }
}

fn broken(mut recorder: Box<dyn Recorder>, fault: Fault) -> Result<SittingResult, Fault> {
    recorder.record(&Event::Fault { fault: fault.clone(), during: None })?;
    Ok(SittingResult::void(fault, recorder))
}

/// Tells an outage from a fault that the agent's own actions bring about: those are played again in a fresh world, and what
/// breaks again is the agent's doing. A void must not be worth anything to whoever makes it.
async fn judge_fault(
    mut sat: SittingResult,
    actions: Vec<Action>,
    suite: Arc<dyn Suite>,
    instance: Arc<Instance>,
    timeouts: Timeouts,
    stop: watch::Receiver<bool>,
) -> Result<SittingResult, Fault> {
    let Verdict::Void(fault) = &mut sat.verdict else { return Ok(sat) };
    if fault.provoked || !matches!(fault.cause, Cause::World | Cause::Grader) || actions.is_empty() {
        return Ok(sat);
    }
    // Where the same actions give the same bytes, what they break they break every time: two outages are not taken for that.
    let is_exact = suite.is_exact(&instance.id.task);
    let mut broke = None;
    for _ in 0..if is_exact { 2 } else { 1 } {
        let (suite, instance, stop) = (suite.clone(), instance.clone(), stop.clone());
        let recorder = Box::new(MemoryRecorder::default());
        // Frames are drawn as they were: drawing may be what breaks.
        // What a judge would say is not asked: only what breaks counts here.
        let judging = Judging::LeftOut;
        let sitting = Sitting { suite, instance, recorder, keep_frames: true, timeouts, judging, stop };
        let again = sit(sitting, &mut Script::new(actions.clone())).await;
        // A world that cannot even be opened tells nothing about the actions; nor does one that promises the same bytes for the
        // same actions and breaks at another of them.
        let is_there = again.ending.is_some() && (!is_exact || again.totals.steps == sat.totals.steps);
        broke = match again.verdict {
            Verdict::Void(fault) if is_there && matches!(fault.cause, Cause::World | Cause::Grader) => Some(fault),
            _ => None,
        };
        if broke.is_none() {
            break;
        }
    }
    fault.provoked = broke.is_some();
    sat.recorder.record(&Event::Replayed { fault: broke })?;
    Ok(sat)
}

impl Context {
    /// The variant of a planned trial, which has no factors where nothing is varied.
    fn variant(&self, planned: &PlannedTrial) -> Result<&Variant, Fault> {
        let label = planned.variant.as_deref().unwrap_or_default();
        self.variants.get(label).ok_or_else(|| Fault::world(format!("the run's configuration has no variant {label:?}")))
    }
}

/// The seed for whatever an agent draws: the same in every attempt at a trial and in all variants of it, which shall differ
/// in nothing but their factors; another in every other trial.
fn agent_seed(context: &Context, planned: &PlannedTrial) -> Result<u64, Fault> {
    let agent = context.variant(planned)?.base_of(&planned.agent);
    let label = format!("{agent}|{}|{}", planned.instance, planned.repeat);
    Ok(agon_core::Rng::new(&label, context.config.seed).next_u64())
}
