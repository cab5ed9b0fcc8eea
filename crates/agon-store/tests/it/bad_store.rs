//! Object stores that are not what they should be.

use agon_core::Rng;
use async_trait::async_trait;
use futures_util::stream::BoxStream;
use object_store::memory::InMemory;
use object_store::path::Path;
use object_store::{
    CopyOptions, Error, GetOptions, GetResult, ListResult, MultipartUpload, ObjectMeta, ObjectStore, ObjectStoreExt, PutMode,
    PutMultipartOptions, PutOptions, PutPayload, PutResult, Result,
};
use std::sync::{Arc, Mutex};

/// What is wrong with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// Conditions are not read: everybody creates.
    IgnoresConditions,
    /// Looks whether there is an object, and writes afterwards.
    LooksThenWrites,
    /// A tenth of all requests fail, half of these after they were carried out; some creations are called conflicts.
    Unreliable,
}

#[derive(Debug)]
pub(crate) struct BadStore {
    inner: InMemory,
    fault: Fault,
    rng: Mutex<Rng>,
}

impl BadStore {
    pub(crate) fn new(fault: Fault) -> Arc<Self> {
        Arc::new(Self { inner: InMemory::new(), fault, rng: Mutex::new(Rng::new("bad store", 1)) })
    }

    fn chance(&self, probability: f64) -> bool {
        self.fault == Fault::Unreliable && self.rng.lock().unwrap().chance(probability)
    }

    fn failure() -> Error {
        Error::Generic { store: "bad", source: "503 Slow Down".into() }
    }

    /// Fails before or after something is done.
    async fn unreliably<T>(&self, work: impl Future<Output = Result<T>>) -> Result<T> {
        if self.chance(0.05) {
            return Err(Self::failure());
        }
        let done = work.await;
        if self.chance(0.05) { Err(Self::failure()) } else { done }
    }
}

impl std::fmt::Display for BadStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}", self.fault)
    }
}

#[async_trait]
impl ObjectStore for BadStore {
    async fn put_opts(&self, location: &Path, payload: PutPayload, mut options: PutOptions) -> Result<PutResult> {
        let exists = |source: &str| Error::AlreadyExists { path: location.to_string(), source: source.into() };
        if options.mode == PutMode::Create {
            match self.fault {
                Fault::IgnoresConditions => options.mode = PutMode::Overwrite,
                Fault::LooksThenWrites => {
                    if self.inner.head(location).await.is_ok() {
                        return Err(exists("it is there"));
                    }
                    tokio::task::yield_now().await;
                    options.mode = PutMode::Overwrite;
                }
                Fault::Unreliable if self.chance(0.05) => return Err(exists("409 ConditionalRequestConflict")),
                Fault::Unreliable => {}
            }
        }
        self.unreliably(self.inner.put_opts(location, payload, options)).await
    }

    async fn put_multipart_opts(&self, location: &Path, options: PutMultipartOptions) -> Result<Box<dyn MultipartUpload>> {
        self.inner.put_multipart_opts(location, options).await
    }

    async fn get_opts(&self, location: &Path, options: GetOptions) -> Result<GetResult> {
        self.unreliably(self.inner.get_opts(location, options)).await
    }

    fn delete_stream(&self, locations: BoxStream<'static, Result<Path>>) -> BoxStream<'static, Result<Path>> {
        self.inner.delete_stream(locations)
    }

    fn list(&self, prefix: Option<&Path>) -> BoxStream<'static, Result<ObjectMeta>> {
        self.inner.list(prefix)
    }

    async fn list_with_delimiter(&self, prefix: Option<&Path>) -> Result<ListResult> {
        self.inner.list_with_delimiter(prefix).await
    }

    async fn copy_opts(&self, from: &Path, to: &Path, options: CopyOptions) -> Result<()> {
        self.inner.copy_opts(from, to, options).await
    }
}
