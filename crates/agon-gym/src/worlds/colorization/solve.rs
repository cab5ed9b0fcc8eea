//! Ways to a color: at once, in small steps, or with detours.

use super::color::{RIM, Tint};
use agon_core::{Call, Rng};

/// One call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Rotate(i64),
    Saturate(i64),
}

impl Step {
    pub(super) fn to_call(self) -> Call {
        match self {
            Self::Rotate(degrees) => Call::new("rotate", degrees),
            Self::Saturate(delta) => Call::new("saturate", delta),
        }
    }

    pub(super) fn applied(self, tint: Tint) -> Tint {
        match self {
            Self::Rotate(degrees) => tint.rotated(degrees),
            Self::Saturate(delta) => tint.saturated(delta),
        }
    }
}

/// One turn and one change of saturation, where they are needed.
pub(super) fn direct(from: Tint, to: Tint) -> Vec<Step> {
    let (turn, delta) = (from.turn_to(to), to.saturation - from.saturation);
    let steps = [Step::Rotate(turn), Step::Saturate(delta)];
    steps.into_iter().filter(|step| !matches!(step, Step::Rotate(0) | Step::Saturate(0))).collect()
}

/// Two to four turns, then one to three changes of saturation, whose sizes are drawn.
pub(super) fn incremental(from: Tint, to: Tint, rng: &mut Rng) -> Vec<Step> {
    let (turns, changes) = (2 + rng.index(3), 1 + rng.index(3));
    let mut steps: Vec<Step> = parts(from.turn_to(to), turns, rng).into_iter().map(Step::Rotate).collect();
    steps.extend(parts(to.saturation - from.saturation, changes, rng).into_iter().map(Step::Saturate));
    steps
}

/// Exactly `length` steps where that is enough: pairs that cancel out are put between the needed ones.
pub(super) fn padded(from: Tint, to: Tint, length: usize, rng: &mut Rng) -> Vec<Step> {
    let mut steps = direct(from, to);
    // Pairs keep the count odd or even, so one step is cut in two where that is wrong; where none can be cut,
    // a full turn is one step that changes nothing.
    if steps.len() < length && (length - steps.len()) % 2 == 1 {
        let cut = |step: &Step| match *step {
            Step::Rotate(by) if by.abs() > 1 => Some([Step::Rotate(by / 2), Step::Rotate(by - by / 2)]),
            Step::Saturate(by) if by.abs() > 1 => Some([Step::Saturate(by / 2), Step::Saturate(by - by / 2)]),
            _ => None,
        };
        match steps.iter().enumerate().find_map(|(index, step)| Some((index, cut(step)?))) {
            Some((index, halves)) => drop(steps.splice(index..=index, halves)),
            None => steps.push(Step::Rotate(360)),
        }
    }
    while steps.len() + 2 <= length {
        let at = rng.index(steps.len() + 1);
        let here = steps[..at].iter().fold(from, |tint, step| step.applied(tint));
        let by = rng.integer(5, 40);
        let pair = match rng.below(2) {
            0 => [Step::Rotate(by), Step::Rotate(-by)],
            // Away from the nearer end of the saturation, so that nothing is lost there.
            _ if here.saturation > RIM / 2 => [Step::Saturate(-by), Step::Saturate(by)],
            _ => [Step::Saturate(by), Step::Saturate(-by)],
        };
        steps.splice(at..at, pair);
    }
    steps
}

/// Up to `count` numbers of one sign, none of them zero, that add up to `total`.
fn parts(total: i64, count: usize, rng: &mut Rng) -> Vec<i64> {
    let size = total.abs();
    let mut cuts: Vec<i64> = (1..count).map(|_| rng.integer(0, size)).chain([0, size]).collect();
    cuts.sort_unstable();
    cuts.windows(2).map(|pair| (pair[1] - pair[0]) * total.signum()).filter(|part| *part != 0).collect()
}
