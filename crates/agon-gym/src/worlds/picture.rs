//! Choosing a picture that suits a world.

use crate::data::{Choice, Pictures, any_order};
use crate::{Canvas, ParamError, Starts};
use agon_core::Rng;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;

/// The number and the picture that was asked for, or any that `suits`, each of them as likely as the others. `problem` says
/// what is wrong with those that do not.
pub(super) fn choose(
    pictures: &Pictures,
    choice: Choice,
    rng: &mut Rng,
    problem: &str,
    suits: impl Fn(usize, &Canvas) -> bool,
) -> Result<(usize, Arc<Canvas<'static>>), ParamError> {
    let count = pictures.count();
    let suiting = |number: usize| Some((number, pictures.picture(number).filter(|picture| suits(number, picture))?));
    match choice {
        Choice::Number(number) if number >= count => {
            Err(ParamError::key("picture", format!("must be \"any\" or below {count}, got {number}")))
        }
        _ if pictures.picture(0).is_none() => Err(Pictures::all_broken()),
        Choice::Number(number) => {
            let unsuited = || ParamError::key("picture", format!("{number} ({}) {problem}", pictures.name(number)));
            suiting(number).ok_or_else(unsuited)
        }
        Choice::Any => {
            let none = || ParamError::Invalid(format!("every picture {problem}"));
            any_order(count, rng).find_map(suiting).ok_or_else(none)
        }
    }
}

/// The picture that a state names, and its number.
pub(super) fn named(pictures: &Pictures, name: &Value) -> Result<(usize, Arc<Canvas<'static>>), ParamError> {
    let number = name.as_str().and_then(|name| pictures.number(name));
    number.and_then(|number| Some((number, pictures.picture(number)?))).ok_or_else(|| {
        ParamError::state(format!("there is no picture named {name} among the {} that there are", pictures.count()))
    })
}

/// A square part of a picture, in 240ths of the picture's side: how far from the left and from the top, and its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Crop(u32, u32, u32);

const CROP_PARTS: u32 = 240;
/// The smallest side of a crop, so that enough of the picture is left to know it by.
const LEAST_CROP: u32 = 144;
/// How many crops of a picture are drawn before the whole of it is taken.
const CROP_DRAWS: usize = 6;

impl Default for Crop {
    fn default() -> Self {
        Self::WHOLE
    }
}

impl Crop {
    pub(super) const WHOLE: Self = Self(0, 0, CROP_PARTS);

    /// Smaller crops are drawn more often, because there are more of them: drawn evenly by side alone, the few large ones
    /// would come again and again.
    fn draw(rng: &mut Rng) -> Self {
        let more = rng.below(u64::from(CROP_PARTS - LEAST_CROP) + 1).min(rng.below(u64::from(CROP_PARTS - LEAST_CROP) + 1));
        let side = LEAST_CROP + more as u32;
        let mut at = || rng.below(u64::from(CROP_PARTS - side) + 1) as u32;
        Self(at(), at(), side)
    }

    /// The part that a state names; all of the picture where it names none.
    pub(super) fn read(state: &Value) -> Result<Self, ParamError> {
        let Some(crop) = state.get("crop") else { return Ok(Self::WHOLE) };
        let crop = Self::deserialize(crop).ok().filter(|crop| {
            let fits = |from: u32| from.checked_add(crop.2).is_some_and(|to| to <= CROP_PARTS);
            crop.2 > 0 && fits(crop.0) && fits(crop.1)
        });
        crop.ok_or_else(|| ParamError::state(format!("crop must be a part of the picture, got {}", state["crop"])))
    }

    pub(super) fn cut(self, picture: &Canvas) -> Canvas<'static> {
        let px = |parts: u32| parts * picture.width() / CROP_PARTS;
        let side = px(self.2).max(1);
        let mut canvas = Canvas::new(side, side);
        canvas.blit(0, 0, picture, px(self.0), px(self.1), side, side);
        canvas
    }
}

