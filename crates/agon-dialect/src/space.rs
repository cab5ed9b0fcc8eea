//! Coordinate spaces: what the two numbers of a place mean, and how they become screen pixels.

use crate::View;
use crate::text::short;
use agon_core::{Point, Region, Target, Tree};

/// What a model's coordinates are measured in. All have their origin at the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    /// Parts of the picture, 0 to 1.
    Unit,
    /// Thousandths of the picture, 0 to 1000. Models whose last number is 999 speak it too.
    Thousand,
    /// Pixels of the picture that was sent.
    Pixels,
    /// Pixels of the picture as Qwen2-VL and its children see it: resized so that both sides are multiples of 28.
    Blocks,
}

impl Space {
    /// A model's place in screen pixels, rounded to whole ones. The far edges count as the last pixel; what lies outside
    /// is an error, never moved in silence. The message is for the model.
    pub(crate) fn to_screen(self, x: f64, y: f64, view: &View) -> Result<Point, String> {
        let outside = |width: f64, height: f64| {
            let place = short(&format!("({x}, {y})"));
            format!("{place} is outside of the picture, whose coordinates go from (0, 0) to ({width}, {height})")
        };
        let Some((width, height)) = self.extent(view) else {
            if self != Self::Pixels {
                return Err("there is no screen to find the place on".into());
            }
            let far = MAX_SCREEN_PX;
            let may = (0.0..=far).contains(&x) && (0.0..=far).contains(&y);
            return if may { Ok(Point { x: x.round() + 0.0, y: y.round() + 0.0 }) } else { Err(outside(far, far)) };
        };
        if !((0.0..=width).contains(&x) && (0.0..=height).contains(&y)) {
            return Err(outside(width, height));
        }
        let (screen_width, screen_height) = screen(view).unwrap_or((width, height));
        // Adding zero makes a zero of minus zero, which would be another number in a record.
        let pixel = |place: f64, extent: f64, size: f64| {
            let pixel = match self {
                // A pixel of the picture stands for those of the screen that it covers: the one in their middle is meant, and
                // of two in the middle the first.
                Self::Pixels => ((place + 0.5) * size / extent - 1.0).ceil(),
                Self::Unit | Self::Thousand | Self::Blocks => (place / extent * size).round(),
            };
            pixel.clamp(0.0, (size - 1.0).max(0.0)) + 0.0
        };
        Ok(Point { x: pixel(x, width, screen_width), y: pixel(y, height, screen_height) })
    }

    /// A screen pixel as a model would write it; `None` where the space has no size.
    pub fn from_screen(self, point: Point, view: &View) -> Option<(f64, f64)> {
        let Some((width, height)) = self.extent(view) else {
            return (self == Self::Pixels).then_some((point.x.round(), point.y.round()));
        };
        let (screen_width, screen_height) = screen(view)?;
        let grain = if self == Self::Unit { 10_000.0 } else { 1.0 };
        let written = |place: f64, size: f64, extent: f64| match self {
            // The pixel of the picture that covers the middle of the screen's.
            Self::Pixels => ((place.round() + 0.5) * extent / size).floor(),
            Self::Unit | Self::Thousand | Self::Blocks => (place / size * extent * grain).round() / grain,
        };
        Some((written(point.x, screen_width, width), written(point.y, screen_height, height)))
    }

    /// A tree whose places are as a model would write them.
    pub fn tree_from_screen(self, tree: &Tree, view: &View) -> Tree {
        let place = |x: f64, y: f64| self.from_screen(Point { x, y }, view);
        let region = |region: &Region| {
            let (near, far) = (place(region.x, region.y)?, place(region.x + region.width, region.y + region.height)?);
            Some(Region { x: near.0, y: near.1, width: far.0 - near.0, height: far.1 - near.1 })
        };
        let mut tree = tree.clone();
        for node in &mut tree.nodes {
            node.bounds = node.bounds.as_ref().and_then(region);
        }
        tree
    }

    /// A place that may be a label, which needs no conversion.
    pub(crate) fn write_target(self, target: Target, view: &View) -> Option<(f64, f64)> {
        match target {
            Target::Point(point) => self.from_screen(point, view),
            Target::Label(_) => None,
        }
    }

