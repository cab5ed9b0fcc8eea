//! A store of objects behind its address.

use crate::StoreError;
use crate::files;
use crate::objects::{Created, Objects};
use bytes::Bytes;
use futures_util::TryStreamExt;
use object_store::client::{HttpError, HttpErrorKind};
use object_store::path::Path;
use object_store::{Error, ObjectStore, ObjectStoreExt, PutMode, PutPayload, WriteMultipart};
use std::fs::File;
use std::io::Read;
use std::sync::Arc;
use std::time::Duration;

/// Larger files are sent in parts.
const PART_BYTES: usize = 8 << 20;
/// Parts of one file that are on their way at once.
const PARTS_AT_ONCE: usize = 4;
const MAX_DETAIL_CHARS: usize = 300;

/// Where a run lies: a bucket and a prefix, a folder, or memory. Clones are the same store.
#[derive(Clone, Debug)]
pub struct Store {
    url: Arc<str>,
    prefix: Path,
    inner: Arc<dyn ObjectStore>,
}

/// An object as a listing tells it.
#[derive(Clone, Debug)]
pub(crate) struct Listed {
    /// Without the listed folder.
    pub(crate) name: String,
    /// By the store's clock, in whatever steps it counts.
    pub(crate) modified: Duration,
}

/// Whether an object of the same name has the same content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Naming {
    /// It has: it is not written again.
    ByContent,
    /// It may not.
    Free,
}

impl Store {
    /// A store of one's own, such as a test's.
    pub fn new(url: &str, prefix: Path, inner: Arc<dyn ObjectStore>) -> Self {
        Self { url: url.into(), prefix, inner }
    }

    /// A new one in memory, which is gone with its last clone.
    pub fn in_memory() -> Self {
        Self::new("memory:", Path::default(), Arc::new(object_store::memory::InMemory::new()))
    }

    /// The address it was opened by.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Whether a file of this content is there.
    async fn has(&self, key: &str) -> Result<bool, StoreError> {
        match self.inner.head(&self.path(key)).await {
            Ok(_) => Ok(true),
            Err(Error::NotFound { .. }) => Ok(false),
            Err(error) => Err(self.failed("look up", key, error)),
        }
    }

    /// Sends a file, a large one in parts. Returns its length.
    pub(crate) async fn put_file(&self, key: &str, file: &std::path::Path, naming: Naming) -> Result<u64, StoreError> {
        let failed = |error| StoreError::file(file, error);
        let bytes = file.metadata().map_err(failed)?.len();
        if bytes <= PART_BYTES as u64 {
            let body = Bytes::from(files::read(file).await?);
            match naming {
                // Whether it is new does not matter.
                Naming::ByContent => _ = self.put_new(key, body).await?,
                Naming::Free => self.put(key, body).await?,
            }
            return Ok(bytes);
        }
        if naming == Naming::ByContent && self.has(key).await? {
            return Ok(bytes);
        }
        let sent = |error| self.failed("write", key, error);
        let upload = self.inner.put_multipart(&self.path(key)).await.map_err(sent)?;
        let mut upload = WriteMultipart::new_with_chunk_size(upload, PART_BYTES);
        let mut source = File::open(file).map_err(failed)?;
        loop {
            let part = files::blocking(move || {
                let mut part = Vec::with_capacity(PART_BYTES);
                let read = source.by_ref().take(PART_BYTES as u64).read_to_end(&mut part);
                (source, read.map(|_| part))
            });
            let (again, part) = part.await;
            source = again;
            let part = part.map_err(failed)?;
            if part.is_empty() {
                break;
            }
            if let Err(error) = upload.wait_for_capacity(PARTS_AT_ONCE).await {
                let _ = upload.abort().await;
                return Err(sent(error));
            }
            upload.put(part.into());
        }
        upload.finish().await.map_err(sent)?;
        Ok(bytes)
    }

    /// Brings an object into a file, which appears whole or not at all, and only if it is what was expected. `None` if there is no such
    /// object; otherwise its length.
    pub(crate) async fn get_file(
        &self,
        key: &str,
        file: &std::path::Path,
        check: impl FnOnce(&files::Written) -> Result<(), StoreError>,
    ) -> Result<Option<u64>, StoreError> {
        let mut body = match self.inner.get(&self.path(key)).await {
            Ok(result) => result.into_stream(),
            Err(Error::NotFound { .. }) => return Ok(None),
            Err(error) => return Err(self.failed("read", key, error)),
        };
        let mut writer = files::Writer::create(file)?;
        while let Some(piece) = body.try_next().await.map_err(|error| self.failed("read", key, error))? {
            writer = writer.write(piece).await?;
        }
        writer.finish(check).map(|written| Some(written.bytes))
    }

