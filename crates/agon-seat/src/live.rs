//! Where an action becomes a step.

use crate::AgentClock;
use crate::actions::{action_name, covers, points, within_bounds};
use crate::world_calls::{Answer, guard, join, look_and_read, perform};
use agon_core::{
    Action, ArtifactRef, ArtifactStore, BoxFuture, Brief, Budget, Capabilities, CheckpointRule, CommandOutput, Ending, Event,
    Evidence, Fault, Input, Instance, Key, Limit, Limits, LiveScreen, Observation, Offer, Point, Recorder, Refusal, Request,
    STAGE_DONE, Seat, SeatError, StageCue, StageTotals, Status, Step, StepRecord, Surface, Totals, Turn, Usage, World,
    step_message,
};
use serde_json::Value;
use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinHandle;

/// The real seat of one trial attempt.
pub struct LiveSeat {
    brief: Brief,
    limits: Limits,
    world_timeout: Duration,
    recorder: Box<dyn Recorder>,
    artifacts: Option<Arc<dyn ArtifactStore>>,
    checkpoints: CheckpointRule,
    /// What the last checkpoint was: a state that has not changed is not written again.
    last_checkpoint: Option<Evidence>,
    stages: Vec<StageCue>,
    /// How many stages the agent has said the end of.
    stages_done: usize,
    world: Slot,
    capabilities: Capabilities,
    live_screen: Option<Arc<dyn LiveScreen>>,
    /// Keys that the agent holds down.
    held: Vec<Key>,
    clock: AgentClock,
    turn: Turn,
    totals: Totals,
    answer: Option<Value>,
    fault: Option<Fault>,
    /// What notes may still add to the record.
    note_bytes_left: usize,
}

/// Notes are free of steps, so they are bounded by size.
const MAX_NOTE_BYTES: usize = 64 * 1024 * 1024;
/// Longer reasons are cut: they stand in every index and table.
const MAX_REASON_CHARS: usize = 1000;

/// How a seat is set up.
pub struct SeatOptions {
    /// Whether anybody will look at frames: the agent or the record.
    pub frames: bool,
    /// A world call that takes longer is a hang.
    pub world_timeout: Duration,
    /// When the world's state is recorded between steps.
    pub checkpoints: CheckpointRule,
    /// The stages whose end the agent says.
    pub stages: Vec<StageCue>,
}

/// What is left of a trial when the agent has gone.
pub struct Finished {
    /// The world, for the private door and to be closed; `None` if it hung or panicked.
    pub world: Option<Box<dyn World>>,
    /// What was recorded so far, to be gone on with.
    pub recorder: Box<dyn Recorder>,
    /// Why the trial ended.
    pub ending: Ending,
    /// What broke, if anything did: then the trial is void, whatever the ending.
    pub fault: Option<Fault>,
    /// The last answer handed in.
    pub answer: Option<Value>,
    /// What it came to.
    pub totals: Totals,
}

/// The world is here, away in a call, or gone. A call in progress belongs to the seat and not to the future that waits for
/// it: an agent that is cut off in the middle of a step does not take the world with it.
enum Slot {
    Here(Box<dyn World>),
    Acting(Box<WorldCall>),
    Gone,
}

/// An action and what came of it.
struct StepOutcome {
    action: Action,
    /// What its labels stood for.
    points: Vec<Point>,
    /// Milliseconds since the trial began.
    at_ms: f64,
    took: Duration,
    status: Status,
    output: Option<CommandOutput>,
    feedback: Option<String>,
    /// Absent where the world was not asked: then the last one stands.
    observation: Option<Observation>,
    artifacts: Vec<ArtifactRef>,
    checkpoint: Option<Evidence>,
    ending: Option<Ending>,
}

impl StepOutcome {
    /// An action that the seat answers without the world.
    fn by_seat(action: Action, at_ms: f64) -> Self {
        let (took, status) = (Duration::ZERO, Status::Executed);
        let points = Vec::new();
        let (artifacts, checkpoint) = (Vec::new(), None);
        let (output, feedback, observation, ending) = (None, None, None, None);
        Self { action, points, at_ms, took, status, output, feedback, observation, artifacts, checkpoint, ending }
    }
}

struct WorldCall {
    action: Action,
    points: Vec<Point>,
    at_ms: f64,
    timeout: Duration,
    task: JoinHandle<(Box<dyn World>, Result<Answer, Fault>)>,
}

