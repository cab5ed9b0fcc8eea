use agon_core::{
    ArtifactRef, ArtifactStore, Cause, Event, Fault, FrameRef, Observation, ObservationRecord, Recorder, Trace, TrialRecord,
};
use agon_record::MemoryArtifacts;
use std::io::Read;
use std::sync::{Arc, Mutex, PoisonError};

/// Keeps events and files in memory, for proofs and tests; frames are named and not kept. Clones share them.
#[derive(Clone, Default)]
pub struct MemoryRecorder {
    events: Arc<Mutex<Vec<Event>>>,
    artifacts: Arc<MemoryArtifacts>,
    hash_frames: bool,
}

impl MemoryRecorder {
    /// Also names frames by their hash, which costs a pass over their pixels.
    pub fn with_frames() -> Self {
        Self { hash_frames: true, ..Self::default() }
    }

    /// Whether it names frames by their hash.
    pub fn hashes_frames(&self) -> bool {
        self.hash_frames
    }

    /// Everything that was recorded so far.
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

    fn artifacts(&self) -> Option<Arc<dyn ArtifactStore>> {
        Some(self.artifacts.clone())
    }

    fn reader(&self) -> Option<Arc<dyn TrialRecord>> {
        Some(Arc::new(self.clone()))
    }
}

impl TrialRecord for MemoryRecorder {
    fn trace(&self) -> Result<Trace, Fault> {
        Ok(Trace::of(self.events()))
    }

    fn frame(&self, frame: &FrameRef) -> Result<Vec<u8>, Fault> {
        Err(Fault::new(Cause::Grader, format!("frame {} cannot be read: frames of this trial are not kept", frame.hash)))
    }

    fn artifact(&self, artifact: &ArtifactRef) -> Result<Box<dyn Read + Send>, Fault> {
        let bytes = self.artifacts.read(artifact);
        let missing = || Fault::new(Cause::Grader, format!("{} was not handed in", artifact.name));
        Ok(Box::new(std::io::Cursor::new(bytes.ok_or_else(missing)?)))
    }
}
