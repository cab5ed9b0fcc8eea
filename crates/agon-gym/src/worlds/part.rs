//! Square parts of pictures: which there are, and which of them cut no object in two.

use crate::{Canvas, ParamError};
use agon_core::Rng;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::ops::ControlFlow;

/// A square part of a picture, in 240ths of the picture's side: how far from the left and from the top, and its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Crop(u32, u32, u32);

/// A box in pixels: left, top, right and bottom; the last two just outside.
pub(super) type Edges = [u32; 4];

const CROP_PARTS: u32 = 240;
/// The smallest side of a crop, so that enough of the picture is left to know it by.
const LEAST_CROP: u32 = 144;
/// An object that is not shown lies at least this share of the picture's side beyond the crop: outlines are drawn by eye, and a strip of
/// an object that is not counted would mislead.
const CLEARANCE: u32 = 60;

impl Default for Crop {
    fn default() -> Self {
        Self::WHOLE
    }
}

impl Crop {
    pub(super) const WHOLE: Self = Self(0, 0, CROP_PARTS);

    /// Smaller crops are drawn more often, because there are more of them: drawn evenly by side alone, the few large ones
    /// would come again and again.
    pub(super) fn draw(rng: &mut Rng) -> Self {
        let more = rng.below(u64::from(CROP_PARTS - LEAST_CROP) + 1).min(rng.below(u64::from(CROP_PARTS - LEAST_CROP) + 1));
        let side = LEAST_CROP + more as u32;
        let mut at = || rng.below(u64::from(CROP_PARTS - side) + 1) as u32;
        Self(at(), at(), side)
    }

    /// The part that a state names; all of the picture where it names none.
    pub(super) fn read(state: &Value) -> Result<Self, ParamError> {
        let Some(crop) = state.get("crop") else { return Ok(Self::WHOLE) };
        let crop = Self::deserialize(crop).ok().filter(|crop| {
            let fits = |from: u32| from.checked_add(crop.2).is_some_and(|to| to <= CROP_PARTS);
            crop.2 > 0 && fits(crop.0) && fits(crop.1)
        });
        crop.ok_or_else(|| ParamError::state(format!("crop must be a part of the picture, got {}", state["crop"])))
    }

    pub(super) fn cut(self, picture: &Canvas) -> Canvas<'static> {
        let [left, top, right, bottom] = self.edges(picture.width());
        let mut canvas = Canvas::new(right - left, bottom - top);
        canvas.blit(0, 0, picture, left, top, right - left, bottom - top);
        canvas
    }

    /// Where it lies in a picture whose side has so many pixels.
    pub(super) fn edges(self, side_px: u32) -> Edges {
        let px = |parts: u32| parts * side_px / CROP_PARTS;
        let (left, top, side) = (px(self.0), px(self.1), px(self.2).max(1));
        [left, top, left + side, top + side]
    }

    /// How many of the objects in these boxes it shows; `None` where one is neither wholly inside nor clearly outside.
    pub(super) fn shows(self, side_px: u32, boxes: &[Edges]) -> Option<usize> {
        let [left, top, right, bottom] = self.edges(side_px);
        let (across, down) = (Span::new((left, right), side_px), Span::new((top, bottom), side_px));
        let shown = boxes.iter().map(|[left, top, right, bottom]| {
            let (x, y) = (across.side_of(*left, *right), down.side_of(*top, *bottom));
            match (x, y) {
                (Place::Outside, _) | (_, Place::Outside) => Some(0),
                (Place::Inside, Place::Inside) => Some(1),
                _ => None,
            }
        });
        shown.sum()
    }
}

/// How many parts of a picture there are, the whole of it included.
pub(super) fn count(cropped: bool) -> f64 {
    let places = |side: u32| f64::from(CROP_PARTS - side + 1).powi(2);
    if cropped { (LEAST_CROP..=CROP_PARTS).map(places).sum() } else { 1.0 }
}

