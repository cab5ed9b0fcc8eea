//! One agent at one seat, from the first look to the marks.

use crate::catch::{blocking, catch};
use crate::judging::judge;
use crate::memory::MemoryRecorder;
use agon_core::{
    Agent, AgentError, ArtifactRef, ArtifactStore, Case, Cause, CheckpointRule, Door, Ending, Event, Evidence, Fault, Instance,
    JudgeTotals, Judgement, Judging, KeptArtifacts, Limits, NoRecord, Recorder, Seat as _, Suite, Totals, TrialRecord, Verdict,
    World,
};
use agon_seat::{Finished, LiveSeat, SeatOptions, guard, keep_artifacts};
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::unconstrained;

/// Everything one sitting needs.
pub struct Sitting {
    /// Whose task it is.
    pub suite: Arc<dyn Suite>,
    /// What is sat.
    pub instance: Arc<Instance>,
    /// Where it is written down.
    pub recorder: Box<dyn Recorder>,
    /// Whether the record keeps frames; they are drawn if it does or if the agent looks.
    pub keep_frames: bool,
    /// How long worlds and graders may take.
    pub timeouts: Timeouts,
    /// Who answers the questions of judged checks.
    pub judging: Judging,
    /// Turns true when the run is to stop.
    pub stop: watch::Receiver<bool>,
}

/// How long parts of a sitting may take.
#[derive(Clone, Copy, Debug)]
pub struct Timeouts {
    /// For a single call of a world.
    pub world: Duration,
    /// For opening a world, and for making an agent.
    pub open: Duration,
    /// For marking.
    pub grade: Duration,
}

/// What came of it. The `closed` event is the caller's to write.
pub struct SittingResult {
    /// How it came out.
    pub verdict: Verdict,
    /// `None` if the agent never sat.
    pub ending: Option<Ending>,
    /// What it came to.
    pub totals: Totals,
    /// Where it is written down.
    pub recorder: Box<dyn Recorder>,
    /// The evidence the verdict rests on, if it came that far.
    pub evidence: Option<Collected>,
    /// The last answer handed in.
    pub answer: Option<Value>,
}

/// What the private door gave: the world's state and the files that belong to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Collected {
    /// The world's state.
    pub evidence: Evidence,
    /// Files in the record.
    pub artifacts: Vec<ArtifactRef>,
    /// What a judge answered; `None` where judged checks are left out.
    pub judgements: Option<Vec<Judgement>>,
}

impl SittingResult {
    /// Nobody ever sat.
    pub(crate) fn void(fault: Fault, recorder: Box<dyn Recorder>) -> Self {
        let (verdict, totals) = (Verdict::Void(fault), Totals::default());
        Self { verdict, ending: None, totals, recorder, evidence: None, answer: None }
    }
}

impl Timeouts {
    /// With this limit for a single call of a world, and others that go with it.
    pub fn for_world(world: Duration) -> Self {
        Self { world, open: world * 3, grade: Duration::from_secs(600) }
    }
}

impl Default for Timeouts {
    fn default() -> Self {
        Self::for_world(Duration::from_secs(60))
    }
}

/// Opens the world, seats the agent, reads the private door, marks. Whatever breaks on the way makes the verdict void.
pub async fn sit(sitting: Sitting, agent: &mut dyn Agent) -> SittingResult {
    let Sitting { suite, instance, mut recorder, keep_frames, timeouts, judging, stop } = sitting;
    let world = match open(&suite, &instance, timeouts, stop.clone()).await {
        Ok(world) => world,
        Err(fault) => {
            let fault = write_fault(recorder.as_mut(), fault);
            return SittingResult::void(fault, recorder);
        }
    };
    let options = SeatOptions {
        frames: keep_frames || agent.looks(),
        world_timeout: timeouts.world,
        checkpoints: suite.checkpoints(&instance),
        stages: suite.stages(&instance),
    };
    let seat = match LiveSeat::open(&instance, world, recorder, options).await {
        Ok(seat) => seat,
        Err((fault, mut recorder)) => {
            let fault = write_fault(recorder.as_mut(), fault);
            return SittingResult::void(fault, recorder);
        }
    };
    let finished = occupy(seat, agent, stop.clone()).await;
    close(Closing { suite, instance, timeouts, judging, stop }, finished).await
}

async fn open(
    suite: &Arc<dyn Suite>,
    instance: &Arc<Instance>,
    timeouts: Timeouts,
    stop: watch::Receiver<bool>,
) -> Result<Box<dyn World>, Fault> {
    // Asked for before there is a world that would have to be closed again.
    let before = suite.lead_in(instance).map_err(Fault::world)?;
    let opening = (suite.clone(), instance.clone());
    let world = guard(timeouts.open, async move { opening.0.open(&opening.1).await }).await??;
    match before {
        None => Ok(world),
        Some(agent) => lead_in(agent, world, instance, timeouts, stop).await,
    }
}

