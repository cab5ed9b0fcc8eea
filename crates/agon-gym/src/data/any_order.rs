//! Any order of many things, of which the first few are asked for.

use agon_core::Rng;
use std::collections::HashMap;

/// Up to so many are shuffled as a whole, which is what the built-in collections were always drawn by. Beyond, that would
/// cost more than the episode: a data set has a million entries, and the first one mostly does.
const SHUFFLED: usize = 2048;

/// Every number below `count` once, in an order that the stream decides; each order is as likely as the others.
pub(crate) fn any_order(count: usize, rng: &mut Rng) -> AnyOrder {
    if count > SHUFFLED {
        return AnyOrder::Drawn { rng: rng.fork("order"), count, next: 0, moved: HashMap::new() };
    }
    let mut order: Vec<usize> = (0..count).collect();
    rng.shuffle(&mut order);
    AnyOrder::Shuffled(order.into_iter())
}

pub(crate) enum AnyOrder {
    Shuffled(std::vec::IntoIter<usize>),
    /// A shuffle from the front on that keeps only what it has moved.
    Drawn {
        rng: Rng,
        count: usize,
        next: usize,
        moved: HashMap<usize, usize>,
    },
}

impl Iterator for AnyOrder {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        match self {
            Self::Shuffled(order) => order.next(),
            Self::Drawn { rng, count, next, moved } => {
                let here = *next;
                let left = count.checked_sub(here).filter(|left| *left > 0)?;
                let at = here + rng.index(left);
                let first = moved.remove(&here).unwrap_or(here);
                *next += 1;
                if at == here {
                    return Some(first);
                }
                Some(moved.insert(at, first).unwrap_or(at))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_collections_are_shuffled_as_ever() {
        let mut order: Vec<usize> = (0..SHUFFLED).collect();
        Rng::new("test", 3).shuffle(&mut order);
        assert_eq!(any_order(SHUFFLED, &mut Rng::new("test", 3)).collect::<Vec<_>>(), order);
    }

    #[test]
    fn large_collections_give_every_number_once_and_the_first_is_any_of_them() {
        let count = 3 * SHUFFLED;
        let mut all: Vec<usize> = any_order(count, &mut Rng::new("test", 1)).collect();
        assert!(!all.is_sorted());
        all.sort_unstable();
        assert!(all.into_iter().eq(0..count));
        let firsts: Vec<usize> = (0..400).filter_map(|seed| any_order(count, &mut Rng::new("test", seed)).next()).collect();
        for part in 0..4 {
            let within = firsts.iter().filter(|first| **first * 4 / count == part).count();
            assert!((60..140).contains(&within), "{within} of 400 in quarter {part}");
        }
    }
}
