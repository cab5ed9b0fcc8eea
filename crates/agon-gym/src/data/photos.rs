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
static PHOTOS: [Photo; 154] = [
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
    embedded("earth", include_bytes!("../../data/photos/earth.webp")),
    embedded("mars", include_bytes!("../../data/photos/mars.webp")),
    embedded("jupiter", include_bytes!("../../data/photos/jupiter.webp")),
    embedded("saturn", include_bytes!("../../data/photos/saturn.webp")),
    embedded("sun", include_bytes!("../../data/photos/sun.webp")),
    embedded("colosseum", include_bytes!("../../data/photos/colosseum.webp")),
    embedded("great-wall", include_bytes!("../../data/photos/great-wall.webp")),
    embedded("machu-picchu", include_bytes!("../../data/photos/machu-picchu.webp")),
    embedded("petra", include_bytes!("../../data/photos/petra.webp")),
    embedded("caves", include_bytes!("../../data/photos/caves.webp")),
    embedded("minarets", include_bytes!("../../data/photos/minarets.webp")),
    embedded("gateway", include_bytes!("../../data/photos/gateway.webp")),
    embedded("golden-temple", include_bytes!("../../data/photos/golden-temple.webp")),
    embedded("stupa", include_bytes!("../../data/photos/stupa.webp")),
    embedded("wind-palace", include_bytes!("../../data/photos/wind-palace.webp")),
    embedded("sun-temple", include_bytes!("../../data/photos/sun-temple.webp")),
    embedded("mysore-palace", include_bytes!("../../data/photos/mysore-palace.webp")),
    embedded("brick-tower", include_bytes!("../../data/photos/brick-tower.webp")),
    embedded("pavilion", include_bytes!("../../data/photos/pavilion.webp")),
    embedded("memorial", include_bytes!("../../data/photos/memorial.webp")),
    embedded("amphitheatre", include_bytes!("../../data/photos/amphitheatre.webp")),
    embedded("chambord", include_bytes!("../../data/photos/chambord.webp")),
    embedded("river-castle", include_bytes!("../../data/photos/river-castle.webp")),
    embedded("ramparts", include_bytes!("../../data/photos/ramparts.webp")),
    embedded("iron-tower", include_bytes!("../../data/photos/iron-tower.webp")),
    embedded("tidal-island", include_bytes!("../../data/photos/tidal-island.webp")),
    embedded("popes-palace", include_bytes!("../../data/photos/popes-palace.webp")),
    embedded("aqueduct", include_bytes!("../../data/photos/aqueduct.webp")),
    embedded("cathedral", include_bytes!("../../data/photos/cathedral.webp")),
    embedded("cliff-village", include_bytes!("../../data/photos/cliff-village.webp")),
    embedded("domes", include_bytes!("../../data/photos/domes.webp")),
    embedded("columns-at-night", include_bytes!("../../data/photos/columns-at-night.webp")),
    embedded("hill-castle", include_bytes!("../../data/photos/hill-castle.webp")),
    embedded("lake-palace", include_bytes!("../../data/photos/lake-palace.webp")),
    embedded("roman-baths", include_bytes!("../../data/photos/roman-baths.webp")),
    embedded("red-church", include_bytes!("../../data/photos/red-church.webp")),
    embedded("canyon", include_bytes!("../../data/photos/canyon.webp")),
    embedded("star-fort", include_bytes!("../../data/photos/star-fort.webp")),
    embedded("sea-fort", include_bytes!("../../data/photos/sea-fort.webp")),
    embedded("brick-house", include_bytes!("../../data/photos/brick-house.webp")),
    embedded("lit-columns", include_bytes!("../../data/photos/lit-columns.webp")),
    embedded("carved-cliff", include_bytes!("../../data/photos/carved-cliff.webp")),
    embedded("cliff-dwelling", include_bytes!("../../data/photos/cliff-dwelling.webp")),
    embedded("statue", include_bytes!("../../data/photos/statue.webp")),
    embedded("bent-pyramid", include_bytes!("../../data/photos/bent-pyramid.webp")),
    embedded("great-pyramid", include_bytes!("../../data/photos/great-pyramid.webp")),
    embedded("stepped-pyramid", include_bytes!("../../data/photos/stepped-pyramid.webp")),
    embedded("red-pyramid", include_bytes!("../../data/photos/red-pyramid.webp")),
    embedded("drums", include_bytes!("../../data/photos/drums.webp")),
    embedded("drum-kit-and-guitar", include_bytes!("../../data/photos/drum-kit-and-guitar.webp")),
    embedded("lute", include_bytes!("../../data/photos/lute.webp")),
    embedded("bison", include_bytes!("../../data/photos/bison.webp")),
    embedded("lizard", include_bytes!("../../data/photos/lizard.webp")),
    embedded("crocodile", include_bytes!("../../data/photos/crocodile.webp")),
    embedded("komodo-dragon", include_bytes!("../../data/photos/komodo-dragon.webp")),
    embedded("giraffes", include_bytes!("../../data/photos/giraffes.webp")),
    embedded("hedgehog", include_bytes!("../../data/photos/hedgehog.webp")),
    embedded("jaguars", include_bytes!("../../data/photos/jaguars.webp")),
    embedded("kangaroo", include_bytes!("../../data/photos/kangaroo.webp")),
    embedded("koala", include_bytes!("../../data/photos/koala.webp")),
    embedded("lemurs", include_bytes!("../../data/photos/lemurs.webp")),
    embedded("moose", include_bytes!("../../data/photos/moose.webp")),
    embedded("narwhals", include_bytes!("../../data/photos/narwhals.webp")),
    embedded("panda", include_bytes!("../../data/photos/panda.webp")),
    embedded("polar-bear", include_bytes!("../../data/photos/polar-bear.webp")),
    embedded("parrot", include_bytes!("../../data/photos/parrot.webp")),
    embedded("bee", include_bytes!("../../data/photos/bee.webp")),
    embedded("chameleon", include_bytes!("../../data/photos/chameleon.webp")),
    embedded("crab", include_bytes!("../../data/photos/crab.webp")),
    embedded("gibbon", include_bytes!("../../data/photos/gibbon.webp")),
    embedded("giraffe-head", include_bytes!("../../data/photos/giraffe-head.webp")),
    embedded("kingfisher", include_bytes!("../../data/photos/kingfisher.webp")),
    embedded("kitten", include_bytes!("../../data/photos/kitten.webp")),
    embedded("pika", include_bytes!("../../data/photos/pika.webp")),
    embedded("red-panda", include_bytes!("../../data/photos/red-panda.webp")),
    embedded("rocky-sea-floor", include_bytes!("../../data/photos/rocky-sea-floor.webp")),
    embedded("reef", include_bytes!("../../data/photos/reef.webp")),
    embedded("soft-coral", include_bytes!("../../data/photos/soft-coral.webp")),
    embedded("basket-star", include_bytes!("../../data/photos/basket-star.webp")),
    embedded("cat-and-wool", include_bytes!("../../data/photos/cat-and-wool.webp")),
    embedded("chickens", include_bytes!("../../data/photos/chickens.webp")),
    embedded("cow", include_bytes!("../../data/photos/cow.webp")),
    embedded("shepherd-dog", include_bytes!("../../data/photos/shepherd-dog.webp")),
    embedded("duck", include_bytes!("../../data/photos/duck.webp")),
    embedded("horses", include_bytes!("../../data/photos/horses.webp")),
    embedded("tawny-owl", include_bytes!("../../data/photos/tawny-owl.webp")),
    embedded("pig", include_bytes!("../../data/photos/pig.webp")),
    embedded("sheep", include_bytes!("../../data/photos/sheep.webp")),
    embedded("rock", include_bytes!("../../data/photos/rock.webp")),
    embedded("cactus-flower", include_bytes!("../../data/photos/cactus-flower.webp")),
    embedded("old-wood", include_bytes!("../../data/photos/old-wood.webp")),
    embedded("pebbles", include_bytes!("../../data/photos/pebbles.webp")),
    embedded("rug", include_bytes!("../../data/photos/rug.webp")),
    embedded("granite", include_bytes!("../../data/photos/granite.webp")),
    embedded("aloe", include_bytes!("../../data/photos/aloe.webp")),
    embedded("circuit-board", include_bytes!("../../data/photos/circuit-board.webp")),
    embedded("office-building", include_bytes!("../../data/photos/office-building.webp")),
    embedded("butterfly", include_bytes!("../../data/photos/butterfly.webp")),
    embedded("small-dog", include_bytes!("../../data/photos/small-dog.webp")),
    embedded("orange-and-lemon", include_bytes!("../../data/photos/orange-and-lemon.webp")),
    embedded("bell-tower", include_bytes!("../../data/photos/bell-tower.webp")),
    embedded("old-street", include_bytes!("../../data/photos/old-street.webp")),
    embedded("toys", include_bytes!("../../data/photos/toys.webp")),
    embedded("squirrel", include_bytes!("../../data/photos/squirrel.webp")),
    embedded("aerial-town", include_bytes!("../../data/photos/aerial-town.webp")),
    embedded("graffiti", include_bytes!("../../data/photos/graffiti.webp")),
    embedded("abbey", include_bytes!("../../data/photos/abbey.webp")),
    embedded("soil", include_bytes!("../../data/photos/soil.webp")),
    embedded("parquet", include_bytes!("../../data/photos/parquet.webp")),
    embedded("woodland-from-above", include_bytes!("../../data/photos/woodland-from-above.webp")),
    embedded("forest-road", include_bytes!("../../data/photos/forest-road.webp")),
    embedded("dead-trees", include_bytes!("../../data/photos/dead-trees.webp")),
    embedded("tissue", include_bytes!("../../data/photos/tissue.webp")),
    embedded("rabbits-in-a-basket", include_bytes!("../../data/photos/rabbits-in-a-basket.webp")),
    embedded("dark-rabbits", include_bytes!("../../data/photos/dark-rabbits.webp")),
    embedded("white-rabbits", include_bytes!("../../data/photos/white-rabbits.webp")),
    embedded("rabbit-on-a-cage", include_bytes!("../../data/photos/rabbit-on-a-cage.webp")),
    embedded("toy-car", include_bytes!("../../data/photos/toy-car.webp")),
    embedded("town-street", include_bytes!("../../data/photos/town-street.webp")),
    embedded("apples", include_bytes!("../../data/photos/apples.webp")),
    embedded("bricks", include_bytes!("../../data/photos/bricks.webp")),
    embedded("grass", include_bytes!("../../data/photos/grass.webp")),
    embedded("gravel", include_bytes!("../../data/photos/gravel.webp")),
    embedded("colon-tissue", include_bytes!("../../data/photos/colon-tissue.webp")),
    embedded("coins", include_bytes!("../../data/photos/coins.webp")),
];

