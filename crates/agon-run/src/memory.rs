use agon_core::{Event, Fault, Observation, ObservationRecord, Recorder};
use std::sync::{Arc, Mutex, PoisonError};

/// Keeps events in memory, for proofs and tests. Clones share them.
#[derive(Clone, Default)]
pub struct MemoryRecorder {
    events: Arc<Mutex<Vec<Event>>>,
    hash_frames: bool,
}

impl MemoryRecorder {
    /// Also names frames by their hash, which costs a pass over their pixels.
    pub fn with_frames() -> Self {
        Self { hash_frames: true, ..Self::default() }
    }

    pub fn hashes_frames(&self) -> bool {
        self.hash_frames
    }

    pub fn events(&self) -> Vec<Event> {
        self.events.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Recorder for MemoryRecorder {
    fn record(&mut self, event: &Event) -> Result<(), Fault> {
        self.events.lock().unwrap_or_else(PoisonError::into_inner).push(event.clone());
        Ok(())
    }

    fn keep(&mut self, observation: &Observation) -> ObservationRecord {
        ObservationRecord::of(observation, self.hash_frames)
    }
}
