//! Frames on disk: each content once, encoded and written off the hot path.

use crate::RecordError;
use crate::layout::frame_path;
use agon_core::{Fault, Image, ImageHash};
use std::collections::{BTreeSet, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Frames that wait for the encoder. A fuller queue makes acting wait, which bounds memory.
const QUEUE: usize = 256;

/// Takes frames and writes them in the background. Clones share one store.
#[derive(Clone)]
pub struct FrameStore {
    shared: Arc<Shared>,
    queue: SyncSender<Job>,
}

struct Job {
    number: u64,
    hash: ImageHash,
    image: Arc<Image>,
}

struct Shared {
    folder: PathBuf,
    state: Mutex<State>,
    finished: Condvar,
}

#[derive(Default)]
struct State {
    /// Contents that are written or queued.
    known: HashSet<ImageHash>,
    next: u64,
    pending: BTreeSet<u64>,
    /// The first failure; it stops the run, and everybody who waits is told the same.
    failure: Option<Fault>,
}

impl FrameStore {
    /// Starts a store with a writer thread per core. They end when the last clone is dropped; whoever needs the frames on
    /// disk settles first.
    pub(crate) fn start(folder: PathBuf) -> Self {
        let shared = Arc::new(Shared { folder, state: Mutex::default(), finished: Condvar::new() });
        let (queue, jobs) = sync_channel(QUEUE);
        let jobs = Arc::new(Mutex::new(jobs));
        let threads = std::thread::available_parallelism().map_or(1, usize::from).min(4);
        for _ in 0..threads {
            let (shared, jobs) = (shared.clone(), jobs.clone());
            std::thread::spawn(move || write_all(&shared, &jobs));
        }
        Self { shared, queue }
    }

    /// Queues a frame unless its content is known. Blocks while the queue is full.
    pub fn put(&self, image: &Arc<Image>, hash: ImageHash) {
        let number = {
            let mut state = self.shared.lock();
            if state.failure.is_some() || !state.known.insert(hash) {
                return;
            }
            let number = state.next;
            state.next += 1;
            state.pending.insert(number);
            number
        };
        if self.queue.send(Job { number, hash, image: image.clone() }).is_err() {
            self.shared.finish(number, None);
        }
    }

    /// Waits until every frame put so far is on disk, or one could not be written.
    pub fn settle(&self) -> Result<(), Fault> {
        let mut state = self.shared.lock();
        let until = state.next;
        while state.failure.is_none() && state.pending.first().is_some_and(|first| *first < until) {
            state = self.shared.finished.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        state.failure.clone().map_or(Ok(()), Err)
    }

    /// Whether anything waits to be written.
    pub fn is_settled(&self) -> bool {
        let state = self.shared.lock();
        state.pending.is_empty() && state.failure.is_none()
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn finish(&self, number: u64, failure: Option<RecordError>) {
        let mut state = self.lock();
        state.pending.remove(&number);
        if let Some(failure) = failure {
            state.failure.get_or_insert_with(|| failure.to_fault());
        }
        drop(state);
        self.finished.notify_all();
    }
}

fn write_all(shared: &Shared, jobs: &Mutex<Receiver<Job>>) {
    loop {
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = job else { return };
        let failure = write(&shared.folder, &job).err();
        shared.finish(job.number, failure);
    }
}

fn write(folder: &Path, job: &Job) -> Result<(), RecordError> {
    let path = frame_path(folder, &job.hash, Image::EXTENSION);
    if path.exists() {
        return Ok(());
    }
    let bytes = agon_image::encode(&job.image).map_err(|source| RecordError::Encode { path: path.clone(), source })?;
    let parent = path.parent().unwrap_or(folder);
    // Rename makes a frame appear whole or not at all; the number keeps two writers of one content apart.
    let temporary = parent.join(format!("{}.{}.tmp", job.hash, job.number));
    let written =
        fs::create_dir_all(parent).and_then(|()| fs::write(&temporary, bytes)).and_then(|()| fs::rename(&temporary, &path));
    written.map_err(|error| {
        let _ = fs::remove_file(&temporary);
        RecordError::write(&path, error)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_content_is_written_once() {
        let folder = tempfile::tempdir().unwrap();
        let store = FrameStore::start(folder.path().into());
        for shade in [1u8, 2, 1, 1, 2] {
            let image = Arc::new(Image::rgb8(4, 4, vec![shade; 48]));
            store.put(&image, image.hash());
        }
        store.settle().unwrap();
        let count = || fs::read_dir(folder.path()).unwrap().flat_map(|d| fs::read_dir(d.unwrap().path()).unwrap()).count();
        assert_eq!(count(), 2);
    }

    #[test]
    fn a_lost_frame_is_an_error_when_settling() {
        let folder = tempfile::tempdir().unwrap();
        let blocked = folder.path().join("frames");
        fs::write(&blocked, "a file where the folder should be").unwrap();
        let store = FrameStore::start(blocked);
        let image = Arc::new(Image::rgb8(1, 1, vec![0; 3]));
        store.put(&image, image.hash());
        let lost = store.settle().unwrap_err();
        assert!(lost.detail.contains("could not be written"), "{lost}");
        assert_eq!(store.settle(), Err(lost), "it stays broken, and says the same to everybody");
    }
}