/// How many photographs there are.
pub(crate) fn count() -> usize {
    PHOTOS.len()
}

/// One word for what a photograph shows; empty past the last one.
pub(crate) fn name(index: usize) -> &'static str {
    PHOTOS.get(index).map_or("", |photo| photo.name)
}

/// The number of the photograph with this name.
pub(crate) fn number(name: &str) -> Option<usize> {
    PHOTOS.iter().position(|photo| photo.name == name)
}

/// A square photograph of 384 to 480 pixels; `None` past the last one. [`Canvas::resized`] brings it to another size.
pub(crate) fn photo(index: usize) -> Option<Arc<Canvas<'static>>> {
    let photo = PHOTOS.get(index)?;
    photo.decoded.get_or_init(|| decode_webp(photo.webp).map(Arc::new)).clone()
}

const fn embedded(name: &'static str, webp: &'static [u8]) -> Photo {
    Photo { name, webp, decoded: OnceLock::new() }
}

pub(super) fn decode_webp(webp: &[u8]) -> Option<Canvas<'static>> {
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
            assert_eq!(photo.width(), photo.height(), "{}", name(index));
            assert!((384..=480).contains(&photo.width()), "{}", name(index));
        }
        assert!(count() >= 150, "{}", count());
        let names: std::collections::BTreeSet<&str> = (0..count()).map(name).collect();
        assert_eq!(names.len(), count(), "situations name photographs");
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

    const FROZEN: (u64, u64) = (2_782_240_033, 1_211_057_058);
}
