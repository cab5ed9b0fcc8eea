//! Files that a world hands in, on their way into the record.

use agon_core::{Artifact, ArtifactStore, Cause, Fault, KeptArtifacts};
use std::sync::Arc;

/// Keeps files on a thread where reading and writing may block. Without a store none is kept, and each says so.
pub async fn keep_artifacts(store: Option<Arc<dyn ArtifactStore>>, artifacts: Vec<Artifact>) -> Result<KeptArtifacts, Fault> {
    match store {
        _ if artifacts.is_empty() => Ok(KeptArtifacts::default()),
        None => Ok(KeptArtifacts::none(&artifacts, "nothing is kept here")),
        Some(store) => {
            let kept = tokio::task::spawn_blocking(move || store.keep_all(&artifacts)).await;
            kept.map_err(|error| Fault::new(Cause::Record, format!("files could not be kept: {error}")))?
        }
    }
}