impl LiveSeat {
    /// Takes the first look at the world and starts the agent's clock.
    pub async fn open(
        instance: &Instance,
        mut world: Box<dyn World>,
        mut recorder: Box<dyn Recorder>,
        options: SeatOptions,
    ) -> Result<Self, (Fault, Box<dyn Recorder>)> {
        if !options.frames {
            world.skip_frames();
        }
        let capabilities = world.capabilities();
        let covered = covers(&capabilities, &instance.brief);
        let looked = guard(options.world_timeout, async move {
            let observation = match covered {
                Ok(()) => world.observe().await,
                Err(fault) => Err(fault),
            };
            if observation.is_err() {
                // Nobody sits here: what kept the world from closing adds nothing to the fault that made it void.
                let _ = world.close().await;
            }
            (world, observation)
        })
        .await;
        let first = looked.and_then(|(world, observation)| Ok((world, observation?)));
        let (world, observation) = match first {
            Ok(first) => first,
            Err(fault) => return Err((fault, recorder)),
        };
        let record = recorder.keep(&observation);
        let mut totals = Totals::default();
        totals.frames += record.frames.len() as u32;
        if let Err(fault) = recorder.record(&Event::Began { observation: record }) {
            return Err((fault, recorder));
        }
        let mut seat = Self {
            brief: instance.brief.clone(),
            limits: instance.limits.clone(),
            world_timeout: options.world_timeout,
            artifacts: recorder.artifacts(),
            checkpoints: options.checkpoints,
            last_checkpoint: None,
            stages: options.stages,
            stages_done: 0,
            recorder,
            live_screen: world.live_screen(),
            world: Slot::Here(world),
            capabilities,
            held: Vec::new(),
            clock: AgentClock::start(),
            turn: Turn { observation, status: None, message: String::new(), budget: Budget::default(), ending: None },
            totals,
            answer: None,
            fault: None,
            note_bytes_left: MAX_NOTE_BYTES,
        };
        seat.turn.budget = seat.budget();
        seat.turn.message = seat.turn.budget.message(None, false);
        Ok(seat)
    }

    /// The agent's clock, for whoever watches the limit while the agent sits.
    pub fn clock(&self) -> AgentClock {
        self.clock.clone()
    }

    /// The limit on the agent's own time, if there is one.
    pub fn wall_limit(&self) -> Option<Duration> {
        self.limits.wall_secs.map(|secs| Duration::from_secs_f64(secs.clamp(0.0, 1e9)))
    }

    /// Ends the trial because the agent's time is over.
    pub fn end_by_time(&mut self) {
        self.end(Ending::Truncated { limit: Limit::WallSecs });
    }

    /// Ends the trial from outside: the agent left, crashed, or ran out of time. An earlier ending stands.
    pub fn end(&mut self, ending: Ending) {
        self.turn.ending.get_or_insert(ending);
    }

    /// Marks the trial as broken from outside.
    pub fn break_with(&mut self, fault: Fault) {
        self.fault.get_or_insert(fault);
    }

    /// Waits for a call in progress and hands over what is left. The agent must be gone.
    pub async fn finish(mut self) -> Finished {
        if matches!(self.world, Slot::Acting(_)) {
            // The step was acted before the end and belongs to the record; whatever it says about the end comes too late.
            let ending = self.turn.ending.clone();
            let _ = self.finish_call().await;
            self.turn.ending = ending.or(self.turn.ending);
        }
        self.totals.wall_secs = self.clock.total().as_secs_f64();
        self.totals.world_secs = self.clock.world().as_secs_f64();
        Finished {
            world: match self.world {
                Slot::Here(world) => Some(world),
                _ => None,
            },
            recorder: self.recorder,
            ending: self.turn.ending.unwrap_or(Ending::Left),
            fault: self.fault,
            answer: self.answer,
            totals: self.totals,
        }
    }

    /// Refuses whatever cannot go on, and notices limits that passed while the agent was thinking.
    fn check_open(&mut self) -> Result<(), SeatError> {
        if let Some(fault) = &self.fault {
            return Err(SeatError::Fault(fault.clone()));
        }
        if self.turn.ending.is_none()
            && let Some(limit) = self.budget().exhausted()
        {
            self.turn.ending = Some(Ending::Truncated { limit });
        }
        match &self.turn.ending {
            Some(ending) => Err(SeatError::Ended(ending.clone())),
            None => Ok(()),
        }
    }

