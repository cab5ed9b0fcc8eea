//! Mental Rotation 2D: turn a photograph back until it stands as it should.

mod generate;
mod params;
mod scene;
mod solve;

use super::picture;
use crate::data::Pictures;
use crate::{Canvas, Effect, Form, Kind, NearMissCalls, ParamError, Puzzle, Solve, Starts, read_params};
use agon_core::{Args, Call, Function, Param, Space};
use agon_grade::{CheckBuilder, check};
use params::Params;
use scene::Scene;
use serde_json::{Map, Value, json};
use std::sync::Arc;

pub(super) struct MentalRotation2d;

#[derive(Clone)]
struct MentalRotation {
    /// How far the right picture is turned clockwise; 0 to 359.
    angle_deg: i64,
    angle_tolerance_deg: f64,
    scene: Arc<Scene>,
}

impl Kind for MentalRotation2d {
    fn name(&self) -> &'static str {
        "mental-rotation-2d"
    }

    fn published_name(&self) -> &'static str {
        "mental_rotation_2d"
    }

    fn title(&self) -> &'static str {
        "Mental Rotation 2D"
    }

    fn about(&self) -> &'static str {
        "Turn a round photograph back until it matches the upright one beside it."
    }

    fn params(&self) -> Map<String, Value> {
        super::params_of(&Params::default())
    }

    fn strategies(&self) -> &'static [&'static str] {
        &["single", "split", "padded"]
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
        let (name, angle_deg) = match state.get("image_name") {
            // Published angles are degrees: how far the picture was turned counter-clockwise, and how far it was turned back.
            Some(name) => {
                let degrees =
                    |key: &str| state[key].as_f64().filter(|degrees| degrees.abs() <= 1e6).map(|degrees| degrees.round() as i64);
                (name, degrees("secret_angle").zip(degrees("agent_angle")).map(|(secret, agent)| agent - secret))
            }
            None => (&state["picture"], state["turned_deg"].as_i64()),
        };
        let angle_deg = angle_deg.ok_or_else(|| ParamError::state("it must say by how many degrees the picture is turned"))?;
        let (number, picture) = picture::named(&pictures, name)?;
        let scene = Scene::new(params.frame_px, pictures.name(number), &picture);
        let (angle_deg, angle_tolerance_deg) = (angle_deg.rem_euclid(360), params.angle_tolerance_deg);
        Ok(Box::new(MentalRotation { angle_deg, angle_tolerance_deg, scene: Arc::new(scene) }))
    }

    fn mark(&self, state: &Value) -> Option<Vec<CheckBuilder>> {
        let (angle_deg, tolerance) = (state["turned_deg"].as_f64()?, state["angle_tolerance_deg"].as_f64()?);
        state["picture"].as_str()?;
        let turned = angle_deg.rem_euclid(360.0);
        let off = turned.min(360.0 - turned);
        Some(vec![
            check("angle", off <= tolerance)
                .expected(format!("within {tolerance} degrees"))
                .seen(format!("{off} degrees off"))
                .at("/state/turned_deg"),
        ])
    }
}

impl MentalRotation {
    /// A call that leaves the picture turned by `end_deg`.
    fn call_to(&self, end_deg: i64) -> Call {
        Call::new("rotate", solve::turn_back(self.angle_deg - end_deg))
    }
}

impl Puzzle for MentalRotation {
    fn copy(&self) -> Option<Box<dyn Puzzle>> {
        Some(Box::new(self.clone()))
    }

    fn functions(&self) -> Vec<Function> {
        vec![Function::new(
            "rotate",
            "Turn the right picture about its middle.",
            vec![Param::new(
                "angle",
                "whole degrees clockwise, negative counter-clockwise; -180 to 180",
                Space::Integer { min: -180, max: 180 },
            )],
        )]
    }

    fn instruction(&self, _form: Form) -> String {
        format!(
            "Two round pictures are shown side by side. On the left (A) is a photograph as it should be. On the right (B) is \
             the same photograph, turned about its middle by an unknown angle. Turn the right picture until it matches the \
             left one, then stop. You succeed if it is then at most {} degrees off. Turns add up.",
            self.angle_tolerance_deg
        )
    }

    fn examples(&self) -> Vec<(String, Call)> {
        let example = |about: &str, degrees: i64| (about.to_owned(), Call::new("rotate", degrees));
        vec![example("turn 20 degrees clockwise", 20), example("turn 15 degrees counter-clockwise", -15)]
    }

    fn apply(&mut self, _rotate: &str, args: &Args) -> Effect {
        let by = args.integer(0);
        self.angle_deg = (self.angle_deg + by).rem_euclid(360);
        Effect::Executed(match by {
            0 => "a turn of zero leaves the picture as it is.".into(),
            1.. => format!("the picture was turned {by} degrees clockwise."),
            _ => format!("the picture was turned {} degrees counter-clockwise.", -by),
        })
    }

    fn draw(&self, canvas: &mut Canvas) {
        self.scene.draw(self.angle_deg, canvas);
    }

    fn frame_size(&self) -> (u32, u32) {
        self.scene.frame_size()
    }

    fn goal(&self) -> Option<Box<dyn Puzzle>> {
        Some(Box::new(Self { angle_deg: 0, ..self.clone() }))
    }

    fn state(&self) -> Value {
        json!({
            "picture": self.scene.picture,
            "turned_deg": self.angle_deg,
            "angle_tolerance_deg": self.angle_tolerance_deg,
        })
    }

    fn situation(&self) -> Value {
        json!({"picture": self.scene.picture, "turned_deg": self.angle_deg})
    }

    fn solve(&self, solve: &mut Solve<'_>) -> Vec<Call> {
        let total = solve::turn_back(self.angle_deg);
        let turns = match solve.strategy {
            "split" => solve::split(total, solve.length.unwrap_or(3).max(1), solve.rng),
            "padded" => solve::padded(total, solve.length.unwrap_or(6).max(1), solve.rng),
            _ => vec![total],
        };
        turns.into_iter().map(|degrees| Call::new("rotate", degrees)).collect()
    }

    fn near_misses(&self) -> Vec<NearMissCalls> {
        let beyond = self.angle_tolerance_deg.floor() as i64 + 1;
        [("turned a little too far", beyond), ("turned a little too little", -beyond), ("upside down", 180)]
            .map(|(name, end_deg)| NearMissCalls { name, calls: vec![self.call_to(end_deg)], fails: "angle" })
            .to_vec()
    }

    fn secrets(&self) -> Vec<String> {
        vec![format!("('rotate', {})", solve::turn_back(self.angle_deg)), format!("\"turned_deg\":{}", self.angle_deg)]
    }
}

#[cfg(test)]
mod tests;
