//! One worker on this machine: the queue with real time, beats in the background, and what a trial left sent to the store.

use crate::attempt::{self, LocalLog, key_of};
use crate::keys;
use crate::patience::patiently;
use crate::queue::{Clock, Identity, Next, Outcome, Queue, Ticket};
use crate::records::LogRef;
use crate::run::AT_ONCE;
use crate::store::Naming;
use crate::{Store, StoreError, StoredRun};
use futures_util::{StreamExt, TryStreamExt, stream};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use tokio::task::JoinHandle;

/// How a worker works.
#[derive(Clone, Debug)]
pub struct WorkerOptions {
    /// What it calls itself, for people: its host, its job.
    pub name: String,
    /// How long a store may be out of order before the worker gives up.
    pub patience: Duration,
    /// Whether the logs and frames of a trial are removed from the worker's folder once they are in the store.
    pub removes_sent: bool,
}

/// Claims, commits and beats. Shared by all trials that a process runs at once; when it is dropped, its beats end.
#[derive(Debug)]
pub struct Worker {
    run: StoredRun,
    queue: Arc<Queue<Store, ProcessClock>>,
    patience: Duration,
    removes_sent: bool,
    beats: JoinHandle<()>,
    /// Frames and files that are in the store.
    sent: Mutex<HashSet<PathBuf>>,
}

/// This process's own time.
#[derive(Debug)]
struct ProcessClock(Instant);

impl Default for WorkerOptions {
    fn default() -> Self {
        Self { name: String::new(), patience: Duration::from_secs(600), removes_sent: false }
    }
}

impl StoredRun {
    /// Begins to work on the run, as a new session.
    pub async fn worker(&self, options: WorkerOptions) -> Result<Worker, StoreError> {
        let session = crate::random_name();
        let seed = u64::from_str_radix(session.get(..16).unwrap_or_default(), 16).unwrap_or_default();
        let identity = Identity { session, worker: options.name, seed };
        let clock = ProcessClock(Instant::now());
        let queue = Arc::new(Queue::new(self.store().clone(), clock, self.terms().clone(), identity));
        patiently(options.patience, || queue.beat()).await?;
        let beats = tokio::spawn(beat(queue.clone()));
        let (patience, removes_sent) = (options.patience, options.removes_sent);
        Ok(Worker { run: self.clone(), queue, patience, removes_sent, beats, sent: Mutex::default() })
    }
}

impl Worker {
    /// The run it works on.
    pub fn run(&self) -> &StoredRun {
        &self.run
    }

    /// What to run next. Waits out a store that is out of order.
    pub async fn next(&self) -> Result<Next, StoreError> {
        patiently(self.patience, || self.queue.next()).await
    }

    /// The same, but waits until there is a trial to run; `None` when all are committed or this worker has left.
    pub async fn next_trial(&self) -> Result<Option<Ticket>, StoreError> {
        loop {
            match self.next().await? {
                Next::Trial(ticket) => return Ok(Some(ticket)),
                Next::Wait(time) => tokio::time::sleep(time).await,
                Next::Finished => return Ok(None),
            }
        }
    }

    /// Sends what a trial left in a run's folder (the frames and files that its logs name, then the logs) and makes it count, if no
    /// other run of it does. `seal` is the hash at the end of its last log as the runner wrote it. After an error it is not known whether
    /// it counts: call it again, or leave.
    pub async fn commit(&self, ticket: &Ticket, folder: &Path, seal: &str) -> Result<Outcome, StoreError> {
        let logs = attempt::logs_of(folder, ticket.trial, seal).await?;
        self.send_named(folder, &logs).await?;
        let mut sent = Vec::new();
        for log in &logs {
            let key = keys::log(ticket.trial, log.attempt, ticket.epoch, &log.blake3);
            patiently(self.patience, || self.run.store().put_file(&key, &log.path, Naming::ByContent)).await?;
            sent.push(LogRef { attempt: log.attempt, key, blake3: log.blake3.clone(), bytes: log.bytes });
        }
        let outcome = self.commit_logs(ticket, sent).await?;
        if self.removes_sent {
            attempt::remove(folder, logs).await;
        }
        Ok(outcome)
    }

    /// Makes a trial count whose logs are in the store already.
    pub async fn commit_logs(&self, ticket: &Ticket, logs: Vec<LogRef>) -> Result<Outcome, StoreError> {
        patiently(self.patience, || self.queue.commit(ticket, logs.clone())).await
    }

    /// A trial that was not run to its end. It is handed out again.
    pub fn put_back(&self, ticket: Ticket) {
        self.queue.put_back(ticket);
    }

    /// Leaves: no more trials are handed out, and those that are not committed are free for others at once. To drain, ask for no more
    /// trials, commit those that run, and leave.
    pub async fn leave(&self) -> Result<(), StoreError> {
        self.beats.abort();
        patiently(self.run.terms().lease(), || self.queue.end()).await
    }

    async fn send_named(&self, folder: &Path, logs: &[LocalLog]) -> Result<(), StoreError> {
        let mut files: Vec<(PathBuf, bool)> = Vec::new();
        {
            let sent = self.sent();
            for named in logs.iter().map(|log| &log.named) {
                let frames = named.frames.iter().map(|frame| (frame.clone(), false));
                let artifacts = named.artifacts.iter().map(|artifact| (artifact.clone(), true));
                files.extend(frames.chain(artifacts).filter(|(file, _)| !sent.contains(file)));
            }
        }
        files.sort();
        files.dedup();
        let sending = stream::iter(files).map(|(file, is_needed)| async move {
            let local = folder.join(&file);
            // Which frames a run keeps is its own affair.
            if is_needed || local.exists() {
                let key = key_of(&file);
                patiently(self.patience, || self.run.store().put_file(&key, &local, Naming::ByContent)).await?;
                self.sent().insert(file);
            }
            Ok::<_, StoreError>(())
        });
        sending.buffer_unordered(AT_ONCE).try_collect().await
    }

    fn sent(&self) -> std::sync::MutexGuard<'_, HashSet<PathBuf>> {
        self.sent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.beats.abort();
    }
}

impl Clock for ProcessClock {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }
}

/// Says that the worker is alive, until it is aborted. A beat that fails is followed by the next.
async fn beat(queue: Arc<Queue<Store, ProcessClock>>) {
    let mut interval = tokio::time::interval(queue.terms().beat_interval());
    interval.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    interval.tick().await;
    loop {
        interval.tick().await;
        let _ = queue.beat().await;
    }
}
