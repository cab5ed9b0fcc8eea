//! `agon worker`: take trials of a run in a store until none is left.

use super::resume::check;
use super::run::{private_folders, told_to_stop};
use crate::progress::{RunProgress, SpentSoFar};
use crate::suites::SuiteFolders;
use crate::ui::Ui;
use crate::{exit, home, models, stored};
use agon_core::{Cause, FORMAT_VERSION, TaskId};
use agon_record::{PlannedTrial, Row, Run, RunWriter};
use agon_run::{Arriving, Progress, RunConfig, Runner, Spent, Stop, Suites, Todo, left_out};
use agon_store::{Outcome, StoreError, StoredRun, Ticket, Worker, WorkerOptions};
use anyhow::bail;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{Semaphore, mpsc, oneshot, watch};
use tokio::task::{JoinError, JoinSet};

/// A store that comes back within this time costs no trial.
const PATIENCE_SECS: u64 = 600;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  agon worker s3://bucket/mine                 # until no trial is left
  agon worker s3://bucket/mine -n 4 --name spot-7
  agon worker /shared/runs/mine                # a folder that all machines see")]
pub(crate) struct Args {
    /// The run's address: s3://BUCKET/PREFIX, gs://…, az://…, file:///PATH or a path
    #[arg(value_name = "RUN-URL")]
    run: String,
    #[command(flatten)]
    work: WorkArgs,
    /// Print as JSON: what this worker did
    #[arg(long)]
    json: bool,
}

/// How a worker works.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct WorkArgs {
    /// Trials at a time [default: what the run was planned with]
    #[arg(short = 'n', long)]
    parallel: Option<usize>,
    /// What `agon status` calls this worker [default: the host's name and the process's number]
    #[arg(long)]
    name: Option<String>,
    /// How long the store may be out of order before this worker gives up, in seconds
    #[arg(long, value_name = "SECS", default_value_t = PATIENCE_SECS)]
    patience: u64,
}

impl Default for WorkArgs {
    fn default() -> Self {
        Self { parallel: None, name: None, patience: PATIENCE_SECS }
    }
}

/// What a worker did.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(crate) struct Done {
    /// Trials that count because of it.
    committed: u32,
    passed: u32,
    failed: u32,
    void: u32,
    /// Trials that another worker had committed meanwhile.
    lost: u32,
    /// It was told to stop before the run had ended.
    pub(crate) drained: bool,
}

pub(crate) async fn run(args: Args, folders: SuiteFolders, ui: &Ui) -> anyhow::Result<u8> {
    let run = stored::open(&args.run).await?;
    let done = work(&run, &args.work, &folders, ui).await?;
    if args.json {
        let mut told = serde_json::to_value(done)?;
        told["format"] = FORMAT_VERSION.into();
        ui.json(&told)?;
    }
    Ok(if done.drained { exit::INTERRUPTED } else { exit::DONE })
}

