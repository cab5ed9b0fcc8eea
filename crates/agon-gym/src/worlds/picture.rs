//! Choosing a picture that suits a world.

use crate::data::{Choice, Pictures, any_order};
use crate::{Canvas, ParamError, Starts};
use agon_core::Rng;
use std::sync::Arc;

/// The number and the picture that was asked for, or any that `suits`, each of them as likely as the others. `problem` says
/// what is wrong with those that do not.
pub(super) fn choose(
    pictures: &Pictures,
    choice: Choice,
    rng: &mut Rng,
    problem: &str,
    suits: impl Fn(&Canvas) -> bool,
) -> Result<(usize, Arc<Canvas<'static>>), ParamError> {
    let count = pictures.count();
    let suiting = |number: usize| Some((number, pictures.picture(number).filter(|picture| suits(picture))?));
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
            choose(pictures, choice, &mut Rng::new("test", 0), "is too plain", |_| false).unwrap_err().to_string()
        };
        for choice in [Choice::Any, Choice::Number(0)] {
            assert!(chosen(&pictures, choice).starts_with("pictures: none of the folder's pictures can be decoded"));
        }
        let built_in = Pictures::open("").unwrap();
        assert_eq!(chosen(&built_in, Choice::Any), "every picture is too plain");
        assert_eq!(chosen(&built_in, Choice::Number(0)), "picture: 0 (astronaut) is too plain");
        assert!(chosen(&built_in, Choice::Number(99)).starts_with("picture: must be \"any\" or below"));
    }
}
