//! One seat for many servers: what they ask for is done one after another, by whoever sits.

use agon_core::{Agent, AgentError, BoxFuture, Brief, Ending, Seat, SeatError};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{mpsc, oneshot, watch};

/// The seat of one trial, for servers that run beside it. Clones are the same seat.
#[derive(Clone)]
pub struct SharedSeat {
    common: Arc<Common>,
    jobs: mpsc::Sender<Job>,
}

/// Whoever sits for a [`SharedSeat`] and does what it is handed.
pub struct Attendant {
    common: Arc<Common>,
    /// Taken by the one sitting there is.
    jobs: Option<mpsc::Receiver<Job>>,
}

struct Common {
    brief: Brief,
    /// Why nothing is done any more, once that is known.
    over: Mutex<Option<Over>>,
    departure: watch::Sender<Option<Departure>>,
    /// Whether the trial has ended; known before whoever ended it is told.
    has_ended: AtomicBool,
    /// Whether it is marked and recorded, too.
    is_recorded: watch::Sender<bool>,
    /// What was asked for that cost no step.
    free: AtomicU32,
}

/// How the agent outside went away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Departure {
    /// It left.
    Left,
    /// It cannot be talked to, and this is why: it counts as crashed.
    Crashed(String),
}

/// Why nothing can be done at a seat: a sentence for the agent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Over(String);

/// Something to be done at the seat. Gives back why the seat did not do it.
type Job = Box<dyn for<'a> FnOnce(&'a mut dyn Seat) -> BoxFuture<'a, Option<SeatError>> + Send>;

/// Calls that wait while another is done; whoever makes more waits to be heard.
const MOST_WAITING: usize = 64;
/// Calls that cost no step, in one trial; an agent that only looks is dismissed.
const MOST_FREE: u32 = 10_000;
/// Clients that limit the time of a call give it a minute at least.
const MOST_WAIT: Duration = Duration::from_secs(45);

impl SharedSeat {
    /// The two sides of a seat at which nobody sits yet. What is handed in before somebody does waits.
    pub fn new(brief: Brief) -> (Self, Attendant) {
        let (jobs, to_do) = mpsc::channel(MOST_WAITING);
        let common = Arc::new(Common {
            brief,
            over: Mutex::default(),
            departure: watch::Sender::new(None),
            has_ended: AtomicBool::new(false),
            is_recorded: watch::Sender::new(false),
            free: AtomicU32::new(0),
        });
        (Self { common: common.clone(), jobs }, Attendant { common, jobs: Some(to_do) })
    }

    /// All that the agent may know of its task.
    pub fn brief(&self) -> &Brief {
        &self.common.brief
    }