/// Takes trials until none is left, or until told to stop. Everything is in the store when this returns.
pub(crate) async fn work(run: &StoredRun, args: &WorkArgs, folders: &SuiteFolders, ui: &Ui) -> anyhow::Result<Done> {
    // A worker keeps nothing: one that is started again is another one.
    let place = home::keeper()?.folder()?;
    let folder = place.path().join("run");
    run.bring_plan(&folder).await?;
    let (writer, planned) = RunWriter::resume(&folder)?;
    let suites = folders.open_for(&planned)?;
    let mut config = check(&planned, &suites)?;
    config.parallel = args.parallel.unwrap_or(config.parallel).max(1);
    refuse_what_is_missing(&planned, &suites, &config)?;
    let agents = home::agents(&config.agents, &private_folders(&folder, &suites))?;
    let judging = models::judging(&config)?;
    let name = args.name.clone().unwrap_or_else(|| format!("{}-{}", host_name(), std::process::id()));
    let options = WorkerOptions { name, patience: Duration::from_secs(args.patience), removes_sent: true };
    let worker = Arc::new(run.worker(options).await?);
    ui.say(&format!("taking trials of {}, {} at a time", run.store().url(), config.parallel));

    let (drain, stop) = (watch::Sender::new(false), Stop::new());
    let listener = tokio::spawn(listen(drain.clone(), stop.clone()));
    let (arriving, requests) = Arriving::new();
    let held = Held { open: Arc::new(Semaphore::new(2 * config.parallel + 2)), tickets: Arc::default() };
    let feeder = Feeder { worker: worker.clone(), plan: planned.plan().to_vec(), held: held.clone(), drain: drain.subscribe() };
    let feeder = tokio::spawn(feeder.answer(requests));
    let shown = RunProgress::new(ui, planned.plan().len(), SpentSoFar::default());
    let mut committer = Committer {
        worker: worker.clone(),
        folder,
        held,
        drain,
        commits: JoinSet::new(),
        done: Done::default(),
        failed: None,
        shown,
    };
    drop(planned);
    let runner = Runner { suites, agents, config, spent: Spent::default(), judging };
    let outcome = runner.run_arriving(writer, arriving, &stop, &mut committer).await;
    let done = committer.finish().await;
    listener.abort();
    let fed = feeder.await;
    // Whatever happened, what is not committed is free for others at once.
    let left = worker.leave().await;
    outcome?;
    let mut done = done?;
    let ended = fed??;
    left?;
    done.drained = ended != Ended::NothingLeft;
    let Done { committed, passed, failed, void, lost, .. } = done;
    let lost = if lost > 0 { format!("; {lost} were committed by another worker meanwhile") } else { String::new() };
    ui.say(&format!("committed {committed} trials: {passed} passed, {failed} failed, {void} void{lost}"));
    if ended == Ended::GivenUp {
        bail!(
            "an agent crashed in every trial before its first step, so this worker takes no more; fix it and start the worker again"
        );
    }
    Ok(done)
}

/// A worker that lacks what tasks need would make their trials void one by one.
fn refuse_what_is_missing(planned: &Run, suites: &Suites, config: &RunConfig) -> anyhow::Result<()> {
    let tasks: BTreeSet<&TaskId> = planned.plan().iter().map(|planned| &planned.instance.task).collect();
    let lacking = left_out(suites, config)?;
    match lacking.iter().find(|(task, _)| tasks.contains(task)) {
        Some((task, need)) => {
            bail!("{task} of this run needs {}, which this machine lacks; to have it, {}", need.name, need.remedy)
        }
        None => Ok(()),
    }
}

fn host_name() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    if name.trim().is_empty() { "worker".into() } else { name.trim().into() }
}

/// The first request to stop drains, the second interrupts, the third ends the process.
async fn listen(drain: watch::Sender<bool>, stop: Stop) {
    told_to_stop().await;
    drain.send_replace(true);
    told_to_stop().await;
    stop.ask();
    told_to_stop().await;
    std::process::exit(i32::from(exit::INTERRUPTED));
}

/// Trials that are taken and not committed.
#[derive(Clone)]
struct Held {
    /// Bounds them: a store that is slower than the trials must not be left behind.
    open: Arc<Semaphore>,
    tickets: Arc<Mutex<BTreeMap<u32, Ticket>>>,
}

impl Held {
    fn add(&self, ticket: Ticket) {
        self.tickets.lock().unwrap_or_else(PoisonError::into_inner).insert(ticket.trial, ticket);
    }

    fn take(&self, trial: u32) -> Option<Ticket> {
        self.tickets.lock().unwrap_or_else(PoisonError::into_inner).remove(&trial)
    }
}

/// Why no more trials were taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ended {
    NothingLeft,
    Drained,
    /// The runner wanted no more.
    GivenUp,
}

/// Answers the runner's requests with trials from the store.
struct Feeder {
    worker: Arc<Worker>,
    plan: Vec<PlannedTrial>,
    held: Held,
    drain: watch::Receiver<bool>,
}

