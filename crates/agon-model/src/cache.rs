//! Replies kept by what was asked, so that the same question need not be paid for twice.

use crate::{Endpoint, Reply, SetupError};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// A folder of replies, shared by as many runs as like.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
}

/// An answer, and how long the model took for it: limits on time are to come out the same.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Kept {
    pub(crate) reply: Reply,
    pub(crate) secs: f64,
}

/// The name of one question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CacheKey(String);

impl CacheKey {
    /// Of the model and its place, the body as it would be sent, and the repeat: a second sitting is to be a second opinion.
    pub fn new(endpoint: &Endpoint, body: &Value, repeat: u32) -> Self {
        let mut hasher = blake3::Hasher::new();
        for part in [&endpoint.name, &endpoint.base_url, &body.to_string(), &repeat.to_string()] {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
        Self(hasher.finalize().to_hex().to_string())
    }
}

impl Cache {
    pub fn open(folder: &Path) -> Result<Self, SetupError> {
        let unmade = |error| SetupError::Cache(format!("the cache {} cannot be made: {error}", folder.display()));
        std::fs::create_dir_all(folder).map_err(unmade)?;
        Ok(Self { folder: folder.into() })
    }

    /// What was answered; a file that cannot be read is as good as none.
    pub(crate) fn get(&self, key: &CacheKey) -> Option<Kept> {
        serde_json::from_slice(&std::fs::read(self.path(key)).ok()?).ok()
    }

    /// Keeps an answer. Failing to is no fault of the trial's, so it is not told.
    pub(crate) fn put(&self, key: &CacheKey, kept: &Kept) {
        let path = self.path(key);
        // Written beside and moved into place: a reader finds a whole file or none.
        let beside = path.with_extension(format!("{}-{:?}.new", std::process::id(), std::thread::current().id()));
        let Ok(text) = serde_json::to_vec(kept) else { return };
        let Some(folder) = path.parent() else { return };
        let written = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(&beside, text));
        if written.and_then(|()| std::fs::rename(&beside, &path)).is_err() {
            let _ = std::fs::remove_file(&beside);
        }
    }

    fn path(&self, key: &CacheKey) -> PathBuf {
        self.folder.join(&key.0[..2]).join(format!("{}.json", &key.0[2..]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Part;
    use serde_json::json;

    #[test]
    fn the_same_question_has_the_same_answer_and_no_other_has() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::open(&folder.path().join("replies")).unwrap();
        let endpoint = |base| Endpoint::find("vllm/m", Some(base), None).unwrap();
        let here = endpoint("http://127.0.0.1:1/v1");
        let key = CacheKey::new(&here, &json!({"a": 1}), 0);
        let kept = Kept { reply: Reply { parts: vec![Part::text("yes")], ..Reply::default() }, secs: 2.5 };
        assert_eq!(cache.get(&key), None);
        cache.put(&key, &kept);
        assert_eq!(cache.get(&CacheKey::new(&here, &json!({"a": 1}), 0)), Some(kept));
        for other in [
            CacheKey::new(&endpoint("http://127.0.0.1:2/v1"), &json!({"a": 1}), 0),
            CacheKey::new(&here, &json!({"a": 2}), 0),
            CacheKey::new(&here, &json!({"a": 1}), 1),
        ] {
            assert_eq!(cache.get(&other), None);
        }
        std::fs::write(cache.path(&key), "{\"parts\": [").unwrap();
        assert_eq!(cache.get(&key), None, "a torn file is no answer");
    }
}
