//! Working a plan off: one dispatcher owns the queue, the retries and the index.

use crate::attempt::{Attempt, Context};
use crate::budget::{RunBudget, Spent};
use crate::control::listen;
use crate::{Capacity, Load, RunConfig, Suites};
use agon_core::{AgentMaker, Cause, Ending, Fault, Judging, Rng, Weight};
use agon_record::{Control, PlannedTrial, RecordError, Row, Run, RunWriter};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, VecDeque};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::task::JoinSet;
use tokio::time::Instant;

/// Everything needed to run trials.
pub struct Runner {
    /// The suites there are.
    pub suites: Suites,
    /// By label.
    pub agents: BTreeMap<String, Arc<dyn AgentMaker>>,
    /// What the run was asked to do.
    pub config: RunConfig,
    /// What earlier sessions of the run have cost; it counts against the budget.
    pub spent: Spent,
    /// Who answers the questions of judged checks.
    pub judging: Judging,
}

/// A trial that is still to be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Todo {
    /// Its line in the plan.
    pub planned: PlannedTrial,
    /// The number of its next attempt, from 1.
    pub attempt: u32,
    /// Attempts that came out void and count against the retries; interrupted ones do not.
    pub faults: u32,
    /// The seal of the attempt before, if that was closed.
    pub previous: Option<String>,
}

impl Todo {
    /// The first attempt at a trial.
    pub fn first(planned: PlannedTrial) -> Self {
        Self { planned, attempt: 1, faults: 0, previous: None }
    }
}

/// Trials that come one by one while others run, from somebody who is asked whenever there is room: each request is answered with a trial,
/// or dropped when no more come.
#[derive(Debug)]
pub struct Arriving {
    requests: mpsc::Sender<oneshot::Sender<Todo>>,
    /// The answer that is awaited.
    asked: Option<oneshot::Receiver<Todo>>,
}

impl Arriving {
    /// What a run takes its trials from, and the requests that whoever has them answers.
    pub fn new() -> (Self, mpsc::Receiver<oneshot::Sender<Todo>>) {
        let (requests, receiver) = mpsc::channel(1);
        (Self { requests, asked: None }, receiver)
    }

    /// The next trial. Dropped and called again, it awaits the same answer.
    async fn next(&mut self) -> Option<Todo> {
        if self.asked.is_none() {
            let (answer, asked) = oneshot::channel();
            self.requests.send(answer).await.ok()?;
            self.asked = Some(asked);
        }
        let answer = self.asked.as_mut()?.await.ok();
        self.asked = None;
        answer
    }
}

/// Told of everything that happens, in order, by the dispatcher alone.
pub trait Progress: Send {
    /// An attempt begins.
    fn started(&mut self, _: &PlannedTrial) {}
    /// An attempt closed. `again` is the wait before the next one, if there is one.
    fn closed(&mut self, _: &PlannedTrial, _: &Row, _again: Option<Duration>) {}
}

/// Asks a run to stop: running attempts are closed as interrupted, and no new ones start. Clones ask the same run.
#[derive(Clone, Debug)]
pub struct Stop(watch::Sender<bool>);

/// How a run came out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Trials with full marks.
    pub passed: u32,
    /// Trials with less.
    pub failed: u32,
    /// Trials that stayed void.
    pub void: u32,
    /// Trials that were asked for and not finished, because the run was stopped.
    pub missing: u32,
}

/// Why a run stopped before its end.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "each is explained by its message")]
pub enum RunError {
    #[error("the run stopped: {}", .0.detail)]
    Record(Fault),
    #[error(transparent)]
    Index(#[from] RecordError),
    #[error(
        "somebody else changed the log of trial {trial}, attempt {attempt}, while the run was going on: its record cannot be trusted"
    )]
    Changed { trial: u32, attempt: u32 },
    #[error("agent {0:?} of the plan is not among the run's agents")]
    UnknownAgent(String),
    #[error("the run stopped on an internal error: {0}")]
    Internal(String),
}

/// Where trials take less than this, the next one is asked for while they run.
const QUICK: Duration = Duration::from_secs(1);
/// How often what was written is made durable.
const SYNC_EVERY: Duration = Duration::from_secs(5);

impl Stop {
    /// Nobody has asked yet.
    pub fn new() -> Self {
        Self(watch::Sender::new(false))
    }

    /// Asks the run to stop.
    pub fn ask(&self) {
        self.0.send_replace(true);
    }

    /// For whoever has to notice.
    pub fn watch(&self) -> watch::Receiver<bool> {
        self.0.subscribe()
    }
}

