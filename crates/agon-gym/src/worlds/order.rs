//! Arrangements that have to be put in order by swapping and reordering. An arrangement says which item lies at each place;
//! an item has the number of the place it belongs to, so the solved arrangement is sorted.

use crate::{Effect, NearMissCalls, Solve};
use agon_core::{Args, Call, Function, Param, Rng, Space};
use serde_json::{Value, json};

/// The strategies of [`solve`].
pub(super) const STRATEGIES: &[&str] = &["swap", "reorder", "padded"];

/// Any arrangement but the solved one, each as likely as the others.
pub(super) fn scramble(count: usize, rng: &mut Rng) -> Vec<usize> {
    let mut items: Vec<usize> = (0..count).collect();
    while items.is_sorted() && count > 1 {
        rng.shuffle(&mut items);
    }
    items
}

/// Reads an arrangement from a state; `None` if it is none.
pub(super) fn read(value: &Value) -> Option<Vec<usize>> {
    read_from(value, 0)
}

/// The same where items are counted from `first`.
pub(super) fn read_from(value: &Value, first: u64) -> Option<Vec<usize>> {
    let item = |item: &Value| usize::try_from(item.as_u64()?.checked_sub(first)?).ok();
    let items: Option<Vec<usize>> = value.as_array()?.iter().map(item).collect();
    let items = items?;
    let mut sorted = items.clone();
    sorted.sort_unstable();
    (!items.is_empty() && sorted.iter().copied().eq(0..items.len())).then_some(items)
}

/// The argument of the one reordering that puts every item in place.
pub(super) fn order(items: &[usize]) -> Vec<usize> {
    let mut order = vec![0; items.len()];
    for (place, item) in items.iter().enumerate() {
        order[*item] = place;
    }
    order
}

/// What a reordering does: afterwards place `i` holds the item that was at `order[i]`.
pub(super) fn reorder(items: &[usize], order: &[usize]) -> Vec<usize> {
    order.iter().map(|from| items[*from]).collect()
}

/// The fewest swaps that solve: each puts an item in place, and the last one of a cycle two.
pub(super) fn swaps(items: &[usize]) -> Vec<(usize, usize)> {
    let mut items = items.to_vec();
    let mut swaps = Vec::new();
    for place in 0..items.len() {
        while items[place] != place {
            let home = items[place];
            swaps.push((place, home));
            items.swap(place, home);
        }
    }
    swaps
}

/// Inserts swaps, each at once undone, at random places until there are `length` swaps or one less.
pub(super) fn pad(swaps: &mut Vec<(usize, usize)>, count: usize, length: usize, rng: &mut Rng) {
    while swaps.len() + 2 <= length {
        let at = rng.index(swaps.len() + 1);
        let a = rng.index(count);
        let b = (a + 1 + rng.index(count - 1)) % count;
        swaps.splice(at..at, [(a, b), (a, b)]);
    }
}

/// A reordering as a call, in a world that counts places from `first`.
pub(super) fn reorder_call(order: &[usize], first: usize) -> Call {
    Call::new("reorder", order.iter().map(|place| place + first).collect::<Vec<_>>())
}

/// Solves by any of [`STRATEGIES`] in a world that counts places from `first`; `swap_call` writes a swap the way the world does.
pub(super) fn solve(items: &[usize], solve: &mut Solve<'_>, first: usize, swap_call: impl Fn(usize, usize) -> Call) -> Vec<Call> {
    if solve.strategy == "reorder" {
        return vec![reorder_call(&order(items), first)];
    }
    let mut swaps = swaps(items);
    if solve.strategy == "padded" {
        let length = solve.length.unwrap_or(swaps.len() + 4);
        pad(&mut swaps, items.len(), length, solve.rng);
    }
    swaps.into_iter().map(|(a, b)| swap_call(a, b)).collect()
}

/// The texts that give the solution away: the order that solves and what lies where, each of which tells the other, as the world
/// counts places. A solved arrangement has no secret.
pub(super) fn secrets(items: &[usize], first: usize) -> Vec<String> {
    let lists = if items.is_sorted() { vec![] } else { vec![order(items), items.to_vec()] };
    let texts = lists.iter().map(|list| list.iter().map(|place| (place + first).to_string()).collect::<Vec<_>>());
    texts.flat_map(|numbers| [numbers.join(", "), numbers.join(","), numbers.join(" ")]).collect()
}

/// The number of the leftmost position of a [`Row`], as the paper counts.
pub(super) const FIRST: usize = 1;

/// Items side by side in one row, at positions counted from 1. The noun is what the world calls an item.
pub(super) struct Row {
    pub(super) noun: &'static str,
}

impl Row {
    pub(super) fn functions(&self, count: usize) -> Vec<Function> {
        let (noun, last) = (self.noun, count);
        let position = Space::Integer { min: FIRST as i64, max: last as i64 };
        vec![
            Function::new(
                "swap",
                &format!("Exchange the {noun}s at two positions."),
                vec![
                    Param::new("i", &format!("one position, from {FIRST} to {last}"), position.clone()),
                    Param::new("j", &format!("the other position, from {FIRST} to {last}"), position),
                ],
            ),
            Function::new(
                "reorder",
                &format!(
                    "Rearrange all {noun}s at once: afterwards position k shows the {noun} that is now at position order[k]."
                ),
                vec![Param::new(
                    "order",
                    &format!("a list with each position from {FIRST} to {last} once"),
                    Space::Permutation { len: count, first: FIRST },
                )],
            ),
        ]
    }

