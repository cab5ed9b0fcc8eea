//! What worlds share in which one points at a picture: shares of its sides, and dots on it.

use crate::{Canvas, Color};
use agon_core::{Param, Space};

const DOT: Color = [230, 28, 60];
const DOT_RIM: Color = [255, 255, 255];
const DOT_EDGE: Color = [30, 30, 36];

/// A pixel of the picture in its own size, from the top left.
pub(super) type Point = (u32, u32);

/// A picture as it is shown.
pub(super) struct View {
    frame: Canvas<'static>,
    /// The picture's own size, which is what points and masks refer to.
    size: (u32, u32),
}

impl View {
    /// Shows a picture with its longer side `frame_px` long.
    pub(super) fn new(picture: &Canvas<'static>, frame_px: u32) -> Self {
        let size = (picture.width(), picture.height());
        let longer = u64::from(size.0.max(size.1).max(1));
        let scaled = |side: u32| ((u64::from(side) * u64::from(frame_px) + longer / 2) / longer).max(1) as u32;
        let shown = (scaled(size.0), scaled(size.1));
        let frame = if shown == size { picture.clone() } else { picture.resized(shown.0, shown.1) };
        Self { frame, size }
    }

    pub(super) fn size(&self) -> (u32, u32) {
        self.size
    }

    pub(super) fn frame_size(&self) -> (u32, u32) {
        (self.frame.width(), self.frame.height())
    }

    pub(super) fn draw(&self, canvas: &mut Canvas, dots: &[Point]) {
        canvas.copy_from(&self.frame);
        let (width, height) = self.frame_size();
        let radius = (width.max(height) as f32 / 100.0).max(4.0);
        for (x, y) in dots {
            let x = (*x as f32 + 0.5) * width as f32 / self.size.0 as f32;
            let y = (*y as f32 + 0.5) * height as f32 / self.size.1 as f32;
            canvas.disc(x, y, radius + 1.0, DOT_EDGE);
            canvas.disc(x, y, radius, DOT_RIM);
            canvas.disc(x, y, radius * 0.72, DOT);
        }
    }

    /// The pixel at shares of the sides.
    pub(super) fn point(&self, x: f64, y: f64) -> Point {
        let pixel = |share: f64, side: u32| (share * f64::from(side.saturating_sub(1))).round() as u32;
        (pixel(x, self.size.0), pixel(y, self.size.1))
    }

    /// Shares of the sides that name a pixel, short enough to read.
    pub(super) fn shares(&self, (x, y): Point) -> Vec<f64> {
        let share = |pixel: u32, side: u32| {
            let share = f64::from(pixel) / f64::from(side.saturating_sub(1).max(1));
            let digits = if side < 4000 { 1e4 } else { 1e6 };
            (share * digits).round() / digits
        };
        vec![share(x, self.size.0), share(y, self.size.1)]
    }
}

/// The parameters of `mark`.
pub(super) fn mark_params() -> Vec<Param> {
    let share = Space::Real { min: Some(0.0), max: Some(1.0), typical: 1.0 };
    vec![
        Param::new("x", "from 0.0 at the left edge of the image to 1.0 at the right edge", share.clone()),
        Param::new("y", "from 0.0 at the top edge of the image to 1.0 at the bottom edge", share),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn shares_name_their_pixel(width in 2u32..6000, height in 2u32..40, x: u32, y: u32) {
            let view = View { frame: Canvas::new(1, 1), size: (width, height) };
            let point = (x % width, y % height);
            let shares = view.shares(point);
            prop_assert_eq!(view.point(shares[0], shares[1]), point);
        }
    }

    #[test]
    fn corners_are_zero_and_one() {
        let view = View { frame: Canvas::new(1, 1), size: (500, 375) };
        // As the paper maps them: round(x * (500 - 1)).
        assert_eq!(view.point(0.3578, 0.5295), (179, 198));
        assert_eq!((view.point(0.0, 0.0), view.point(1.0, 1.0)), ((0, 0), (499, 374)));
    }
}
