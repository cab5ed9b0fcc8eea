//! Maze 2D: walk a blue disc to a red square through a maze seen from above.

mod generate;
mod render;
mod solve;

use super::labyrinth::{Carving, Cell, DIRECTIONS, Ends, Grid, MAX_SIDE};
use crate::{Canvas, Effect, Form, Kind, NearMissCalls, ParamError, Puzzle, Solve, read_params};
use agon_core::{Args, Call, Function, Param, Space};
use agon_grade::{CheckBuilder, check};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use std::sync::Arc;

pub(super) struct Maze2d;

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Params {
    /// Columns of the grid, walls included: odd.
    width: usize,
    height: usize,
    carving: Carving,
    ends: Ends,
    /// The shortest way from start to target is at least and at most this long.
    min_solution: usize,
    max_solution: usize,
    /// The longer side of the frame is at most this, and as near to it as whole cells allow.
    frame_px: u32,
}

#[derive(Clone)]
struct Maze {
    grid: Arc<Grid>,
    agent: Cell,
    target: Cell,
    background: Arc<Canvas<'static>>,
    cell_px: u32,
}

impl Default for Params {
    fn default() -> Self {
        Self {
            width: 9,
            height: 9,
            carving: Carving::DepthFirst,
            ends: Ends::Anywhere,
            min_solution: 4,
            max_solution: 19,
            frame_px: 300,
        }
    }
}

impl Kind for Maze2d {
    fn name(&self) -> &'static str {
        "maze-2d"
    }

    fn published_name(&self) -> &'static str {
        "maze_2d"
    }

    fn title(&self) -> &'static str {
        "Maze 2D"
    }

    fn about(&self) -> &'static str {
        "Walk a blue disc to a red square through a maze seen from above."
    }

    fn params(&self) -> Map<String, Value> {
        super::params_of(&Params::default())
    }

    fn strategies(&self) -> &'static [&'static str] {
        &["shortest", "padded"]
    }

    fn detours_in_pairs(&self) -> bool {
        true
    }

    fn broken_rule(&self, before: &Value, after: &Value) -> Option<String> {
        let place = |state: &Value, axis: usize| state["agent"][axis].as_i64();
        let moved: Option<i64> = (0..2).map(|axis| Some((place(after, axis)? - place(before, axis)?).abs())).sum();
        match moved {
            None => Some("the agent is nowhere".into()),
            Some(2..) => Some(format!("the agent went from {} to {} in one move", before["agent"], after["agent"])),
            _ if before["target"] != after["target"] => Some("the target moved".into()),
            _ => None,
        }
    }

    fn start(&self, params: &Map<String, Value>, seed: u64) -> Result<Box<dyn Puzzle>, ParamError> {
        let params = Params::read(params)?;
        let (grid, agent, target) = generate::generate(&params, seed)?;
        Ok(Box::new(Maze::new(grid, agent, target, params.frame_px)))
    }

    fn restore(&self, params: &Map<String, Value>, state: &Value) -> Result<Box<dyn Puzzle>, ParamError> {
        let params = Params::read(params)?;
        let (grid, agent, target) = Grid::read_state(state)?;
        Ok(Box::new(Maze::new(grid, agent, target, params.frame_px)))
    }

    fn mark(&self, state: &Value) -> Option<Vec<CheckBuilder>> {
        let cell = |key: &str| -> Option<(u64, u64)> { Some((state[key][0].as_u64()?, state[key][1].as_u64()?)) };
        let (agent, target) = (cell("agent")?, cell("target")?);
        let say = |(row, column): (u64, u64)| format!("row {row}, column {column}");
        Some(vec![
            check("at_target", agent == target)
                .expected(format!("the disc on the target at {}", say(target)))
                .seen(format!("the disc at {}", say(agent)))
                .at("/state/agent"),
        ])
    }
}

impl Params {
    fn read(params: &Map<String, Value>) -> Result<Self, ParamError> {
        let params: Self = read_params(params)?;
        for (key, side) in [("width", params.width), ("height", params.height)] {
            if side % 2 == 0 || !(5..=MAX_SIDE).contains(&side) {
                return Err(ParamError::key(key, format!("must be odd and between 5 and {MAX_SIDE}, got {side}")));
            }
        }
        if !(64..=2048).contains(&params.frame_px) {
            return Err(ParamError::key("frame_px", format!("must be between 64 and 2048, got {}", params.frame_px)));
        }
        Ok(params)
    }
}