/// As [`choose`], but a part of the picture that `suits`; the whole of it where `cropped` is not set, and where none of the
/// parts that were drawn does. What is drawn for one picture does not depend on how the others look.
pub(super) fn choose_part(
    pictures: &Pictures,
    (choice, cropped): (Choice, bool),
    (picture_rng, crop_rng): (&mut Rng, &mut Rng),
    problem: &str,
    suits: impl Fn(&Canvas) -> bool,
) -> Result<(usize, Crop, Arc<Canvas<'static>>), ParamError> {
    let found = std::cell::RefCell::new(None);
    let (number, picture) = choose(pictures, choice, picture_rng, problem, |number, picture| {
        let mut rng = crop_rng.clone().fork(pictures.listed_name(number));
        let drawn = (0..if cropped { CROP_DRAWS } else { 0 }).map(|_| Crop::draw(&mut rng)).find_map(|crop| {
            let part = crop.cut(picture);
            suits(&part).then_some((crop, Arc::new(part)))
        });
        let fits = drawn.is_some() || suits(picture);
        *found.borrow_mut() = drawn;
        fits
    })?;
    let (crop, part) = found.take().unwrap_or((Crop::WHOLE, picture));
    Ok((number, crop, part))
}

/// How many parts of a picture there are, the whole of it included.
pub(super) fn parts(cropped: bool) -> f64 {
    let places = |side: u32| f64::from(CROP_PARTS - side + 1).powi(2);
    if cropped { (LEAST_CROP..=CROP_PARTS).map(places).sum() } else { 1.0 }
}

/// How many starts pictures give; `starts_of` says how many one of them does.
pub(super) fn starts(pictures: &Pictures, sample: usize, how: impl Into<String>, starts_of: impl Fn(&Canvas) -> f64) -> Starts {
    Starts::sampled(pictures.count(), sample, how, |number| pictures.picture(number).map_or(0.0, |picture| starts_of(&picture)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_of_broken_files_is_told_from_one_of_unsuited_pictures() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("cut.png"), b"\x89PNG\r\n\x1a\n").unwrap();
        let pictures = Pictures::open(folder.path().to_str().unwrap()).unwrap();
        let chosen = |pictures: &Pictures, choice| {
            choose(pictures, choice, &mut Rng::new("test", 0), "is too plain", |_, _| false).unwrap_err().to_string()
        };
        for choice in [Choice::Any, Choice::Number(0)] {
            assert!(chosen(&pictures, choice).starts_with("pictures: none of the folder's pictures can be decoded"));
        }
        let built_in = Pictures::open("").unwrap();
        assert_eq!(chosen(&built_in, Choice::Any), "every picture is too plain");
        assert_eq!(chosen(&built_in, Choice::Number(0)), "picture: 0 (astronaut) is too plain");
        assert!(chosen(&built_in, Choice::Number(999)).starts_with("picture: must be \"any\" or below"));
    }

    #[test]
    fn crops_lie_within_the_picture_and_are_many() {
        let mut rng = Rng::new("test", 0);
        let crops: std::collections::BTreeSet<(u32, u32, u32)> = (0..20_000)
            .map(|_| {
                let Crop(x, y, side) = Crop::draw(&mut rng);
                assert!((LEAST_CROP..=CROP_PARTS).contains(&side) && x + side <= CROP_PARTS && y + side <= CROP_PARTS);
                (x, y, side)
            })
            .collect();
        assert!(crops.len() > 19_000, "{}", crops.len());
        assert!(crops.iter().any(|crop| crop.2 > 220) && crops.iter().any(|crop| crop.0 == 0));
    }

    #[test]
    fn a_crop_shows_the_part_it_names() {
        let mut picture = Canvas::new(480, 480);
        picture.rect(240, 0, 240, 480, [200, 0, 0]);
        let part = Crop(120, 0, 120).cut(&picture);
        assert_eq!((part.width(), part.height()), (240, 240));
        assert!(part.pixels().chunks_exact(3).all(|pixel| pixel == [200, 0, 0]));
    }

    #[test]
    fn a_picture_without_a_crop_that_suits_is_taken_whole() {
        let pictures = Pictures::open("").unwrap();
        let chosen = |cropped: bool, suits: fn(&Canvas) -> bool| {
            let (mut picture_rng, mut crop_rng) = (Rng::new("test", 1), Rng::new("crop", 1));
            choose_part(&pictures, (Choice::Number(3), cropped), (&mut picture_rng, &mut crop_rng), "is odd", suits).unwrap()
        };
        assert_eq!(chosen(true, |picture| picture.width() == 384).1, Crop::WHOLE);
        assert_eq!(chosen(false, |_| true).1, Crop::WHOLE);
        let (_, crop, part) = chosen(true, |_| true);
        assert_ne!(crop, Crop::WHOLE);
        assert_eq!(part.width(), crop.2 * 384 / CROP_PARTS);
    }
}
