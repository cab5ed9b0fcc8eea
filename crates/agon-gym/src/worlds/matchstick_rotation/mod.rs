//! Matchstick Rotation: lay a blue matchstick on a red one, moving it in units of unknown size.

mod generate;
mod params;
mod pose;
mod render;
mod restore;
mod solve;

use crate::{Canvas, Effect, Form, Kind, NearMissCalls, ParamError, Puzzle, Solve, read_params};
use agon_core::{Args, Call, Function, Param, Space};
use agon_grade::{CheckBuilder, check};
use params::{Edges, Params, YAxis};
use pose::{Move, Pose};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::sync::Arc;

pub(super) struct MatchstickRotation;

#[derive(Clone)]
struct Matchsticks {
    stick: Pose,
    target: Pose,
    /// Hidden: how many pixels a unit of translation is.
    scale: f64,
    position_tolerance_px: f64,
    params: Params,
    /// The paper with the target on it.
    background: Arc<Canvas<'static>>,
}

/// What a final state is marked by.
#[derive(Serialize, Deserialize)]
struct State {
    stick: Pose,
    target: Pose,
    px_per_unit: f64,
    position_tolerance_px: f64,
    angle_tolerance_deg: f64,
    #[serde(default = "yes")]
    heads: bool,
}

fn yes() -> bool {
    true
}

/// Sums of rounded numbers miss a tolerance's edge by less than this.
const ROUNDING: f64 = 1e-9;

impl Kind for MatchstickRotation {
    fn name(&self) -> &'static str {
        "matchstick-rotation"
    }

    fn published_name(&self) -> &'static str {
        "matchstick_rotation"
    }

    fn title(&self) -> &'static str {
        "Matchstick Rotation"
    }

    fn about(&self) -> &'static str {
        "Lay a blue matchstick on a red one, moving it in units of unknown size."
    }

    fn params(&self) -> Map<String, Value> {
        super::params_of(&Params::default())
    }

    fn strategies(&self) -> &'static [&'static str] {
        &["direct", "three-moves", "unit-first", "padded"]
    }

    fn start(&self, params: &Map<String, Value>, seed: u64) -> Result<Box<dyn Puzzle>, ParamError> {
        let params: Params = read_params(params)?;
        params.check()?;
        Ok(Box::new(generate::generate(params, seed)?))
    }

    fn restore(&self, params: &Map<String, Value>, state: &Value) -> Result<Box<dyn Puzzle>, ParamError> {
        let params: Params = read_params(params)?;
        params.check()?;
        let world = restore::read(state, params).map_err(|problem| ParamError::key("init_state", problem))?;
        Ok(Box::new(world))
    }

    fn mark(&self, state: &Value) -> Option<Vec<CheckBuilder>> {
        let state = State::deserialize(state).ok()?;
        let (position_off, angle_off) =
            (state.stick.distance_px(state.target), state.stick.turn_to(state.target, state.heads).abs());
        let (position_tolerance, angle_tolerance) = (state.position_tolerance_px, state.angle_tolerance_deg);
        Some(vec![
            check("position", position_off <= position_tolerance + ROUNDING)
                .expected(format!("within {position_tolerance} px"))
                .seen(format!("{position_off:.2} px off"))
                .at("/state/stick"),
            check("angle", angle_off <= angle_tolerance + ROUNDING)
                .expected(format!("within {angle_tolerance} degrees"))
                .seen(format!("{angle_off:.2} degrees off"))
                .at("/state/stick/angle_deg"),
        ])
    }
}

impl Matchsticks {
    fn new(stick: Pose, target: Pose, scale: f64, position_tolerance_px: f64, params: Params) -> Self {
        let background = Arc::new(render::background(&params, target));
        Self { stick, target, scale, position_tolerance_px, params, background }
    }

    /// With published measures: a hidden length, in units of the canvas.
    fn measured(stick: Pose, target: Pose, length: f64, params: Params) -> Self {
        let px = params.px_per_canvas_unit();
        let (scale, tolerance) = (length * length * px, params.position_tolerance_units * length * px);
        Self::new(stick, target, scale, tolerance, params)
    }

