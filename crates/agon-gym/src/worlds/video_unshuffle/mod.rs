//! Video Unshuffle: put the frames of a short clip back in the order of time.

mod generate;
mod params;
mod strip;

use super::order::{self, Row};
use crate::{Canvas, Effect, Form, Kind, NearMissCalls, ParamError, Puzzle, Solve, Starts, read_params};
use agon_core::{Args, Call, Function};
use agon_grade::{CheckBuilder, check};
use params::Params;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use strip::Strip;

pub(super) struct VideoUnshuffleKind;

#[derive(Clone)]
struct VideoUnshuffle {
    /// Which frame is shown at each position, from left to right. A frame's number is its place in time.
    frames: Vec<usize>,
    strip: Arc<Strip>,
}

const ROW: Row = Row { noun: "frame" };

impl Kind for VideoUnshuffleKind {
    fn name(&self) -> &'static str {
        "video-unshuffle"
    }

    fn published_name(&self) -> &'static str {
        "video_unshuffle"
    }

    fn title(&self) -> &'static str {
        "Video Unshuffle"
    }

    fn about(&self) -> &'static str {
        "Put the shuffled frames of a short clip back in the order of time."
    }

    fn params(&self) -> Map<String, Value> {
        super::params_of(&Params::default())
    }

    fn strategies(&self) -> &'static [&'static str] {
        order::STRATEGIES
    }

    fn detours_in_pairs(&self) -> bool {
        true
    }

    fn broken_rule(&self, before: &Value, after: &Value) -> Option<String> {
        super::rules::rearranged(before, after, "frames")
    }

    fn start(&self, params: &Map<String, Value>, seed: u64) -> Result<Box<dyn Puzzle>, ParamError> {
        let params: Params = read_params(params)?;
        params.check()?;
        Ok(Box::new(generate::generate(&params, seed)?))
    }

    fn starts(&self, params: &Map<String, Value>, sample: usize) -> Option<Result<Starts, ParamError>> {
        Some(read_params(params).and_then(|params: Params| generate::starts(&params, sample)))
    }

    fn restore(&self, params: &Map<String, Value>, state: &Value) -> Result<Box<dyn Puzzle>, ParamError> {
        let params: Params = read_params(params)?;
        params.check()?;
        Ok(Box::new(generate::restore(&params, state)?))
    }

    fn mark(&self, state: &Value) -> Option<Vec<CheckBuilder>> {
        state["clip"].as_str()?;
        let frames = order::read(&state["frames"])?;
        let text = |frames: &[usize]| frames.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
        let expected: Vec<usize> = (0..frames.len()).collect();
        Some(vec![
            check("in_order", frames == expected)
                .expected(format!("the frames in the order of time: {}", text(&expected)))
                .seen(text(&frames))
                .at("/state/frames"),
        ])
    }
}

impl Puzzle for VideoUnshuffle {
    fn copy(&self) -> Option<Box<dyn Puzzle>> {
        Some(Box::new(self.clone()))
    }

    fn functions(&self) -> Vec<Function> {
        ROW.functions(self.frames.len())
    }

    fn instruction(&self, _form: Form) -> String {
        let count = self.frames.len();
        let action = match &self.strip.caption {
            Some(caption) => format!(" What happens in the clip: {caption}."),
            None => String::new(),
        };
        format!(
            "Put the frames of a video back in order. {count} frames were taken from a short clip and shuffled.{action} The \
             image shows them side by side, and above each its position, from 1 on the left to {count} on the right. Rearrange \
             them until they run in the order of time: the earliest frame on the left, the latest on the right."
        )
    }

    fn examples(&self) -> Vec<(String, Call)> {
        ROW.examples(self.frames.len())
    }

    fn apply(&mut self, function: &str, args: &Args) -> Effect {
        ROW.apply(&mut self.frames, function, args)
    }

    fn draw(&self, canvas: &mut Canvas) {
        self.strip.draw(&self.frames, canvas);
    }

    fn frame_size(&self) -> (u32, u32) {
        self.strip.frame_size()
    }

    fn goal(&self) -> Option<Box<dyn Puzzle>> {
        Some(Box::new(Self { frames: (0..self.frames.len()).collect(), strip: self.strip.clone() }))
    }

    fn state(&self) -> Value {
        match &self.strip.positions {
            Some(positions) => json!({"clip": self.strip.clip, "positions": positions, "frames": self.frames}),
            None => json!({"clip": self.strip.clip, "moments": self.strip.moments, "frames": self.frames}),
        }
    }

    fn situation(&self) -> Value {
        self.state()
    }

    fn solve(&self, solve: &mut Solve<'_>) -> Vec<Call> {
        ROW.solve(&self.frames, solve)
    }

    fn near_misses(&self) -> Vec<NearMissCalls> {
        ROW.near_misses(&self.frames, "in_order")
    }

    fn secrets(&self) -> Vec<String> {
        order::secrets(&self.frames, order::FIRST)
    }
}

#[cfg(test)]
mod tests;