    /// The names below a folder, and when each was written.
    pub(crate) async fn list_dated(&self, folder: &str) -> Result<Vec<Listed>, StoreError> {
        let folder_path = self.path(folder);
        let skipped = folder_path.as_ref().len() + 1;
        let failed = |error| self.failed("list", folder, error);
        let listed = self.inner.list(Some(&folder_path)).map_ok(|object| Listed {
            name: object.location.as_ref().get(skipped..).unwrap_or_default().to_owned(),
            modified: Duration::from_millis(u64::try_from(object.last_modified.timestamp_millis()).unwrap_or_default()),
        });
        listed.try_collect().await.map_err(failed)
    }

    /// Takes away an object of a probe; nothing else is ever taken away.
    pub(crate) async fn remove(&self, key: &str) {
        let _ = self.inner.delete(&self.path(key)).await;
    }

    fn path(&self, key: &str) -> Path {
        match self.prefix.as_ref() {
            "" => Path::from(key),
            // Not parsed again: what stands in a prefix is encoded already.
            _ => Path::from_iter(self.prefix.parts().chain(Path::from(key).parts())),
        }
    }

    /// What a failure means, in one sentence.
    fn failed(&self, what: &'static str, key: &str, error: Error) -> StoreError {
        let (url, detail) = (self.url.to_string(), detail(&error));
        match &error {
            Error::Unauthenticated { .. } | Error::PermissionDenied { .. } => StoreError::Refused { url, detail },
            Error::NotFound { .. } => StoreError::NoBucket { url },
            error if is_connecting(error) => StoreError::Unreachable { url, detail },
            _ => StoreError::Request { what, key: key.into(), detail },
        }
    }
}

impl Objects for Store {
    async fn put_new(&self, key: &str, body: Bytes) -> Result<Created, StoreError> {
        match self.inner.put_opts(&self.path(key), PutPayload::from(body), PutMode::Create.into()).await {
            Ok(_) => Ok(Created::New),
            Err(Error::AlreadyExists { .. } | Error::Precondition { .. } | Error::NotModified { .. }) => Ok(Created::Exists),
            Err(error) => Err(self.failed("create", key, error)),
        }
    }

    async fn put(&self, key: &str, body: Bytes) -> Result<(), StoreError> {
        let put = self.inner.put(&self.path(key), PutPayload::from(body)).await;
        put.map(|_| ()).map_err(|error| self.failed("write", key, error))
    }

    async fn get(&self, key: &str) -> Result<Option<Bytes>, StoreError> {
        let read = async { self.inner.get(&self.path(key)).await?.bytes().await };
        match read.await {
            Ok(body) => Ok(Some(body)),
            Err(Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(self.failed("read", key, error)),
        }
    }

    async fn list(&self, folder: &str) -> Result<Vec<String>, StoreError> {
        Ok(self.list_dated(folder).await?.into_iter().map(|listed| listed.name).collect())
    }
}

/// Whether the server was never reached.
fn is_connecting(error: &Error) -> bool {
    causes(error).any(|cause| cause.downcast_ref::<HttpError>().is_some_and(|error| error.kind() == HttpErrorKind::Connect))
}

/// The innermost cause says most of a connection; of an answer the server's own word for it, or else its text.
fn detail(error: &Error) -> String {
    let inner = causes(error).last().map(ToString::to_string).unwrap_or_default();
    let outer = causes(error).nth(1).map(ToString::to_string).unwrap_or_else(|| error.to_string());
    if let Some((code, _)) = outer.split_once("<Code>").and_then(|(_, rest)| rest.split_once("</Code>")) {
        return code.into();
    }
    let text = if is_connecting(error) || outer.is_empty() { inner } else { outer };
    text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(MAX_DETAIL_CHARS).collect()
}

fn causes<'a>(error: &'a Error) -> impl Iterator<Item = &'a (dyn std::error::Error + 'static)> {
    let next = |error: &&'a (dyn std::error::Error + 'static)| (*error).source();
    std::iter::successors(Some(error as &'a (dyn std::error::Error + 'static)), next)
}