    /// Where a stick is after a move; `None` where the move is not carried out.
    fn after(&self, stick: Pose, by: Move) -> Option<Pose> {
        let moved = stick.moved(by, self.scale);
        match self.params.edges {
            Edges::Refuse => moved.is_on(self.params.frame_px).then_some(moved),
            // What is infinitely far away has no nearest place.
            Edges::Clip => (moved.x.is_finite() && moved.y.is_finite()).then(|| moved.clipped(self.params.frame_px)),
        }
    }

    fn is_solved(&self) -> bool {
        let turn = self.stick.turn_to(self.target, self.params.heads).abs();
        self.stick.distance_px(self.target) <= self.position_tolerance_px && turn <= self.params.angle_tolerance_deg
    }
}

impl Puzzle for Matchsticks {
    fn copy(&self) -> Option<Box<dyn Puzzle>> {
        Some(Box::new(self.clone()))
    }

    fn functions(&self) -> Vec<Function> {
        let real = |name: &str, about: &str, typical: f64| Param::new(name, about, Space::real(typical));
        vec![Function::new(
            "move",
            "Shift the blue stick and turn it about its middle.",
            vec![
                real("dx", "units to the right, negative to the left; any real number", 10.0),
                match self.params.y_axis {
                    YAxis::Down => real("dy", "units down, negative up; any real number", 10.0),
                    YAxis::Up => real("dy", "units up, negative down; any real number", 10.0),
                },
                real("dtheta", "degrees counter-clockwise, negative clockwise; any real number", 180.0),
            ],
        )]
    }

    fn instruction(&self, _form: Form) -> String {
        let Params { frame_px, angle_tolerance_deg, position_tolerance_units, .. } = self.params;
        let (ends, on) = match self.params.heads {
            true => ("and have a thick head at one end", ", head on head,"),
            false => ("and have no heads, so that both of their ends are alike", ","),
        };
        let near = match self.params.canvas_units {
            None => format!("{} pixels", self.position_tolerance_px),
            Some(_) => format!("{position_tolerance_units} hidden lengths"),
        };
        let unit = match self.params.canvas_units {
            None => "a unit may be few pixels or many. It is the same".to_owned(),
            Some(canvas) => format!(
                "the canvas is {canvas} by {canvas} of its own units, a hidden length is between {} and {} of these, and a unit is a hidden length times \
                 itself, so that it may be tiny or huge. Both are the same",
                self.params.scale_range[0], self.params.scale_range[1]
            ),
        };
        let edge = match self.params.edges {
            Edges::Refuse => {
                "must stay on the canvas: a move that would take it off is not carried out at all, not even its turn"
            }
            Edges::Clip => "stays on the canvas: a move that would take it off ends at the edge",
        };
        format!(
            "A blue matchstick and an outlined red one lie on a canvas of {frame_px} by {frame_px} pixels. Both are equally \
             long {ends}. Move and turn the blue stick until it lies on the red one{on} \
             then stop. You succeed if the middles of the sticks are then at most {near} apart and \
             their directions differ by at most {angle_tolerance_deg} degrees.\n\nThe stick is shifted in units of unknown \
             size: {unit} for both axes and all through this episode. Turns are in \
             true degrees. The middle of the blue stick {edge}."
        )
    }

    fn examples(&self) -> Vec<(String, Call)> {
        let y_axis = self.params.y_axis;
        let example = |about: &str, dx: f64, dy: f64, dtheta: f64| (about.to_owned(), Move { dx, dy, dtheta }.to_call(y_axis));
        vec![
            example("shift right by 2 units and turn 45 degrees counter-clockwise", 2.0, 0.0, 45.0),
            example("shift left by 1.5 units and down by 0.8 without turning", -1.5, 0.8, 0.0),
        ]
    }

