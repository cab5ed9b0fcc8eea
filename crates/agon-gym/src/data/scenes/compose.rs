//! Composing: place one thing after the other so that every one stays visible, then draw them.

use super::{Item, SCENE_SIZE};
use crate::Canvas;
use crate::data::mask::Mask;
use crate::data::objects::{Cutout, Stands, objects};
use agon_core::Rng;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What a scene is made of.
pub(crate) struct Layout {
    /// One object's number for each thing.
    pub(crate) things: Vec<usize>,
    /// The longer side of things, at least and at most. Crowded scenes shrink below it.
    pub(crate) size_px: (u32, u32),
    /// How many of those that have an upside are upside down.
    pub(crate) upside_down_share: f64,
    /// At least so much of every thing is to be seen.
    pub(crate) min_visible: f64,
}

/// A thing with its place, before it is drawn.
struct Placed {
    object: usize,
    size_px: u32,
    cutout: Cutout,
    flipped: (bool, bool),
    corner: (u32, u32),
    /// Its pixels from the corner, as columns and rows.
    opaque: Vec<(u32, u32)>,
    visible_area: usize,
}

/// A pixel belongs to a thing where it is at least this opaque.
const OPAQUE: u8 = 128;
/// Things keep this distance from the picture's edges.
const MARGIN_PX: u32 = 6;
const SMALLEST_PX: u32 = 20;
const TRIES_PER_SIZE: usize = 50;
/// How far a thing's shadow falls, and how dark it is in parts of 255.
const SHADOW_PX: i32 = 3;
const SHADOW: u32 = 80;

/// More things than any task has are not read from a state.
const MOST_THINGS: usize = 200;

/// A scene before it is drawn.
pub(crate) struct Scene {
    pub(crate) items: Vec<Item>,
    placed: Vec<Placed>,
}

/// Composes a scene; `None` if the things do not fit.
pub(crate) fn compose(layout: &Layout, rng: &mut Rng) -> Option<Scene> {
    let (width, height) = SCENE_SIZE;
    let mut placed: Vec<Placed> = Vec::with_capacity(layout.things.len());
    // Who is seen at each pixel, as the number of the thing counted from one.
    let mut owners = vec![0u16; (width * height) as usize];
    for object in &layout.things {
        let thing = place(*object, layout, &placed, &owners, rng)?;
        for (x, y) in thing.opaque_pixels() {
            let owner = &mut owners[(y * width + x) as usize];
            if let Some(hidden) = usize::from(*owner).checked_sub(1).and_then(|index| placed.get_mut(index)) {
                hidden.visible_area -= 1;
            }
            *owner = placed.len() as u16 + 1;
        }
        placed.push(thing);
    }
    Scene::of(placed, &owners)
}

/// A thing as states write it, in the order in which things were laid on each other.
#[derive(Serialize, Deserialize)]
struct WrittenThing {
    object: String,
    size_px: u32,
    mirrored: bool,
    upside_down: bool,
    corner: (u32, u32),
}

impl Scene {
    /// What each thing shows, where the owner of each pixel is known.
    fn of(placed: Vec<Placed>, owners: &[u16]) -> Option<Self> {
        let width = SCENE_SIZE.0;
        let items = placed.iter().enumerate().map(|(index, thing)| {
            let (x, y) = thing.corner;
            let (columns, rows) = (thing.cutout.width(), thing.cutout.height());
            let own = |row: u32| (0..columns).map(move |column| ((y + row) * width + x + column) as usize);
            let seen: Vec<bool> = (0..rows).flat_map(own).map(|pixel| usize::from(owners[pixel]) == index + 1).collect();
            let mask = Mask::within(x, y, columns, &seen)?;
            Some(Item { object: thing.object, size_px: thing.size_px, upside_down: thing.flipped.1, mask })
        });
        Some(Self { items: items.collect::<Option<_>>()?, placed })
    }

