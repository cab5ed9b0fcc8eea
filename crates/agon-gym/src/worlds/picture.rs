//! Choosing a picture that suits a world.

use super::part::Crop;
use crate::data::{Choice, Pictures, any_order};
use crate::{Canvas, ParamError, Starts};
use agon_core::Rng;
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

/// How many crops of a picture are drawn before the whole of it is taken.
const CROP_DRAWS: usize = 6;

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
        assert_eq!(part, Arc::new(crop.cut(&pictures.picture(3).unwrap())));
    }
}
