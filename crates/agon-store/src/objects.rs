//! What the protocol needs of a store: four requests. The simulation implements them too.

use crate::StoreError;
use bytes::Bytes;
use std::future::Future;

/// Creating an object is tried so often before its outcome is called unknown.
const TRIES: usize = 3;

/// A store of named objects, each read and written whole.
///
/// What is asked of it: of any number of [`put_new`](Objects::put_new) of one key exactly one succeeds, and [`get`](Objects::get)
/// sees what has been written. Any request may fail although it was carried out, or be carried out long after it failed.
pub trait Objects: Send + Sync {
    /// Writes an object unless there is one of that name.
    fn put_new(&self, key: &str, body: Bytes) -> impl Future<Output = Result<Created, StoreError>> + Send;

    /// Writes an object, over an earlier one. For names with one writer alone, or whose writers all write the same.
    fn put(&self, key: &str, body: Bytes) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// An object, if there is one.
    fn get(&self, key: &str) -> impl Future<Output = Result<Option<Bytes>, StoreError>> + Send;

    /// The names below a folder, without the folder's own. It may miss what was written lately.
    fn list(&self, folder: &str) -> impl Future<Output = Result<Vec<String>, StoreError>> + Send;
}

/// What a store says to somebody who creates an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Created {
    /// It is theirs.
    New,
    /// There was one before. It may be their own: stores repeat requests whose answers were lost.
    Exists,
}

/// Who has created an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Creator {
    /// The one who asks.
    Me,
    /// Somebody else, who wrote this.
    Other(Bytes),
}

/// Creates an object and finds out who did, whatever was answered. `body` holds a nonce, so that nobody else writes the same.
pub(crate) async fn create(objects: &impl Objects, key: &str, body: &Bytes) -> Result<Creator, StoreError> {
    let mut failure = None;
    for _ in 0..TRIES {
        match objects.put_new(key, body.clone()).await {
            Ok(Created::New) => return Ok(Creator::Me),
            Ok(Created::Exists) => {}
            Err(error) => failure = Some(error),
        }
        match objects.get(key).await {
            Ok(Some(found)) if found == *body => return Ok(Creator::Me),
            Ok(Some(found)) => return Ok(Creator::Other(found)),
            // A conflict that left nothing behind: try again.
            Ok(None) => {}
            Err(error) => failure = Some(error),
        }
    }
    Err(failure.unwrap_or_else(|| StoreError::Unsettled { key: key.into() }))
}