    /// For states: what the scene is made of.
    pub(crate) fn written(&self) -> Value {
        let things = self.placed.iter().map(|thing| WrittenThing {
            object: objects().get(thing.object).map(|object| object.name.to_owned()).unwrap_or_default(),
            size_px: thing.size_px,
            mirrored: thing.flipped.0,
            upside_down: thing.flipped.1,
            corner: thing.corner,
        });
        serde_json::to_value(things.collect::<Vec<_>>()).unwrap_or_default()
    }

    /// The scene that [`Scene::written`] told; `None` if it is none, or hides a thing.
    pub(crate) fn read(written: &Value) -> Option<Self> {
        let things = Vec::<WrittenThing>::deserialize(written).ok().filter(|things| things.len() <= MOST_THINGS)?;
        let mut owners = vec![0u16; (SCENE_SIZE.0 * SCENE_SIZE.1) as usize];
        let mut placed = Vec::with_capacity(things.len());
        for thing in things {
            let object = objects().iter().position(|object| object.name == thing.object)?;
            let size_px = Some(thing.size_px).filter(|size| (SMALLEST_PX..=SCENE_SIZE.1).contains(size))?;
            let cutout = objects()[object].cutout()?.sized(size_px);
            let fits = |at: u32, side: u32, whole: u32| at.checked_add(side).is_some_and(|end| end <= whole);
            let inside =
                fits(thing.corner.0, cutout.width(), SCENE_SIZE.0) && fits(thing.corner.1, cutout.height(), SCENE_SIZE.1);
            let thing =
                inside.then(|| Placed::new(object, size_px, cutout, (thing.mirrored, thing.upside_down), thing.corner))?;
            for (x, y) in thing.opaque_pixels() {
                owners[(y * SCENE_SIZE.0 + x) as usize] = placed.len() as u16 + 1;
            }
            placed.push(thing);
        }
        Self::of(placed, &owners)
    }

    /// The scene before a background of [`SCENE_SIZE`].
    pub(crate) fn picture(&self, background: &Canvas<'static>) -> Canvas<'static> {
        let mut picture = background.clone();
        self.placed.iter().for_each(|thing| thing.draw(&mut picture));
        picture
    }
}

/// Finds a place for a thing on top of all others, smaller if need be.
fn place(object: usize, layout: &Layout, placed: &[Placed], owners: &[u16], rng: &mut Rng) -> Option<Placed> {
    let known = objects().get(object)?;
    let original = known.cutout()?;
    let mirrored = rng.chance(0.5);
    let upside_down = rng.chance(layout.upside_down_share) && known.stands == Stands::Upright;
    let mut size_px = rng.integer(layout.size_px.0.into(), layout.size_px.1.into()) as u32;
    while size_px >= SMALLEST_PX {
        let cutout = original.sized(size_px);
        let (width, height) = (cutout.width(), cutout.height());
        let mut thing = Placed::new(object, size_px, cutout, (mirrored, upside_down), (0, 0));
        for _ in 0..TRIES_PER_SIZE {
            let x = rng.integer(MARGIN_PX.into(), i64::from(SCENE_SIZE.0 - MARGIN_PX - width)) as u32;
            let y = rng.integer(MARGIN_PX.into(), i64::from(SCENE_SIZE.1 - MARGIN_PX - height)) as u32;
            thing.corner = (x, y);
            if leaves_all_visible(&thing, layout.min_visible, placed, owners) {
                return Some(thing);
            }
        }
        size_px = size_px * 9 / 10;
    }
    None
}

fn leaves_all_visible(thing: &Placed, share: f64, placed: &[Placed], owners: &[u16]) -> bool {
    let mut covered = vec![0usize; placed.len()];
    for (x, y) in thing.opaque_pixels() {
        if let Some(index) = usize::from(owners[(y * SCENE_SIZE.0 + x) as usize]).checked_sub(1) {
            covered[index] += 1;
        }
    }
    let visible = |(under, covered): (&Placed, usize)| {
        covered == 0 || (under.visible_area - covered) as f64 >= share * under.opaque.len() as f64
    };
    placed.iter().zip(covered).all(visible)
}

impl Placed {
    fn new(object: usize, size_px: u32, cutout: Cutout, flipped: (bool, bool), corner: (u32, u32)) -> Self {
        let mut thing = Self { object, size_px, cutout, flipped, corner, opaque: Vec::new(), visible_area: 0 };
        thing.opaque = thing.pixels().filter(|(column, row)| thing.opacity(*column, *row) >= OPAQUE).collect();
        thing.visible_area = thing.opaque.len();
        thing
    }