    /// Does something at the seat when everything before it is done. Whoever stops waiting before its turn has come has asked for
    /// nothing; what has begun is finished, whether anybody waits for it or not.
    pub async fn with<T: Send + 'static>(
        &self,
        job: impl for<'a> FnOnce(&'a mut dyn Seat) -> BoxFuture<'a, Result<T, SeatError>> + Send + 'static,
    ) -> Result<T, Over> {
        let (tell, told) = oneshot::channel();
        let common = self.common.clone();
        let job: Job = Box::new(move |seat| {
            Box::pin(async move {
                if tell.is_closed() {
                    return None;
                }
                let done = job(seat).await;
                let problem = done.as_ref().err().cloned();
                if problem.is_some() || seat.turn().ending.is_some() {
                    common.has_ended.store(true, Ordering::Release);
                }
                let _ = tell.send(done);
                problem
            })
        });
        if self.jobs.send(job).await.is_err() {
            return Err(self.over());
        }
        match told.await {
            Ok(Ok(value)) => Ok(value),
            Ok(Err(problem)) => Err(problem.into()),
            Err(_) => Err(self.over()),
        }
    }

    /// The agent goes away. The first departure stands.
    pub fn leave(&self, departure: Departure) {
        self.common.departure.send_if_modified(|known| {
            let is_first = known.is_none();
            known.get_or_insert(departure);
            is_first
        });
    }

    /// Says that the trial is marked and recorded. Servers with
    /// [`ServeSettings::waits_for_record`](crate::ServeSettings::waits_for_record) wait for that.
    pub fn recorded(&self) {
        self.common.is_recorded.send_replace(true);
    }

    /// Waits until a trial that has ended is recorded, but no longer than clients wait for an answer.
    pub(crate) async fn until_recorded(&self) {
        if self.common.has_ended.load(Ordering::Acquire) {
            let mut is_recorded = self.common.is_recorded.subscribe();
            let _ = tokio::time::timeout(MOST_WAIT, is_recorded.wait_for(|is| *is)).await;
        }
    }

    /// Counts a call that costs no step.
    pub(crate) fn count_free(&self) {
        if self.common.free.fetch_add(1, Ordering::Relaxed) >= MOST_FREE {
            self.leave(Departure::Crashed(format!("it made more than {MOST_FREE} calls that are no actions")));
        }
    }

    fn over(&self) -> Over {
        let over = self.common.over.lock().unwrap_or_else(PoisonError::into_inner);
        over.clone().unwrap_or_else(|| Over("The trial has ended.".into()))
    }
}

impl Attendant {
    /// Sits until the trial ends or the agent outside goes away. The agent's time begins with the first thing it asks for.
    pub async fn attend(&mut self, seat: &mut dyn Seat) -> Result<(), AgentError> {
        // Dropped on every way out, so that whoever waits learns that it is over.
        let Some(mut jobs) = self.jobs.take() else { return Ok(()) };
        let mut departure = self.common.departure.subscribe();
        seat.pause();
        let mut is_waiting = true;
        loop {
            let job = tokio::select! {
                biased;
                departed = departure.wait_for(Option::is_some) => {
                    return match departed.ok().and_then(|departed| departed.clone()) {
                        Some(Departure::Crashed(why)) => self.ends(seat, Err(AgentError::Crashed(why))),
                        _ => self.ends(seat, Ok(())),
                    };
                }
                job = jobs.recv() => job,
            };
            let Some(job) = job else { return self.ends(seat, Ok(())) };
            if std::mem::take(&mut is_waiting) {
                seat.resume(0.0);
            }
            match job(seat).await {
                Some(SeatError::Fault(fault)) => return self.ends(seat, Err(fault.into())),
                Some(SeatError::Ended(_)) => return self.ends(seat, Ok(())),
                None if seat.turn().ending.is_some() => return self.ends(seat, Ok(())),
                None => {}
            }
        }
    }

    /// Keeps what later calls are told.
    fn ends(&self, seat: &dyn Seat, left: Result<(), AgentError>) -> Result<(), AgentError> {
        let over = match (&left, &seat.turn().ending) {
            (Err(AgentError::Fault(fault)), _) => SeatError::Fault(fault.clone()).into(),
            (Err(AgentError::Crashed(why)), _) => SeatError::Ended(Ending::Crashed { detail: why.clone() }).into(),
            (Ok(()), Some(ending)) => SeatError::Ended(ending.clone()).into(),
            (Ok(()), None) => SeatError::Ended(Ending::Left).into(),
        };
        self.common.over.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(over);
        self.common.has_ended.store(true, Ordering::Release);
        left
    }
}

impl Agent for Attendant {
    fn sit<'a>(&'a mut self, seat: &'a mut dyn Seat) -> BoxFuture<'a, Result<(), AgentError>> {
        Box::pin(self.attend(seat))
    }
}

impl From<SeatError> for Over {
    fn from(error: SeatError) -> Self {
        Self(match error {
            SeatError::Ended(ending) => format!("The trial has ended: {ending}."),
            SeatError::Fault(fault) => format!("The trial was broken off, which is not your doing: {fault}."),
        })
    }
}
