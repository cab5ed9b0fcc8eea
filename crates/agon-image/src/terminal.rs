//! Pictures in terminals.

use crate::{ImageError, encode};
use agon_core::{Image, Pixels};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use std::fmt::Write as _;

/// How a terminal shows pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Protocol {
    /// kitty, WezTerm, Ghostty, Konsole.
    Kitty,
    /// xterm, foot, mlterm and many more.
    Sixel,
    /// Any terminal with 24-bit color: two pixels a character.
    HalfBlocks,
}

/// The escape sequence that shows a picture. `columns` bounds the half-block form.
pub fn show(image: &Image, protocol: Protocol, columns: u32) -> Result<String, ImageError> {
    match protocol {
        Protocol::Kitty => kitty(image),
        Protocol::Sixel => Ok(sixel(&to_rgb(image)?)),
        Protocol::HalfBlocks => Ok(half_blocks(&to_rgb(image)?, columns)),
    }
}

fn to_rgb(image: &Image) -> Result<Image, ImageError> {
    match &image.pixels {
        Pixels::Rgb8(_) => Ok(image.clone()),
        Pixels::Png(file) => crate::decode(file),
    }
}

/// A PNG in base64 chunks of at most 4096 characters, as the protocol asks.
fn kitty(image: &Image) -> Result<String, ImageError> {
    let data = STANDARD.encode(encode(image)?);
    let mut out = String::with_capacity(data.len() + 64);
    let mut rest = data.as_str();
    let mut first = true;
    loop {
        let (chunk, after) = rest.split_at(rest.len().min(4096));
        let more = u8::from(!after.is_empty());
        let control = if first { format!("a=T,f=100,m={more}") } else { format!("m={more}") };
        let _ = write!(out, "\x1b_G{control};{chunk}\x1b\\");
        (rest, first) = (after, false);
        if more == 0 {
            out.push('\n');
            return Ok(out);
        }
    }
}

/// Six rows a band over the 6×6×6 color cube: coarse, but every sixel terminal has these registers.
fn sixel(image: &Image) -> String {
    let Pixels::Rgb8(pixels) = &image.pixels else { return String::new() };
    let (width, height) = (image.width as usize, image.height as usize);
    let level = |v: u8| (usize::from(v) * 5 + 127) / 255;
    let register = |p: &[u8]| level(p[0]) * 36 + level(p[1]) * 6 + level(p[2]);
    let mut out = format!("\x1bPq\"1;1;{width};{height}");
    for index in 0..216 {
        let _ = write!(out, "#{index};2;{};{};{}", index / 36 * 20, index / 6 % 6 * 20, index % 6 * 20);
    }
    for band in (0..height).step_by(6) {
        let mut planes: std::collections::BTreeMap<usize, Vec<u8>> = std::collections::BTreeMap::new();
        for row in band..(band + 6).min(height) {
            for column in 0..width {
                let at = (row * width + column) * 3;
                planes.entry(register(&pixels[at..at + 3])).or_insert_with(|| vec![0; width])[column] |= 1 << (row - band);
            }
        }
        for (index, plane) in planes {
            let _ = write!(out, "#{index}");
            for run in plane.chunk_by(|a, b| a == b) {
                let symbol = char::from(63 + run[0]);
                if run.len() > 3 {
                    let _ = write!(out, "!{}{symbol}", run.len());
                } else {
                    out.extend(std::iter::repeat_n(symbol, run.len()));
                }
            }
            out.push('$');
        }
        out.push('-');
    }
    out.push_str("\x1b\\\n");
    out
}

/// Upper half blocks: the foreground is the upper pixel, the background the lower one.
fn half_blocks(image: &Image, columns: u32) -> String {
    let Pixels::Rgb8(pixels) = &image.pixels else { return String::new() };
    let width = image.width.min(columns.max(1));
    let height = (u64::from(image.height) * u64::from(width) / u64::from(image.width.max(1))).max(1) as u32;
    let average = |column: u32, row: u32| -> [u64; 3] {
        let range = |i: u32, n: u32, size: u32| {
            let from = u64::from(i) * u64::from(size) / u64::from(n);
            from..(u64::from(i + 1) * u64::from(size) / u64::from(n)).max(from + 1).min(u64::from(size))
        };
        let mut sum = [0u64; 3];
        let mut count = 0;
        for y in range(row, height, image.height) {
            for x in range(column, width, image.width) {
                let at = ((y * u64::from(image.width) + x) * 3) as usize;
                for (total, channel) in sum.iter_mut().zip(&pixels[at..at + 3]) {
                    *total += u64::from(*channel);
                }
                count += 1;
            }
        }
        sum.map(|total| total / count.max(1))
    };
    let mut out = String::new();
    for row in (0..height).step_by(2) {
        for column in 0..width {
            let [r, g, b] = average(column, row);
            let _ = write!(out, "\x1b[38;2;{r};{g};{b}m");
            if row + 1 < height {
                let [r, g, b] = average(column, row + 1);
                let _ = write!(out, "\x1b[48;2;{r};{g};{b}m");
            }
            out.push('▀');
        }
        out.push_str("\x1b[0m\n");
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picture() -> Image {
        Image::rgb8(30, 20, (0..30 * 20).flat_map(|i| [(i % 256) as u8, 0, 128]).collect())
    }

    #[test]
    fn kitty_chunks_hold_a_png() {
        let text = show(&picture(), Protocol::Kitty, 80).unwrap();
        assert!(text.starts_with("\x1b_Ga=T,f=100,m=0;"));
        let data = text.split(';').nth(1).unwrap().split('\x1b').next().unwrap();
        assert_eq!(crate::decode(&STANDARD.decode(data).unwrap()).unwrap(), picture());
    }

    #[test]
    fn sixel_covers_every_column_of_every_band() {
        let text = show(&picture(), Protocol::Sixel, 80).unwrap();
        assert!(text.starts_with("\x1bPq") && text.ends_with("\x1b\\\n"));
        assert_eq!(text.matches('-').count(), 4, "20 rows are four bands");
    }

    #[test]
    fn half_blocks_fit_the_columns() {
        let text = show(&picture(), Protocol::HalfBlocks, 15).unwrap();
        assert_eq!(text.lines().count(), 5);
        assert!(text.lines().all(|line| line.matches('▀').count() == 15));
    }
}
