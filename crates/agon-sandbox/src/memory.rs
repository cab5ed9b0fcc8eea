//! A limit on the memory of all of a trial's processes together.

use crate::processes::memory;
use rustix::process::Signal;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

const LOOK_AGAIN: Duration = Duration::from_millis(150);

/// Looks at the sandboxes of one trial as long as it lives.
#[derive(Debug)]
pub struct MemoryWatch {
    /// What the processes may take together that is theirs alone. Files in memory have limits of their own.
    limit: u64,
    /// The first process of each sandbox.
    firsts: Mutex<Vec<(u32, Spared)>>,
    /// The names of processes that were ended, until somebody asks.
    ended: Mutex<Vec<String>>,
    has_ended: AtomicBool,
}

/// Whether a sandbox's processes count, but are not ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spared {
    Yes,
    No,
}

/// A sandbox that is looked at.
#[derive(Debug)]
pub struct Watched {
    watch: Arc<MemoryWatch>,
    first: u32,
}

impl MemoryWatch {
    /// Begins to look. `limit` is in bytes.
    pub fn start(limit: u64) -> Arc<Self> {
        let (firsts, ended) = (Mutex::default(), Mutex::default());
        let watch = Arc::new(Self { limit, firsts, ended, has_ended: AtomicBool::new(false) });
        tokio::spawn(look(Arc::downgrade(&watch)));
        watch
    }

    /// Looks at a sandbox as well, by its first process.
    pub fn add(self: &Arc<Self>, first: u32, spared: Spared) -> Watched {
        self.firsts().push((first, spared));
        Watched { watch: self.clone(), first }
    }

    /// What was ended since the last time, in a sentence.
    pub fn told(&self) -> Option<String> {
        let ended = std::mem::take(&mut *self.ended.lock().unwrap_or_else(PoisonError::into_inner));
        let names = ended.join(", ");
        let limit = megabytes(self.limit);
        (!ended.is_empty())
            .then(|| format!("The limit of {limit} on the memory of all processes was reached, so this was ended: {names}."))
    }

    /// Whether it has ever ended one.
    pub fn has_ended(&self) -> bool {
        self.has_ended.load(Ordering::Relaxed)
    }

    fn firsts(&self) -> std::sync::MutexGuard<'_, Vec<(u32, Spared)>> {
        self.firsts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn look(&self) {
        let firsts = self.firsts().clone();
        let of = |spared: Spared| firsts.iter().filter(|own| own.1 == spared).map(|own| own.0).collect::<Vec<_>>();
        let (bytes, largest) = memory(&of(Spared::No));
        let (spared_bytes, _) = memory(&of(Spared::Yes));
        if let (true, Some(process)) = (bytes + spared_bytes > self.limit, largest) {
            let name = process.name();
            self.has_ended.store(true, Ordering::Relaxed);
            process.signal(Signal::KILL);
            self.ended.lock().unwrap_or_else(PoisonError::into_inner).push(name);
        }
    }
}

fn megabytes(bytes: u64) -> String {
    if bytes.is_multiple_of(1 << 30) { format!("{} GiB", bytes >> 30) } else { format!("{} MiB", bytes >> 20) }
}

async fn look(watch: Weak<MemoryWatch>) {
    loop {
        tokio::time::sleep(LOOK_AGAIN).await;
        let Some(watch) = watch.upgrade() else { return };
        if tokio::task::spawn_blocking(move || watch.look()).await.is_err() {
            return;
        }
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        let mut firsts = self.watch.firsts();
        if let Some(place) = firsts.iter().position(|(first, _)| *first == self.first) {
            firsts.swap_remove(place);
        }
    }
}