    fn budget(&self) -> Budget {
        self.limits.left(self.totals.steps, self.clock.agent().as_secs_f64(), &self.totals.usage)
    }

    async fn act_once(&mut self, action: Action) -> Result<&Turn, SeatError> {
        if matches!(self.world, Slot::Acting(_)) {
            // Somebody dropped an earlier `act` before it was done; that step comes first.
            self.finish_call().await?;
        }
        self.check_open()?;
        let at_ms = self.clock.total().as_secs_f64() * 1000.0;
        let action = match within_bounds(action) {
            Ok(action) => action,
            Err(refused) => {
                let (cut, refusal) = *refused;
                return self.refuse(cut, at_ms, refusal).await;
            }
        };
        if action.surface() == Some(Surface::Answer) && !self.brief.surfaces.contains(&Surface::Answer) {
            let refusal = Refusal::new(Status::NoSurface, "This task takes no answer.");
            return self.refuse(action, at_ms, refusal).await;
        }
        match action {
            Action::Answer { ref value } => {
                self.answer = Some(value.clone());
                let feedback = Some("Answer taken. Say done when you have finished.".to_owned());
                self.take(StepOutcome { feedback, ..StepOutcome::by_seat(action, at_ms) })
            }
            Action::Done => self.take(StepOutcome { ending: Some(Ending::Done), ..StepOutcome::by_seat(action, at_ms) }),
            Action::Fail { ref reason } => {
                let ending = Some(Ending::Failed { reason: reason.chars().take(MAX_REASON_CHARS).collect() });
                self.take(StepOutcome { ending, ..StepOutcome::by_seat(action, at_ms) })
            }
            action => match Request::check(&action, &self.offer()) {
                Ok(Request::Call { ref name, .. }) if name == STAGE_DONE => self.end_stage(action, at_ms).await,
                Ok(request) => self.ask(action, at_ms, request).await,
                Err(refusal) => self.refuse(action, at_ms, refusal).await,
            },
        }
    }

