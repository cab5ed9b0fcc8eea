//! A picture that covers a mesh.

use crate::Canvas;

/// A square picture and the place of each vertex on it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Texture {
    /// A power of two, so that a place becomes a number by shifts.
    side_bits: u32,
    /// Red, green and blue from the lowest byte up, row by row.
    texels: Vec<i32>,
    /// For each vertex of the mesh, to the right and down in 65536ths of a texel.
    pub(super) places: Vec<[i32; 2]>,
}

/// What a texel is multiplied by and then divided by in full light. Light from several lamps may be brighter than that.
pub(super) const FULL_LIGHT: i32 = 210;

/// The largest side: beyond it places would not fit their numbers.
const MOST_SIDE: u32 = 1024;

impl Texture {
    /// From a square picture whose side is a power of two, and places in 65535ths of the side; `None` if it is not one.
    pub(crate) fn new(picture: &Canvas, places: &[[u16; 2]]) -> Option<Self> {
        let side = picture.width();
        if side != picture.height() || !side.is_power_of_two() || side > MOST_SIDE {
            return None;
        }
        // The last texel's far edge would be the first texel of the next row.
        let place = |part: u16| (i64::from(part) * (i64::from(side) * 65536 - 1) / 65535) as i32;
        Some(Self {
            side_bits: side.trailing_zeros(),
            texels: picture
                .pixels()
                .chunks_exact(3)
                .map(|p| i32::from(p[0]) | i32::from(p[1]) << 8 | i32::from(p[2]) << 16)
                .collect(),
            places: places.iter().map(|place_of| place_of.map(place)).collect(),
        })
    }

    /// The texel at a place. Rounding may lead a little over an edge: the nearest texel is meant.
    #[inline(always)]
    pub(super) fn texel(&self, right: i32, down: i32) -> i32 {
        let last = (1 << self.side_bits) - 1;
        let (column, row) = ((right >> 16).clamp(0, last), (down >> 16).clamp(0, last));
        self.texels.get((row << self.side_bits | column) as usize).copied().unwrap_or_default()
    }

    /// A texel in some light, of which [`FULL_LIGHT`] leaves it as it is.
    #[inline(always)]
    pub(super) fn lit(texel: i32, light: i32) -> i32 {
        let part = |shift: u32| ((texel >> shift & 0xff) * light / FULL_LIGHT).min(254);
        part(0) | part(8) << 8 | part(16) << 16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_find_their_texels_and_stay_on_the_picture() {
        let mut picture = Canvas::new(4, 4);
        picture.rect(3, 0, 1, 4, [200, 100, 50]);
        let texture = Texture::new(&picture, &[[0, 0], [65535, 65535], [50000, 0]]).unwrap();
        let colors: Vec<i32> = texture.places.iter().map(|[right, down]| texture.texel(*right, *down)).collect();
        assert_eq!(colors, [0, 200 | 100 << 8 | 50 << 16, 200 | 100 << 8 | 50 << 16]);
        assert_eq!(texture.texel(-9, 1 << 30), 0);
        assert_eq!(Texture::lit(200 | 100 << 8, FULL_LIGHT / 2), 100 | 50 << 8);
        assert_eq!(Texture::lit(255, FULL_LIGHT * 2), 254);
    }

    #[test]
    fn pictures_of_another_shape_are_refused() {
        for (width, height) in [(4, 8), (6, 6), (2048, 2048)] {
            assert!(Texture::new(&Canvas::new(width, height), &[]).is_none(), "{width} by {height}");
        }
    }
}
