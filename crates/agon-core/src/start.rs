//! The hash that names what an instance starts from.

use crate::hex::hex_hash;
use serde_json::Value;

/// The content hash of an instance's first state: all that makes the start what it is, but not how it is drawn nor how
/// strictly it is marked. Two instances with one hash are one task to whoever trains on the first and is tested on the
/// other, whatever their presets and seeds say.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StartHash([u8; 16]);

hex_hash!(StartHash, 16, "a start's hash");

impl StartHash {
    /// Of a state as its world describes it. Worlds of other names never share a start.
    pub fn of(world: &str, situation: &Value) -> Self {
        let mut hasher = blake3::Hasher::new();
        hasher.update(world.as_bytes());
        hasher.update(&[0]);
        hasher.update(situation.to_string().as_bytes());
        let mut short = [0; 16];
        short.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
        Self(short)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_start_is_named_by_its_world_and_situation() {
        let start = StartHash::of("maze", &json!({"agent": [1, 2]}));
        assert_eq!(start, StartHash::of("maze", &json!({"agent": [1, 2]})));
        assert_ne!(start, StartHash::of("maze", &json!({"agent": [2, 1]})));
        assert_ne!(start, StartHash::of("other", &json!({"agent": [1, 2]})));
        let text = serde_json::to_string(&start).unwrap();
        assert_eq!(serde_json::from_str::<StartHash>(&text).unwrap(), start);
        assert!(serde_json::from_str::<StartHash>("\"12\"").is_err());
    }
}
