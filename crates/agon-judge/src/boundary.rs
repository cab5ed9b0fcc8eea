//! The lines between which what others wrote stands. Nobody can write such a line into it beforehand.

use agon_core::{Exhibit, hex};
use agon_model::Part;
use std::hash::{BuildHasher as _, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};

const BYTES: usize = 16;

/// Random lines, another for each question: for judges whose answers are recorded with the line.
#[derive(Default)]
pub(crate) struct Boundaries {
    /// Keyed by the system's randomness.
    keys: [RandomState; 2],
    count: AtomicU64,
}

impl Boundaries {
    fn next(&self) -> String {
        let count = self.count.fetch_add(1, Ordering::Relaxed);
        self.keys.iter().map(|key| format!("{:016x}", key.hash_one(count))).collect()
    }

    /// One that the exhibit does not contain.
    pub(crate) fn outside(&self, exhibit: &Exhibit) -> String {
        let Exhibit::Text(text) = exhibit else { return self.next() };
        loop {
            let boundary = self.next();
            if !text.contains(&boundary) {
                return boundary;
            }
        }
    }
}

/// A line that is computed from what it encloses: the same request is made again by whoever verifies or has it in a cache. It is as good as
/// a random one, for a text that contained it would have to contain a hash of itself.
pub(crate) fn computed(around: &str, material: &[Part]) -> String {
    for salt in 0_u64.. {
        let mut hasher = blake3::Hasher::new_derive_key("agon judge boundary 1");
        hasher.update(&salt.to_le_bytes());
        let mut add = |text: &str| {
            hasher.update(&(text.len() as u64).to_le_bytes());
            hasher.update(text.as_bytes());
        };
        add(around);
        for part in material {
            match part {
                Part::Image(picture) => add(&picture.hash.to_string()),
                other => add(other.as_text().unwrap_or_default()),
            }
        }
        let boundary = hex(&hasher.finalize().as_bytes()[..BYTES]);
        if !material.iter().filter_map(Part::as_text).any(|text| text.contains(&boundary)) {
            return boundary;
        }
    }
    String::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_computed_line_depends_on_all_that_it_encloses() {
        let line =
            |around: &str, texts: &[&str]| computed(around, &texts.iter().map(|text| Part::text(*text)).collect::<Vec<_>>());
        let first = line("a", &["b", "c"]);
        assert_eq!((first.len(), &first), (32, &line("a", &["b", "c"])));
        for other in [line("a", &["b", "d"]), line("a", &["bc"]), line("ab", &["c"]), line("a", &["b", "c", &first])] {
            assert_ne!(first, other);
        }
    }
}
