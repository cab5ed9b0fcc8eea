//! Maze 3D: walk through a maze of brick walls, seen with one's own eyes, to a red ball.

mod ball;
mod generate;
mod params;
mod solve;
mod texture;
mod view;
mod walls;

use super::labyrinth::{Cell, DIRECTIONS, Grid, is_published};
use crate::{Canvas, Effect, Form, Kind, NearMissCalls, ParamError, Puzzle, Solve, read_params};
use agon_core::{Args, Call, Function, Param, Space};
use agon_grade::{CheckBuilder, check};
use params::Params;
use serde_json::{Map, Value, json};
use solve::Step;
use std::sync::Arc;
use view::Views;

pub(super) struct Maze3d;

#[derive(Clone)]
struct Maze {
    grid: Arc<Grid>,
    agent: Cell,
    /// Where the agent looks: a number of [`DIRECTIONS`].
    heading: usize,
    target: Cell,
    views: Arc<Views>,
}

/// Turns as agents give them: number, name, and by how many of [`DIRECTIONS`] they go on.
const TURNS: [(i64, &str, usize); 3] = [(1, "left", 1), (2, "right", 3), (3, "around", 2)];

impl Kind for Maze3d {
    fn name(&self) -> &'static str {
        "maze-3d"
    }

    fn published_name(&self) -> &'static str {
        "maze_3d"
    }

    fn title(&self) -> &'static str {
        "Maze 3D"
    }

    fn about(&self) -> &'static str {
        "Walk through a maze of brick walls, seen with your own eyes, to a red ball."
    }

    fn params(&self) -> Map<String, Value> {
        super::params_of(&Params::default())
    }

    fn strategies(&self) -> &'static [&'static str] {
        &["shortest", "padded"]
    }

    fn start(&self, params: &Map<String, Value>, seed: u64) -> Result<Box<dyn Puzzle>, ParamError> {
        let params: Params = read_params(params)?;
        params.check()?;
        Ok(Box::new(generate::generate(&params, seed)?))
    }

    fn restore(&self, params: &Map<String, Value>, state: &Value) -> Result<Box<dyn Puzzle>, ParamError> {
        let params: Params = read_params(params)?;
        params.check()?;
        let (grid, agent, target) = Grid::read_state(state)?;
        let is_published = is_published(state);
        let heading = match is_published {
            true => state["cam_dir"]
                .as_u64()
                .and_then(|number| usize::try_from(number).ok())
                .filter(|number| *number < DIRECTIONS.len())
                // Published directions are counted counter-clockwise too, but from down.
                .map(|number| (number + 3) % DIRECTIONS.len()),
            false => DIRECTIONS.iter().position(|(name, ..)| state["heading"] == *name),
        };
        let heading = heading.ok_or_else(|| {
            let key = if is_published { "cam_dir" } else { "heading" };
            ParamError::key("init_state", format!("{key} must be a direction, got {}", state[key]))
        })?;
        Ok(Box::new(Maze::new(&params, grid, agent, heading, target)))
    }

    fn mark(&self, state: &Value) -> Option<Vec<CheckBuilder>> {
        let cell = |key: &str| -> Option<(u64, u64)> { Some((state[key][0].as_u64()?, state[key][1].as_u64()?)) };
        let (agent, target) = (cell("agent")?, cell("target")?);
        state["heading"].as_str()?;
        let say = |(row, column): (u64, u64)| format!("row {row}, column {column}");
        Some(vec![
            check("at_target", agent == target)
                .expected(format!("the agent at the red ball at {}", say(target)))
                .seen(format!("the agent at {}", say(agent)))
                .at("/state/agent"),
        ])
    }
}

impl Maze {
    fn new(params: &Params, grid: Grid, agent: Cell, heading: usize, target: Cell) -> Self {
        let views = Views::shared(params.frame_px, params.frame_px * 9 / 16, grid.width.max(grid.height));
        Self { grid: Arc::new(grid), agent, heading, target, views }
    }

    /// The calls that lead to the target.
    fn way(&self) -> Vec<Step> {
        solve::steps(&self.grid.shortest(self.agent, self.target), self.heading)
    }
}

impl Puzzle for Maze {
    fn copy(&self) -> Option<Box<dyn Puzzle>> {
        Some(Box::new(self.clone()))
    }

