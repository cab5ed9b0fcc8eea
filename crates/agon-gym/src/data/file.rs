//! Picture files of users: PNG, JPEG and WebP, told apart by their first bytes.

use super::exif;
use crate::Canvas;
use image_webp::WebPDecoder;
use std::fs::File;
use std::io::{BufReader, Cursor, Read};
use std::path::Path;
use zune_jpeg::JpegDecoder;
use zune_jpeg::zune_core::bytestream::ZCursor;
use zune_jpeg::zune_core::colorspace::ColorSpace;
use zune_jpeg::zune_core::options::DecoderOptions;

/// Larger files are refused rather than read: no photograph is that large, and one wrong file must not fill the memory.
const MAX_FILE_BYTES: u64 = 128 << 20;
const MAX_PIXELS: u64 = 120_000_000;
const MAX_TEXTURE_PIXELS: u64 = 8192 * 8192;

/// What transparent pictures lie on.
const PAPER: u8 = 255;

/// Reads one picture file. Transparent parts come out white, and photographs upright as their camera noted. The error says
/// what is wrong with the file without naming it.
pub(crate) fn load_picture_file(path: &Path) -> Result<Canvas<'static>, String> {
    let bytes = read_bounded(path)?;
    decode_picture(&bytes)
}

/// The same for bytes in memory.
pub(crate) fn decode_picture(bytes: &[u8]) -> Result<Canvas<'static>, String> {
    decode(bytes, Limits { most_pixels: MAX_PIXELS, alpha: Alpha::OnPaper })
}

/// What covers a body: its transparency, which often is something else altogether, does not count.
pub(super) fn decode_texture(bytes: &[u8]) -> Result<Canvas<'static>, String> {
    decode(bytes, Limits { most_pixels: MAX_TEXTURE_PIXELS, alpha: Alpha::Ignored })
}

/// Reads a file that is no larger than pictures may be.
pub(super) fn read_bounded(path: &Path) -> Result<Vec<u8>, String> {
    let file = File::open(path).map_err(|error| format!("cannot be opened: {error}"))?;
    let mut bytes = Vec::new();
    BufReader::new(file).take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes).map_err(|error| format!("cannot be read: {error}"))?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        return Err(format!("is larger than {} MB", MAX_FILE_BYTES >> 20));
    }
    Ok(bytes)
}

#[derive(Clone, Copy)]
struct Limits {
    most_pixels: u64,
    alpha: Alpha,
}

#[derive(Clone, Copy)]
enum Alpha {
    OnPaper,
    Ignored,
}

fn decode(bytes: &[u8], limits: Limits) -> Result<Canvas<'static>, String> {
    match form_of(bytes) {
        Some(Form::Png) => decode_png(bytes, limits),
        Some(Form::Jpeg) => decode_jpeg(bytes, limits),
        Some(Form::Webp) => decode_webp(bytes, limits),
        None => Err("is no PNG, JPEG or WebP picture".into()),
    }
}

/// Whether a file's first bytes are those of a picture we read: quick enough to ask of thousands.
pub(crate) fn check_picture_file(path: &Path) -> Result<(), String> {
    let mut start = Vec::new();
    let file = File::open(path).map_err(|error| format!("cannot be opened: {error}"))?;
    file.take(16).read_to_end(&mut start).map_err(|error| format!("cannot be read: {error}"))?;
    form_of(&start).map(|_| ()).ok_or_else(|| "is no PNG, JPEG or WebP picture".into())
}

/// Whether a file's name says that it is a picture.
pub(crate) fn is_picture_name(path: &Path) -> bool {
    has_extension(path, &["png", "jpg", "jpeg", "webp"])
}

pub(super) fn has_extension(path: &Path, known: &[&str]) -> bool {
    path.extension().and_then(|e| e.to_str()).is_some_and(|extension| known.iter().any(|k| extension.eq_ignore_ascii_case(k)))
}

enum Form {
    Png,
    Jpeg,
    Webp,
}

fn form_of(bytes: &[u8]) -> Option<Form> {
    match bytes {
        [0x89, b'P', b'N', b'G', ..] => Some(Form::Png),
        [0xff, 0xd8, 0xff, ..] => Some(Form::Jpeg),
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => Some(Form::Webp),
        _ => None,
    }
}

fn check_size(width: u32, height: u32, limits: Limits) -> Result<(), String> {
    if width == 0 || height == 0 || u64::from(width) * u64::from(height) > limits.most_pixels {
        return Err(format!("has {width} by {height} pixels, which is nothing or too much"));
    }
    Ok(())
}

fn decode_png(bytes: &[u8], limits: Limits) -> Result<Canvas<'static>, String> {
    let broken = |error: png::DecodingError| format!("cannot be decoded: {error}");
    let mut decoder = png::Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::normalize_to_color8());
    let mut reader = decoder.read_info().map_err(broken)?;
    check_size(reader.info().width, reader.info().height, limits)?;
    let mut pixels = vec![0; reader.output_buffer_size().ok_or("is too large")?];
    let info = reader.next_frame(&mut pixels).map_err(broken)?;
    let pixels = &pixels[..info.buffer_size()];
    let rgb = match info.color_type {
        png::ColorType::Grayscale => pixels.iter().flat_map(|gray| [*gray; 3]).collect(),
        png::ColorType::GrayscaleAlpha => pixels.chunks_exact(2).flat_map(|p| [limits.alpha.applied(p[0], p[1]); 3]).collect(),
        png::ColorType::Rgba => limits.alpha.without(pixels),
        png::ColorType::Rgb => pixels.to_vec(),
        png::ColorType::Indexed => return Err("has a palette that cannot be resolved".into()),
    };
    Canvas::from_pixels(info.width, info.height, rgb).ok_or_else(|| "has the wrong number of pixels".into())
}

