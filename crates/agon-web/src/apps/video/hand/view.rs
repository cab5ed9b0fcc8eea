//! Which part of the timeline is seen, and what drags on it lead to: `web/video/src/model/geometry.ts` and `src/edit/gesture.ts`.

use crate::apps::video::project::{Block, Project};

const SCALES: [f64; 7] = [5.0, 10.0, 20.0, 40.0, 80.0, 160.0, 320.0];
const START_SCALE: f64 = 40.0;
const WIDTH: f64 = 1184.0;
const FIT_MARGIN: f64 = 64.0;
const BEYOND_MS: i64 = 10_000;
const SNAP_PX: f64 = 8.0;
const EDGE_PX: f64 = 6.0;
/// Where the rows begin on the screen.
const LEFT: f64 = 96.0;
const TOP: f64 = 528.0;
const RIGHT: f64 = 1280.0;
const PITCH: f64 = 58.0;
/// Rows that are wholly on the screen while it is not scrolled.
const ROWS_SEEN: usize = 3;
/// Pixels that a press stays away from the edges of the rows.
const BORDER: f64 = 4.0;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct View {
    /// Pixels a second.
    scale: f64,
    pub(super) scroll: f64,
}

impl Default for View {
    fn default() -> Self {
        Self { scale: START_SCALE, scroll: 0.0 }
    }
}

impl View {
    /// All of the project.
    pub(super) fn fitted(length: i64) -> Self {
        let fits = |scale: &f64| length as f64 * scale / 1000.0 <= WIDTH - FIT_MARGIN;
        let scale = if length == 0 { START_SCALE } else { SCALES.into_iter().rfind(fits).unwrap_or(SCALES[0]) };
        Self { scale, scroll: 0.0 }
    }

    /// Within its bounds for a project of this length.
    pub(super) fn bounded(self, length: i64) -> Self {
        let most = ((length + BEYOND_MS) as f64 * self.scale / 1000.0 - WIDTH).max(0.0);
        Self { scroll: (self.scroll.clamp(0.0, most) + 0.5).floor(), ..self }
    }

    /// Scrolled as far as is needed to see the beginning of a new block.
    pub(super) fn revealing(self, start: i64, length: i64) -> Self {
        let x = self.x(start) - LEFT;
        if (0.0..=WIDTH - 40.0).contains(&x) { self } else { Self { scroll: self.scroll + x - 40.0, ..self }.bounded(length) }
    }

    /// Where a time is on the screen.
    pub(super) fn x(self, time: i64) -> f64 {
        LEFT + time as f64 * self.scale / 1000.0 - self.scroll
    }

    pub(super) fn time_at(self, x: f64) -> i64 {
        (((x - LEFT + self.scroll) * 1000.0 / self.scale + 0.5).floor() as i64).max(0)
    }

    /// How long so many pixels are.
    pub(super) fn ms(self, pixels: f64) -> i64 {
        (pixels * 1000.0 / self.scale + 0.5).floor() as i64
    }

    /// So long in whole pixels.
    pub(super) fn pixels(self, ms: i64) -> f64 {
        (ms as f64 * self.scale / 1000.0).round()
    }

    pub(super) fn is_seen(x: f64) -> bool {
        (LEFT..RIGHT).contains(&x)
    }

    /// A place on a block, away from its edges, if it is on the screen.
    pub(super) fn middle(self, block: &Block, row: usize) -> Option<(f64, f64)> {
        let (left, right) = (self.x(block.start), self.x(block.end()));
        let edge = EDGE_PX.min((right - left) / 4.0) + 1.0;
        let (from, to) = ((left + edge).max(LEFT + BORDER), (right - edge).min(RIGHT - BORDER));
        (from <= to && row < ROWS_SEEN).then(|| (((from + to) / 2.0).round(), block_y(row)))
    }

    /// Snaps as the page does: one of the edges goes to a target that is near.
    pub(super) fn snap(self, edges: &[i64], targets: &[i64]) -> i64 {
        let mut best: Option<i64> = None;
        for edge in edges {
            for target in targets {
                let shift = target - edge;
                let is_near = shift.abs() as f64 * self.scale / 1000.0 <= SNAP_PX;
                if is_near && best.is_none_or(|best| shift.abs() < best.abs()) {
                    best = Some(shift);
                }
            }
        }
        best.unwrap_or(0)
    }
}

pub(super) fn block_y(row: usize) -> f64 {
    TOP + PITCH * row as f64 + 26.0
}

/// The middle of the lane of a block's effects.
pub(super) fn effect_y(row: usize) -> f64 {
    TOP + PITCH * row as f64 + 51.0
}

/// Above the first row, where a drop makes a new one.
pub(super) const ABOVE_Y: f64 = TOP + 2.0;

/// Below the last of so many rows.
pub(super) fn below_y(rows: usize) -> f64 {
    (TOP + PITCH * rows as f64 + 30.0).min(712.0)
}

/// What is dragged snaps to the edges of all other blocks and to the playhead.
pub(super) fn snap_targets(project: &Project, without: &str, playhead: i64) -> Vec<i64> {
    let mut targets = project.edges(without);
    targets.push(playhead);
    targets.sort_unstable();
    targets
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_places_are_the_pages_own() {
        let view = View::default();
        assert_eq!((view.x(2500), view.time_at(196.0)), (196.0, 2500));
        assert_eq!(View::fitted(58_880), View { scale: 10.0, scroll: 0.0 });
        assert_eq!(View::fitted(5060), View { scale: 160.0, scroll: 0.0 });
        // 47.83 s are beyond the right edge: the block is put 40 px from the left one.
        assert_eq!(view.revealing(47_830, 56_880).scroll, 1491.0);
        let seen = view.revealing(47_830, 89_600);
        assert_eq!((seen.scroll, seen.x(47_830).round()), (1873.0, 136.0));
    }

    #[test]
    fn the_nearest_edge_is_snapped_to_and_of_equal_ones_the_first() {
        let view = View::default();
        assert_eq!(view.snap(&[5000, 7070], &[0, 5060]), 60);
        assert_eq!(view.snap(&[5000], &[4900, 5100]), -100);
        assert_eq!(view.snap(&[5000], &[4700, 5300]), 0);
    }
}
