//! The photograph behind a scene.

use super::SCENE_SIZE;
use crate::data::objects::objects;
use crate::data::{Choice, Pictures};
use crate::{Canvas, ParamError};
use agon_core::Rng;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The color that photographs are mixed with.
const PALE: [u32; 3] = [200, 204, 210];
/// How many backgrounds are kept: 900 kB each.
const MOST_KEPT: usize = 48;

/// Backgrounds by source and number. Cutting and enlarging one takes longer than all else about a scene.
static KEPT: Mutex<BTreeMap<(String, usize), Arc<Canvas<'static>>>> = Mutex::new(BTreeMap::new());

/// Chooses a background of [`SCENE_SIZE`] for a scene of these things: any but a picture of one of them, unless a number asks for it. It
/// comes with the picture's name.
pub(crate) fn background(
    source: &str,
    choice: Choice,
    things: &[usize],
    rng: &mut Rng,
) -> Result<(String, Arc<Canvas<'static>>), ParamError> {
    let pictures = Pictures::open(source)?;
    let shows_a_thing = |number: usize| {
        let name = pictures.listed_name(number);
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
    Ok((pictures.name(number).to_owned(), prepared(source, &pictures, number)?))
}

/// The background of a picture's number.
pub(crate) fn prepared(source: &str, pictures: &Pictures, number: usize) -> Result<Arc<Canvas<'static>>, ParamError> {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let key = (source.to_owned(), number);
    if let Some(known) = kept.get(&key) {
        return Ok(known.clone());
    }
    let ready = Arc::new(backdrop(&*pictures.picture(number).ok_or_else(Pictures::all_broken)?));
    if kept.len() >= MOST_KEPT {
        kept.clear();
    }
    kept.insert(key, ready.clone());
    Ok(ready)
}

/// A photograph cut to the scene's shape, a little paler so that things stand out.
fn backdrop(photo: &Canvas) -> Canvas<'static> {
    let (width, height) = SCENE_SIZE;
    let rows = (photo.width() * height / width).clamp(1, photo.height());
    let mut cut = Canvas::new(photo.width(), rows);
    cut.blit(0, 0, photo, 0, (photo.height() - rows) / 2, photo.width(), rows);
    let paler = |(channel, level): (usize, &u8)| ((u32::from(*level) * 183 + PALE[channel % 3] * 72 + 127) / 255) as u8;
    let pixels = cut.pixels().iter().enumerate().map(paler).collect();
    let cut = Canvas::from_pixels(cut.width(), cut.height(), pixels).unwrap_or(cut);
    cut.resized(width, height)
}
