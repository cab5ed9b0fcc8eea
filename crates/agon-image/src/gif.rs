//! Pictures one after another as a GIF file.

use crate::ImageError;
use crate::palette::Paletted;
use agon_core::{Image, Pixels};
use weezl::BitOrder;
use weezl::encode::Encoder;

/// Writes an animation, a picture at a time. Of each only what changed is written. A picture of more than 256 colors loses some of them.
pub struct GifWriter {
    file: Vec<u8>,
    size: (u16, u16),
    /// The pixels that are shown before the next picture.
    shown: Option<Vec<u8>>,
}

/// A part of a picture, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Part {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
}

impl GifWriter {
    /// For pictures of this size.
    pub fn new(width: u32, height: u32) -> Result<Self, ImageError> {
        let side = |pixels: u32| u16::try_from(pixels).ok().filter(|side| *side > 0);
        let (Some(wide), Some(high)) = (side(width), side(height)) else {
            return Err(ImageError::Unsupported(format!("{width} by {height} pixels do not fit a GIF")));
        };
        let mut file = b"GIF89a".to_vec();
        file.extend(wide.to_le_bytes());
        file.extend(high.to_le_bytes());
        // No palette for all pictures, no background, square pixels; then: over and over again.
        file.extend([0x70, 0, 0]);
        file.extend(b"\x21\xFF\x0BNETSCAPE2.0\x03\x01\x00\x00\x00");
        Ok(Self { file, size: (wide, high), shown: None })
    }

    /// Adds a picture that is shown for so long.
    pub fn add(&mut self, image: &Image, millis: u32) -> Result<(), ImageError> {
        let (Pixels::Rgb8(pixels), true) =
            (&image.pixels, (image.width, image.height) == (self.size.0.into(), self.size.1.into()))
        else {
            return Err(ImageError::Unsupported("every picture of a GIF must have the same size, as pixels".into()));
        };
        let (width, height) = (usize::from(self.size.0), usize::from(self.size.1));
        let whole = Part { left: 0, top: 0, width, height };
        // A picture in which nothing changed still takes its time: one pixel of it is shown again.
        let part = match &self.shown {
            None => whole,
            Some(shown) => changed(shown, pixels, width).unwrap_or(Part { width: 1, height: 1, ..whole }),
        };
        self.write(&part, &part.pixels(pixels, width), millis)?;
        self.shown = Some(pixels.to_vec());
        Ok(())
    }

    /// The whole file.
    pub fn finish(mut self) -> Vec<u8> {
        self.file.push(0x3B);
        self.file
    }

    fn write(&mut self, part: &Part, pixels: &[u8], millis: u32) -> Result<(), ImageError> {
        let Paletted { palette, indices } = Paletted::of(pixels);
        let bits = (palette.len() / 3).next_power_of_two().trailing_zeros().clamp(2, 8) as u8;
        let hundredths = u16::try_from(millis.div_ceil(10)).unwrap_or(u16::MAX);
        // What is drawn stays until the next picture.
        self.file.extend([0x21, 0xF9, 4, 0x04]);
        self.file.extend(hundredths.to_le_bytes());
        self.file.extend([0, 0]);
        self.file.push(0x2C);
        for side in [part.left, part.top, part.width, part.height] {
            self.file.extend(u16::try_from(side).unwrap_or(u16::MAX).to_le_bytes());
        }
        self.file.push(0x80 | (bits - 1));
        self.file.extend(&palette);
        self.file.resize(self.file.len() + (3 << bits) - palette.len(), 0);
        self.file.push(bits);
        let packed = Encoder::new(BitOrder::Lsb, bits).encode(&indices);
        let packed = packed.map_err(|error| ImageError::Unsupported(error.to_string()))?;
        for block in packed.chunks(255) {
            self.file.push(block.len() as u8);
            self.file.extend(block);
        }
        self.file.push(0);
        Ok(())
    }
}

impl Part {
    fn pixels(&self, of: &[u8], width: usize) -> Vec<u8> {
        let rows = of.chunks_exact(width * 3).skip(self.top).take(self.height);
        rows.flat_map(|row| &row[self.left * 3..(self.left + self.width) * 3]).copied().collect()
    }
}

/// The smallest part outside of which nothing changed; `None` where nothing did.
fn changed(before: &[u8], after: &[u8], width: usize) -> Option<Part> {
    let (mut top, mut bottom, mut left, mut right) = (None, 0, width, 0);
    for (y, (a, b)) in before.chunks_exact(width * 3).zip(after.chunks_exact(width * 3)).enumerate() {
        if a == b {
            continue;
        }
        top.get_or_insert(y);
        bottom = y;
        let differs = |x: &usize| a[x * 3..x * 3 + 3] != b[x * 3..x * 3 + 3];
        left = left.min((0..width).find(differs).unwrap_or(width));
        right = right.max((0..width).rfind(differs).unwrap_or(0));
    }
    let top = top?;
    Some(Part { left, top, width: right + 1 - left, height: bottom + 1 - top })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_changed_is_written() {
        let mut before = vec![0u8; 4 * 3 * 3];
        let mut after = before.clone();
        assert_eq!(changed(&before, &after, 4), None);
        after[(4 + 1) * 3] = 9;
        after[(2 * 4 + 3) * 3 + 2] = 9;
        assert_eq!(changed(&before, &after, 4), Some(Part { left: 1, top: 1, width: 3, height: 2 }));
        before[0] = 1;
        assert_eq!(changed(&before, &after, 4), Some(Part { left: 0, top: 0, width: 4, height: 3 }));
    }

    #[test]
    fn a_file_has_a_block_for_each_picture_and_an_end() {
        let picture = |value: u8| Image::rgb8(4, 2, vec![value; 24]);
        let mut gif = GifWriter::new(4, 2).unwrap();
        for value in [0, 0, 200] {
            gif.add(&picture(value), 500).unwrap();
        }
        let file = gif.finish();
        assert!(file.starts_with(b"GIF89a\x04\x00\x02\x00") && file.ends_with(&[0, 0x3B]));
        assert_eq!(file.windows(4).filter(|bytes| *bytes == [0x21, 0xF9, 4, 4]).count(), 3);
        assert!(GifWriter::new(0, 2).is_err() && GifWriter::new(70_000, 2).is_err());
        assert!(GifWriter::new(4, 2).unwrap().add(&Image::rgb8(2, 2, vec![0; 12]), 1).is_err());
    }
}
