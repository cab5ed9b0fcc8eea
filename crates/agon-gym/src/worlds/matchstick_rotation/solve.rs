//! Moves to the target: at once, in three strides, or after looking how far a unit goes.

use super::{Matchsticks, Move, Pose};
use agon_core::Rng;

/// The move that brings a stick from one pose to another.
pub(super) fn align(world: &Matchsticks, from: Pose, to: Pose) -> Move {
    let step = step(world.scale);
    let units = |px: f64| round_to(px / world.scale, step);
    Move { dx: units(to.x - from.x), dy: units(to.y - from.y), dtheta: round_to(from.turn_to(to, world.params.heads), 100.0) }
}

/// Three moves along the straight way that turn as they go; how much each does is drawn.
pub(super) fn three(world: &Matchsticks, rng: &mut Rng) -> Vec<Move> {
    let (one, other) = (rng.real(0.05, 0.95), rng.real(0.05, 0.95));
    let (start, turn) = (world.stick, world.stick.turn_to(world.target, world.params.heads));
    let along = |part: f64| Pose {
        x: start.x + part * (world.target.x - start.x),
        y: start.y + part * (world.target.y - start.y),
        angle_deg: start.angle_deg + part * turn,
    };
    let mut at = start;
    [along(one.min(other)), along(one.max(other)), world.target]
        .map(|to| {
            let by = align(world, at, to);
            at = world.after(at, by).unwrap_or(at);
            by
        })
        .to_vec()
}

/// Moves by one unit without turning, which show how large a unit is, then the move that aligns.
pub(super) fn units_then_align(world: &Matchsticks, units: usize) -> Vec<Move> {
    let mut at = world.stick;
    let mut moves = Vec::with_capacity(units + 1);
    for _ in 0..units {
        let by = unit(world, at);
        at = world.after(at, by).unwrap_or(at);
        moves.push(by);
    }
    moves.push(align(world, at, world.target));
    moves
}

/// One unit towards the target; back again where that would lead past it, or to any side where nothing else is left.
fn unit(world: &Matchsticks, at: Pose) -> Move {
    let distance = at.distance_px(world.target);
    let (dx, dy) = match distance > 0.0 {
        true => ((world.target.x - at.x) / distance, (world.target.y - at.y) / distance),
        false => (1.0, 0.0),
    };
    let along = |dx: f64, dy: f64| Move { dx: round_to(dx, 1e4), dy: round_to(dy, 1e4), dtheta: 0.0 };
    let ahead = along(dx, dy);
    if distance >= world.scale {
        return ahead;
    }
    let others = [along(-dx, -dy), along(1.0, 0.0), along(-1.0, 0.0)];
    others.into_iter().find(|by| at.moved(*by, world.scale).is_on(world.params.frame_px)).unwrap_or(ahead)
}

/// How finely translations are written, as the inverse of the last digit: it is worth at most a fiftieth of a pixel.
fn step(px_per_unit: f64) -> f64 {
    let mut step = 10.0;
    while px_per_unit / step > 0.02 {
        step *= 10.0;
    }
    step
}

fn round_to(value: f64, step: f64) -> f64 {
    // Adding zero turns a negative zero into a plain one.
    (value * step).round() / step + 0.0
}
