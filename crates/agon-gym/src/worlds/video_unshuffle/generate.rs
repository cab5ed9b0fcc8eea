//! Setting an unshuffling: a clip, moments of it that clearly differ, and a scramble.

use super::params::{Params, Sampling};
use super::{Strip, VideoUnshuffle, order};
use crate::data::{Choice, Clip, Clips, any_order};
use crate::starts::scrambles;
use crate::{ParamError, Starts};
use agon_core::Rng;
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::Arc;

/// How often random moments are drawn before a clip is given up.
const DRAWS: usize = 200;

pub(super) fn generate(params: &Params, seed: u64) -> Result<VideoUnshuffle, ParamError> {
    let mut rng = Rng::new("video-unshuffle", seed);
    let (mut clip_rng, mut moment_rng) = (rng.fork("clip"), rng.fork("moments"));
    let frames = order::scramble(params.frames, &mut rng);
    let clips = Clips::open(&params.clips)?;
    let (number, clip, moments) = choose(params, &clips, &mut clip_rng, &mut moment_rng)?;
    let caption = clips.caption(number).filter(|_| params.caption).map(str::to_owned);
    let strip = Strip::new(params, clips.name(number), caption, &clip, moments);
    Ok(VideoUnshuffle { frames, strip: Arc::new(strip) })
}

/// The episode of a written state.
pub(super) fn restore(params: &Params, state: &Value) -> Result<VideoUnshuffle, ParamError> {
    let clips = Clips::open(&params.clips)?;
    let is_published = state.get("video_id").is_some();
    let (name, moments, shown) = match is_published {
        // Published positions are frames of the film, and shown ones are counted from 1.
        true => (&state["video_id"], "frame_positions", order::read_from(&state["shuffled_order"], 1)),
        false if state.get("positions").is_some() => (&state["clip"], "positions", order::read(&state["frames"])),
        false => (&state["clip"], "moments", order::read(&state["frames"])),
    };
    let number = name.as_str().and_then(|name| clips.number(name));
    let number = number.ok_or_else(|| ParamError::state(format!("there is no clip named {name}")))?;
    let places: Option<Vec<usize>> = serde_json::from_value(state[moments].clone()).ok();
    let places = places.filter(|places| (3..=8).contains(&places.len()) && places.is_sorted_by(|a, b| a < b));
    let places = places.ok_or_else(|| ParamError::state(format!("{moments} must be 3 to 8 frames in the order of time")))?;
    let frames = shown.filter(|frames| frames.len() == places.len());
    let frames = frames.ok_or_else(|| ParamError::state("it must say which frame is shown at each position"))?;
    let caption = clips.caption(number).filter(|_| params.caption).map(str::to_owned);
    let missing = || ParamError::state(format!("the clip {name} has no such frames, or cannot be read"));
    let strip = if moments == "moments" {
        let clip =
            clips.clip(number).filter(|clip| places.iter().all(|moment| *moment < clip.frames.len())).ok_or_else(missing)?;
        Strip::new(params, clips.name(number), caption, &clip, places)
    } else {
        let clip = clips.clip_at(number, &places).ok_or_else(missing)?;
        let all = (0..places.len()).collect();
        let mut strip = Strip::new(params, clips.name(number), caption, &clip, all);
        strip.positions = Some(places);
        strip
    };
    Ok(VideoUnshuffle { frames, strip: Arc::new(strip) })
}

type Chosen = (usize, Arc<Clip>, Vec<usize>);

