//! What the unit tests of modes share.

use crate::{Comparison, Marked, ReferenceError};
use bytes::Bytes;
use std::collections::BTreeMap;

fn folder(files: &[(&str, &[u8])]) -> BTreeMap<String, Bytes> {
    files.iter().map(|(path, bytes)| ((*path).to_owned(), Bytes::copy_from_slice(bytes))).collect()
}

pub(crate) fn read(settings: &str) -> Comparison {
    Comparison::read(settings.parse().unwrap()).unwrap()
}

pub(crate) fn problem(settings: &str) -> String {
    Comparison::read(settings.parse().unwrap()).unwrap_err().to_string()
}

/// Marks one file without references.
pub(crate) fn mark(settings: &str, path: &str, bytes: &[u8]) -> Marked {
    mark_with(settings, &[(path, bytes)], &[]).unwrap()
}

pub(crate) fn mark_with(settings: &str, files: &[(&str, &[u8])], references: &[(&str, &[u8])]) -> Result<Marked, ReferenceError> {
    read(settings).mark(&folder(files), &folder(references))
}

/// The part called `name`.
pub(crate) fn part<'a>(marked: &'a Marked, name: &str) -> &'a crate::Part {
    marked.parts.iter().find(|part| part.name == name).unwrap_or_else(|| panic!("no part {name} in {marked:?}"))
}

/// Marks every truncation (up to a few hundred of them) and a few hundred seeded byte flips of a valid file, on a thread with the
/// stack that test threads have: nothing may panic outside a decoder, and every score is in 0 to 1.
pub(crate) fn torture(settings: &str, path: &str, valid: &[u8], references: &[(&str, &[u8])]) {
    let comparison = read(settings);
    let references = folder(references);
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = move |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % u64::try_from(below.max(1)).unwrap()).unwrap()
    };
    let attempt = |bytes: Vec<u8>| {
        let files = BTreeMap::from([(path.to_owned(), Bytes::from(bytes))]);
        let marked = comparison.mark(&files, &references).expect("the reference is good");
        assert!((0.0..=1.0).contains(&marked.score));
    };
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    for cut in (0..valid.len()).step_by((valid.len() / 150).max(1)) {
        attempt(valid[..cut].to_vec());
    }
    for _ in 0..250 {
        let mut bytes = valid.to_vec();
        for _ in 0..=random(4) {
            let at = random(bytes.len());
            bytes[at] = match random(4) {
                0 => 0xff,
                1 => 0,
                2 => bytes[at] ^ (1 << random(8)),
                _ => u8::try_from(random(256)).unwrap(),
            };
        }
        attempt(bytes);
    }
    std::panic::set_hook(hook);
}
