//! Referring Dot-Pointing: put a dot on the object that a phrase names.

mod expression;
mod generate;
mod params;
mod photographs;

use super::pointing::{Point, View, mark_params};
use crate::data::{Mask, WrittenMask};
use crate::{Canvas, Effect, Form, Kind, NearMissCalls, ParamError, Puzzle, Solve, Starts, read_params};
use agon_core::{Args, Call, Function, Rng};
use agon_grade::{CheckBuilder, check};
use params::Params;
use serde_json::{Map, Value, json};
use std::sync::Arc;

pub(super) struct ReferringKind;

#[derive(Clone)]
struct Referring {
    expression: String,
    /// The visible pixels of what it names.
    target: Arc<Mask>,
    /// Those of everything else, as far as it is known.
    others: Arc<Vec<Mask>>,
    dot: Option<Point>,
    /// What the picture and the phrase are made from, as states write it: a composed scene, a user's reference, or one to a part of a
    /// photograph.
    source: Arc<Value>,
    view: Arc<View>,
}

/// How many marks a solution has where no number is asked for.
const MARKS: usize = 3;

impl Kind for ReferringKind {
    fn name(&self) -> &'static str {
        "referring"
    }

    fn published_name(&self) -> &'static str {
        "referring_dot_pointing"
    }

    fn title(&self) -> &'static str {
        "Referring Dot-Pointing"
    }

    fn about(&self) -> &'static str {
        "Put a dot on the object that a phrase names."
    }

    fn params(&self) -> Map<String, Value> {
        super::params_of(&Params::default())
    }

    fn strategies(&self) -> &'static [&'static str] {
        &["approach"]
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
        let mut episode = generate::restore(&params, state)?;
        if let Some(dot) = state.get("dot").filter(|dot| !dot.is_null()) {
            let (width, height) = episode.view.size();
            let dot: Option<Point> = serde_json::from_value(dot.clone()).ok();
            let dot = dot.filter(|(x, y)| *x < width && *y < height);
            episode.dot = Some(dot.ok_or_else(|| ParamError::state("the dot must be a place in the picture"))?);
        }
        Ok(Box::new(episode))
    }

    fn mark(&self, state: &Value) -> Option<Vec<CheckBuilder>> {
        let expression = state["expression"].as_str()?;
        let written: WrittenMask = serde_json::from_value(state["target"].clone()).ok()?;
        let target = Mask::read(&written)?;
        let dot: Option<Point> = serde_json::from_value(state.get("dot")?.clone()).ok()?;
        let [left, top, right, bottom] = target.edges();
        Some(vec![
            check("on_target", dot.is_some_and(|(x, y)| target.contains(x, y)))
                .expected(format!(
                    "a dot on one of the {} pixels of {expression:?} between ({left}, {top}) and ({}, {})",
                    target.area(),
                    right - 1,
                    bottom - 1
                ))
                .seen(dot.map_or("no dot".to_owned(), |(x, y)| format!("a dot at ({x}, {y})")))
                .at("/state/dot"),
        ])
    }
}

impl Referring {
    /// Whether the picture was composed of things on a photograph.
    fn is_composed(&self) -> bool {
        self.source.get("things").is_some()
    }

    fn mark_call(&self, point: Point) -> Call {
        Call::new("mark", self.view.shares(point))
    }

    /// Marks from a random pixel of the object straight to its centre.
    fn approach(&self, count: usize, rng: &mut Rng) -> Vec<Point> {
        let pixels: Vec<Point> = self.target.pixels().collect();
        let centre = self.target.centre();
        let start = rng.choose(&pixels).copied().unwrap_or(centre);
        let last = count.max(1) as i64 - 1;
        let between = |from: u32, to: u32, step: i64| {
            let (from, to) = (i64::from(from), i64::from(to));
            if last == 0 { to as u32 } else { (from + ((to - from) * step * 2 + last).div_euclid(2 * last)) as u32 }
        };
        (0..=last).map(|step| (between(start.0, centre.0, step), between(start.1, centre.1, step))).collect()
    }

