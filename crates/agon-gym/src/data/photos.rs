//! Photographs that worlds with real images share. Where they come from is told in `data/photos/README.md`.

use crate::Canvas;
use image_webp::WebPDecoder;
use std::io::Cursor;
use std::sync::{Arc, OnceLock};

struct Photo {
    name: &'static str,
    webp: &'static [u8],
    /// Decoded when first asked for. `None` would mean that the built-in file is broken.
    decoded: OnceLock<Option<Arc<Canvas<'static>>>>,
}

/// The order is part of every published instance: add at the end only, and with a new version of the suite.
static PHOTOS: [Photo; 29] = [
    embedded("astronaut", include_bytes!("../../data/photos/astronaut.webp")),
    embedded("chelsea", include_bytes!("../../data/photos/chelsea.webp")),
    embedded("city", include_bytes!("../../data/photos/city.webp")),
    embedded("coffee", include_bytes!("../../data/photos/coffee.webp")),
    embedded("crystal", include_bytes!("../../data/photos/crystal.webp")),
    embedded("fireplace", include_bytes!("../../data/photos/fireplace.webp")),
    embedded("food", include_bytes!("../../data/photos/food.webp")),
    embedded("mountains", include_bytes!("../../data/photos/mountains.webp")),
    embedded("night", include_bytes!("../../data/photos/night.webp")),
    embedded("owl", include_bytes!("../../data/photos/owl.webp")),
    embedded("retina", include_bytes!("../../data/photos/retina.webp")),
    embedded("sunset", include_bytes!("../../data/photos/sunset.webp")),
    embedded("brushes", include_bytes!("../../data/photos/brushes.webp")),
    embedded("camera", include_bytes!("../../data/photos/camera.webp")),
    embedded("dahlia", include_bytes!("../../data/photos/dahlia.webp")),
    embedded("dandelion", include_bytes!("../../data/photos/dandelion.webp")),
    embedded("dogs", include_bytes!("../../data/photos/dogs.webp")),
    embedded("fig", include_bytes!("../../data/photos/fig.webp")),
    embedded("fox", include_bytes!("../../data/photos/fox.webp")),
    embedded("lantern", include_bytes!("../../data/photos/lantern.webp")),
    embedded("lounge", include_bytes!("../../data/photos/lounge.webp")),
    embedded("meadow", include_bytes!("../../data/photos/meadow.webp")),
    embedded("music", include_bytes!("../../data/photos/music.webp")),
    embedded("pagoda", include_bytes!("../../data/photos/pagoda.webp")),
    embedded("path", include_bytes!("../../data/photos/path.webp")),
    embedded("ridge", include_bytes!("../../data/photos/ridge.webp")),
    embedded("rocket", include_bytes!("../../data/photos/rocket.webp")),
    embedded("stars", include_bytes!("../../data/photos/stars.webp")),
    embedded("stream", include_bytes!("../../data/photos/stream.webp")),
];

/// How many photographs there are.
pub(crate) fn count() -> usize {
    PHOTOS.len()
}

/// One word for what a photograph shows; empty past the last one.
pub(crate) fn name(index: usize) -> &'static str {
    PHOTOS.get(index).map_or("", |photo| photo.name)
}

/// A photograph, 384 by 384 pixels; `None` past the last one. [`Canvas::resized`] brings it to another size.
pub(crate) fn photo(index: usize) -> Option<Arc<Canvas<'static>>> {
    let photo = PHOTOS.get(index)?;
    photo.decoded.get_or_init(|| decode(photo.webp).map(Arc::new)).clone()
}

const fn embedded(name: &'static str, webp: &'static [u8]) -> Photo {
    Photo { name, webp, decoded: OnceLock::new() }
}

fn decode(webp: &[u8]) -> Option<Canvas<'static>> {
    let mut decoder = WebPDecoder::new(Cursor::new(webp)).ok()?;
    let (width, height) = decoder.dimensions();
    let mut pixels = vec![0; decoder.output_buffer_size()?];
    decoder.read_image(&mut pixels).ok()?;
    Canvas::from_pixels(width, height, pixels)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_photograph_decodes() {
        for index in 0..count() {
            let photo = photo(index).unwrap_or_else(|| panic!("{} is broken", name(index)));
            assert_eq!((photo.width(), photo.height()), (384, 384), "{}", name(index));
        }
        assert!(photo(count()).is_none());
    }

    #[test]
    fn decoding_gives_the_same_pixels_for_ever() {
        // Fletcher's sums over all photographs: frames are named by seed, so a decoder may not round differently.
        let (mut plain, mut running) = (0u64, 0u64);
        for byte in (0..count()).flat_map(|index| photo(index).unwrap().pixels().to_vec()) {
            plain = (plain + u64::from(byte)) % 0xffff_fffb;
            running = (running + plain) % 0xffff_fffb;
        }
        assert_eq!((plain, running), FROZEN);
    }

    const FROZEN: (u64, u64) = (1_416_701_566, 4_213_843_599);
}
