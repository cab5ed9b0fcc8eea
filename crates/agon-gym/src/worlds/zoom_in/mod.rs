//! Zoom-In Puzzle: put views of a photograph in order, from the least to the most zoomed.

mod generate;
mod params;
mod restore;
mod scene;

use super::order::{self, Row};
use super::picture;
use crate::data::Pictures;
use crate::{Canvas, Effect, Form, Kind, NearMissCalls, ParamError, Puzzle, Solve, Starts, read_params};
use agon_core::{Args, Call, Function};
use agon_grade::{CheckBuilder, check};
use generate::View;
use params::Params;
use scene::Scene;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::sync::Arc;

pub(super) struct ZoomInKind;

#[derive(Clone)]
struct ZoomIn {
    /// Which view is at each position; views are numbered from the least to the most zoomed.
    arrangement: Vec<usize>,
    scene: Arc<Scene>,
}

/// What a final state is marked by.
#[derive(Serialize, Deserialize)]
struct State {
    picture: String,
    /// As they are shown, from left to right.
    views: Vec<View>,
}

const ROW: Row = Row { noun: "view" };

impl Kind for ZoomInKind {
    fn name(&self) -> &'static str {
        "zoom-in"
    }

    fn published_name(&self) -> &'static str {
        "zoom_in_puzzle"
    }

    fn title(&self) -> &'static str {
        "Zoom-In Puzzle"
    }

    fn about(&self) -> &'static str {
        "Put zoomed views of a photograph in order, from the least to the most zoomed."
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
        super::rules::rearranged(before, after, "views")
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
        let pictures = Pictures::open_fitted(&params.pictures, params.fit)?;
        let is_published = state.get("image_name").is_some();
        let (number, picture) = picture::named(&pictures, &state[if is_published { "image_name" } else { "picture" }])?;
        let (views, arrangement) = match is_published {
            true => restore::published(state, pictures.size(number).unwrap_or_default(), picture.width())?,
            false => restore::own(state)?,
        };
        restore::check(&views, &picture)?;
        let scene = Scene::new(params.frame_px, pictures.name(number), &picture, views);
        Ok(Box::new(ZoomIn { arrangement, scene: Arc::new(scene) }))
    }

    fn mark(&self, state: &Value) -> Option<Vec<CheckBuilder>> {
        let State { views, .. } = State::deserialize(state).ok()?;
        if views.is_empty() {
            return None;
        }
        let zooms: Vec<String> = views.iter().map(|view| format!("{:.2}", view.zoom)).collect();
        Some(vec![
            check("ascending", views.is_sorted_by(|one, next| one.zoom < next.zoom))
                .expected("each view zoomed more than the one before it")
                .seen(format!("zooms from left to right: {}", zooms.join(", ")))
                .at("/state/views"),
        ])
    }
}

impl Puzzle for ZoomIn {
    fn copy(&self) -> Option<Box<dyn Puzzle>> {
        Some(Box::new(self.clone()))
    }

    fn functions(&self) -> Vec<Function> {
        ROW.functions(self.arrangement.len())
    }

    fn instruction(&self, _form: Form) -> String {
        let count = self.arrangement.len();
        format!(
            "On the left is a whole photograph. Beside it, in a row, are {count} views of parts of it: each shows a smaller or \
             larger square of the photograph, magnified to the same size. The number above a view is its position, counted \
             from 1 on the left to {count}. Put the views in order from the least zoomed, which shows the largest part, on the \
             left to the most zoomed, which shows the smallest part, on the right, then stop. The numbers stay where they \
             are when views are moved."
        )
    }

    fn examples(&self) -> Vec<(String, Call)> {
        ROW.examples(self.arrangement.len())
    }

    fn apply(&mut self, function: &str, args: &Args) -> Effect {
        ROW.apply(&mut self.arrangement, function, args)
    }

    fn draw(&self, canvas: &mut Canvas) {
        self.scene.draw(&self.arrangement, canvas);
    }

    fn frame_size(&self) -> (u32, u32) {
        self.scene.frame_size()
    }

    fn goal(&self) -> Option<Box<dyn Puzzle>> {
        Some(Box::new(Self { arrangement: (0..self.arrangement.len()).collect(), scene: self.scene.clone() }))
    }

    fn state(&self) -> Value {
        let views = self.arrangement.iter().filter_map(|view| self.scene.views.get(*view)).copied().collect();
        serde_json::to_value(State { picture: self.scene.picture.clone(), views }).unwrap_or_default()
    }

    fn situation(&self) -> Value {
        self.state()
    }

    fn solve(&self, solve: &mut Solve<'_>) -> Vec<Call> {
        ROW.solve(&self.arrangement, solve)
    }

    fn near_misses(&self) -> Vec<NearMissCalls> {
        ROW.near_misses(&self.arrangement, "ascending")
    }

    fn secrets(&self) -> Vec<String> {
        order::secrets(&self.arrangement, order::FIRST)
    }
}

#[cfg(test)]
mod tests;