    /// The pixel of the cut-out that a column and a row show, as it is turned.
    fn source(&self, column: u32, row: u32) -> (u32, u32) {
        let turn = |flipped: bool, at: u32, side: u32| if flipped { side - 1 - at } else { at };
        (turn(self.flipped.0, column, self.cutout.width()), turn(self.flipped.1, row, self.cutout.height()))
    }

    fn opacity(&self, column: u32, row: u32) -> u8 {
        let (x, y) = self.source(column, row);
        self.cutout.opacity(x, y)
    }

    fn pixels(&self) -> impl Iterator<Item = (u32, u32)> + use<> {
        let width = self.cutout.width();
        (0..self.cutout.height()).flat_map(move |row| (0..width).map(move |column| (column, row)))
    }

    fn opaque_pixels(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.opaque.iter().map(|(column, row)| (self.corner.0 + column, self.corner.1 + row))
    }

    fn draw(&self, picture: &mut Canvas) {
        let at = |column: u32, row: u32| ((self.corner.0 + column) as i32, (self.corner.1 + row) as i32);
        for (column, row) in self.pixels() {
            let (x, y) = at(column, row);
            let opacity = u32::from(self.opacity(column, row)) * SHADOW / 255;
            picture.blend(x + SHADOW_PX, y + SHADOW_PX, [0, 0, 0], opacity as u8);
        }
        for (column, row) in self.pixels() {
            let ((x, y), source) = (at(column, row), self.source(column, row));
            let (color, opacity) = self.cutout.pixel(source.0, source.1);
            picture.blend(x, y, color, opacity);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_are_disjoint_visible_and_show_the_things() {
        for seed in 0..6 {
            let mut rng = Rng::new("test", seed);
            let things: Vec<usize> = (0..36).map(|index| (index * 7) % objects().len()).collect();
            let layout = Layout { things: things.clone(), size_px: (40, 90), upside_down_share: 0.3, min_visible: 0.6 };
            let scene = compose(&layout, &mut rng).unwrap();
            assert_eq!(scene.items.iter().map(|item| item.object).collect::<Vec<_>>(), things);
            let mut seen = vec![false; (SCENE_SIZE.0 * SCENE_SIZE.1) as usize];
            for item in &scene.items {
                for (x, y) in item.mask.pixels() {
                    let pixel = &mut seen[(y * SCENE_SIZE.0 + x) as usize];
                    assert!(!*pixel, "two things at {x}, {y}");
                    *pixel = true;
                }
                let whole = objects()[item.object].cutout().unwrap().sized(item.size_px);
                let pixels = (0..whole.height()).flat_map(|y| (0..whole.width()).map(move |x| (x, y)));
                let full = pixels.filter(|(x, y)| whole.pixel(*x, *y).1 >= OPAQUE).count();
                assert!(item.mask.area() as f64 >= 0.6 * full as f64 && item.mask.area() <= full);
            }
        }
    }

    #[test]
    fn things_are_drawn_over_any_background() {
        let layout = Layout { things: vec![3, 3, 8], size_px: (40, 90), upside_down_share: 0.3, min_visible: 0.6 };
        let scene = compose(&layout, &mut Rng::new("test", 1)).unwrap();
        let mut background = Canvas::new(SCENE_SIZE.0, SCENE_SIZE.1);
        let dark = scene.picture(&background);
        background.clear([255, 9, 9]);
        let red = scene.picture(&background);
        assert_ne!(dark.pixel(0, 0), red.pixel(0, 0));
        for item in &scene.items {
            let (x, y) = item.mask.centre();
            assert_eq!(dark.pixel(x, y), red.pixel(x, y));
        }
    }
}
