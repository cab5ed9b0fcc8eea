//! Action loops: going round and getting nowhere.

use super::{Course, Finding, Mode, shown};
use agon_core::Action;

/// The longest cycle that counts, in actions.
pub const LONGEST_CYCLE: usize = 4;
/// How often a cycle must be walked through.
pub const MIN_ROUNDS: usize = 3;
/// And how many steps that must take at least.
pub const MIN_STEPS: usize = 4;

/// Stretches in which a cycle of one to four actions is repeated at least three times, in at least four steps, while each
/// round ends in the state in which it began. With one action that means that nothing changes. Waiting is no loop.
pub fn action_loops(course: &Course) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut begin = 0;
    while begin < course.turns.len() {
        let longest = (1..=LONGEST_CYCLE).find_map(|cycle| Some((cycle, stretch(course, begin, cycle)?)));
        let Some((cycle, length)) = longest else {
            begin += 1;
            continue;
        };
        findings.push(finding(course, begin, cycle, length));
        begin += length;
    }
    findings
}

/// How many steps from `begin` on repeat a cycle of this length, if they are enough.
fn stretch(course: &Course, begin: usize, cycle: usize) -> Option<usize> {
    let turns = &course.turns[begin..];
    // The first round must come back as well, so the state is compared from the first step on.
    let returns = |at: usize| at + 1 < cycle || turns[at].after == turns[at + 1 - cycle].before;
    let repeats = |at: usize| at < cycle || turns[at].meaning == turns[at - cycle].meaning;
    let length = (0..turns.len()).take_while(|at| returns(*at) && repeats(*at)).count();
    let waits = turns.iter().take(cycle).all(|turn| matches!(turn.action, Action::Wait { .. }));
    (length >= (cycle * MIN_ROUNDS).max(MIN_STEPS) && !waits).then_some(length)
}

fn finding(course: &Course, begin: usize, cycle: usize, length: usize) -> Finding {
    let turns = &course.turns[begin..begin + length];
    let actions: Vec<String> = turns.iter().take(cycle).map(|turn| shown(turn.action)).collect();
    let detail = match cycle {
        1 => format!("{} {length} times, and nothing changed", actions[0]),
        _ => format!("{} round and round in {length} steps", actions.join(", ")),
    };
    Finding::new(Mode::ActionLoop, turns.iter().map(|turn| turn.step), detail)
}