    /// What an action may use at this moment.
    fn offer(&self) -> Offer<'_> {
        Offer {
            surfaces: &self.brief.surfaces,
            functions: &self.brief.functions,
            screen: self.capabilities.screen,
            pages: self.capabilities.pages,
            tree: self.turn.observation.tree.as_ref(),
            held: &self.held,
        }
    }

    /// Lets the world do what was checked.
    async fn ask(&mut self, action: Action, at_ms: f64, request: Request) -> Result<&Turn, SeatError> {
        match &request {
            Request::Input(Input::KeyDown { key }) if !self.held.contains(key) => self.held.push(*key),
            Request::Input(Input::KeyUp { key }) => self.held.retain(|held| held != key),
            _ => {}
        }
        let points = points(&action, &request);
        let mut world = self.take_world()?;
        let is_due = self.checkpoints == CheckpointRule::EveryStep;
        let reading = if is_due { world.door().allowance() } else { Duration::ZERO };
        let allowance = world.allowance(&request).saturating_add(reading);
        let store = self.artifacts.clone();
        let call = async move {
            let answer = perform(world.as_mut(), &request, is_due, store).await;
            (world, answer)
        };
        self.call_world(action, points, at_ms, allowance, call).await
    }

    /// Takes the agent's word that a stage is done: whether it is, is marked from the state that is recorded here.
    async fn end_stage(&mut self, action: Action, at_ms: f64) -> Result<&Turn, SeatError> {
        let (number, count) = (self.stages_done + 1, self.stages.len());
        if number > count {
            let feedback = "All stages are reported. Say done when you have finished.";
            return self.refuse(action, at_ms, Refusal::new(Status::Blocked, feedback)).await;
        }
        self.stages_done = number;
        self.end_stage_totals();
        let next = match self.stages.get(number) {
            None => "that was the last. Say done when you have finished.".to_owned(),
            Some(StageCue { instruction: None, .. }) => "go on with the next.".to_owned(),
            Some(StageCue { instruction: Some(instruction), .. }) => format!("the next is:\n\n{instruction}"),
        };
        let feedback = format!("Stage {number} of {count} is taken as done; {next}");
        let mut world = self.take_world()?;
        let allowance = world.door().allowance();
        let call = async move {
            let answer = look_and_read(world.as_mut()).await.map(|(observation, checkpoint)| {
                let step = Step { feedback: Some(feedback), ..Step::executed(observation) };
                Answer { step, artifacts: Vec::new(), checkpoint }
            });
            (world, answer)
        };
        self.call_world(action, Vec::new(), at_ms, allowance, call).await
    }

    /// Writes down what the stage took that ends with the step in progress.
    fn end_stage_totals(&mut self) {
        let mut took = StageTotals {
            steps: self.totals.steps + 1,
            wall_secs: self.clock.total().as_secs_f64(),
            tokens: self.totals.usage.tokens(),
            cost_usd: self.totals.usage.cost_usd,
        };
        for before in &self.totals.stages {
            took.steps -= before.steps;
            took.wall_secs -= before.wall_secs;
            took.tokens = took.tokens.saturating_sub(before.tokens);
            took.cost_usd -= before.cost_usd;
        }
        self.totals.stages.push(took);
    }

    /// Nothing is done; the world's time passes as in any other step, and the agent looks again.
    async fn refuse(&mut self, action: Action, at_ms: f64, refusal: Refusal) -> Result<&Turn, SeatError> {
        let mut world = self.take_world()?;
        let call = async move {
            let seen = world.observe().await;
            let answer = |step| Answer { step, artifacts: Vec::new(), checkpoint: None };
            (world, seen.map(|observation| answer(Step::refused(refusal, observation))))
        };
        self.call_world(action, Vec::new(), at_ms, Duration::ZERO, call).await
    }

    /// Takes the world for a call that [`LiveSeat::call_world`] makes.
    fn take_world(&mut self) -> Result<Box<dyn World>, SeatError> {
        match std::mem::replace(&mut self.world, Slot::Gone) {
            Slot::Here(world) => Ok(world),
            _ => Err(SeatError::Fault(self.record_fault(Fault::world("the world is gone"), None))),
        }
    }

    /// Makes a call of the world, and waits for it to come back.
    async fn call_world(
        &mut self,
        action: Action,
        points: Vec<Point>,
        at_ms: f64,
        allowance: Duration,
        call: impl Future<Output = (Box<dyn World>, Result<Answer, Fault>)> + Send + 'static,
    ) -> Result<&Turn, SeatError> {
        self.clock.world_begins();
        let timeout = self.world_timeout.saturating_add(allowance);
        self.world = Slot::Acting(Box::new(WorldCall { action, points, at_ms, timeout, task: tokio::spawn(call) }));
        self.finish_call().await
    }

    /// Waits for the call in progress, however often this is tried, and takes it in.
    async fn finish_call(&mut self) -> Result<&Turn, SeatError> {
        let Slot::Acting(call) = &mut self.world else { return Ok(&self.turn) };
        let finished = join(call.timeout, &mut call.task).await;
        let took = self.clock.world_ends();
        let Slot::Acting(call) = std::mem::replace(&mut self.world, Slot::Gone) else { return Ok(&self.turn) };
        let answer = finished.and_then(|(world, answer)| {
            // A world that broke is still to be closed.
            self.world = Slot::Here(world);
            answer
        });
        match answer {
            Err(fault) => Err(SeatError::Fault(self.record_fault(fault, Some(call.action)))),
            Ok(Answer { step, artifacts, checkpoint }) => self.take(StepOutcome {
                action: call.action,
                points: call.points,
                at_ms: call.at_ms,
                took,
                status: step.status,
                output: step.output,
                feedback: step.feedback,
                observation: Some(step.observation),
                artifacts,
                checkpoint,
                ending: step.ended.then_some(Ending::Stopped),
            }),
        }
    }

    /// Counts a step, writes it to the record, and only then shows it.
    fn take(&mut self, outcome: StepOutcome) -> Result<&Turn, SeatError> {
        let StepOutcome { action, points, at_ms, took, status, output, feedback, observation, artifacts, checkpoint, ending } =
            outcome;
        self.totals.steps += 1;
        self.totals.rejected += u32::from(status != Status::Executed);
        *self.totals.actions.entry(action_name(&self.brief, &action)).or_default() += 1;
        let record = observation.as_ref().map(|o| self.recorder.keep(o)).unwrap_or_default();
        self.totals.frames += record.frames.len() as u32;
        // Microseconds are enough, and keep the lines short.
        let round = |ms: f64| (ms * 1000.0).round() / 1000.0;
        let told = step_message(output.as_ref(), feedback.as_deref()).map(Cow::into_owned);
        let has_output = output.is_some();
        let step = StepRecord {
            step: self.totals.steps,
            action,
            points,
            status,
            output,
            feedback,
            observation: record,
            artifacts,
            at_ms: round(at_ms),
            world_ms: round(took.as_secs_f64() * 1000.0),
        };
        let mut written = self.recorder.record(&Event::Step(step));
        if let Some(evidence) = checkpoint.filter(|evidence| self.last_checkpoint.as_ref() != Some(evidence)) {
            let step = self.totals.steps;
            self.last_checkpoint = Some(evidence.clone());
            written = written.and_then(|()| self.recorder.record(&Event::Checkpoint { step, evidence }));
        }
        if let Err(fault) = written {
            self.fault = Some(fault.clone());
            return Err(SeatError::Fault(fault));
        }
        if let Some(observation) = observation {
            self.turn.observation = observation;
        }
        let budget = self.budget();
        self.turn.ending = ending.or_else(|| budget.exhausted().map(|limit| Ending::Truncated { limit }));
        self.turn.status = Some(status);
        self.turn.message = budget.message(told.as_deref(), has_output);
        self.turn.budget = budget;
        Ok(&self.turn)
    }

    fn charge(&mut self, who: Option<&str>, usage: &Usage, claimed: bool) -> Result<(), SeatError> {
        let mut sum = self.totals.usage;
        sum.add(usage);
        if !usage.is_plausible() || (claimed && !sum.is_plausible()) {
            self.end(Ending::Crashed { detail: "it reported costs that cannot be true".into() });
            return self.check_open();
        }
        // What was spent is spent: it counts even when the trial has just ended.
        self.totals.usage = sum;
        self.totals.usage_claimed |= claimed;
        if let Some(who) = who {
            self.totals.usage_by.entry(who.into()).or_default().add(usage);
        }
        if let Err(fault) = self.recorder.record(&Event::Spent { usage: *usage, who: who.map(str::to_owned), claimed }) {
            self.fault.get_or_insert(fault);
        }
        self.check_open()
    }

    /// The world broke: write down during what.
    fn record_fault(&mut self, fault: Fault, during: Option<Action>) -> Fault {
        let written = self.recorder.record(&Event::Fault { fault: fault.clone(), during });
        // Failing to record is the graver of the two, for it stops the run.
        let fault = written.err().unwrap_or(fault);
        self.fault.get_or_insert(fault).clone()
    }
}

