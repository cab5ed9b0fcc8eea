//! The photograph behind a scene.

use crate::data::objects::objects;
use crate::data::{Choice, Pictures};
use crate::{Canvas, ParamError};
use agon_core::Rng;
use std::sync::Arc;

/// Chooses a background for a scene of these things: any but a picture of one of them, unless a number asks for it.
pub(crate) fn background(source: &str, choice: Choice, things: &[usize], rng: &mut Rng) -> Result<Arc<Canvas>, ParamError> {
    let pictures = Pictures::open(source)?;
    let shows_a_thing = |number: usize| {
        let name = pictures.name(number);
        things.iter().filter_map(|thing| objects().get(*thing)).any(|object| name.contains(object.name))
    };
    let number = match choice {
        Choice::Number(number) if number < pictures.count() => number,
        Choice::Number(number) => {
            let problem = format!("must be \"any\" or below {}, got {number}", pictures.count());
            return Err(ParamError::key("picture", problem));
        }
        Choice::Any => {
            let neutral: Vec<usize> = (0..pictures.count()).filter(|number| !shows_a_thing(*number)).collect();
            rng.choose(&neutral).copied().unwrap_or_else(|| rng.index(pictures.count()))
        }
    };
    pictures.picture(number).ok_or_else(|| ParamError::key("picture", format!("{number} cannot be decoded")))
}
