//! Turning back: at once or in parts.

use agon_core::Rng;

/// The shortest turn that makes a picture upright that is turned clockwise by so much: more than -180 and at most 180.
pub(super) fn turn_back(angle_deg: i64) -> i64 {
    let turn = (-angle_deg).rem_euclid(360);
    if turn > 180 { turn - 360 } else { turn }
}

/// `count` turns one way that add up to the one that is needed; their sizes are drawn. Where there are fewer whole degrees
/// than turns, [`padded`] ones.
pub(super) fn split(total: i64, count: usize, rng: &mut Rng) -> Vec<i64> {
    if count as i64 > total.abs() {
        return padded(total, count, rng);
    }
    // Distinct cuts between the whole degrees.
    let mut cuts: Vec<i64> = (1..total.abs()).collect();
    rng.shuffle(&mut cuts);
    cuts.truncate(count.saturating_sub(1));
    cuts.extend([0, total.abs()]);
    cuts.sort_unstable();
    cuts.windows(2).map(|pair| total.signum() * (pair[1] - pair[0])).collect()
}

/// Exactly `count` turns: the needed one, whole or in two parts, among turns that are at once taken back.
pub(super) fn padded(total: i64, count: usize, rng: &mut Rng) -> Vec<i64> {
    let part = rng.integer(5, 40) * if total < 0 { -1 } else { 1 };
    let mut turns = if count.is_multiple_of(2) { vec![total - part, part] } else { vec![total] };
    while turns.len() < count {
        let (at, detour) = (rng.index(turns.len() + 1), rng.integer(5, 90));
        turns.splice(at..at, [detour, -detour]);
    }
    turns
}