    fn functions(&self) -> Vec<Function> {
        let ahead = Param::new("direction", "always 0 = forward", Space::Integer { min: 0, max: 0 });
        let side = Param::new("direction", "1 = left, 2 = right, 3 = around", Space::Integer { min: 1, max: 3 });
        vec![
            Function::new("move", "Walk one cell forward, the way you look.", vec![ahead]),
            Function::new("turn", "Turn on the spot by a quarter to the left or right, or around.", vec![side]),
        ]
    }

    fn instruction(&self, _form: Form) -> String {
        let (width, height) = (self.grid.width, self.grid.height);
        format!(
            "Find your way through a maze and stop at the red ball. The maze is a grid of {width} by {height} cells, walls \
             included: each cell is either a block of brick wall or floor, and the outermost cells are all wall. The image \
             is what you see with your own eyes from the cell you are in; the floor's tiles have their joints on the borders \
             between cells, so you can count how far things are. You are at the ball when it is right before you in your own \
             cell, as large as can be.\n\nYou can only walk on floor: with a wall right ahead you stay where you are. \
             Turning does not move you."
        )
    }

    fn examples(&self) -> Vec<(String, Call)> {
        let mut examples = vec![("walk forward".to_owned(), Step::Forward.to_call())];
        examples.extend(TURNS.iter().map(|(number, name, _)| {
            let about = if *number == 3 { "turn around".to_owned() } else { format!("turn to the {name}") };
            (about, Step::Turn(*number).to_call())
        }));
        examples
    }

    fn apply(&mut self, function: &str, args: &Args) -> Effect {
        if function == "turn" {
            let number = args.integer(0);
            let Some((_, name, by)) = TURNS.iter().find(|(turn, ..)| *turn == number) else {
                return Effect::Blocked("there is no such turn.".into());
            };
            self.heading = (self.heading + by) % DIRECTIONS.len();
            return Effect::Executed(format!("you turned {name}."));
        }
        match self.grid.neighbor(self.agent, self.heading) {
            Some(cell) => {
                self.agent = cell;
                Effect::Executed("you walked forward.".into())
            }
            None => Effect::Blocked("there is a wall ahead, you cannot walk forward from here.".into()),
        }
    }

    fn draw(&self, canvas: &mut Canvas) {
        self.views.draw(canvas, &self.grid, self.agent, self.heading, self.target);
    }

    fn frame_size(&self) -> (u32, u32) {
        self.views.frame_size()
    }

    fn goal(&self) -> Option<Box<dyn Puzzle>> {
        // As one sees it who comes by the shortest way.
        let heading = self.grid.shortest(self.agent, self.target).last().copied().unwrap_or(self.heading);
        Some(Box::new(Self { agent: self.target, heading, ..self.clone() }))
    }

    fn state(&self) -> Value {
        let (heading, ..) = DIRECTIONS[self.heading];
        json!({
            "walls": self.grid.written(),
            "agent": [self.agent.0, self.agent.1],
            "heading": heading,
            "target": [self.target.0, self.target.1],
        })
    }

    fn situation(&self) -> Value {
        json!({"walls": self.grid.written(), "agent": self.agent, "heading": self.heading, "target": self.target})
    }

    fn solve(&self, solve: &mut Solve<'_>) -> Vec<Call> {
        let mut way = self.way();
        if solve.strategy == "padded" {
            let length = solve.length.unwrap_or(way.len() + 4);
            solve::pad(&mut way, length, solve.rng);
        }
        to_calls(&way)
    }

    fn near_misses(&self) -> Vec<NearMissCalls> {
        // Neither is longer than the solution: a near-miss must fail on its check, not on the step limit.
        let way = self.way();
        let Some((_, rest)) = way.split_last() else { return Vec::new() };
        let turned: Vec<Step> = rest.iter().copied().chain([Step::Turn(3)]).collect();
        vec![
            NearMissCalls { name: "one step short", calls: to_calls(rest), fails: "at_target" },
            NearMissCalls { name: "turned around before the last step", calls: to_calls(&turned), fails: "at_target" },
        ]
    }

    fn secrets(&self) -> Vec<String> {
        // Where the target lies on the map, as the evidence has it.
        vec![format!("row {}, column {}", self.target.0, self.target.1), format!("[{}, {}]", self.target.0, self.target.1)]
    }
}

fn to_calls(way: &[Step]) -> Vec<Call> {
    way.iter().map(|step| step.to_call()).collect()
}

#[cfg(test)]
mod tests;