fn choose(params: &Params, clips: &Clips, clip_rng: &mut Rng, moment_rng: &mut Rng) -> Result<Chosen, ParamError> {
    let (count, wanted) = (clips.count(), format!("{} frames with a difference of {}", params.frames, params.min_difference));
    let (number, order) = match params.clip {
        Choice::Number(number) if number >= count => {
            return Err(ParamError::key("clip", format!("must be \"any\" or below {count}, got {number}")));
        }
        Choice::Number(number) => (Some(number), None),
        Choice::Any => (None, Some(any_order(count, clip_rng))),
    };
    for number in number.into_iter().chain(order.into_iter().flatten()) {
        let Some(clip) = clips.clip(number) else { continue };
        // Each clip draws from its own stream, so that one more clip to pass over does not move the others' moments.
        let mut rng = moment_rng.clone().fork(clips.name(number));
        if let Some(moments) = moments_of(&clip, params, &mut rng) {
            return Ok((number, clip, moments));
        }
    }
    match params.clip {
        Choice::Number(number) => {
            Err(ParamError::key("clip", format!("{number} ({}) cannot be read or has no {wanted}", clips.name(number))))
        }
        Choice::Any => Err(ParamError::Invalid(format!("no clip can be read and has {wanted}"))),
    }
}

/// How many times moments are drawn from a clip to see how many differ.
const SETS: u64 = 64;

/// The clips with frames that clearly differ, in every order but the right one. At least so many choices of frames as a few
/// seeds draw.
pub(super) fn starts(params: &Params, sample: usize) -> Result<Starts, ParamError> {
    let clips = Clips::open(&params.clips)?;
    let orders = scrambles(params.frames);
    let how = format!("{orders} orders of {} frames, and the choices of frames of each clip", params.frames);
    let starts = Starts::sampled(clips.count(), sample, how, |number| {
        let Some(clip) = clips.clip(number) else { return 0.0 };
        let drawn = (0..SETS).filter_map(|seed| moments_of(&clip, params, &mut Rng::new("starts", seed)));
        drawn.collect::<BTreeSet<_>>().len() as f64 * orders
    });
    Ok(starts.at_least())
}

fn moments_of(clip: &Clip, params: &Params, rng: &mut Rng) -> Option<Vec<usize>> {
    moments(clip.differences(), |a, b| clip.changes()[a][b], params, rng)
}

/// Frames of a clip in the order of time of which any two clearly differ. A clip that comes back to where it was, or runs
/// the same forwards and backwards, gives none across the turn.
pub(super) fn moments(
    differences: &[Vec<u32>],
    change: impl Fn(usize, usize) -> f64,
    params: &Params,
    rng: &mut Rng,
) -> Option<Vec<usize>> {
    let (len, count) = (differences.len(), params.frames);
    if len < count {
        return None;
    }
    let clear = |moments: &[usize]| {
        let mut pairs = moments.iter().enumerate().flat_map(|(i, a)| moments[..i].iter().map(move |b| (*a, *b)));
        pairs.all(|(a, b)| differences[a][b] >= params.min_difference)
    };
    match params.sampling {
        Sampling::Uniform => {
            let longest = (len - 1) / (count - 1);
            let starts = (1..=longest).flat_map(|stride| (0..len - stride * (count - 1)).map(move |start| (start, stride)));
            let windows = starts.map(|(start, stride)| (0..count).map(|index| start + index * stride).collect::<Vec<_>>());
            let windows: Vec<Vec<usize>> = windows.filter(|moments| clear(moments)).collect();
            rng.choose(&windows).cloned()
        }
        Sampling::Random => (0..DRAWS).find_map(|_| {
            let mut all: Vec<usize> = (0..len).collect();
            rng.shuffle(&mut all);
            all.truncate(count);
            all.sort_unstable();
            clear(&all).then_some(all)
        }),
        Sampling::Salient => {
            let mut salient = vec![0];
            for moment in 1..len {
                if salient.len() < count && change(salient[salient.len() - 1], moment) >= params.min_frame_diff {
                    salient.push(moment);
                }
            }
            let evenly = || (0..count).map(|index| index * (len - 1) / (count - 1)).collect();
            Some(if salient.len() == count { salient } else { evenly() }).filter(|moments: &Vec<usize>| clear(moments))
        }
    }
}
