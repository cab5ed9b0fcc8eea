//! Cut-outs of things that can be counted and told apart. Where they come from is told in `data/objects/README.md`.

use crate::Canvas;
use image_webp::WebPDecoder;
use std::io::Cursor;
use std::sync::{Arc, OnceLock};

pub(crate) struct Object {
    pub(crate) name: &'static str,
    pub(crate) plural: &'static str,
    pub(crate) stands: Stands,
    webp: &'static [u8],
    /// Decoded when first asked for. `None` would mean that the built-in file is broken.
    decoded: OnceLock<Option<Arc<Cutout>>>,
}

/// Whether one sees that an object is upside down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stands {
    Upright,
    Anyhow,
}

/// A picture with transparency.
#[derive(Clone, Debug)]
pub(crate) struct Cutout {
    /// Colors, already weighted by their opacity: only so can they be brought to another size.
    weighted: Canvas<'static>,
    /// The opacity, in all three channels.
    opacity: Canvas<'static>,
}

/// The order is part of every published instance: add at the end only, and with a new version of the suite.
static OBJECTS: [Object; 43] = [
    object("penguin", "penguins", Stands::Upright, include_bytes!("../../data/objects/penguin.webp")),
    object("owl", "owls", Stands::Upright, include_bytes!("../../data/objects/owl.webp")),
    object("bee", "bees", Stands::Anyhow, include_bytes!("../../data/objects/honeybee.webp")),
    object("ladybird", "ladybirds", Stands::Anyhow, include_bytes!("../../data/objects/lady-beetle.webp")),
    object("butterfly", "butterflies", Stands::Anyhow, include_bytes!("../../data/objects/butterfly.webp")),
    object("snail", "snails", Stands::Upright, include_bytes!("../../data/objects/snail.webp")),
    object("turtle", "turtles", Stands::Upright, include_bytes!("../../data/objects/turtle.webp")),
    object("crab", "crabs", Stands::Upright, include_bytes!("../../data/objects/crab.webp")),
    object("elephant", "elephants", Stands::Upright, include_bytes!("../../data/objects/elephant.webp")),
    object("duck", "ducks", Stands::Upright, include_bytes!("../../data/objects/duck.webp")),
    object("hedgehog", "hedgehogs", Stands::Upright, include_bytes!("../../data/objects/hedgehog.webp")),
    object("flamingo", "flamingos", Stands::Upright, include_bytes!("../../data/objects/flamingo.webp")),
    object("parrot", "parrots", Stands::Upright, include_bytes!("../../data/objects/parrot.webp")),
    object("bus", "buses", Stands::Upright, include_bytes!("../../data/objects/bus.webp")),
    object("tractor", "tractors", Stands::Upright, include_bytes!("../../data/objects/tractor.webp")),
    object("bicycle", "bicycles", Stands::Upright, include_bytes!("../../data/objects/bicycle.webp")),
    object("scooter", "scooters", Stands::Upright, include_bytes!("../../data/objects/motor-scooter.webp")),
    object("rocket", "rockets", Stands::Anyhow, include_bytes!("../../data/objects/rocket.webp")),
    object("helicopter", "helicopters", Stands::Upright, include_bytes!("../../data/objects/helicopter.webp")),
    object("sailboat", "sailboats", Stands::Upright, include_bytes!("../../data/objects/sailboat.webp")),
    object("strawberry", "strawberries", Stands::Upright, include_bytes!("../../data/objects/strawberry.webp")),
    object("pineapple", "pineapples", Stands::Upright, include_bytes!("../../data/objects/pineapple.webp")),
    object("lemon", "lemons", Stands::Anyhow, include_bytes!("../../data/objects/lemon.webp")),
    object("avocado", "avocados", Stands::Anyhow, include_bytes!("../../data/objects/avocado.webp")),
    object("carrot", "carrots", Stands::Anyhow, include_bytes!("../../data/objects/carrot.webp")),
    object("broccoli head", "broccoli heads", Stands::Upright, include_bytes!("../../data/objects/broccoli.webp")),
    object("hamburger", "hamburgers", Stands::Upright, include_bytes!("../../data/objects/hamburger.webp")),
    object("doughnut", "doughnuts", Stands::Anyhow, include_bytes!("../../data/objects/doughnut.webp")),
    object("cupcake", "cupcakes", Stands::Upright, include_bytes!("../../data/objects/cupcake.webp")),
    object("key", "keys", Stands::Anyhow, include_bytes!("../../data/objects/key.webp")),
    object("hammer", "hammers", Stands::Anyhow, include_bytes!("../../data/objects/hammer.webp")),
    object("umbrella", "umbrellas", Stands::Upright, include_bytes!("../../data/objects/umbrella.webp")),
    object("alarm clock", "alarm clocks", Stands::Upright, include_bytes!("../../data/objects/alarm-clock.webp")),
    object("light bulb", "light bulbs", Stands::Upright, include_bytes!("../../data/objects/light-bulb.webp")),
    object("guitar", "guitars", Stands::Anyhow, include_bytes!("../../data/objects/guitar.webp")),
    object("camera", "cameras", Stands::Upright, include_bytes!("../../data/objects/camera.webp")),
    object("balloon", "balloons", Stands::Anyhow, include_bytes!("../../data/objects/balloon.webp")),
    object("teddy bear", "teddy bears", Stands::Upright, include_bytes!("../../data/objects/teddy-bear.webp")),
    object("soccer ball", "soccer balls", Stands::Anyhow, include_bytes!("../../data/objects/soccer-ball.webp")),
    object("cactus", "cactuses", Stands::Upright, include_bytes!("../../data/objects/cactus.webp")),
    object("wrench", "wrenches", Stands::Anyhow, include_bytes!("../../data/objects/wrench.webp")),
    object("tape measure", "tape measures", Stands::Anyhow, include_bytes!("../../data/objects/tape-measure.webp")),
    object("pair of pliers", "pairs of pliers", Stands::Anyhow, include_bytes!("../../data/objects/pliers.webp")),
];

