//! Zip archives of agents: looked through, and unpacked to the last byte once, before anything trusts them.

use crate::input::Unreadable;
use std::io::{Cursor, Read};

const MOST_ENTRIES: usize = 10_000;
/// Bytes that all entries may have together when they are unpacked.
const MOST_UNPACKED: u64 = 256 << 20;

/// An archive whose entries are known to unpack to a bounded size.
pub(crate) struct Archive<'a>(zip::ZipArchive<Cursor<&'a [u8]>>);

impl<'a> Archive<'a> {
    pub(crate) fn open(bytes: &'a [u8]) -> Result<Self, Unreadable> {
        let mut archive =
            zip::ZipArchive::new(Cursor::new(bytes)).map_err(|error| Unreadable::from_error("is not a zip archive", &error))?;
        if archive.len() > MOST_ENTRIES {
            return Err(Unreadable::new(format!("has more than {MOST_ENTRIES} entries")));
        }
        let mut left = MOST_UNPACKED;
        for index in 0..archive.len() {
            let entry = archive.by_index(index).map_err(|error| Unreadable::from_error("is a broken archive", &error))?;
            // What the header claims may be a lie: count what comes out.
            let unpacked = std::io::copy(&mut entry.take(left + 1), &mut std::io::sink())
                .map_err(|error| Unreadable::from_error("is a broken archive", &error))?;
            left = left
                .checked_sub(unpacked)
                .ok_or_else(|| Unreadable::new(format!("unpacks to more than {} MiB", MOST_UNPACKED >> 20)))?;
        }
        Ok(Self(archive))
    }

    /// The bytes of the entry called `name`.
    pub(crate) fn entry(&mut self, name: &str) -> Result<Vec<u8>, Unreadable> {
        let entry = self.0.by_name(name).map_err(|_| Unreadable::new(format!("has no `{name}` in it")))?;
        let mut bytes = Vec::new();
        entry
            .take(MOST_UNPACKED)
            .read_to_end(&mut bytes)
            .map_err(|error| Unreadable::from_error("is a broken archive", &error))?;
        Ok(bytes)
    }
}