/// How many parts of a picture show none of the objects in these boxes, one of them, two, and so on, and cut none.
pub(super) fn uncut(side_px: u32, boxes: &[Edges]) -> Vec<u64> {
    let mut counts = vec![0; boxes.len() + 1];
    visit_uncut(side_px, boxes, |_, shown| {
        counts[shown] += 1;
        ControlFlow::Continue(())
    });
    counts
}

/// One of the parts that show so many of the objects in these boxes and cut none, each as likely as the others.
pub(super) fn draw_uncut(side_px: u32, boxes: &[Edges], wanted: usize, rng: &mut Rng) -> Option<Crop> {
    let ways = uncut(side_px, boxes).get(wanted).copied().filter(|ways| *ways > 0)?;
    let (mut left, mut found) = (rng.below(ways), None);
    visit_uncut(side_px, boxes, |crop, shown| {
        if shown != wanted {
            return ControlFlow::Continue(());
        }
        if left == 0 {
            found = Some(crop);
            return ControlFlow::Break(());
        }
        left -= 1;
        ControlFlow::Continue(())
    });
    found
}

/// Calls `visit` with every part that cuts no object, and with how many objects it shows.
fn visit_uncut(side_px: u32, boxes: &[Edges], mut visit: impl FnMut(Crop, usize) -> ControlFlow<()>) {
    for side in LEAST_CROP..=CROP_PARTS {
        // Across and down are looked at apart, and once for each place of the crop's edge: there are 300,000 parts.
        let along = |low: usize| -> Vec<Sight> {
            let span = |at: u32| {
                let [left, _, right, _] = Crop(at, 0, side).edges(side_px);
                Span::new((left, right), side_px)
            };
            (0..=CROP_PARTS - side)
                .map(|at| Sight::new(&span(at), boxes.iter().map(|edges| (edges[low], edges[low + 2]))))
                .collect()
        };
        let (across, down) = (along(0), along(1));
        for (x, sight_x) in across.iter().enumerate() {
            for (y, sight_y) in down.iter().enumerate() {
                if let Some(shown) = sight_x.shown_with(sight_y, boxes.len())
                    && visit(Crop(x as u32, y as u32, side), shown).is_break()
                {
                    return;
                }
            }
        }
    }
}

/// A crop along one axis, in pixels.
struct Span {
    from: u32,
    to: u32,
    clearance: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Inside,
    /// Partly inside, or outside and so near that a strip may be seen.
    Cut,
    Outside,
}

impl Span {
    fn new((from, to): (u32, u32), side_px: u32) -> Self {
        Self { from, to, clearance: side_px / CLEARANCE }
    }

    fn side_of(&self, low: u32, high: u32) -> Place {
        if low >= self.from && high <= self.to {
            Place::Inside
        } else if high + self.clearance <= self.from || low >= self.to + self.clearance {
            Place::Outside
        } else {
            Place::Cut
        }
    }
}

/// Which objects are inside and which outside along one axis, a bit for each of the first 64.
struct Sight {
    inside: u64,
    outside: u64,
}

impl Sight {
    fn new(span: &Span, objects: impl Iterator<Item = (u32, u32)>) -> Self {
        let mut sight = Self { inside: 0, outside: 0 };
        for (number, (low, high)) in objects.enumerate().take(u64::BITS as usize) {
            match span.side_of(low, high) {
                Place::Inside => sight.inside |= 1 << number,
                Place::Outside => sight.outside |= 1 << number,
                Place::Cut => {}
            }
        }
        sight
    }