impl Default for Stop {
    fn default() -> Self {
        Self::new()
    }
}

/// What is left of a run: trials without a result, void ones that have retries left and, if asked, all void ones but those that
/// the agent itself provoked.
pub fn todo(run: &Run, retries: u32, retry_voids: bool) -> Vec<Todo> {
    let mut faults = vec![0u32; run.plan().len()];
    let mut seals = vec![None; run.plan().len()];
    for row in run.rows() {
        seals[row.trial as usize] = Some(row.seal.clone()).filter(|seal| !seal.is_empty());
        let tries = &mut faults[row.trial as usize];
        match &row.void {
            None => {}
            Some(fault) if fault.cause == Cause::Interrupted => {}
            // Never retry budget faults: the money stays spent.
            Some(fault) if fault.cause == Cause::Budget => *tries = u32::MAX,
            Some(_) => *tries = tries.saturating_add(1),
        }
    }
    let open = run.plan().iter().zip(run.results()).zip(faults.into_iter().zip(seals));
    let open = open.filter_map(|((planned, result), (faults, previous))| {
        let tries = match &result.row {
            Some(row) if row.void.as_ref().is_none_or(|fault| fault.provoked) => return None,
            Some(_) if retry_voids => 0,
            Some(_) if faults > retries => return None,
            _ => faults,
        };
        Some(Todo { planned: planned.clone(), attempt: result.attempts + 1, faults: tries, previous })
    });
    open.collect()
}

impl Runner {
    /// Runs what is to be done and writes it down. Returns when all is done, when stopped, or when the record cannot be
    /// written.
    pub async fn run(
        &self,
        writer: RunWriter,
        todo: Vec<Todo>,
        stop: &Stop,
        progress: &mut dyn Progress,
    ) -> Result<Outcome, RunError> {
        self.run_within(Capacity::here(), writer, todo, stop, progress).await
    }

    /// Runs trials that come one by one, until no more come. What is told as closed may be sent away and removed: whether a log is still
    /// as it was written is for whoever sends it to check, by its seal.
    pub async fn run_arriving(
        &self,
        writer: RunWriter,
        arriving: Arriving,
        stop: &Stop,
        progress: &mut dyn Progress,
    ) -> Result<Outcome, RunError> {
        self.work_off(Capacity::here(), writer, Vec::new(), Some(arriving), stop, progress).await
    }

    /// The same as `run` on a machine that has this much.
    pub async fn run_within(
        &self,
        capacity: Capacity,
        writer: RunWriter,
        todo: Vec<Todo>,
        stop: &Stop,
        progress: &mut dyn Progress,
    ) -> Result<Outcome, RunError> {
        self.work_off(capacity, writer, todo, None, stop, progress).await
    }

    async fn work_off(
        &self,
        capacity: Capacity,
        mut writer: RunWriter,
        todo: Vec<Todo>,
        arriving: Option<Arriving>,
        stop: &Stop,
        progress: &mut dyn Progress,
    ) -> Result<Outcome, RunError> {
        todo.iter().try_for_each(|todo| self.knows_agent(todo))?;
        Control::clear(writer.folder())?;
        let paused = watch::Sender::new(false);
        let context = Arc::new(Context {
            suites: self.suites.clone(),
            config: self.config.clone(),
            variants: self.config.variants().into_iter().map(|variant| (variant.label.clone(), variant)).collect(),
            opener: writer.attempts(),
            stop: stop.watch(),
            paused: paused.subscribe(),
            budget: Arc::new(RunBudget::new(self.config.max_cost_usd, self.spent.clone())),
            judging: self.judging.clone(),
        });
        let mut dispatcher = Dispatcher {
            runner: self,
            context,
            ready: todo.into(),
            keeps_logs: arriving.is_none(),
            arriving,
            is_quick: false,
            waiting: BinaryHeap::new(),
            running: JoinSet::new(),
            load: Load::new(capacity, self.config.parallel),
            busy: BTreeSet::new(),
            outcome: Outcome::default(),
            stopping: false,
            closed: Vec::new(),
            starts: BTreeMap::new(),
        };
        let listener = tokio::spawn(listen(writer.folder().to_owned(), stop.clone(), paused));
        let result = dispatcher.dispatch(&mut writer, stop, progress).await;
        listener.abort();
        if let Err(error) = result {
            // Let the attempts in flight close their logs where they still can.
            stop.ask();
            while dispatcher.running.join_next().await.is_some() {}
            return Err(error);
        }
        if let Some(row) = dispatcher.closed.iter().find(|row| !writer.still_ends_with(row)) {
            return Err(RunError::Changed { trial: row.trial, attempt: row.attempt });
        }
        let folder = writer.folder().to_owned();
        let synced = tokio::task::spawn_blocking(move || RunWriter::sync(&folder)).await;
        synced.map_err(|error| RunError::Internal(error.to_string()))??;
        Ok(dispatcher.outcome)
    }