impl Seat for LiveSeat {
    fn brief(&self) -> &Brief {
        &self.brief
    }

    fn turn(&self) -> &Turn {
        &self.turn
    }

    fn act(&mut self, action: Action) -> BoxFuture<'_, Result<&Turn, SeatError>> {
        Box::pin(self.act_once(action))
    }

    fn spend(&mut self, who: Option<&str>, usage: &Usage) -> Result<(), SeatError> {
        self.charge(who, usage, false)
    }

    fn claim(&mut self, usage: &Usage) -> Result<(), SeatError> {
        self.charge(None, usage, true)
    }

    fn pause(&mut self) {
        self.clock.pause();
    }

    fn resume(&mut self, own_secs: f64) {
        self.clock.resume(Duration::try_from_secs_f64(own_secs).unwrap_or_default());
    }

    fn start_clock(&mut self) {
        self.clock.restart();
        self.turn.budget = self.budget();
    }

    fn live_screen(&self) -> Option<Arc<dyn LiveScreen>> {
        self.live_screen.clone()
    }

    fn note(&mut self, kind: &str, content: Value) -> Result<(), SeatError> {
        self.check_open()?;
        let size = serde_json::to_string(&content).map_or(0, |text| text.len()) + kind.len();
        let Some(left) = self.note_bytes_left.checked_sub(size) else {
            self.end(Ending::Crashed { detail: format!("its notes came to more than {MAX_NOTE_BYTES} bytes") });
            return self.check_open();
        };
        self.note_bytes_left = left;
        self.log(kind, content)
    }

    fn log(&mut self, kind: &str, content: Value) -> Result<(), SeatError> {
        if let Err(fault) = self.recorder.record(&Event::Note { kind: kind.into(), content }) {
            self.fault.get_or_insert(fault.clone());
            return Err(SeatError::Fault(fault));
        }
        Ok(())
    }
}