/// Plays what comes before the instance's start, and hands the world over as it is then.
async fn lead_in(
    mut agent: Box<dyn Agent>,
    mut world: Box<dyn World>,
    instance: &Instance,
    timeouts: Timeouts,
    stop: watch::Receiver<bool>,
) -> Result<Box<dyn World>, Fault> {
    let unlimited = Instance { limits: Limits::default(), ..instance.clone() };
    world.show_everything(true);
    let (frames, checkpoints, stages) = (true, CheckpointRule::WhenAsked, Vec::new());
    let options = SeatOptions { frames, world_timeout: timeouts.world, checkpoints, stages };
    let opened = LiveSeat::open(&unlimited, world, Box::new(MemoryRecorder::default()), options).await;
    let seat = opened.map_err(|(fault, _)| fault)?;
    let Finished { world, fault, ending, .. } = occupy(seat, agent.as_mut(), stop).await;
    let mut world = world.ok_or_else(|| Fault::world("the world is gone"))?;
    world.show_everything(false);
    let problem = match (fault, ending) {
        (None, Ending::Left) => return Ok(world),
        (Some(fault), _) => fault,
        (None, ending) => Fault::world(format!("the stages before the start could not be played: {ending}")),
    };
    // Nobody sits here: what keeps the world from closing adds nothing to the fault.
    let _ = guard(timeouts.world, async move { { world }.close().await }).await;
    Err(problem)
}