fn decode_webp(bytes: &[u8], limits: Limits) -> Result<Canvas<'static>, String> {
    let broken = |error: image_webp::DecodingError| format!("cannot be decoded: {error}");
    let mut decoder = WebPDecoder::new(Cursor::new(bytes)).map_err(broken)?;
    let (width, height) = decoder.dimensions();
    check_size(width, height, limits)?;
    let mut pixels = vec![0; decoder.output_buffer_size().ok_or("is too large")?];
    decoder.read_image(&mut pixels).map_err(broken)?;
    let rgb = if decoder.has_alpha() { limits.alpha.without(&pixels) } else { pixels };
    Canvas::from_pixels(width, height, rgb).ok_or_else(|| "has the wrong number of pixels".into())
}

fn decode_jpeg(bytes: &[u8], limits: Limits) -> Result<Canvas<'static>, String> {
    // Strict: a file that breaks off is broken, not half grey.
    let options = DecoderOptions::default()
        .set_strict_mode(true)
        .set_max_width(u16::MAX as usize)
        .set_max_height(u16::MAX as usize)
        .jpeg_set_out_colorspace(ColorSpace::RGB);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers().map_err(|error| format!("cannot be decoded: {error}"))?;
    let (width, height) = decoder.dimensions().ok_or("has no size")?;
    let (width, height) = (width as u32, height as u32);
    check_size(width, height, limits)?;
    let pixels = decoder.decode().map_err(|error| format!("cannot be decoded: {error}"))?;
    let canvas = Canvas::from_pixels(width, height, pixels).ok_or("has colors we cannot read")?;
    Ok(match decoder.exif() {
        Some(exif) => exif::upright(canvas, exif),
        None => canvas,
    })
}

pub(super) fn without_alpha(pixels: &[u8]) -> Vec<u8> {
    Alpha::OnPaper.without(pixels)
}

impl Alpha {
    fn without(self, pixels: &[u8]) -> Vec<u8> {
        pixels.chunks_exact(4).flat_map(|p| [p[0], p[1], p[2]].map(|level| self.applied(level, p[3]))).collect()
    }

    fn applied(self, level: u8, alpha: u8) -> u8 {
        match self {
            Self::OnPaper => on_paper(level, alpha),
            Self::Ignored => level,
        }
    }
}

fn on_paper(level: u8, alpha: u8) -> u8 {
    let (level, alpha) = (u32::from(level), u32::from(alpha));
    ((level * alpha + u32::from(PAPER) * (255 - alpha) + 127) / 255) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png(color: png::ColorType, pixels: &[u8]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, 2, 1);
        encoder.set_color(color);
        encoder.write_header().unwrap().write_image_data(pixels).unwrap();
        bytes
    }

    #[test]
    fn every_kind_of_png_becomes_rgb_on_white() {
        let decode = |color, pixels: &[u8]| decode_picture(&png(color, pixels)).unwrap().pixels().to_vec();
        assert_eq!(decode(png::ColorType::Rgb, &[1, 2, 3, 4, 5, 6]), [1, 2, 3, 4, 5, 6]);
        assert_eq!(decode(png::ColorType::Grayscale, &[7, 9]), [7, 7, 7, 9, 9, 9]);
        assert_eq!(decode(png::ColorType::Rgba, &[1, 2, 3, 255, 4, 5, 6, 0]), [1, 2, 3, 255, 255, 255]);
        assert_eq!(decode(png::ColorType::GrayscaleAlpha, &[7, 255, 9, 0]), [7, 7, 7, 255, 255, 255]);
    }

    #[test]
    fn jpeg_files_give_the_same_pixels_for_ever() {
        let canvas = decode_picture(JPEG).unwrap();
        assert_eq!((canvas.width(), canvas.height()), (24, 16));
        // Red on the left, blue on the right, as it was painted.
        let (left, right) = (canvas.pixel(3, 8), canvas.pixel(20, 8));
        assert!(left[0] > 180 && left[2] < 60 && right[2] > 180 && right[0] < 60, "{left:?} {right:?}");
        let sum = canvas.pixels().iter().fold((0u64, 0u64), |(a, b), byte| (a + u64::from(*byte), b + a + u64::from(*byte)));
        assert_eq!(sum, FROZEN);
    }

    const FROZEN: (u64, u64) = (100_320, 57_833_344);

    #[test]
    fn what_is_broken_is_said() {
        let error = |bytes: &[u8]| decode_picture(bytes).unwrap_err();
        assert!(error(b"hello").contains("no PNG, JPEG or WebP"));
        assert!(error(&JPEG[..JPEG.len() * 3 / 5]).contains("decoded"));
        let whole = png(png::ColorType::Rgb, &[1, 2, 3, 4, 5, 6]);
        assert!(error(&whole[..40]).contains("decoded"));
        assert!(error(b"RIFF\x10\x00\x00\x00WEBPVP8 \x00\x00").contains("decoded"));
        assert!(load_picture_file(Path::new("/nowhere/at-all.png")).unwrap_err().contains("cannot be opened"));
    }

    const JPEG: &[u8] = include_bytes!("../../data/test/red-blue.jpg");
}
