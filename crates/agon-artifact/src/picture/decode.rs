//! Pictures from files. Sizes are looked at before anything is unpacked.

use super::colour::Rgb;
use crate::input::Unreadable;
use crate::number::ratio;
use std::io::Cursor;
use tiff::ColorType as TiffColor;
use tiff::decoder::{Decoder as TiffDecoder, DecodingResult, Limits};
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

/// Most pixels of a picture.
const MOST_PIXELS: usize = 40_000_000;
const LONGEST_SIDE: usize = 32_768;
/// Bytes that a decoder may use for one picture.
const MOST_BYTES: usize = 512 << 20;

#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum PictureFormat {
    Png,
    Jpeg,
    Tiff,
    Bmp,
    Webp,
}

impl PictureFormat {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Png => "PNG",
            Self::Jpeg => "JPEG",
            Self::Tiff => "TIFF",
            Self::Bmp => "BMP",
            Self::Webp => "WebP",
        }
    }
}

pub(super) struct Picture {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) pixels: Vec<[u8; 3]>,
    /// Empty where every pixel is opaque.
    pub(super) alpha: Vec<u8>,
}

pub(super) fn decode(bytes: &[u8]) -> Result<(PictureFormat, Picture), Unreadable> {
    Ok(match bytes {
        [0x89, b'P', b'N', b'G', ..] => (PictureFormat::Png, decode_png(bytes)?),
        [0xff, 0xd8, 0xff, ..] => (PictureFormat::Jpeg, decode_jpeg(bytes)?),
        [b'I', b'I', 42, 0, ..] | [b'M', b'M', 0, 42, ..] => (PictureFormat::Tiff, decode_tiff(bytes)?),
        [b'B', b'M', ..] => (PictureFormat::Bmp, decode_bmp(bytes)?),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => (PictureFormat::Webp, decode_webp(bytes)?),
        _ => return Err(Unreadable::new("is no PNG, JPEG, TIFF, BMP or WebP picture")),
    })
}

fn check_size(width: usize, height: usize) -> Result<(), Unreadable> {
    if width == 0 || height == 0 || width.max(height) > LONGEST_SIDE || width.saturating_mul(height) > MOST_PIXELS {
        return Err(Unreadable::new(format!("has {width} by {height} pixels, which is nothing or too much")));
    }
    Ok(())
}

fn broken(error: &dyn std::error::Error) -> Unreadable {
    Unreadable::from_error("cannot be decoded", error)
}

impl Picture {
    /// From rows of 1 (grey), 2 (grey, alpha), 3 (RGB) or 4 (RGBA) bytes a pixel.
    fn new(width: usize, height: usize, channels: usize, bytes: &[u8]) -> Result<Self, Unreadable> {
        if !(1..=4).contains(&channels) || bytes.len() != width * height * channels {
            return Err(Unreadable::new("has the wrong number of pixels"));
        }
        let pixels = bytes.chunks_exact(channels).map(|p| if channels < 3 { [p[0]; 3] } else { [p[0], p[1], p[2]] }).collect();
        let alpha =
            if channels.is_multiple_of(2) { bytes.chunks_exact(channels).map(|p| p[channels - 1]).collect() } else { Vec::new() };
        Ok(Self { width, height, pixels, alpha })
    }

    /// Puts transparent pixels on a background. Which pixels were transparent stays known.
    pub(super) fn put_on(&mut self, background: Rgb) {
        for (pixel, alpha) in self.pixels.iter_mut().zip(&self.alpha) {
            let alpha = u32::from(*alpha);
            *pixel = std::array::from_fn(|i| {
                let mixed = u32::from(pixel[i]) * alpha + u32::from(background.0[i]) * (255 - alpha);
                u8::try_from((mixed + 127) / 255).unwrap_or(u8::MAX)
            });
        }
    }

    /// The picture in another size: every pixel is the mean of what it covers.
    pub(super) fn resized(&self, width: usize, height: usize) -> Self {
        let across = covers(self.width, width);
        let down = covers(self.height, height);
        let mut pixels = Vec::with_capacity(width * height);
        for rows in &down {
            for columns in &across {
                let mut sum = [0.0; 3];
                let mut whole = 0.0;
                for (row, tall) in rows {
                    for (column, wide) in columns {
                        let pixel = self.pixels[row * self.width + column];
                        whole += tall * wide;
                        (0..3).for_each(|i| sum[i] += f64::from(pixel[i]) * tall * wide);
                    }
                }
                pixels.push(sum.map(|level| byte(level / whole)));
            }
        }
        // A mask of transparency is stretched by its nearest pixels.
        let nearest = |row: usize, column: usize| (row * self.height / height) * self.width + column * self.width / width;
        let alpha = if self.alpha.is_empty() {
            Vec::new()
        } else {
            (0..width * height).map(|index| self.alpha[nearest(index / width, index % width)]).collect()
        };
        Self { width, height, pixels, alpha }
    }
}

fn byte(level: f64) -> u8 {
    level.round().clamp(0.0, 255.0) as u8
}