impl Feeder {
    async fn answer(mut self, mut requests: mpsc::Receiver<oneshot::Sender<Todo>>) -> anyhow::Result<Ended> {
        loop {
            let mut drain = self.drain.clone();
            let request = tokio::select! {
                biased;
                _ = drain.wait_for(|drain| *drain) => return Ok(Ended::Drained),
                request = requests.recv() => request,
            };
            let Some(answer) = request else { return Ok(Ended::GivenUp) };
            let ticket = tokio::select! {
                biased;
                _ = drain.wait_for(|drain| *drain) => return Ok(Ended::Drained),
                ticket = self.next() => ticket?,
            };
            let Some(ticket) = ticket else { return Ok(Ended::NothingLeft) };
            let planned = self.plan.get(ticket.trial as usize).cloned();
            let Some(planned) = planned else {
                bail!("the store hands out trial {}, which the plan does not have", ticket.trial)
            };
            self.held.add(ticket);
            if let Err(unwanted) = answer.send(Todo::first(planned)) {
                self.held.take(unwanted.planned.trial).into_iter().for_each(|ticket| self.worker.put_back(ticket));
            }
        }
    }

    async fn next(&mut self) -> anyhow::Result<Option<Ticket>> {
        // Given back when the trial is committed.
        self.held.open.acquire().await?.forget();
        Ok(self.worker.next_trial().await?)
    }
}

/// Sends trials to the store as they close.
struct Committer<'a> {
    worker: Arc<Worker>,
    folder: PathBuf,
    held: Held,
    /// A commit that fails lets the others end.
    drain: watch::Sender<bool>,
    commits: JoinSet<Result<Sent, StoreError>>,
    done: Done,
    /// The first commit that could not be made.
    failed: Option<anyhow::Error>,
    shown: RunProgress<'a>,
}

/// A trial that was sent: whether it counts, and what it came to.
struct Sent {
    outcome: Outcome,
    row: Row,
}

impl Progress for Committer<'_> {
    fn closed(&mut self, planned: &PlannedTrial, row: &Row, again: Option<Duration>) {
        self.shown.closed(planned, row, again);
        while let Some(sent) = self.commits.try_join_next() {
            self.count(sent);
        }
        if again.is_some() {
            return;
        }
        let Some(ticket) = self.held.take(planned.trial) else { return };
        if row.void.as_ref().is_some_and(|fault| fault.cause == Cause::Interrupted) {
            return self.worker.put_back(ticket);
        }
        let (worker, folder, open) = (self.worker.clone(), self.folder.clone(), self.held.open.clone());
        let (row, drain) = (row.clone(), self.drain.clone());
        self.commits.spawn(async move {
            let outcome = worker.commit(&ticket, &folder, &row.seal).await;
            open.add_permits(1);
            if outcome.is_err() {
                drain.send_replace(true);
            }
            Ok(Sent { outcome: outcome?, row })
        });
    }
}

impl Committer<'_> {
    /// What came of it, once everything is sent.
    async fn finish(mut self) -> anyhow::Result<Done> {
        self.shown.finish();
        while let Some(sent) = self.commits.join_next().await {
            self.count(sent);
        }
        self.failed.map_or(Ok(self.done), Err)
    }

    fn count(&mut self, sent: Result<Result<Sent, StoreError>, JoinError>) {
        let sent = match sent.map_err(anyhow::Error::from).and_then(|sent| Ok(sent?)) {
            Ok(sent) => sent,
            Err(error) => {
                self.failed.get_or_insert(error);
                return;
            }
        };
        if let Outcome::Lost(_) = sent.outcome {
            self.done.lost += 1;
            return;
        }
        self.done.committed += 1;
        let count = match (&sent.row.void, sent.row.passed) {
            (Some(_), _) => &mut self.done.void,
            (None, true) => &mut self.done.passed,
            (None, false) => &mut self.done.failed,
        };
        *count += 1;
    }
}
