//! Files of this machine, without holding up the runtime.

use crate::StoreError;
use bytes::Bytes;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// A file that is written beside its place and then moved there: it is whole or not there at all.
pub(crate) struct Writer {
    path: PathBuf,
    temporary: PathBuf,
    file: File,
    hasher: blake3::Hasher,
    bytes: u64,
    moved: bool,
}

/// What came into a file.
#[derive(Clone, Debug)]
pub(crate) struct Written {
    pub(crate) blake3: String,
    pub(crate) bytes: u64,
}

impl Writer {
    pub(crate) fn create(path: &Path) -> Result<Self, StoreError> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let parent = path.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(parent).map_err(|error| StoreError::file(parent, error))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let temporary = parent.join(format!("{name}.{}-{}.tmp", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed)));
        let file = File::create(&temporary).map_err(|error| StoreError::file(&temporary, error))?;
        Ok(Self { path: path.into(), temporary, file, hasher: blake3::Hasher::new(), bytes: 0, moved: false })
    }

    pub(crate) async fn write(mut self, piece: Bytes) -> Result<Self, StoreError> {
        blocking(move || {
            self.hasher.update(&piece);
            self.bytes += piece.len() as u64;
            self.file.write_all(&piece).map_err(|error| StoreError::file(&self.temporary, error))?;
            Ok(self)
        })
        .await
    }

    /// Moves it to its place, if it is what was expected.
    pub(crate) fn finish(mut self, check: impl FnOnce(&Written) -> Result<(), StoreError>) -> Result<Written, StoreError> {
        let written = Written { blake3: self.hasher.finalize().to_hex().to_string(), bytes: self.bytes };
        check(&written)?;
        fs::rename(&self.temporary, &self.path).map_err(|error| StoreError::file(&self.path, error))?;
        self.moved = true;
        Ok(written)
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        if !self.moved {
            let _ = fs::remove_file(&self.temporary);
        }
    }
}

/// A whole file.
pub(crate) async fn read(path: &Path) -> Result<Vec<u8>, StoreError> {
    let owned = path.to_owned();
    blocking(move || fs::read(&owned)).await.map_err(|error| StoreError::file(path, error))
}

/// Does something that waits for the disk.
pub(crate) async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done,
        Err(error) => std::panic::resume_unwind(error.into_panic()),
    }
}
