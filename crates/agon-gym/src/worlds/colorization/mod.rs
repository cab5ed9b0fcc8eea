//! Colorization: find the hue and saturation that a circle in a photograph had.

mod color;
mod generate;
mod params;
mod restore;
mod scene;
mod solve;

use super::part::Crop;
use super::picture;
use crate::data::Pictures;
use crate::{Canvas, Effect, Form, Kind, NearMissCalls, ParamError, Puzzle, Solve, Starts, read_params};
use agon_core::{Args, Call, Function, Param, Space};
use agon_grade::{CheckBuilder, check};
use color::{Distance, PUBLISHED_UNIT, RIM, Tint};
use params::Params;
use scene::Scene;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use solve::Step;
use std::sync::Arc;

pub(super) struct ColorizationKind;

#[derive(Clone)]
struct Colorization {
    tint: Tint,
    target: Tint,
    accuracy_radius: f64,
    distance: Distance,
    scene: Arc<Scene>,
}

/// What a final state is marked by.
#[derive(Serialize, Deserialize)]
struct State {
    picture: String,
    /// The part of it that is shown; records from before there were parts have none.
    #[serde(default)]
    crop: Crop,
    /// The circle's middle, in hundredths of that part's side.
    circle: [u32; 2],
    selected: Tint,
    target: Tint,
    accuracy_radius: f64,
    /// Records from before there was a choice have none.
    #[serde(default)]
    distance: Distance,
}

/// Distances miss a radius's edge by less than this through rounding.
const ROUNDING: f64 = 1e-9;

impl Kind for ColorizationKind {
    fn name(&self) -> &'static str {
        "colorization"
    }

    fn published_name(&self) -> &'static str {
        "colorization"
    }

    fn title(&self) -> &'static str {
        "Colorization"
    }

    fn about(&self) -> &'static str {
        "Find the hue and saturation that a circle in a photograph had."
    }

    fn params(&self) -> Map<String, Value> {
        super::params_of(&Params::default())
    }

    fn strategies(&self) -> &'static [&'static str] {
        &["incremental", "direct", "padded"]
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
        let name = state.get("user_image_path").unwrap_or(&state["picture"]);
        let ((number, picture), crop) = (picture::named(&pictures, name)?, Crop::read(state)?);
        let picture = crop.cut(&picture);
        let (spot, tint) = match state.get("user_image_path") {
            Some(_) => restore::published(state, pictures.size(number).unwrap_or_default())?,
            None => restore::own(state, &picture)?,
        };
        restore::check(spot, tint, &params)?;
        let scene = Scene::new(&params, (pictures.name(number), crop), &picture, spot);
        let (target, accuracy_radius, distance) = (spot.target, params.accuracy_radius, params.distance);
        Ok(Box::new(Colorization { tint, target, accuracy_radius, distance, scene: Arc::new(scene) }))
    }

    fn mark(&self, state: &Value) -> Option<Vec<CheckBuilder>> {
        let State { selected, target, accuracy_radius, distance, .. } = State::deserialize(state).ok()?;
        let away = distance.between(selected, target);
        let unit = match distance {
            Distance::Wheel => "percent of the wheel's radius",
            Distance::Published => "published units",
        };
        Some(vec![
            check("color", away <= accuracy_radius + ROUNDING)
                .expected(format!("within {accuracy_radius} {unit}, {}", tint_text(target)))
                .seen(format!("{away:.2} {unit} away, {}", tint_text(selected)))
                .at("/state/selected"),
        ])
    }
}

impl Puzzle for Colorization {
    fn copy(&self) -> Option<Box<dyn Puzzle>> {
        Some(Box::new(self.clone()))
    }

    fn functions(&self) -> Vec<Function> {
        let whole = |limit: i64| Space::Integer { min: -limit, max: limit };
        vec![
            Function::new(
                "rotate",
                "Turn the selection around the middle of the wheel, which changes the hue.",
                vec![Param::new("angle", "whole degrees clockwise, negative counter-clockwise; -360 to 360", whole(360))],
            ),
            Function::new(
                "saturate",
                "Move the selection away from the middle of the wheel or towards it, which changes the saturation.",
                vec![Param::new("delta", "how far outwards, negative inwards; a whole number from -255 to 255", whole(RIM))],
            ),
        ]
    }