    fn knows_agent(&self, todo: &Todo) -> Result<(), RunError> {
        match self.agents.contains_key(&todo.planned.agent) {
            true => Ok(()),
            false => Err(RunError::UnknownAgent(todo.planned.agent.clone())),
        }
    }
}

struct Dispatcher<'a> {
    runner: &'a Runner,
    context: Arc<Context>,
    ready: VecDeque<Todo>,
    /// Where more come from, as long as more may come.
    arriving: Option<Arriving>,
    /// The last trial took less time than asking for the next one is worth.
    is_quick: bool,
    /// Logs stay in the folder until the run ends.
    keeps_logs: bool,
    /// Retries by the time they are due.
    waiting: BinaryHeap<Reverse<Retry>>,
    running: JoinSet<(Todo, Result<Row, Fault>)>,
    /// What the running attempts take of the machine.
    load: Load,
    /// Agents that sit one trial at a time, and do.
    busy: BTreeSet<String>,
    outcome: Outcome,
    stopping: bool,
    /// As they were closed, whatever becomes of the files.
    closed: Vec<Row>,
    starts: BTreeMap<String, Starts>,
}

/// The next trial, where there may be more.
async fn next_of(arriving: &mut Option<Arriving>) -> Option<Todo> {
    match arriving {
        Some(arriving) => arriving.next().await,
        None => None,
    }
}

/// How an agent's trials began.
#[derive(Default)]
struct Starts {
    /// Trials that crashed before their first step.
    crashed: u32,
    /// One got further.
    worked: bool,
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Retry {
    due: Instant,
    trial: u32,
    attempt: u32,
    todo: TodoByTrial,
}

/// Rides along in the heap without taking part in its order.
struct TodoByTrial(Todo);

impl PartialEq for TodoByTrial {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
impl Eq for TodoByTrial {}
impl PartialOrd for TodoByTrial {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for TodoByTrial {
    fn cmp(&self, _: &Self) -> std::cmp::Ordering {
        std::cmp::Ordering::Equal
    }
}

impl Dispatcher<'_> {
    async fn dispatch(&mut self, writer: &mut RunWriter, stop: &Stop, progress: &mut dyn Progress) -> Result<(), RunError> {
        let mut stop = stop.watch();
        let mut paused = self.context.paused.clone();
        let mut last_sync = Instant::now();
        loop {
            self.fill(progress);
            let is_over = self.ready.is_empty() && self.waiting.is_empty() && self.arriving.is_none();
            if self.running.is_empty() && (self.stopping || is_over) {
                self.outcome.missing += (self.ready.len() + self.waiting.len()) as u32;
                return Ok(());
            }
            let next_retry = self.waiting.peek().map(|Reverse(retry)| retry.due);
            let has_room = self.running.len() < self.runner.config.parallel || self.is_quick;
            let wants_more = self.ready.is_empty() && has_room && !self.stopping && !*paused.borrow();
            tokio::select! {
                arrived = next_of(&mut self.arriving), if wants_more && self.arriving.is_some() => match arrived {
                    Some(todo) => {
                        self.runner.knows_agent(&todo)?;
                        self.ready.push_back(todo);
                    }
                    None => self.arriving = None,
                },
                Some(joined) = self.running.join_next() => {
                    let (todo, attempted) = joined.map_err(|error| RunError::Internal(error.to_string()))?;
                    self.load.remove(self.weight(&todo));
                    self.busy.remove(&todo.planned.agent);
                    let row = attempted.map_err(RunError::Record)?;
                    writer.add_result(&row)?;
                    if self.keeps_logs {
                        self.closed.push(row.clone());
                    }
                    self.is_quick = row.totals.wall_secs < QUICK.as_secs_f64();
                    self.note_start(&todo.planned.agent, &row);
                    self.take(todo, &row, progress);
                }
                () = tokio::time::sleep_until(next_retry.unwrap_or_else(Instant::now)), if next_retry.is_some() && !self.stopping => {
                    if let Some(Reverse(retry)) = self.waiting.pop() {
                        self.ready.push_front(retry.todo.0);
                    }
                }
                _ = stop.wait_for(|stop| *stop), if !self.stopping => self.stopping = true,
                // Going on after a pause starts what waits.
                Ok(()) = paused.changed() => {}
            }
            if last_sync.elapsed() > SYNC_EVERY {
                last_sync = Instant::now();
                let folder = writer.folder().to_owned();
                // In the background: a slow disk must not hold the trials. Its failure shows at the next write.
                drop(tokio::task::spawn_blocking(move || RunWriter::sync(&folder)));
            }
        }
    }

