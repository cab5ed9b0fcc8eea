//! Packs: a suite's folder as one encrypted file, for tasks that are not to be read by whoever (or whatever) has no key.
//!
//! A pack is its card in the clear, so that one can tell what it is, and the files under XChaCha20-Poly1305, which also holds the card
//! unchanged. It is unlocked into memory.

use crate::folder::{files_of_parts, take};
use crate::{SuiteFile, TaskFileError, TaskFolder};
use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{Key, XChaCha20Poly1305, XNonce};
use std::fmt;
use std::path::Path;
use std::str::FromStr;

const MAGIC: &[u8] = b"agon-pack-1\n";
const NONCE_BYTES: usize = 24;
const KEY_BYTES: usize = 32;
/// A longer card is none.
const LONGEST_CARD: usize = 64 * 1024;

/// What unlocks a pack: 32 bytes, written as 64 hexadecimal digits.
#[derive(Clone, PartialEq, Eq)]
pub struct PackKey([u8; KEY_BYTES]);

/// A text that is no key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a pack's key is 64 hexadecimal digits")]
pub struct BadKey;

impl PackKey {
    /// The key that these bytes are.
    pub fn new(bytes: [u8; KEY_BYTES]) -> Self {
        Self(bytes)
    }

    /// As it is written down.
    pub fn written(&self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

impl fmt::Debug for PackKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PackKey")
    }
}

impl FromStr for PackKey {
    type Err = BadKey;

    fn from_str(text: &str) -> Result<Self, BadKey> {
        let text = text.trim();
        if text.len() != 2 * KEY_BYTES || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(BadKey);
        }
        let mut bytes = [0; KEY_BYTES];
        for (place, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[2 * place..2 * place + 2], 16).map_err(|_| BadKey)?;
        }
        Ok(Self(bytes))
    }
}

/// Whether a file begins as packs do.
pub fn is_pack(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

impl TaskFolder {
    /// All files as a pack. The nonce must be a fresh one: no two packs of a key have the same.
    pub fn packed(&self, key: &PackKey, nonce: [u8; NONCE_BYTES]) -> Result<Vec<u8>, TaskFileError> {
        let wrong = |problem: &str| self.error("suite.toml", problem);
        let card = serde_json::to_vec(&self.suite()?).map_err(|error| wrong(&error.to_string()))?;
        let mut pack = MAGIC.to_vec();
        pack.extend((card.len() as u64).to_le_bytes());
        pack.extend(card);
        let mut plain = Vec::new();
        for (path, bytes) in self.files() {
            for part in [path.as_bytes(), bytes] {
                plain.extend((part.len() as u64).to_le_bytes());
                plain.extend(part);
            }
        }
        let sealed = cipher(key).encrypt(&XNonce::from(nonce), Payload { msg: &plain, aad: &pack });
        let sealed = sealed.map_err(|_| wrong("it is too large for a pack"))?;
        pack.extend(nonce);
        pack.extend(sealed);
        Ok(pack)
    }

    /// The files of a pack; `file` is what it is called in messages.
    pub fn unlock(file: &Path, pack: &[u8], key: Option<&PackKey>) -> Result<Self, TaskFileError> {
        let wrong = |problem: String| TaskFileError { file: file.display().to_string(), problem };
        let broken = || wrong("it is no pack, or a part of one".into());
        let mut rest = pack.strip_prefix(MAGIC).ok_or_else(broken)?;
        let card = take(&mut rest).filter(|card| card.len() <= LONGEST_CARD).ok_or_else(broken)?;
        let card: SuiteFile = serde_json::from_slice(card).map_err(|_| broken())?;
        let head = &pack[..pack.len() - rest.len()];
        let Some(key) = key else {
            return Err(wrong(format!("it holds the suite {} under a key: set AGON_PACK_KEY to it", card.name)));
        };
        let (nonce, sealed) = rest.split_first_chunk::<NONCE_BYTES>().ok_or_else(broken)?;
        let plain = cipher(key).decrypt(&XNonce::from(*nonce), Payload { msg: sealed, aad: head });
        let plain = plain.map_err(|_| wrong(format!("it holds the suite {} under another key, or was changed", card.name)))?;
        let files = files_of_parts(&plain).ok_or_else(broken)?;
        Ok(Self::of_files(file, files))
    }
}

fn cipher(key: &PackKey) -> XChaCha20Poly1305 {
    XChaCha20Poly1305::new(&Key::from(key.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SUITE: &str = "name = \"mine\"\nversion = \"1\"\nabout = \"A.\"\nworld = \"workspace\"\n";

    fn packed(key: &PackKey) -> (TaskFolder, Vec<u8>) {
        let folder = TaskFolder::embedded("mine", &[]).with(&[("suite.toml", SUITE), ("a/b.toml", "the answer is 42")]);
        let pack = folder.packed(key, [7; NONCE_BYTES]).unwrap();
        (folder, pack)
    }

    #[test]
    fn what_was_packed_is_unlocked_and_nothing_shows_before() {
        let key = PackKey::new([1; KEY_BYTES]);
        let (folder, pack) = packed(&key);
        assert!(is_pack(&pack) && !String::from_utf8_lossy(&pack).contains("42"));
        let key: PackKey = format!("{}\n", key.written()).parse().unwrap();
        let unlocked = TaskFolder::unlock(Path::new("mine.pack"), &pack, Some(&key)).unwrap();
        assert_eq!(unlocked.files().collect::<Vec<_>>(), folder.files().collect::<Vec<_>>());
        assert!(unlocked.source().unwrap().folder.ends_with("mine.pack"));
    }

    #[test]
    fn another_key_and_any_change_are_refused() {
        let key = PackKey::new([1; KEY_BYTES]);
        let (_, pack) = packed(&key);
        let problem = |pack: &[u8], key: Option<&PackKey>| {
            TaskFolder::unlock(Path::new("mine.pack"), pack, key).map(|_| ()).unwrap_err().to_string()
        };
        assert_eq!(problem(&pack, None), "mine.pack: it holds the suite mine under a key: set AGON_PACK_KEY to it");
        let changed = "mine.pack: it holds the suite mine under another key, or was changed";
        assert_eq!(problem(&pack, Some(&PackKey::new([2; KEY_BYTES]))), changed);
        for place in 0..pack.len() {
            let mut other = pack.clone();
            other[place] ^= 1;
            assert!(TaskFolder::unlock(Path::new("x"), &other, Some(&key)).is_err(), "byte {place}");
            assert!(TaskFolder::unlock(Path::new("x"), &pack[..place], Some(&key)).is_err(), "cut at {place}");
        }
        assert_eq!("12".parse::<PackKey>(), Err(BadKey));
        assert_eq!("zz".repeat(32).parse::<PackKey>(), Err(BadKey));
    }
}