/// Lets the agent sit until it is done, out of time, or the run stops.
async fn occupy(mut seat: LiveSeat, agent: &mut dyn Agent, mut stop: watch::Receiver<bool>) -> Finished {
    let (clock, limit) = (seat.clock(), seat.wall_limit());
    let out_of_time = async {
        match limit {
            Some(limit) => clock.reaches(limit).await,
            None => std::future::pending().await,
        }
    };
    let stopped = async {
        // An error means that nobody can stop the run any more.
        if stop.wait_for(|stop| *stop).await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    enum Came {
        Left(Result<Result<(), AgentError>, Fault>),
        Late,
        Stopped,
    }
    // The clock comes before the agent, and outside the runtime's budget for cooperation: an agent that never stops
    // talking must not be able to talk its time limit away.
    let came = tokio::select! {
        biased;
        () = unconstrained(stopped) => Came::Stopped,
        () = unconstrained(out_of_time) => Came::Late,
        left = catch(Cause::Agent, agent.sit(&mut seat)) => Came::Left(left),
    };
    match came {
        Came::Left(Ok(Ok(()))) => seat.end(Ending::Left),
        Came::Left(Ok(Err(AgentError::Crashed(detail)))) => seat.end(Ending::Crashed { detail }),
        Came::Left(Ok(Err(AgentError::Fault(fault))) | Err(fault)) => seat.break_with(fault),
        Came::Late => seat.end_by_time(),
        Came::Stopped => seat.break_with(Fault::new(Cause::Interrupted, "the run was stopped in the middle of this attempt")),
    }
    if let Some((kind, content)) = agent.last_note().await {
        // A record that cannot be written shows at the next event.
        let _ = seat.log(&kind, content);
    }
    seat.finish().await
}

/// What the end of a sitting needs.
struct Closing {
    suite: Arc<dyn Suite>,
    instance: Arc<Instance>,
    timeouts: Timeouts,
    judging: Judging,
    stop: watch::Receiver<bool>,
}

/// Reads the door, closes the world, asks the judge and marks what the door gave.
async fn close(closing: Closing, finished: Finished) -> SittingResult {
    let Closing { suite, instance, timeouts, judging, stop } = closing;
    let Finished { world, mut recorder, ending, fault, answer, mut totals } = finished;
    let (collected, world) = match (fault, world) {
        (Some(fault), world) => (Err(fault), world),
        (None, None) => (Err(Fault::world("the world is gone")), None),
        (None, Some(world)) => collect(world, recorder.as_mut(), timeouts).await,
    };
    let collected = match close_world(world, recorder.as_mut(), timeouts.world).await {
        Ok(()) => collected,
        Err(unrecorded) => Err(unrecorded),
    };
    let (verdict, evidence) = match collected {
        Err(fault) => (Verdict::Void(write_fault(recorder.as_mut(), fault)), None),
        Ok(collected) => {
            let case = OwnedCase {
                instance,
                collected,
                answer: answer.clone(),
                ending: ending.clone(),
                steps: totals.steps,
                record: recorder.reader(),
            };
            let (case, judged) = judge(&suite, case, &judging, recorder.as_mut(), timeouts.grade, stop).await;
            totals.judge = case.collected.judgements.as_deref().and_then(JudgeTotals::of);
            let collected = case.collected.clone();
            let marked = match judged {
                Ok(()) => mark(&suite, case, timeouts.grade).await,
                Err(fault) => Err(fault),
            };
            match marked {
                Ok(marks) => (Verdict::Scored(marks), Some(collected)),
                Err(fault) => (Verdict::Void(write_fault(recorder.as_mut(), fault)), Some(collected)),
            }
        }
    };
    SittingResult { verdict, ending: Some(ending), totals, recorder, evidence, answer }
}

/// Reads the door and writes down what it gave. The world comes back unless it hung or panicked.
async fn collect(
    mut world: Box<dyn World>,
    recorder: &mut dyn Recorder,
    timeouts: Timeouts,
) -> (Result<Collected, Fault>, Option<Box<dyn World>>) {
    let timeout = timeouts.world.saturating_add(world.door().allowance());
    let store = recorder.artifacts();
    let reading = async move {
        let read = read_door(world.door(), store).await;
        (read, world)
    };
    match guard(timeout, reading).await {
        Err(fault) => (Err(fault), None),
        Ok((Err(fault), world)) => (Err(fault), Some(world)),
        Ok((Ok((evidence, KeptArtifacts { kept: artifacts, refused })), world)) => {
            let collected = Collected { evidence: evidence.clone(), artifacts: artifacts.clone(), judgements: None };
            let recorded = recorder.record(&Event::Evidence { evidence, artifacts, refused });
            (recorded.map(|()| collected), Some(world))
        }
    }
}

async fn read_door(door: &mut dyn Door, store: Option<Arc<dyn ArtifactStore>>) -> Result<(Evidence, KeptArtifacts), Fault> {
    let evidence = door.evidence().await?;
    let artifacts = door.artifacts().await?;
    Ok((evidence, keep_artifacts(store, artifacts).await?))
}

/// Closes the world within its time limit. That it could not be closed is written down and is no fault of the trial; `Err` is a
/// record that cannot be written.
async fn close_world(world: Option<Box<dyn World>>, recorder: &mut dyn Recorder, timeout: Duration) -> Result<(), Fault> {
    let Some(mut world) = world else { return Ok(()) };
    // Dropped inside as well: whatever dropping does must not hold this task.
    let closed = guard(timeout, async move { world.close().await }).await;
    match closed.and_then(|closed| closed) {
        Ok(()) => Ok(()),
        Err(fault) => recorder.record(&Event::CloseFailed { fault }),
    }
}

/// A case that owns its parts, so that marking can move to a thread.
#[derive(Clone)]
pub(crate) struct OwnedCase {
    pub(crate) instance: Arc<Instance>,
    pub(crate) collected: Collected,
    pub(crate) answer: Option<Value>,
    pub(crate) ending: Ending,
    pub(crate) steps: u32,
    /// What a grader may read beside the evidence; `None` where nothing was recorded.
    pub(crate) record: Option<Arc<dyn TrialRecord>>,
}

impl OwnedCase {
    pub(crate) fn case(&self) -> Case<'_> {
        Case {
            instance: &self.instance,
            evidence: &self.collected.evidence,
            artifacts: &self.collected.artifacts,
            answer: self.answer.as_ref(),
            ending: &self.ending,
            steps: self.steps,
            record: self.record.as_deref().unwrap_or(&NoRecord),
            judgements: self.collected.judgements.as_deref(),
        }
    }
}

/// Marks on a thread of its own: a grader may compute for long, panic or hang, and all three concern this trial only.
pub(crate) async fn mark(suite: &Arc<dyn Suite>, case: OwnedCase, timeout: Duration) -> Result<agon_core::Marks, Fault> {
    let suite = suite.clone();
    let runtime = tokio::runtime::Handle::current();
    let work = move || {
        let grader = suite.grader(&case.instance).map_err(|error| Fault::new(Cause::Grader, error))?;
        let marks = runtime.block_on(grader.mark(&case.case()))?;
        let scores = std::iter::once(marks.score).chain(marks.stages.iter().map(|stage| stage.score));
        if let Some(wrong) = scores.into_iter().find(|score| !(0.0..=1.0).contains(score)) {
            return Err(Fault::new(Cause::Grader, format!("the grader gave a score of {wrong}")));
        }
        Ok(marks)
    };
    blocking(Cause::Grader, timeout, work).await?
}

/// Writes a fault down; failing to is the graver fault.
fn write_fault(recorder: &mut dyn Recorder, fault: Fault) -> Fault {
    if fault.cause == Cause::Record {
        return fault;
    }
    match recorder.record(&Event::Fault { fault: fault.clone(), during: None }) {
        Ok(()) => fault,
        Err(record) => record,
    }
}
