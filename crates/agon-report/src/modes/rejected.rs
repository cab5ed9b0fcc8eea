//! Illegal moves, tried again although the agent was told.

use super::{Course, Finding, Mode, shown};
use agon_core::Status;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// An action that was rejected, was told to be, and is rejected again in the same state: one finding for each action and
/// state, with the steps that could have been spared. Text that cannot be read is not here but among the protocol violations.
pub fn repeated_rejections(course: &Course) -> Vec<Finding> {
    let mut told: BTreeMap<(usize, &str), Vec<usize>> = BTreeMap::new();
    for (place, turn) in course.turns.iter().enumerate() {
        if matches!(turn.status, Status::Executed | Status::Malformed) {
            continue;
        }
        match told.entry((turn.before, &turn.meaning)) {
            Entry::Occupied(mut earlier) => earlier.get_mut().push(place),
            Entry::Vacant(first) if turn.told => {
                first.insert(vec![place]);
            }
            Entry::Vacant(_) => {}
        }
    }
    let mut again: Vec<Vec<usize>> = told.into_values().filter(|places| places.len() > 1).collect();
    again.sort();
    let finding = |places: Vec<usize>| {
        let first = &course.turns[places[0]];
        let detail = format!("{} was rejected at step {} and tried again in the same state", shown(first.action), first.step);
        Finding::new(Mode::RepeatedRejection, places[1..].iter().map(|place| course.turns[*place].step), detail)
    };
    again.into_iter().map(finding).collect()
}
