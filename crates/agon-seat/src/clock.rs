//! The agent's own time: it runs while the agent thinks and stands while the world works.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::time::Instant;

/// A clock that the seat stops during world calls. Clones show the same time, so that a watcher can wait for a limit
/// while the agent holds the seat.
#[derive(Clone, Debug)]
pub struct AgentClock {
    start: Instant,
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    /// Nanoseconds the world has taken in finished calls.
    world: AtomicU64,
    /// Nanoseconds since `start` at which the running call began, plus one; zero while no call runs.
    acting_since: AtomicU64,
    /// The same two for pauses, which are neither the agent's time nor the world's.
    paused: AtomicU64,
    paused_since: AtomicU64,
    /// Nanoseconds of pauses that were the agent's after all.
    charged: AtomicU64,
    /// Nanoseconds after `start` at which the agent came.
    began: AtomicU64,
}

/// The watcher looks again after at least this long, so that a stopped clock near its limit is not polled hot.
const SHORTEST_WAIT: Duration = Duration::from_millis(5);

impl AgentClock {
    pub(crate) fn start() -> Self {
        Self { start: Instant::now(), shared: Arc::default() }
    }

    /// Sets everything to zero.
    pub(crate) fn restart(&self) {
        for count in [&self.shared.world, &self.shared.paused, &self.shared.paused_since, &self.shared.charged] {
            count.store(0, Ordering::SeqCst);
        }
        self.shared.began.store(nanos(self.start.elapsed()), Ordering::SeqCst);
    }

    pub(crate) fn world_begins(&self) {
        self.shared.acting_since.store(self.total_nanos() + 1, Ordering::SeqCst);
    }

    /// Ends a world call; returns how long it took.
    pub(crate) fn world_ends(&self) -> Duration {
        let since = self.shared.acting_since.swap(0, Ordering::SeqCst);
        let took = if since == 0 { 0 } else { (self.total_nanos() + 1).saturating_sub(since) };
        self.shared.world.fetch_add(took, Ordering::SeqCst);
        Duration::from_nanos(took)
    }

    /// The agent begins to wait for something that is not its own.
    pub(crate) fn pause(&self) {
        self.shared.paused_since.store(self.total_nanos() + 1, Ordering::SeqCst);
    }

    /// Ends a pause and charges what the agent itself took in it. A model that is only replayed answers at once and is
    /// charged what it took when it was recorded.
    pub(crate) fn resume(&self, own: Duration) {
        let since = self.shared.paused_since.swap(0, Ordering::SeqCst);
        let took = if since == 0 { 0 } else { (self.total_nanos() + 1).saturating_sub(since) };
        if since > 0 {
            let own = u64::try_from(own.as_nanos()).unwrap_or(u64::MAX / 2);
            self.shared.paused.fetch_add(took, Ordering::SeqCst);
            self.shared.charged.fetch_add(own, Ordering::SeqCst);
        }
    }

    /// All time since the trial began.
    pub fn total(&self) -> Duration {
        Duration::from_nanos(self.total_nanos())
    }

    /// The world's part of it.
    pub fn world(&self) -> Duration {
        self.sum(&self.shared.world, &self.shared.acting_since)
    }

    /// The agent's part of it.
    pub fn agent(&self) -> Duration {
        let paused = self.sum(&self.shared.paused, &self.shared.paused_since);
        let charged = Duration::from_nanos(self.shared.charged.load(Ordering::SeqCst));
        self.total().saturating_sub(self.world()).saturating_sub(paused) + charged
    }

    /// What is over, and what of the running one has passed.
    fn sum(&self, over: &AtomicU64, since: &AtomicU64) -> Duration {
        let now = self.total_nanos() + 1;
        let since = since.load(Ordering::SeqCst);
        let running = if since == 0 { 0 } else { now.saturating_sub(since) };
        Duration::from_nanos(over.load(Ordering::SeqCst) + running)
    }

    /// Waits until the agent has used this much of its own time.
    pub async fn reaches(&self, limit: Duration) {
        loop {
            let left = limit.saturating_sub(self.agent());
            if left.is_zero() {
                return;
            }
            tokio::time::sleep(left.max(SHORTEST_WAIT)).await;
        }
    }

    fn total_nanos(&self) -> u64 {
        nanos(self.start.elapsed()).saturating_sub(self.shared.began.load(Ordering::SeqCst))
    }
}

fn nanos(duration: Duration) -> u64 {
    u64::try_from(duration.as_nanos()).unwrap_or(u64::MAX - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn it_stands_while_the_world_works() {
        let clock = AgentClock::start();
        tokio::time::advance(Duration::from_secs(2)).await;
        clock.world_begins();
        tokio::time::advance(Duration::from_secs(10)).await;
        assert_eq!(clock.agent(), Duration::from_secs(2));
        assert_eq!(clock.world_ends(), Duration::from_secs(10));
        tokio::time::advance(Duration::from_secs(1)).await;
        assert_eq!((clock.agent(), clock.world()), (Duration::from_secs(3), Duration::from_secs(10)));
        let before = Instant::now();
        clock.reaches(Duration::from_secs(8)).await;
        assert_eq!(before.elapsed(), Duration::from_secs(5));
    }

    #[tokio::test(start_paused = true)]
    async fn it_starts_anew_when_somebody_comes() {
        let clock = AgentClock::start();
        clock.pause();
        tokio::time::advance(Duration::from_secs(3600)).await;
        clock.restart();
        tokio::time::advance(Duration::from_secs(2)).await;
        assert_eq!(
            (clock.total(), clock.agent(), clock.world()),
            (Duration::from_secs(2), Duration::from_secs(2), Duration::ZERO)
        );
    }

    #[tokio::test(start_paused = true)]
    async fn of_a_pause_only_the_agents_own_part_counts() {
        let clock = AgentClock::start();
        clock.pause();
        tokio::time::advance(Duration::from_secs(300)).await;
        assert_eq!(clock.agent(), Duration::ZERO, "an outage does not use up its time");
        clock.resume(Duration::from_secs(4));
        assert_eq!((clock.agent(), clock.world()), (Duration::from_secs(4), Duration::ZERO));
        clock.resume(Duration::from_secs(4));
        assert_eq!(clock.agent(), Duration::from_secs(4), "nothing was paused");
    }
}