    /// How many of the objects are inside along both axes; `None` where one is cut, or there are more than bits.
    fn shown_with(&self, other: &Self, count: usize) -> Option<usize> {
        let inside = self.inside & other.inside;
        let told = (inside | self.outside | other.outside).count_ones() as usize;
        (told == count).then_some(inside.count_ones() as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crops_lie_within_the_picture_and_are_many() {
        let mut rng = Rng::new("test", 0);
        let crops: std::collections::BTreeSet<(u32, u32, u32)> = (0..20_000)
            .map(|_| {
                let Crop(x, y, side) = Crop::draw(&mut rng);
                assert!((LEAST_CROP..=CROP_PARTS).contains(&side) && x + side <= CROP_PARTS && y + side <= CROP_PARTS);
                (x, y, side)
            })
            .collect();
        assert!(crops.len() > 19_000, "{}", crops.len());
        assert!(crops.iter().any(|crop| crop.2 > 220) && crops.iter().any(|crop| crop.0 == 0));
    }

    #[test]
    fn a_crop_shows_the_part_it_names() {
        let mut picture = Canvas::new(480, 480);
        picture.rect(240, 0, 240, 480, [200, 0, 0]);
        let part = Crop(120, 0, 120).cut(&picture);
        assert_eq!((part.width(), part.height()), (240, 240));
        assert!(part.pixels().chunks_exact(3).all(|pixel| pixel == [200, 0, 0]));
    }

    #[test]
    fn objects_are_inside_outside_or_cut() {
        // From (100, 100) to (400, 400) of 480 pixels; what is outside keeps 8 pixels away.
        let crop = Crop(50, 50, 150);
        let shows = |edges: Edges| crop.shows(480, &[edges]);
        assert_eq!(crop.edges(480), [100, 100, 400, 400]);
        for inside in [[100, 100, 400, 400], [200, 200, 210, 210]] {
            assert_eq!(shows(inside), Some(1), "{inside:?}");
        }
        for outside in [[0, 0, 92, 480], [408, 0, 480, 480], [0, 408, 480, 480], [150, 0, 250, 92]] {
            assert_eq!(shows(outside), Some(0), "{outside:?}");
        }
        for cut in [[99, 200, 300, 300], [200, 200, 401, 300], [0, 0, 93, 480], [407, 0, 480, 480], [0, 0, 480, 480]] {
            assert_eq!(shows(cut), None, "{cut:?}");
        }
        assert_eq!(crop.shows(480, &[[0, 0, 50, 50], [200, 200, 210, 210], [300, 300, 310, 310]]), Some(2));
        assert_eq!(crop.shows(480, &[[200, 200, 210, 210], [395, 300, 405, 310]]), None);
    }

    #[test]
    fn the_parts_that_cut_nothing_are_those_that_show_objects_whole_or_not_at_all() {
        let boxes = [[30, 40, 90, 120], [200, 180, 260, 300], [350, 60, 390, 100], [470, 200, 480, 400]];
        for side_px in [384, 388, 480] {
            let mut counts = vec![0u64; boxes.len() + 1];
            for side in LEAST_CROP..=CROP_PARTS {
                for (x, y) in (0..=CROP_PARTS - side).flat_map(|x| (0..=CROP_PARTS - side).map(move |y| (x, y))) {
                    if let Some(shown) = Crop(x, y, side).shows(side_px, &boxes) {
                        counts[shown] += 1;
                    }
                }
            }
            assert_eq!(uncut(side_px, &boxes), counts);
        }
        assert_eq!(uncut(480, &[]), [count(true) as u64]);
    }

    #[test]
    fn every_part_that_will_do_can_be_drawn_and_no_other_is() {
        let boxes = [[0, 0, 470, 200], [100, 300, 400, 476]];
        let ways = uncut(480, &boxes);
        assert!((2..40).contains(&ways[2]), "{ways:?}");
        let mut rng = Rng::new("test", 4);
        let drawn: std::collections::BTreeSet<String> = (0..800)
            .map(|_| {
                let crop = draw_uncut(480, &boxes, 2, &mut rng).expect("there is one");
                assert_eq!(crop.shows(480, &boxes), Some(2));
                format!("{crop:?}")
            })
            .collect();
        assert_eq!(drawn.len() as u64, ways[2]);
        assert!(draw_uncut(480, &boxes, 0, &mut rng).is_none() && draw_uncut(480, &boxes, 3, &mut rng).is_none());
        // More objects than can be told apart: no part will do.
        assert_eq!(uncut(480, &[[0, 0, 1, 1]; 65]).iter().sum::<u64>(), 0);
    }
}
