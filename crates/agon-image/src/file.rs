//! PNG in and out.

use agon_core::{Image, Pixels};
use png::{BitDepth, ColorType, Compression, Encoder, Filter};
use std::borrow::Cow;
use std::io::Cursor;

#[derive(Debug, thiserror::Error)]
pub enum ImageError {
    #[error("encoding a {width} by {height} frame as PNG failed")]
    Encode {
        width: u32,
        height: u32,
        #[source]
        source: png::EncodingError,
    },
    #[error("the picture is not a readable PNG")]
    Decode(#[from] png::DecodingError),
    #[error("the picture is a PNG of a kind we do not write ({0})")]
    Unsupported(String),
}

/// The picture as a file's bytes. Drawn frames have few colors and become palette PNGs, which are several times smaller
/// and quicker to write; photographs become RGB. Lossless either way.
pub fn encode(image: &Image) -> Result<Cow<'_, [u8]>, ImageError> {
    match &image.pixels {
        Pixels::Png(bytes) => Ok(Cow::Borrowed(bytes)),
        Pixels::Rgb8(pixels) => {
            let file = match index_colors(pixels) {
                Some(indexed) => write_indexed(image, &indexed),
                None => write_rgb(image, pixels),
            };
            file.map(Cow::Owned).map_err(|source| ImageError::Encode { width: image.width, height: image.height, source })
        }
    }
}

/// The pixels of a PNG that [`encode`] wrote, or of any 8-bit RGB, RGBA or palette PNG.
pub fn decode(file: &[u8]) -> Result<Image, ImageError> {
    let mut decoder = png::Decoder::new(Cursor::new(file));
    decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::STRIP_16);
    let mut reader = decoder.read_info()?;
    let size = reader.output_buffer_size().ok_or_else(|| ImageError::Unsupported("too large".into()))?;
    let mut pixels = vec![0; size];
    let info = reader.next_frame(&mut pixels)?;
    pixels.truncate(info.buffer_size());
    let pixels = match info.color_type {
        ColorType::Rgb => pixels,
        ColorType::Rgba => pixels.chunks_exact(4).flat_map(|p| [p[0], p[1], p[2]]).collect(),
        ColorType::Grayscale => pixels.iter().flat_map(|g| [*g; 3]).collect(),
        other => return Err(ImageError::Unsupported(format!("{other:?}"))),
    };
    Ok(Image::rgb8(info.width, info.height, pixels))
}

pub(crate) struct Indexed {
    /// Three bytes a color.
    pub(crate) palette: Vec<u8>,
    pub(crate) indices: Vec<u8>,
}

/// The picture as a palette and indices, if it has at most 256 colors.
pub(crate) fn index_colors(pixels: &[u8]) -> Option<Indexed> {
    // Open addressing over a table twice the palette's size; neighbours mostly repeat, so look at the last color first.
    const SLOTS: usize = 1024;
    let mut keys = [u32::MAX; SLOTS];
    let mut values = [0u8; SLOTS];
    let mut palette: Vec<u8> = Vec::new();
    let mut indices = Vec::with_capacity(pixels.len() / 3);
    let (mut last_key, mut last_index) = (u32::MAX, 0u8);
    for pixel in pixels.chunks_exact(3) {
        let key = u32::from(pixel[0]) << 16 | u32::from(pixel[1]) << 8 | u32::from(pixel[2]);
        if key != last_key {
            let mut slot = (key.wrapping_mul(0x9E37_79B1) >> 22) as usize;
            while keys[slot] != key {
                if keys[slot] == u32::MAX {
                    if palette.len() == 256 * 3 {
                        return None;
                    }
                    keys[slot] = key;
                    values[slot] = (palette.len() / 3) as u8;
                    palette.extend_from_slice(pixel);
                    break;
                }
                slot = (slot + 1) % SLOTS;
            }
            (last_key, last_index) = (key, values[slot]);
        }
        indices.push(last_index);
    }
    Some(Indexed { palette, indices })
}

fn write_indexed(image: &Image, indexed: &Indexed) -> Result<Vec<u8>, png::EncodingError> {
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, image.width, image.height);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(indexed.palette.as_slice());
    encoder.set_compression(Compression::Fast);
    // What is drawn mostly repeats the row above.
    encoder.set_filter(Filter::Up);
    encoder.write_header()?.write_image_data(&indexed.indices)?;
    Ok(file)
}

fn write_rgb(image: &Image, pixels: &[u8]) -> Result<Vec<u8>, png::EncodingError> {
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, image.width, image.height);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Fast);
    encoder.write_header()?.write_image_data(pixels)?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn files_give_the_pixels_back(width in 1u32..40, height in 1u32..40, colors in 1u32..600, seed: u64) {
            let mut rng = agon_core::Rng::new("image", seed);
            let pixels = (0..width * height).flat_map(|_| {
                let color = rng.below(u64::from(colors)) as u32 * 7919;
                [color as u8, (color >> 8) as u8, (color >> 16) as u8]
            }).collect();
            let image = Image::rgb8(width, height, pixels);
            prop_assert_eq!(&decode(&encode(&image).unwrap()).unwrap(), &image);
        }

        #[test]
        fn no_bytes_panic_the_decoder(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let _ = decode(&bytes);
        }
    }
}