/// For each of `to` pixels the pixels among `from` that it covers, and how much of each.
fn covers(from: usize, to: usize) -> Vec<Vec<(usize, f64)>> {
    let step = ratio(from, to);
    (0..to)
        .map(|index| {
            let (start, end) = (ratio(index * from, to), ratio((index + 1) * from, to));
            let (first, last) = (start.floor() as usize, (end.ceil() as usize).min(from));
            (first..last)
                .map(|at| {
                    let (low, high) = (at as f64, (at + 1) as f64);
                    (at, (high.min(end) - low.max(start)).max(step * 1e-9))
                })
                .collect()
        })
        .collect()
}

fn decode_png(bytes: &[u8]) -> Result<Picture, Unreadable> {
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(bytes), png::Limits { bytes: MOST_BYTES });
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    decoder.set_ignore_text_chunk(true);
    let mut reader = decoder.read_info().map_err(|error| broken(&error))?;
    check_size(reader.info().width as usize, reader.info().height as usize)?;
    let mut pixels = vec![0; reader.output_buffer_size().ok_or_else(|| Unreadable::new("is too large"))?];
    let info = reader.next_frame(&mut pixels).map_err(|error| broken(&error))?;
    let channels = match info.color_type {
        png::ColorType::Grayscale => 1,
        png::ColorType::GrayscaleAlpha => 2,
        png::ColorType::Rgb => 3,
        png::ColorType::Rgba => 4,
        png::ColorType::Indexed => return Err(Unreadable::new("has a palette that cannot be resolved")),
    };
    Picture::new(info.width as usize, info.height as usize, channels, &pixels[..info.buffer_size()])
}

fn decode_jpeg(bytes: &[u8]) -> Result<Picture, Unreadable> {
    // Strict: a file that breaks off is broken, not half grey.
    let options = DecoderOptions::default()
        .set_strict_mode(true)
        .set_max_width(LONGEST_SIDE)
        .set_max_height(LONGEST_SIDE)
        .jpeg_set_out_colorspace(ColorSpace::RGB);
    let mut decoder = zune_jpeg::JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers().map_err(|error| broken(&error))?;
    let (width, height) = decoder.dimensions().ok_or_else(|| Unreadable::new("has no size"))?;
    check_size(width, height)?;
    let pixels = decoder.decode().map_err(|error| broken(&error))?;
    Picture::new(width, height, 3, &pixels)
}

fn decode_bmp(bytes: &[u8]) -> Result<Picture, Unreadable> {
    let options = DecoderOptions::default().set_max_width(LONGEST_SIDE).set_max_height(LONGEST_SIDE);
    let mut decoder = zune_bmp::BmpDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers().map_err(|error| Unreadable::new(format!("cannot be decoded ({error:?})")))?;
    let (width, height) = decoder.dimensions().ok_or_else(|| Unreadable::new("has no size"))?;
    check_size(width, height)?;
    let channels = decoder.colorspace().map_or(0, |colours| colours.num_components());
    let pixels = decoder.decode().map_err(|error| Unreadable::new(format!("cannot be decoded ({error:?})")))?;
    Picture::new(width, height, channels, &pixels)
}

fn decode_webp(bytes: &[u8]) -> Result<Picture, Unreadable> {
    let mut decoder = image_webp::WebPDecoder::new(Cursor::new(bytes)).map_err(|error| broken(&error))?;
    decoder.set_memory_limit(MOST_BYTES);
    let (width, height) = decoder.dimensions();
    check_size(width as usize, height as usize)?;
    let mut pixels = vec![0; decoder.output_buffer_size().ok_or_else(|| Unreadable::new("is too large"))?];
    decoder.read_image(&mut pixels).map_err(|error| broken(&error))?;
    Picture::new(width as usize, height as usize, if decoder.has_alpha() { 4 } else { 3 }, &pixels)
}

fn decode_tiff(bytes: &[u8]) -> Result<Picture, Unreadable> {
    let mut limits = Limits::default();
    limits.decoding_buffer_size = MOST_BYTES;
    limits.intermediate_buffer_size = MOST_BYTES;
    let mut decoder = TiffDecoder::new(Cursor::new(bytes)).map_err(|error| broken(&error))?.with_limits(limits);
    let (width, height) = decoder.dimensions().map_err(|error| broken(&error))?;
    check_size(width as usize, height as usize)?;
    let channels = match decoder.colortype().map_err(|error| broken(&error))? {
        TiffColor::Gray(8 | 16) => 1,
        TiffColor::GrayA(8 | 16) => 2,
        TiffColor::RGB(8 | 16) => 3,
        TiffColor::RGBA(8 | 16) => 4,
        other => return Err(Unreadable::new(format!("is a TIFF picture of the colours {other:?}, which are not compared"))),
    };
    let pixels = match decoder.read_image().map_err(|error| broken(&error))? {
        DecodingResult::U8(levels) => levels,
        DecodingResult::U16(levels) => levels.into_iter().map(|level| level.to_be_bytes()[0]).collect(),
        _ => return Err(Unreadable::new("has levels that are not 8 or 16 bits")),
    };
    Picture::new(width as usize, height as usize, channels, &pixels)
}