/// All objects.
pub(crate) fn objects() -> &'static [Object] {
    &OBJECTS
}

const fn object(name: &'static str, plural: &'static str, stands: Stands, webp: &'static [u8]) -> Object {
    Object { name, plural, stands, webp, decoded: OnceLock::new() }
}

impl Object {
    /// Its picture, 128 pixels on the longer side.
    pub(crate) fn cutout(&self) -> Option<Arc<Cutout>> {
        self.decoded.get_or_init(|| decode(self.webp).map(Arc::new)).clone()
    }
}

impl Cutout {
    pub(crate) fn width(&self) -> u32 {
        self.weighted.width()
    }

    pub(crate) fn height(&self) -> u32 {
        self.weighted.height()
    }

    /// A copy whose longer side has this many pixels.
    pub(crate) fn sized(&self, longer_px: u32) -> Self {
        let (width, height) = (self.width(), self.height());
        let longer = width.max(height).max(1);
        let scaled = |side: u32| ((side * longer_px + longer / 2) / longer).max(1);
        let (width, height) = (scaled(width), scaled(height));
        Self { weighted: self.weighted.resized(width, height), opacity: self.opacity.resized(width, height) }
    }

    pub(crate) fn opacity(&self, x: u32, y: u32) -> u8 {
        self.opacity.pixel(x, y)[0]
    }

    /// A pixel's color and opacity.
    pub(crate) fn pixel(&self, x: u32, y: u32) -> ([u8; 3], u8) {
        let opacity = u32::from(self.opacity(x, y));
        let color = self.weighted.pixel(x, y).map(|c| (u32::from(c) * 255 / opacity.max(1)).min(255) as u8);
        (color, opacity as u8)
    }
}

fn decode(webp: &[u8]) -> Option<Cutout> {
    let mut decoder = WebPDecoder::new(Cursor::new(webp)).ok()?;
    let (width, height) = decoder.dimensions();
    let mut pixels = vec![0; decoder.output_buffer_size()?];
    decoder.read_image(&mut pixels).ok()?;
    let (mut weighted, mut opacity) = (Vec::new(), Vec::new());
    for pixel in pixels.chunks_exact(4) {
        weighted.extend(pixel[..3].iter().map(|c| (u32::from(*c) * u32::from(pixel[3]) / 255) as u8));
        opacity.extend([pixel[3]; 3]);
    }
    Some(Cutout {
        weighted: Canvas::from_pixels(width, height, weighted)?,
        opacity: Canvas::from_pixels(width, height, opacity)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_object_decodes_and_has_its_own_name() {
        let mut names: Vec<&str> = objects().iter().flat_map(|object| [object.name, object.plural]).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), 2 * objects().len());
        for object in objects() {
            let cutout = object.cutout().unwrap_or_else(|| panic!("{} is broken", object.name));
            assert_eq!(cutout.width().max(cutout.height()), 128, "{}", object.name);
            let small = cutout.sized(40);
            assert_eq!(small.width().max(small.height()), 40, "{}", object.name);
        }
    }

    #[test]
    fn decoding_gives_the_same_pixels_for_ever() {
        // Fletcher's sums over all objects: frames and masks are named by seed, so a decoder may not round differently.
        let (mut plain, mut running) = (0u64, 0u64);
        for object in objects() {
            let cutout = object.cutout().unwrap();
            for byte in cutout.weighted.pixels().iter().chain(cutout.opacity.pixels()) {
                plain = (plain + u64::from(*byte)) % 0xffff_fffb;
                running = (running + plain) % 0xffff_fffb;
            }
        }
        assert_eq!((plain, running), FROZEN);
    }

    const FROZEN: (u64, u64) = (437_893_064, 1_715_505_532);
}
