//! A limit on the memory of all of a trial's processes together.

use super::processes::memory;
use rustix::process::Signal;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

/// What a trial's processes may take together that is theirs alone. Files in memory have limits of their own.
pub(crate) const LIMIT: u64 = 4 << 30;
const LOOK_AGAIN: Duration = Duration::from_millis(150);

/// Looks at the sandboxes of one trial as long as it lives.
#[derive(Debug, Default)]
pub(super) struct Watch {
    /// The first process of each sandbox.
    firsts: Mutex<Vec<(u32, Spared)>>,
    /// The names of processes that were ended, until somebody asks.
    ended: Mutex<Vec<String>>,
    has_ended: AtomicBool,
}

/// Whether a sandbox's processes count, but are not ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spared {
    Yes,
    No,
}

/// A sandbox that is looked at.
#[derive(Debug)]
pub(super) struct Watched {
    watch: Arc<Watch>,
    first: u32,
}

impl Watch {
    pub(super) fn start() -> Arc<Self> {
        let watch = Arc::new(Self::default());
        tokio::spawn(look(Arc::downgrade(&watch)));
        watch
    }

    pub(super) fn add(self: &Arc<Self>, first: u32, spared: Spared) -> Watched {
        self.firsts().push((first, spared));
        Watched { watch: self.clone(), first }
    }

    /// What was ended since the last time, in a sentence.
    pub(super) fn told(&self) -> Option<String> {
        let ended = std::mem::take(&mut *self.ended.lock().unwrap_or_else(PoisonError::into_inner));
        let names = ended.join(", ");
        let limit = LIMIT >> 30;
        (!ended.is_empty())
            .then(|| format!("The limit of {limit} GiB on the memory of all processes was reached, so this was ended: {names}."))
    }

    /// Whether it has ever ended one.
    pub(super) fn has_ended(&self) -> bool {
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
        if let (true, Some(process)) = (bytes + spared_bytes > LIMIT, largest) {
            let name = process.name();
            self.has_ended.store(true, Ordering::Relaxed);
            process.signal(Signal::KILL);
            self.ended.lock().unwrap_or_else(PoisonError::into_inner).push(name);
        }
    }
}

async fn look(watch: Weak<Watch>) {
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
