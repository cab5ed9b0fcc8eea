//! The hashes that bind a run together. The first line of every log names the run it belongs to (its manifest and plan), and
//! each line carries a keyed hash of itself and all lines before it. The key is known to nobody but the writer until the
//! closing line discloses it: whoever can write into the folder meanwhile cannot write a line that fits.

use crate::RecordError;
use crate::lines::LineWriter;
use agon_core::{hex, unhex};
use rustix::rand::{GetRandomFlags, getrandom};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;

const KEY_BYTES: usize = 32;
/// What of a hash is written down.
const SHOWN_BYTES: usize = 16;
const FIELD: &str = ",\"chain\":\"";

/// What the first line of a log says beside its header.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Binding {
    /// The hash of the run's manifest and plan.
    pub(crate) run: String,
    /// The seal of the attempt before it, if that one was closed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) previous: Option<String>,
    pub(crate) key_hash: String,
}

/// What the last line of a log says beside the verdict.
#[derive(Serialize, Deserialize)]
struct Disclosure {
    key: String,
}

#[derive(Debug)]
struct Chain {
    key: [u8; KEY_BYTES],
    last: [u8; KEY_BYTES],
}

/// Appends events, each a JSON object, each bound to those before it.
#[derive(Debug)]
pub(crate) struct ChainWriter {
    log: LineWriter,
    chain: Chain,
}

impl ChainWriter {
    /// A new log in a new file. `opened` is its first event.
    pub(crate) fn create(
        path: PathBuf,
        run: &str,
        previous: Option<String>,
        opened: &impl Serialize,
    ) -> Result<Self, RecordError> {
        let mut key = [0; KEY_BYTES];
        getrandom(&mut key, GetRandomFlags::empty()).map_err(|error| RecordError::write(&path, error.into()))?;
        let chain = Chain { key, last: [0; KEY_BYTES] };
        let binding = Binding { run: run.into(), previous, key_hash: key_hash(&key) };
        let mut writer = Self { log: LineWriter::create(path)?, chain };
        writer.append(opened, Some(&binding))?;
        Ok(writer)
    }

    pub(crate) fn write(&mut self, event: &impl Serialize) -> Result<(), RecordError> {
        self.append(event, None::<&Binding>)
    }

    /// Writes the last event, and with it the key.
    pub(crate) fn close(&mut self, event: &impl Serialize) -> Result<(), RecordError> {
        let disclosure = Disclosure { key: hex(&self.chain.key) };
        self.append(event, Some(&disclosure))
    }

    /// The hash that the last line carries.
    pub(crate) fn seal(&self) -> String {
        hex(&self.chain.last[..SHOWN_BYTES])
    }

    fn append(&mut self, event: &impl Serialize, more: Option<&impl Serialize>) -> Result<(), RecordError> {
        let chain = &mut self.chain;
        self.log.write_with(event, |line| {
            if let Some(more) = more {
                // Two objects made one: the brace that ends the first and the one that begins the second become a comma.
                line.pop();
                let at = line.len();
                serde_json::to_writer(&mut *line, more)?;
                line[at] = b',';
            }
            line.pop();
            let hash = chain.next(line);
            line.extend_from_slice(FIELD.as_bytes());
            line.extend_from_slice(hash.as_bytes());
            line.extend_from_slice(b"\"}");
            Ok(())
        })
    }
}

impl Chain {
    /// Takes a line in, without the hash it is going to carry, and gives that.
    fn next(&mut self, line: &[u8]) -> String {
        let mut hasher = blake3::Hasher::new_keyed(&self.key);
        hasher.update(&self.last);
        hasher.update(line);
        self.last = *hasher.finalize().as_bytes();
        hex(&self.last[..SHOWN_BYTES])
    }
}

/// Follows the hashes of a closed log, whose lines these are. Gives the last one; `Err` says what does not fit.
pub(crate) fn follow(lines: &[&[u8]], binding: &Binding) -> Result<String, String> {
    let last = lines.last().copied().unwrap_or_default();
    let disclosed: Option<Disclosure> = serde_json::from_slice(last).ok();
    let key = disclosed
        .and_then(|last| unhex::<KEY_BYTES>(&last.key))
        .ok_or("its last line discloses no key: this run did not write it")?;
    if key_hash(&key) != binding.key_hash {
        return Err("its last line discloses another key than its first line announces".into());
    }
    let mut chain = Chain { key, last: [0; KEY_BYTES] };
    let mut seal = String::new();
    for (number, line) in lines.iter().enumerate() {
        let (body, hash) = split(line).ok_or_else(|| format!("line {} carries no hash", number + 1))?;
        seal = chain.next(body);
        if seal.as_bytes() != hash {
            return Err(format!("line {} was changed, or lines before it were taken out or put in", number + 1));
        }
    }
    Ok(seal)
}

/// The hash that a line of a log carries. The last one is the log's seal.
pub fn seal_of(line: &[u8]) -> Option<String> {
    split(line).and_then(|(_, hash)| String::from_utf8(hash.to_vec()).ok())
}

/// A line without its hash, and the hash.
fn split(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let body = line.strip_suffix(b"\"}")?;
    let at = body.len().checked_sub(2 * SHOWN_BYTES)?;
    let (rest, hash) = body.split_at(at);
    Some((rest.strip_suffix(FIELD.as_bytes())?, hash))
}

/// The hash of a run's manifest and plan, or of other files, as they are on disk.
pub(crate) fn run_hash(manifest: &[u8], plan: &[u8]) -> String {
    let mut hasher = blake3::Hasher::new();
    for part in [manifest, plan] {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part);
    }
    hex(&hasher.finalize().as_bytes()[..SHOWN_BYTES])
}

fn key_hash(key: &[u8; KEY_BYTES]) -> String {
    hex(blake3::hash(key).as_bytes())
}
