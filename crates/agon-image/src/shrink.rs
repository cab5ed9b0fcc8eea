//! Pictures made smaller, in software and with whole numbers: the same on every machine.

use crate::{ImageError, decode};
use agon_core::{Image, Pixels};

/// A picture in another size that is no larger in either direction. Each of its pixels is the mean of what it covers. One that
/// has that size already is given back as it is.
pub fn shrink(image: &Image, width: u32, height: u32) -> Result<Image, ImageError> {
    let plain;
    let (image, pixels) = match &image.pixels {
        Pixels::Rgb8(pixels) => (image, pixels),
        Pixels::Png(file) => {
            plain = decode(file)?;
            match &plain.pixels {
                Pixels::Rgb8(pixels) => (&plain, pixels),
                _ => return Err(ImageError::Unsupported("not pixels".into())),
            }
        }
    };
    let (from_width, from_height) = (image.width as usize, image.height as usize);
    let (width, height) = (width.clamp(1, image.width.max(1)) as usize, height.clamp(1, image.height.max(1)) as usize);
    let narrow = rows_shrunk(pixels, from_width, from_height, width);
    // Columns are rows of the picture on its side.
    let sideways = turned(&narrow, width, from_height);
    let small = rows_shrunk(&sideways, from_height, width, height);
    Ok(Image::rgb8(width as u32, height as u32, turned(&small, height, width)))
}

/// Every row in another width.
fn rows_shrunk(pixels: &[u8], from: usize, rows: usize, to: usize) -> Vec<u8> {
    if from == to {
        return pixels.to_vec();
    }
    let spans: Vec<Vec<(usize, u64)>> = (0..to).map(|place| covered(place, from, to)).collect();
    let mut out = Vec::with_capacity(to * rows * 3);
    for row in pixels.chunks_exact(from * 3) {
        for span in &spans {
            for channel in 0..3 {
                let sum: u64 = span.iter().map(|(at, weight)| weight * u64::from(row[at * 3 + channel])).sum();
                out.push(((sum + from as u64 / 2) / from as u64) as u8);
            }
        }
    }
    out
}

/// Which of so many places one of fewer covers, and how much of each; the parts add up to `from`.
fn covered(place: usize, from: usize, to: usize) -> Vec<(usize, u64)> {
    let (start, end) = (place * from, (place + 1) * from);
    let overlap = |at: usize| ((at + 1) * to).min(end) - (at * to).max(start);
    (start / to..end.div_ceil(to)).map(|at| (at, overlap(at) as u64)).collect()
}

/// Rows as columns.
fn turned(pixels: &[u8], width: usize, height: usize) -> Vec<u8> {
    let mut out = Vec::with_capacity(pixels.len());
    for x in 0..width {
        for y in 0..height {
            let at = (y * width + x) * 3;
            out.extend_from_slice(&pixels[at..at + 3]);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pixels(image: &Image) -> &[u8] {
        match &image.pixels {
            Pixels::Rgb8(pixels) => pixels,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_pixel_is_the_mean_of_what_it_covers() {
        let image = Image::rgb8(4, 2, [[0; 3], [100; 3], [200; 3], [200; 3], [0; 3], [100; 3], [200; 3], [0; 3]].concat());
        assert_eq!(pixels(&shrink(&image, 2, 1).unwrap()), [[50; 3], [150; 3]].concat());
        assert_eq!(pixels(&shrink(&image, 4, 2).unwrap()), pixels(&image));
        let thirds = Image::rgb8(3, 1, [[0; 3], [90; 3], [180; 3]].concat());
        assert_eq!(pixels(&shrink(&thirds, 2, 1).unwrap()), [[30; 3], [150; 3]].concat());
        let file = crate::encode(&image).unwrap().into_owned();
        assert_eq!(shrink(&Image::png(4, 2, file), 2, 1).unwrap(), shrink(&image, 2, 1).unwrap());
    }

    #[test]
    fn a_dot_on_a_desktop_stays_where_it_was() {
        let (width, height) = (1920, 1080);
        for (to_width, to_height) in [(1456, 819), (1366, 768), (960, 540)] {
            for (x, y) in [(0_usize, 0_usize), (1383, 411), (1919, 1079), (960, 540)] {
                let mut drawn = vec![0; width * height * 3];
                drawn[(y * width + x) * 3..][..3].fill(255);
                let small = shrink(&Image::rgb8(width as u32, height as u32, drawn), to_width, to_height).unwrap();
                let brightest =
                    pixels(&small).chunks_exact(3).enumerate().max_by_key(|(_, pixel)| pixel[0]).map(|(at, _)| at).unwrap();
                let (at_x, at_y) = (brightest as f64 % f64::from(to_width), (brightest / to_width as usize) as f64);
                let back = |at: f64, from: usize, to: u32| (at + 0.5) * from as f64 / f64::from(to);
                let reach = width as f64 / f64::from(to_width);
                assert!((back(at_x.floor(), width, to_width) - (x as f64 + 0.5)).abs() <= reach, "{x} in {to_width}");
                assert!((back(at_y, height, to_height) - (y as f64 + 0.5)).abs() <= reach, "{y} in {to_height}");
            }
        }
    }
}