    /// Starts attempts up to the parallelism asked for and what the machine can take, in their order: a heavy trial is not put
    /// off for ever by light ones behind it.
    fn fill(&mut self, progress: &mut dyn Progress) {
        while !self.stopping && !*self.context.paused.borrow() {
            let free = self.ready.iter().position(|todo| !self.busy.contains(&todo.planned.agent));
            let admitted =
                free.map(|place| (place, self.weight(&self.ready[place]))).filter(|(_, weight)| self.load.admits(*weight));
            let Some((place, weight)) = admitted else { return };
            let Some(todo) = self.ready.remove(place) else { return };
            let Some(maker) = self.runner.agents.get(&todo.planned.agent) else { continue };
            if maker.sits_one_at_a_time() {
                self.busy.insert(todo.planned.agent.clone());
            }
            self.load.add(weight);
            progress.started(&todo.planned);
            let refused = self.context.budget.empty(&todo.planned.agent);
            let (planned, previous) = (todo.planned.clone(), todo.previous.clone());
            let attempt = Attempt { planned, number: todo.attempt, previous, maker: maker.clone(), refused };
            let context = self.context.clone();
            self.running.spawn(async move {
                let row = attempt.run(&context).await;
                (todo, row)
            });
        }
    }

    fn weight(&self, todo: &Todo) -> Weight {
        let task = &todo.planned.instance.task;
        self.runner.suites.get(task.suite()).map_or_else(|_| Weight::default(), |suite| suite.weight(task))
    }

    /// Gives an agent up that does nothing but crash: its other trials would only look like those of a bad model.
    fn note_start(&mut self, agent: &str, row: &Row) {
        let starts = self.starts.entry(agent.to_owned()).or_default();
        if row.totals.steps > 0 || !matches!(row.ending, Some(Ending::Crashed { .. })) {
            starts.worked |= row.void.is_none();
            return;
        }
        starts.crashed += 1;
        let most = self.runner.config.max_crashes;
        if most > 0 && starts.crashed >= most && !starts.worked {
            let before = self.ready.len();
            self.ready.retain(|todo| todo.planned.agent != agent);
            self.outcome.missing += (before - self.ready.len()) as u32;
            self.arriving = None;
        }
    }

    /// Counts a closed attempt, or lines its trial up again.
    fn take(&mut self, todo: Todo, row: &Row, progress: &mut dyn Progress) {
        let Some(fault) = &row.void else {
            let count = if row.passed { &mut self.outcome.passed } else { &mut self.outcome.failed };
            *count += 1;
            return progress.closed(&todo.planned, row, None);
        };
        if fault.cause == Cause::Interrupted {
            self.outcome.missing += 1;
            return progress.closed(&todo.planned, row, None);
        }
        if fault.provoked || fault.cause == Cause::Budget || todo.faults >= self.runner.config.retries {
            self.outcome.void += 1;
            return progress.closed(&todo.planned, row, None);
        }
        let wait = self.backoff(&todo);
        progress.closed(&todo.planned, row, Some(wait));
        let previous = Some(row.seal.clone());
        let todo = Todo { attempt: todo.attempt + 1, faults: todo.faults + 1, planned: todo.planned, previous };
        let (trial, attempt) = (todo.planned.trial, todo.attempt);
        self.waiting.push(Reverse(Retry { due: Instant::now() + wait, trial, attempt, todo: TodoByTrial(todo) }));
    }

    /// Doubling waits with a quarter of jitter, so that trials that broke together do not come back together.
    fn backoff(&self, todo: &Todo) -> Duration {
        let base = self.runner.config.backoff_secs.clamp(0.0, 3600.0) * f64::from(1u32 << todo.faults.min(10));
        let jitter = Rng::new("backoff", u64::from(todo.planned.trial) << 16 | u64::from(todo.attempt)).real(0.75, 1.25);
        Duration::from_secs_f64(base * jitter)
    }
}