    /// The coordinates of the far corner.
    pub(crate) fn extent(self, view: &View) -> Option<(f64, f64)> {
        // Without a screen not even a part of it is a place.
        let (width, height) = view.seen().filter(|(width, height)| *width > 0 && *height > 0)?;
        Some(match self {
            Self::Unit => (1.0, 1.0),
            Self::Thousand => (1000.0, 1000.0),
            Self::Pixels => (f64::from(width), f64::from(height)),
            Self::Blocks => in_blocks(f64::from(width), f64::from(height)),
        })
    }

    /// How the space is explained in a prompt.
    pub(crate) fn words(self, view: &View) -> String {
        match (self, self.extent(view)) {
            (Self::Unit, _) => "from 0 at the left and top to 1 at the right and bottom of the picture".into(),
            (Self::Thousand, _) => "from 0 at the left and top to 1000 at the right and bottom of the picture".into(),
            (_, Some((width, height))) => {
                format!("in pixels of the picture, from (0, 0) at the top left to ({width}, {height}) at the bottom right")
            }
            (_, None) => "in pixels of the picture, from (0, 0) at the top left".into(),
        }
    }
}

fn screen(view: &View) -> Option<(f64, f64)> {
    let (width, height) = view.screen.or(view.sent).filter(|(width, height)| *width > 0 && *height > 0)?;
    Some((f64::from(width), f64::from(height)))
}

/// No screen whose size is not known is larger.
const MAX_SCREEN_PX: f64 = 65_535.0;

/// The size that Qwen2-VL's preparation gives a picture: each side to the nearest multiple of 28, the whole within a range
/// of pixels, the shape kept as well as that allows.
fn in_blocks(width: f64, height: f64) -> (f64, f64) {
    let nearest = |side: f64| ((side / BLOCK).round() * BLOCK).max(BLOCK);
    let (wide, high) = (nearest(width), nearest(height));
    if wide * high > MAX_PIXELS {
        let shrink = (width * height / MAX_PIXELS).sqrt();
        let fitted = |side: f64| ((side / shrink / BLOCK).floor() * BLOCK).max(BLOCK);
        return (fitted(width), fitted(height));
    }
    if wide * high < MIN_PIXELS {
        let grow = (MIN_PIXELS / (width * height)).sqrt();
        let fitted = |side: f64| (side * grow / BLOCK).ceil() * BLOCK;
        return (fitted(width), fitted(height));
    }
    (wide, high)
}