impl Maze {
    fn new(grid: Grid, agent: Cell, target: Cell, frame_px: u32) -> Self {
        let cell_px = (frame_px / grid.width.max(grid.height) as u32).max(3);
        let background = Arc::new(render::background(&grid, target, cell_px));
        Self { grid: Arc::new(grid), agent, target, background, cell_px }
    }

    /// The disc's way to the target, in direction numbers.
    fn way(&self) -> Vec<usize> {
        self.grid.shortest(self.agent, self.target)
    }
}

impl Puzzle for Maze {
    fn copy(&self) -> Option<Box<dyn Puzzle>> {
        Some(Box::new(self.clone()))
    }

    fn functions(&self) -> Vec<Function> {
        let direction = Param::new("direction", "0 = right, 1 = up, 2 = left, 3 = down", Space::Integer { min: 0, max: 3 });
        vec![Function::new("move", "Move the disc by one cell.", vec![direction])]
    }

    fn instruction(&self, form: Form) -> String {
        let (width, height) = (self.grid.width, self.grid.height);
        let mut text = format!("Find your way through a maze of {width} by {height} cells and stop on the target.");
        if form.has_image() {
            text.push_str(
                " In the image walls are dark grey and floor is white; you are the blue disc, the target is the red square.",
            );
        }
        if form.has_text() {
            text.push_str(" In the text each character is a cell: '#' is a wall, '.' is floor, 'A' is you, 'T' is the target ('@' is you on the target).");
        }
        text.push_str(" You can only walk on floor.");
        text
    }

    fn examples(&self) -> Vec<(String, Call)> {
        DIRECTIONS.iter().enumerate().map(|(i, (name, ..))| (format!("move {name}"), Call::new("move", i))).collect()
    }

    fn apply(&mut self, _move: &str, args: &Args) -> Effect {
        let direction = args.integer(0) as usize;
        let (name, ..) = DIRECTIONS[direction];
        match self.grid.neighbor(self.agent, direction) {
            Some(cell) => {
                self.agent = cell;
                Effect::Executed(format!("you moved {name}."))
            }
            None => Effect::Blocked(format!("there is a wall, you cannot move {name} from here.")),
        }
    }

    fn draw(&self, canvas: &mut Canvas) {
        canvas.copy_from(&self.background);
        render::agent(canvas, self.agent, self.cell_px);
    }

    fn frame_size(&self) -> (u32, u32) {
        (self.background.width(), self.background.height())
    }

    fn text(&self) -> Option<String> {
        let mut text = String::with_capacity((self.grid.width + 1) * self.grid.height);
        for row in 0..self.grid.height {
            if row > 0 {
                text.push('\n');
            }
            for column in 0..self.grid.width {
                let cell = (row, column);
                text.push(match () {
                    () if cell == self.agent && cell == self.target => '@',
                    () if cell == self.agent => 'A',
                    () if cell == self.target => 'T',
                    () if self.grid.is_open(cell) => '.',
                    () => '#',
                });
            }
        }
        Some(text)
    }

    fn goal(&self) -> Option<Box<dyn Puzzle>> {
        Some(Box::new(Self { agent: self.target, ..self.clone() }))
    }

    fn state(&self) -> Value {
        json!({
            "walls": self.grid.written(),
            "agent": [self.agent.0, self.agent.1],
            "target": [self.target.0, self.target.1],
        })
    }

    fn situation(&self) -> Value {
        json!({"maze": self.text()})
    }

    fn solve(&self, solve: &mut Solve<'_>) -> Vec<Call> {
        let mut way = self.way();
        if solve.strategy == "padded" {
            let length = solve.length.unwrap_or(way.len() + 4);
            solve::pad(&self.grid, self.agent, &mut way, length, solve.rng);
        }
        to_calls(&way)
    }

    fn near_misses(&self) -> Vec<NearMissCalls> {
        // Neither is longer than the solution: a near-miss must fail on its check, not on the step limit.
        let way = self.way();
        let Some((_, rest)) = way.split_last() else { return Vec::new() };
        let mut turned = rest.to_vec();
        turned.extend(rest.last().map(|step| (step + 2) % 4));
        vec![
            NearMissCalls { name: "one step short", calls: to_calls(rest), fails: "at_target" },
            NearMissCalls { name: "turned back before the last step", calls: to_calls(&turned), fails: "at_target" },
        ]
    }
}

fn to_calls(way: &[usize]) -> Vec<Call> {
    way.iter().map(|direction| Call::new("move", *direction)).collect()
}

#[cfg(test)]
mod tests;
