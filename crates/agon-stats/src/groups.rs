//! Who cannot be told apart from whom.

/// The largest sets in which no two differ, each in rising order, those with the first players in front. Players of one set cannot be told apart; one may be in
/// several sets. This is the compact letter display of Piepho (2004): insert every difference, absorb what is contained.
pub fn indistinguishable(players: usize, differ: impl Fn(usize, usize) -> bool) -> Vec<Vec<usize>> {
    let mut sets: Vec<Vec<usize>> = if players == 0 { Vec::new() } else { vec![(0..players).collect()] };
    for second in 1..players {
        for first in (0..second).filter(|first| differ(*first, second)) {
            let (both, mut kept): (Vec<_>, Vec<_>) =
                sets.into_iter().partition(|set| set.contains(&first) && set.contains(&second));
            for set in both {
                for gone in [first, second] {
                    kept.push(set.iter().copied().filter(|player| *player != gone).collect());
                }
            }
            sets = absorbed(kept);
        }
    }
    sets.sort();
    sets
}

/// Those that are within no other; of equal ones, the first.
fn absorbed(sets: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    let within = |small: &Vec<usize>, large: &Vec<usize>| small.iter().all(|player| large.contains(player));
    let is_kept = |place: usize| {
        let others = sets.iter().enumerate().filter(|(other, _)| *other != place);
        others.into_iter().all(|(other, set)| !within(&sets[place], set) || (set.len() == sets[place].len() && place < other))
    };
    let kept: Vec<bool> = (0..sets.len()).map(is_kept).collect();
    sets.into_iter().zip(kept).filter_map(|(set, kept)| kept.then_some(set)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn sets_overlap_where_the_middle_cannot_be_told_from_either_end() {
        // Only the ends differ.
        assert_eq!(indistinguishable(3, |a, b| a.abs_diff(b) == 2), [vec![0, 1], vec![1, 2]]);
        assert_eq!(indistinguishable(3, |_, _| true), [vec![0], vec![1], vec![2]]);
        assert_eq!(indistinguishable(3, |_, _| false), [vec![0, 1, 2]]);
        assert!(indistinguishable(0, |_, _| true).is_empty());
    }

    proptest! {
        #[test]
        fn two_share_a_set_exactly_where_they_do_not_differ(size in 1usize..8, bits in any::<u64>()) {
            let differ = |a: usize, b: usize| bits >> (a.min(b) * 8 + a.max(b)) & 1 == 1;
            let sets = indistinguishable(size, differ);
            for a in 0..size {
                for b in a + 1..size {
                    prop_assert_eq!(sets.iter().any(|set| set.contains(&a) && set.contains(&b)), !differ(a, b));
                }
            }
        }
    }
}