const BLOCK: f64 = 28.0;
const MIN_PIXELS: f64 = 56.0 * 56.0;
const MAX_PIXELS: f64 = 16384.0 * BLOCK * BLOCK;

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const ALL: [Space; 4] = [Space::Unit, Space::Thousand, Space::Pixels, Space::Blocks];

    fn view(screen: (u32, u32), sent: Option<(u32, u32)>) -> View {
        View { screen: Some(screen), sent, ..View::default() }
    }

    #[test]
    fn the_same_place_in_every_space() {
        let view = view((1920, 1080), Some((960, 540)));
        let middle = Ok(Point { x: 960.0, y: 540.0 });
        assert_eq!(Space::Unit.to_screen(0.5, 0.5, &view), middle);
        assert_eq!(Space::Thousand.to_screen(500.0, 500.0, &view), middle);
        assert_eq!(Space::Pixels.to_screen(480.0, 270.0, &view), middle);
        // 960 is 34.3 blocks, 540 is 19.3: the model saw 952 by 532.
        assert_eq!(Space::Blocks.to_screen(476.0, 266.0, &view), middle);
        assert_eq!(in_blocks(1920.0, 1080.0), (1932.0, 1092.0));
    }

    #[test]
    fn edges_count_and_what_is_outside_is_told() {
        let view = view((100, 50), None);
        for (space, x, y) in [(Space::Unit, 1.0, 1.0), (Space::Thousand, 1000.0, 1000.0), (Space::Pixels, 100.0, 50.0)] {
            assert_eq!(space.to_screen(x, y, &view), Ok(Point { x: 99.0, y: 49.0 }));
            for (x, y) in [(x * 1.1, 0.0), (0.0, y * 1.1), (-1.0, 0.0), (f64::NAN, 0.0), (0.0, f64::INFINITY)] {
                assert!(space.to_screen(x, y, &view).unwrap_err().contains("outside"), "{space:?} ({x}, {y})");
            }
        }
    }

    #[test]
    fn a_click_on_a_desktop_sent_smaller_lands_where_it_was_seen() {
        // The sizes in which 1920 by 1080 is sent to some services.
        for sent in [(1456, 819), (1366, 768), (1650, 928), (1280, 720), (960, 540)] {
            let view = view((1920, 1080), Some(sent));
            for (x, y) in [(0.0, 0.0), (1.0, 1.0), (100.0, 700.0), (1919.0, 1079.0), (960.0, 540.0), (1383.0, 411.0)] {
                // Whoever sees a screen's pixel in the picture and clicks there is within half a picture's pixel of it.
                let (seen_x, seen_y) = Space::Pixels.from_screen(Point { x, y }, &view).unwrap();
                let landed = Space::Pixels.to_screen(seen_x, seen_y, &view).unwrap();
                let reach = 0.5 + 1920.0 / f64::from(sent.0) / 2.0;
                assert!((landed.x - x).abs() <= reach && (landed.y - y).abs() <= reach, "{sent:?}: ({x}, {y}) became {landed:?}");
            }
        }
    }

    #[test]
    fn without_a_screen_only_pixels_are_places() {
        let nowhere = View::default();
        assert_eq!(Space::Pixels.to_screen(7.0, 8.0, &nowhere), Ok(Point { x: 7.0, y: 8.0 }));
        assert!(Space::Pixels.to_screen(f64::NAN, 8.0, &nowhere).is_err());
        assert!(Space::Pixels.to_screen(1e22, 8.0, &nowhere).is_err());
        assert!(Space::Unit.to_screen(0.5, 0.5, &nowhere).is_err());
        assert!(Space::Thousand.to_screen(0.5, 0.5, &view((0, 0), None)).is_err(), "a screen of nothing is none");
    }

    proptest! {
        #[test]
        fn places_come_back_within_the_grain(
            (width, height) in (1_u32..5000, 1_u32..5000), (sent_width, sent_height) in (1_u32..5000, 1_u32..5000),
            (across, down) in (0.0..1.0, 0.0..1.0),
        ) {
            let view = view((width, height), Some((sent_width, sent_height)));
            let point = Point { x: f64::floor(across * f64::from(width)), y: f64::floor(down * f64::from(height)) };
            for space in ALL {
                let (x, y) = space.from_screen(point, &view).unwrap();
                let back = space.to_screen(x, y, &view).unwrap();
                let (extent_x, extent_y) = space.extent(&view).unwrap();
                let grain = if space == Space::Unit { 1e-4 } else { 1.0 };
                let error = |size: u32, extent: f64| 1.0 + f64::from(size) / extent * grain / 2.0;
                prop_assert!((back.x - point.x).abs() <= error(width, extent_x), "{space:?} {point:?} {back:?}");
                prop_assert!((back.y - point.y).abs() <= error(height, extent_y), "{space:?} {point:?} {back:?}");
            }
        }

        #[test]
        fn pixels_of_the_screen_itself_are_exact(width in 1_u32..5000, height in 1_u32..5000, part in 0.0..1.0) {
            let view = view((width, height), None);
            let point = Point { x: f64::floor(part * f64::from(width)), y: f64::floor(part * f64::from(height)) };
            let (x, y) = Space::Pixels.from_screen(point, &view).unwrap();
            prop_assert_eq!(Space::Pixels.to_screen(x, y, &view), Ok(point));
        }

        #[test]
        fn a_pixel_of_a_smaller_picture_is_one_that_it_shows(width in 2_u32..5000, part in 0.01_f64..1.0, place in 0.0_f64..1.0) {
            let sent = ((f64::from(width) * part).round() as u32).max(1);
            let view = view((width, width), Some((sent, sent)));
            let x = f64::floor(place * f64::from(sent));
            let on_screen = Space::Pixels.to_screen(x, x, &view).unwrap();
            prop_assert_eq!(Space::Pixels.from_screen(on_screen, &view), Some((x, x)));
            // It is one of those that the pixel covers, and as near to their middle as a pixel can be.
            let middle = (x + 0.5) * f64::from(width) / f64::from(sent);
            prop_assert!((on_screen.x + 0.5 - middle).abs() <= 0.5 + 1e-9, "{x} of {sent} on {width} is {on_screen:?}");
        }

        #[test]
        fn whatever_is_read_is_on_the_screen(x in any::<f64>(), y in any::<f64>(), width in 1_u32..5000, height in 1_u32..5000) {
            let view = view((width, height), Some((height, width)));
            for space in ALL {
                if let Ok(point) = space.to_screen(x, y, &view) {
                    prop_assert!((0.0..f64::from(width)).contains(&point.x) && (0.0..f64::from(height)).contains(&point.y));
                }
            }
        }
    }
}