    fn apply(&mut self, _move: &str, args: &Args) -> Effect {
        let by = Move { dx: args.real(0), dy: args.real(1), dtheta: args.real(2) }.along(self.params.y_axis);
        let Some(moved) = self.after(self.stick, by) else {
            return Effect::Blocked("this move would take the middle of the stick off the canvas; nothing happened.".into());
        };
        let at_edge = moved != self.stick.moved(by, self.scale);
        self.stick = moved;
        let text = match (by.dx == 0.0 && by.dy == 0.0, by.dtheta == 0.0) {
            _ if at_edge => "the stick was shifted no farther than to the edge of the canvas.",
            (false, false) => "the stick was shifted and turned.",
            (false, true) => "the stick was shifted.",
            (true, false) => "the stick was turned.",
            (true, true) => "a move of zero leaves the stick where it is.",
        };
        Effect::Executed(text.into())
    }

    fn draw(&self, canvas: &mut Canvas) {
        canvas.copy_from(&self.background);
        render::stick(canvas, &self.params, self.stick);
    }

    fn frame_size(&self) -> (u32, u32) {
        (self.params.frame_px, self.params.frame_px)
    }

    fn goal(&self) -> Option<Box<dyn Puzzle>> {
        Some(Box::new(Self { stick: self.target, ..self.clone() }))
    }

    fn state(&self) -> Value {
        let state = State {
            stick: self.stick,
            target: self.target,
            px_per_unit: self.scale,
            position_tolerance_px: self.position_tolerance_px,
            angle_tolerance_deg: self.params.angle_tolerance_deg,
            heads: self.params.heads,
        };
        serde_json::to_value(state).unwrap_or_default()
    }

    fn situation(&self) -> Value {
        json!({"stick": self.stick, "target": self.target, "px_per_unit": self.scale})
    }

    fn solve(&self, solve: &mut Solve<'_>) -> Vec<Call> {
        let moves = match solve.strategy {
            "three-moves" => solve::three(self, solve.rng),
            "unit-first" => solve::units_then_align(self, 2),
            "padded" => solve::units_then_align(self, solve.length.unwrap_or(6).saturating_sub(1)),
            _ => vec![solve::align(self, self.stick, self.target)],
        };
        moves.into_iter().map(|by| by.to_call(self.params.y_axis)).collect()
    }

    fn near_misses(&self) -> Vec<NearMissCalls> {
        let target = self.target;
        // Towards the middle of the canvas, so that the miss is on it.
        let inwards = if target.x < f64::from(self.params.frame_px) / 2.0 { 1.0 } else { -1.0 };
        let beside = Pose { x: target.x + inwards * (self.position_tolerance_px + 1.0), ..target };
        let turned = |by: f64| Pose { angle_deg: target.angle_deg + by, ..target };
        [
            ("just beside the target", beside, "position"),
            ("turned a little too far", turned(self.params.angle_tolerance_deg + 1.0), "angle"),
            ("head at the wrong end", turned(180.0), "angle"),
        ]
        .into_iter()
        // Without heads there is no wrong end.
        .take(if self.params.heads { 3 } else { 2 })
        .map(|(name, end, fails)| {
            let calls = vec![solve::align(self, self.stick, end).to_call(self.params.y_axis)];
            NearMissCalls { name, calls, fails }
        })
        .collect()
    }

    fn secrets(&self) -> Vec<String> {
        let direct = solve::align(self, self.stick, self.target).along(self.params.y_axis);
        let (dx, dy, dtheta) = (direct.dx, direct.dy, direct.dtheta);
        // Short numbers stand in any prompt by chance; together, or with their decimals, they do not.
        let long = [dx, dy, dtheta].into_iter().map(|n| n.to_string()).filter(|text| text.len() >= 5);
        long.chain([format!("{:.4}", self.scale), format!("{dx}, {dy}, {dtheta}"), format!("{dx}, {dy}")]).collect()
    }
}

#[cfg(test)]
mod tests;