    fn instruction(&self, _form: Form) -> String {
        let radius = self.accuracy_radius;
        let success = match self.distance {
            Distance::Wheel => {
                format!("on the wheel your selection is at most {radius} percent of the wheel's radius away from the true color")
            }
            Distance::Published => format!(
                "your selection is close to the true color in both: with the hue off by H degrees and the saturation by S, the \
                 root of (2H)^2 + S^2 is at most {:.0}",
                radius * PUBLISHED_UNIT
            ),
        };
        format!(
            "A circle of a photograph lost its color. On the left is a color wheel on which a round marker shows the hue and \
             saturation you have selected, with the selected color in a bar below. On the right is the photograph: inside the \
             black circle everything has the selected hue and saturation and only its own brightness, and a grey ring \
             separates it from the rest, which still has its colors. Select the color that the middle of the circle had in \
             the photograph, then stop. What surrounds the circle tells which color fits.\n\nHues run clockwise around the \
             wheel: red at the right, yellow 60 degrees further, then green, cyan, blue and magenta. The saturation is 0 in \
             the middle and {RIM} at the rim; a change beyond either stops there. You succeed if {success}."
        )
    }

    fn examples(&self) -> Vec<(String, Call)> {
        let example = |about: &str, step: Step| (about.to_owned(), step.to_call());
        vec![
            example("turn the hue 30 degrees clockwise", Step::Rotate(30)),
            example("turn the hue 45 degrees counter-clockwise", Step::Rotate(-45)),
            example("make the color paler", Step::Saturate(-25)),
        ]
    }

    fn apply(&mut self, function: &str, args: &Args) -> Effect {
        let by = args.integer(0);
        let before = self.tint;
        if function == "rotate" {
            self.tint = before.rotated(by);
            let same = by % 360 == 0;
            let text = if same { "this turn ends where it began." } else { "the hue was turned." };
            return Effect::Executed(text.into());
        }
        self.tint = before.saturated(by);
        let text = match self.tint.saturation - before.saturation {
            moved if moved == by && by == 0 => "a change of zero leaves the saturation as it is.",
            moved if moved == by => "the saturation was changed.",
            0 if by > 0 => "the selection is at the rim already; nothing changed.",
            0 => "the selection is in the middle already; nothing changed.",
            _ if by > 0 => "the saturation was raised as far as the rim and stopped there.",
            _ => "the saturation was lowered to the middle and stopped there.",
        };
        // Nothing forbids asking for too much, so it is carried out as far as it goes.
        Effect::Executed(text.into())
    }

    fn draw(&self, canvas: &mut Canvas) {
        self.scene.draw(self.tint, canvas);
    }

    fn frame_size(&self) -> (u32, u32) {
        self.scene.frame_size()
    }

    fn goal(&self) -> Option<Box<dyn Puzzle>> {
        Some(Box::new(Self { tint: self.target, ..self.clone() }))
    }

    fn state(&self) -> Value {
        let state = State {
            picture: self.scene.picture.clone(),
            crop: self.scene.crop,
            circle: [self.scene.spot.x, self.scene.spot.y],
            selected: self.tint,
            target: self.target,
            accuracy_radius: self.accuracy_radius,
            distance: self.distance,
        };
        serde_json::to_value(state).unwrap_or_default()
    }

    fn situation(&self) -> Value {
        let Scene { picture, crop, spot, .. } = &*self.scene;
        json!({"picture": picture, "crop": crop, "circle": [spot.x, spot.y], "selected": self.tint})
    }

    fn solve(&self, solve: &mut Solve<'_>) -> Vec<Call> {
        let steps = match solve.strategy {
            "direct" => solve::direct(self.tint, self.target),
            "padded" => solve::padded(self.tint, self.target, solve.length.unwrap_or(8), solve.rng),
            _ => solve::incremental(self.tint, self.target, solve.rng),
        };
        steps.into_iter().map(Step::to_call).collect()
    }

    fn near_misses(&self) -> Vec<NearMissCalls> {
        let beyond = |tint: &Tint| self.distance.between(*tint, self.target) > self.accuracy_radius + ROUNDING;
        let target = self.target;
        let turned = (1..=180).map(|degrees| target.rotated(degrees)).find(beyond);
        let paler = (1..=target.saturation).map(|less| target.saturated(-less)).find(beyond);
        let opposite = Some(target.rotated(180)).filter(beyond);
        [("hue a little off", turned), ("a little too pale", paler), ("opposite hue", opposite)]
            .into_iter()
            .filter_map(|(name, end)| {
                let calls = solve::direct(self.tint, end?).into_iter().map(Step::to_call).collect();
                Some(NearMissCalls { name, calls, fails: "color" })
            })
            .collect()
    }

    fn secrets(&self) -> Vec<String> {
        let (turn, delta) = (self.tint.turn_to(self.target), self.target.saturation - self.tint.saturation);
        vec![format!("{turn}, {delta}"), format!("{}, {}", self.target.hue_deg, self.target.saturation), tint_text(self.target)]
    }
}

fn tint_text(tint: Tint) -> String {
    format!("hue {} degrees and saturation {}", tint.hue_deg, tint.saturation)
}

#[cfg(test)]
mod tests;
