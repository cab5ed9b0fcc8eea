//! Choosing a picture that suits a world.

use crate::data::{Choice, Pictures};
use crate::{Canvas, ParamError};
use agon_core::Rng;

/// The number of the picture that was asked for, or of any that `suits`, each of them as likely as the others. `problem`
/// says what is wrong with those that do not.
pub(super) fn choose(
    pictures: &Pictures,
    choice: Choice,
    rng: &mut Rng,
    problem: &str,
    suits: impl Fn(&Canvas) -> bool,
) -> Result<usize, ParamError> {
    let suits = |number: usize| pictures.picture(number).is_some_and(|picture| suits(&picture));
    match choice {
        Choice::Number(number) if number >= pictures.count() => {
            Err(ParamError::key("picture", format!("must be \"any\" or below {}, got {number}", pictures.count())))
        }
        Choice::Number(number) if suits(number) => Ok(number),
        Choice::Number(number) => Err(ParamError::key("picture", format!("{number} ({}) {problem}", pictures.name(number)))),
        Choice::Any => {
            let mut order: Vec<usize> = (0..pictures.count()).collect();
            rng.shuffle(&mut order);
            let none = || ParamError::Invalid(format!("every picture {problem}"));
            order.into_iter().find(|number| suits(*number)).ok_or_else(none)
        }
    }
}
