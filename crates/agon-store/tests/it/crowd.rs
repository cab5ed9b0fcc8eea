//! Workers as tasks on a real store, killed and started again as they go.

use agon_core::Rng;
use agon_store::{Commit, CreateOptions, Extent, Objects, Outcome, Store, StoreError, StoredRun, WorkerOptions};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

/// Opens the store anew, as another process would.
pub(crate) type Opener = Arc<dyn Fn() -> Store + Send + Sync>;

pub(crate) struct Crowd {
    pub(crate) open: Opener,
    pub(crate) trials: u32,
    pub(crate) workers: usize,
    /// After so many commits a worker is killed, and another started.
    pub(crate) kill_every: u32,
    pub(crate) lease: Duration,
}

impl Crowd {
    /// Runs empty trials until all are committed; then each must have been exactly once, and everybody must know which were theirs.
    pub(crate) async fn run(self) {
        let folder = planned(self.trials);
        let options = CreateOptions { block_size: None, lease: self.lease };
        let store = (self.open)();
        patiently(|| StoredRun::create(&store, folder.path(), &options)).await;
        let (tell, mut told) = mpsc::unbounded_channel::<Commit>();
        let start = |number: usize| tokio::spawn(work((self.open)(), format!("worker {number}"), tell.clone()));
        let mut workers: Vec<JoinHandle<()>> = (0..self.workers).map(start).collect();
        let (mut rng, mut believed, mut killed) = (Rng::new("crowd", 1), BTreeMap::new(), 0);
        loop {
            let commit = tokio::select! {
                commit = told.recv() => commit.unwrap(),
                // Whoever is done knows that everything is.
                () = ended(&mut workers) => break,
            };
            let before = believed.insert(commit.trial, commit);
            assert_eq!(before, None, "two workers believe to have committed the same trial");
            if (believed.len() as u32).is_multiple_of(self.kill_every) {
                let victim = rng.index(workers.len());
                killed += 1;
                workers[victim].abort();
                workers[victim] = start(self.workers + killed);
            }
        }
        while let Ok(commit) = told.try_recv() {
            assert_eq!(believed.insert(commit.trial, commit), None, "two workers believe to have committed the same trial");
        }
        let store = (self.open)();
        let run = patiently(|| StoredRun::open(&store)).await;
        let status = patiently(|| run.status()).await;
        assert_eq!((status.committed, status.ended_blocks), (self.trials, status.blocks));
        assert_eq!(patiently(|| store.list("done")).await.len(), self.trials as usize);
        let checked = folder.path().join("mirror");
        assert_eq!(patiently(|| run.mirror(&checked, Extent::Logs)).await.trials, self.trials);
        let mut in_store = BTreeMap::new();
        for line in std::fs::read_to_string(checked.join("commits.jsonl")).unwrap().lines() {
            let commit: Commit = serde_json::from_str(line).unwrap();
            assert!(in_store.insert(commit.trial, commit).is_none());
        }
        assert_eq!(in_store.len(), self.trials as usize);
        for (trial, commit) in &believed {
            assert_eq!(in_store.get(trial), Some(commit), "somebody believes to have committed what another did");
        }
        let epochs = in_store.values().filter(|commit| commit.epoch > 1).count();
        println!("{} trials, {killed} workers killed, {epochs} trials committed after a takeover", self.trials);
        assert!(killed > 0);
    }
}

/// Waits until one has ended by itself.
async fn ended(workers: &mut [JoinHandle<()>]) {
    let (result, _, _) = futures_util::future::select_all(workers.iter_mut()).await;
    result.unwrap();
}

/// As somebody at a keyboard would: again, if it may go better.
async fn patiently<T, F: Future<Output = Result<T, StoreError>>>(mut ask: impl FnMut() -> F) -> T {
    loop {
        match ask().await {
            Ok(answer) => return answer,
            Err(error) => assert!(error.is_passing(), "{error}"),
        }
    }
}

async fn work(store: Store, name: String, tell: mpsc::UnboundedSender<Commit>) {
    let options = WorkerOptions { name, patience: Duration::from_secs(1200), ..WorkerOptions::default() };
    let run = patiently(|| StoredRun::open(&store)).await;
    let worker = run.worker(options).await.unwrap();
    while let Some(ticket) = worker.next_trial().await.unwrap() {
        if let Outcome::Committed(commit) = worker.commit_logs(&ticket, Vec::new()).await.unwrap() {
            tell.send(commit).unwrap();
        }
    }
    worker.leave().await.unwrap();
}

/// A folder with a plan of empty trials, as far as the store reads it.
pub(crate) fn planned(trials: u32) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    write_plan(folder.path(), trials);
    folder
}

fn write_plan(folder: &Path, trials: u32) {
    std::fs::write(folder.join("run.json"), format!("{{\"trials\":{trials}}}\n")).unwrap();
    let lines: String = (0..trials).map(|trial| format!("{{\"trial\":{trial}}}\n")).collect();
    std::fs::write(folder.join("plan.jsonl"), lines).unwrap();
}