    /// A pixel just outside the object, as far in as possible.
    fn beside(&self) -> Option<Point> {
        let ((x, y), (width, height)) = (self.target.centre(), self.view.size());
        let right = (x..width).map(|x| (x, y));
        let mut ways = right.chain((0..x).rev().map(|x| (x, y))).chain((y..height).map(|y| (x, y)));
        ways.find(|(x, y)| !self.target.contains(*x, *y))
    }
}

impl Puzzle for Referring {
    fn copy(&self) -> Option<Box<dyn Puzzle>> {
        Some(Box::new(self.clone()))
    }

    fn functions(&self) -> Vec<Function> {
        vec![Function::new("mark", "Put the dot on the image; it replaces the former dot.", mark_params())]
    }

    fn instruction(&self, _form: Form) -> String {
        let (width, height) = self.view.size();
        let mut text = format!("Point to what this phrase names in the image: \"{}\".", self.expression);
        if self.is_composed() {
            text.push_str(" It names one of the objects pasted onto the photograph, not something in the photograph itself.");
        }
        text.push_str(&format!(
            " Put a dot on a visible part of it. Directions and sizes are as they appear in the image. Coordinates are shares of \
             the image's sides: x becomes the pixel round(x * {}) and y the pixel round(y * {}) of {width} by {height}.",
            width - 1,
            height - 1
        ));
        text
    }

    fn examples(&self) -> Vec<(String, Call)> {
        // Always the same place: one that avoided the object would tell where it is.
        vec![("put the dot a quarter from the left, halfway down".into(), Call::new("mark", vec![0.25, 0.5]))]
    }

    fn apply(&mut self, _mark: &str, args: &Args) -> Effect {
        let moved = self.dot.replace(self.view.point(args.real(0), args.real(1))).is_some();
        Effect::Executed(if moved { "the dot was moved." } else { "the dot was put." }.into())
    }

    fn draw(&self, canvas: &mut Canvas) {
        self.view.draw(canvas, self.dot.as_slice());
    }

    fn frame_size(&self) -> (u32, u32) {
        self.view.frame_size()
    }

    fn goal(&self) -> Option<Box<dyn Puzzle>> {
        Some(Box::new(Self { dot: Some(self.target.centre()), ..self.clone() }))
    }

    fn state(&self) -> Value {
        json!({"expression": self.expression, "target": self.target.written(), "source": *self.source, "dot": self.dot})
    }

    fn situation(&self) -> Value {
        let mut situation = json!({"expression": self.expression, "target": self.target.written(), "dot": self.dot});
        // Parts of a photograph that differ in their far edges alone have the object at the same place.
        if self.source.get("crop").is_some() {
            situation["source"] = (*self.source).clone();
        }
        situation
    }

    fn solve(&self, solve: &mut Solve<'_>) -> Vec<Call> {
        let points = self.approach(solve.length.unwrap_or(MARKS), solve.rng);
        points.into_iter().map(|point| self.mark_call(point)).collect()
    }

    fn near_misses(&self) -> Vec<NearMissCalls> {
        let centre = self.mark_call(self.target.centre());
        let mut misses = vec![NearMissCalls { name: "no dot", calls: Vec::new(), fails: "on_target" }];
        if let Some(point) = self.beside() {
            let calls = vec![centre.clone(), self.mark_call(point)];
            misses.push(NearMissCalls { name: "just beside the object", calls, fails: "on_target" });
        }
        if let Some(other) = self.others.first() {
            let calls = vec![centre, self.mark_call(other.centre())];
            misses.push(NearMissCalls { name: "on another object", calls, fails: "on_target" });
        }
        misses
    }

    fn secrets(&self) -> Vec<String> {
        vec![self.mark_call(self.target.centre()).to_string()]
    }
}

#[cfg(test)]
mod tests;