    /// Calls for a prompt; they tell nothing about the arrangement.
    pub(super) fn examples(&self, count: usize) -> Vec<(String, Call)> {
        let last = count.saturating_sub(1);
        vec![
            (format!("exchange the first and the last {}", self.noun), swap_call(0, last)),
            (format!("leave all {}s where they are", self.noun), reorder_call(&(0..count).collect::<Vec<_>>(), FIRST)),
        ]
    }

    pub(super) fn apply(&self, items: &mut Vec<usize>, function: &str, args: &Args) -> Effect {
        let noun = self.noun;
        if function == "reorder" {
            let order: Vec<usize> = args.integers(0).into_iter().map(|position| position as usize - FIRST).collect();
            if order.is_sorted() {
                return Effect::Executed(format!("this order leaves every {noun} where it is."));
            }
            *items = reorder(items, &order);
            return Effect::Executed(format!("the {noun}s were reordered."));
        }
        let (i, j) = (args.integer(0) as usize, args.integer(1) as usize);
        if i == j {
            return Effect::Blocked(format!("a {noun} cannot be swapped with itself, and both positions are {i}."));
        }
        items.swap(i - FIRST, j - FIRST);
        Effect::Executed(format!("the {noun}s at positions {i} and {j} changed places."))
    }

    pub(super) fn solve(&self, items: &[usize], solve: &mut Solve<'_>) -> Vec<Call> {
        self::solve(items, solve, FIRST, swap_call)
    }

    /// Attempts that must fail on `check`: one swap too few, one too many, and the right order backwards.
    pub(super) fn near_misses(&self, items: &[usize], check: &'static str) -> Vec<NearMissCalls> {
        let to_calls = |swaps: &[(usize, usize)]| swaps.iter().map(|(a, b)| swap_call(*a, *b)).collect::<Vec<_>>();
        let mut swaps = swaps(items);
        let mut misses = Vec::new();
        if let Some((_, rest)) = swaps.split_last() {
            misses.push(NearMissCalls { name: "all but the last swap", calls: to_calls(rest), fails: check });
        }
        swaps.push((0, items.len() - 1));
        misses.push(NearMissCalls { name: "first and last exchanged", calls: to_calls(&swaps), fails: check });
        let mut backwards = order(items);
        backwards.reverse();
        misses.push(NearMissCalls { name: "in order but backwards", calls: vec![reorder_call(&backwards, FIRST)], fails: check });
        misses
    }
}

fn swap_call(a: usize, b: usize) -> Call {
    Call::new("swap", json!([a + FIRST, b + FIRST]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use agon_core::Rng;
    use proptest::prelude::*;

    fn arrangement() -> impl Strategy<Value = Vec<usize>> {
        (2usize..=9).prop_flat_map(|count| Just((0..count).collect::<Vec<_>>()).prop_shuffle())
    }

    proptest! {
        #[test]
        fn swaps_and_the_order_both_sort(items in arrangement()) {
            let mut swapped = items.clone();
            for (a, b) in swaps(&items) {
                prop_assert_ne!(a, b);
                swapped.swap(a, b);
            }
            prop_assert!(swapped.is_sorted());
            prop_assert!(reorder(&items, &order(&items)).is_sorted());
            prop_assert!(swaps(&items).len() < items.len());
        }

        #[test]
        fn padding_changes_the_length_and_not_the_end(items in arrangement(), extra in 0usize..9, seed: u64) {
            let mut padded = swaps(&items);
            let fewest = padded.len();
            pad(&mut padded, items.len(), fewest + extra, &mut Rng::new("test", seed));
            prop_assert_eq!(padded.len(), fewest + extra / 2 * 2);
            let mut swapped = items;
            padded.into_iter().for_each(|(a, b)| swapped.swap(a, b));
            prop_assert!(swapped.is_sorted());
        }

        #[test]
        fn scrambles_are_arrangements_and_never_solved(count in 2usize..9, seed: u64) {
            let items = scramble(count, &mut Rng::new("test", seed));
            prop_assert!(!items.is_sorted());
            prop_assert_eq!(read(&json!(items)), Some(items));
        }
    }

    #[test]
    fn what_is_no_arrangement_is_refused() {
        for value in [json!(null), json!([]), json!([0, 0]), json!([1, 2]), json!([0, "1"]), json!([0, -1])] {
            assert_eq!(read(&value), None, "{value}");
        }
    }

    #[test]
    fn a_row_tells_its_moves_apart() {
        let row = Row { noun: "frame" };
        let mut items = vec![2, 0, 1];
        let mut act = |text: &str| {
            let functions = row.functions(3);
            let (function, args) = Function::bind(&functions, &text.parse().unwrap()).unwrap();
            (row.apply(&mut items, &function.name, &args), items.clone())
        };
        assert!(matches!(act("('swap', (1, 1))"), (Effect::Blocked(text), _) if text.contains("itself")));
        assert!(matches!(act("('reorder', [1, 2, 3])"), (Effect::Executed(text), _) if text.contains("leaves")));
        assert_eq!(act("('swap', (1, 3))").1, [1, 0, 2]);
        assert_eq!(act("('reorder', [2, 3, 1])").1, [0, 2, 1]);
    }

    /// Who counts from 0 is told, not misunderstood: the paper's prompts count from 1.
    #[test]
    fn positions_counted_from_zero_are_out_of_range() {
        let functions = Row { noun: "frame" }.functions(3);
        let refused = |text: &str| Function::bind(&functions, &text.parse().unwrap()).unwrap_err().to_string();
        assert!(refused("('swap', (0, 2))").contains("between 1 and 3"), "{}", refused("('swap', (0, 2))"));
        assert!(refused("('reorder', [0, 2, 1])").contains("each number from 1 to 3 exactly once"));
    }
}
