//! One episode: the arm, what it was last told, and where the target is.

use super::arm::{Arm, REACH_M};
use super::generate::length;
use super::params::{Moves, Rules};
use super::robot::Task;
use super::{PickState, ReachState, solve};
use crate::{Canvas, Effect, Form, NearMissCalls, Puzzle, Solve};
use agon_core::{Args, Call, Function, Param, Space};
use agon_mujoco::MujocoError;
use serde_json::{Value, json};

pub(super) struct Episode {
    pub(super) arm: Arm,
    pub(super) target: [f64; 3],
    pub(super) rules: Rules,
    /// Where the gripper was told to go. Steps are counted from here, so that what one falls short of the next makes up for.
    aim: [f64; 3],
    /// What the fingers were last told: 1 to open, -1 to close, 0 nothing yet.
    fingers: f64,
}

/// A move by whole steps as an agent names it: to the right in the left picture, away from its viewer, up.
pub(super) type Direction = [i64; 3];

/// The arguments of a move, whole or not.
pub(super) type Pull = [f64; 3];

impl Episode {
    pub(super) fn new(arm: Arm, target: [f64; 3], rules: Rules) -> Self {
        let aim = arm.gripper();
        Self { arm, target, rules, aim, fingers: 0.0 }
    }

    pub(super) fn try_clone(&self) -> Result<Self, MujocoError> {
        Ok(Self { arm: self.arm.try_clone()?, rules: self.rules.clone(), ..*self })
    }

    /// What must be brought to the target: the cube, or the gripper itself.
    pub(super) fn carried(&self) -> [f64; 3] {
        self.arm.cube().unwrap_or_else(|| self.arm.gripper())
    }

    pub(super) fn distance_m(&self) -> f64 {
        distance(self.carried(), self.target)
    }

    /// The same episode in the middle of its motion.
    pub(super) fn going_on(self, aim: [f64; 3], fingers: f64) -> Self {
        Self { aim, fingers, ..self }
    }

    pub(super) fn move_by(&mut self, direction: Direction) -> Effect {
        self.pull(direction.map(|part| part as f64))
    }

    pub(super) fn pull(&mut self, pull: Pull) -> Effect {
        let (before, towards) = (self.arm.gripper(), self.rules.moves.in_world(pull));
        self.act(towards);
        let after = self.arm.gripper();
        // A single control step that turns the arm around goes a good deal less far than one from rest.
        let share = if self.rules.moves == Moves::Steps { 0.5 } else { 0.1 };
        let least = share * self.rules.step_m;
        let short = (0..3).any(|axis| towards[axis] * (after[axis] - before[axis]) < least * towards[axis] * towards[axis]);
        Effect::Executed(match (pull == [0.0; 3], short) {
            (true, _) => "the gripper stayed where it is.".into(),
            (false, false) => "the gripper moved.".into(),
            (false, true) => "the gripper could not move all the way; something is in its way.".into(),
        })
    }

    pub(super) fn set_fingers(&mut self, closed: bool) -> Effect {
        self.fingers = if closed { -1.0 } else { 1.0 };
        self.act([0.0; 3]);
        Effect::Executed(format!("the gripper was told to {}.", if closed { "close" } else { "open" }))
    }

    /// Moves the aim by so many steps and lets the arm follow it for the time of one call.
    fn act(&mut self, steps: [f64; 3]) {
        if self.rules.moves == Moves::Published {
            self.arm.control(steps, self.fingers);
            self.aim = self.arm.gripper();
            return;
        }
        let at = self.arm.gripper();
        for axis in 0..3 {
            // What was in the way is not pressed against for ever.
            if (self.aim[axis] - at[axis]).abs() > 0.5 * self.rules.step_m {
                self.aim[axis] = at[axis];
            }
            self.aim[axis] += steps[axis] * self.rules.step_m;
        }
        for _ in 0..self.rules.control_steps {
            let at = self.arm.gripper();
            self.arm.control([0, 1, 2].map(|axis| (self.aim[axis] - at[axis]) / REACH_M), self.fingers);
        }
    }

    pub(super) fn is_closing(&self) -> bool {
        self.fingers < 0.0
    }

    fn picks(&self) -> bool {
        self.arm.robot.task == Task::PickAndPlace
    }
}

impl Puzzle for Episode {
    fn copy(&self) -> Option<Box<dyn Puzzle>> {
        self.try_clone().ok().map(|episode| Box::new(episode) as Box<dyn Puzzle>)
    }

    fn functions(&self) -> Vec<Function> {
        let unit = |name: &str, about: &str| Param::new(name, about, Space::Integer { min: -1, max: 1 });
        let real =
            |name: &str, about: &str| Param::new(name, about, Space::Real { min: Some(-1.0), max: Some(1.0), typical: 1.0 });
        let mut functions = vec![match self.rules.moves {
            Moves::Steps => Function::new(
                "move",
                "Move the gripper by one step along any of three axes at once.",
                vec![
                    unit("x", "1 to the right, -1 to the left in the left picture, 0 neither"),
                    unit("y", "1 away from the viewer of the left picture, -1 towards the viewer, 0 neither"),
                    unit("z", "1 up, -1 down, 0 neither"),
                ],
            ),
            Moves::Published => Function::new(
                "move",
                "Pull the gripper for one moment along any of the robot's three axes at once; any number from -1 to 1.",
                vec![
                    real("x", "1 to the robot's front, which is towards the viewer of the left picture; -1 away from the viewer"),
                    real("y", "1 to the robot's left, which is to the right in the left picture; -1 to the left in it"),
                    real("z", "1 up, -1 down"),
                ],
            ),
        }];
        if self.picks() {
            let state = Param::new("g", "0 to open, 1 to close", Space::Integer { min: 0, max: 1 });
            functions.push(Function::new(
                "gripper",
                "Open or close the two fingers; they stay so until told otherwise.",
                vec![state],
            ));
        }
        functions
    }

    fn instruction(&self, _form: Form) -> String {
        let centimetres = super::centimetres(self.rules.threshold_m);
        let views = "You see two pictures side by side. The left one is taken from in front of the robot, which faces you \
                     across a table. The right one is taken by a camera that hangs before the gripper, looks the same way but \
                     farther down, and moves with it. What the gripper is above is seen by its shadow on the table, which \
                     falls straight down.";
        let steps = match self.rules.moves {
            Moves::Steps => "Every move is a fixed step whose length you are not told; what is in the way stops the gripper.",
            Moves::Published => {
                "A move lasts only a moment: how far it goes you are not told, and it also depends on how the arm moved before. Fingers \
                 need several moments to open or close, and go on with it during what follows. What is in the way stops the gripper."
            }
        };
        match self.arm.robot.task {
            Task::Reach => format!(
                "You steer a robot's arm. Bring the gripper to the red ball that floats above the table, then stop. {views}\n\nYou \
                 succeed if the point between the fingertips is then less than {centimetres} cm from the middle of the ball. The \
                 ball is only a mark: it stops nothing and shows faintly through what hides it. {steps}"
            ),
            Task::PickAndPlace => format!(
                "You steer a robot's arm. Grasp the grey cube on the table and bring it to the red ball, then stop. \
                 {views}\n\nYou succeed if the middle of the cube is then less than {centimetres} cm from the middle of the ball, \
                 which may be on the table or in the air. The ball is only a mark: it stops nothing and shows faintly through what hides it. To grasp, open the \
                 gripper above the cube, go down until the fingers are on both sides of it, and close. {steps}"
            ),
        }
    }

    fn examples(&self) -> Vec<(String, Call)> {
        let example = |about: &str, pull: Pull| (about.to_owned(), move_call(pull));
        let mut examples = match self.rules.moves {
            Moves::Steps => vec![
                example("one step right and up", [1.0, 0.0, 1.0]),
                example("one step towards the viewer", [0.0, -1.0, 0.0]),
                example("one step left, away and down", [-1.0, 1.0, -1.0]),
                example("wait", [0.0; 3]),
            ],
            Moves::Published => vec![
                example("towards the viewer and up", [1.0, 0.0, 1.0]),
                example("to the right in the left picture", [0.0, 1.0, 0.0]),
                example("a little away from the viewer and down", [-0.4, 0.0, -0.25]),
                example("wait", [0.0; 3]),
            ],
        };
        if self.picks() {
            examples.push(("open the gripper".to_owned(), gripper_call(false)));
            examples.push(("close the gripper".to_owned(), gripper_call(true)));
        }
        examples
    }

    fn apply(&mut self, function: &str, args: &Args) -> Effect {
        match function {
            "gripper" => self.set_fingers(args.integer(0) == 1),
            _ => self.pull([0, 1, 2].map(|index| match self.rules.moves {
                Moves::Steps => args.integer(index) as f64,
                Moves::Published => args.real(index),
            })),
        }
    }

    fn draw(&self, canvas: &mut Canvas) {
        self.arm.robot.looks.draw(canvas, self.rules.frame_px, &self.arm, self.target);
    }

    fn frame_size(&self) -> (u32, u32) {
        (2 * self.rules.frame_px, self.rules.frame_px)
    }

    fn goal(&self) -> Option<Box<dyn Puzzle>> {
        let (end, _) = solve::greedy(self)?;
        Some(Box::new(end))
    }

    fn state(&self) -> Value {
        let (gripper, target, threshold_m) = (self.arm.gripper(), self.target, self.rules.threshold_m);
        let state = match self.arm.cube() {
            None => serde_json::to_value(ReachState { gripper, target, threshold_m }),
            Some(cube) => serde_json::to_value(PickState { gripper, fingers: self.arm.fingers(), cube, target, threshold_m }),
        };
        let mut state = state.unwrap_or_default();
        // What is not marked, but needed to go on from here.
        state["aim"] = json!(self.aim);
        state["fingers_told"] = json!(self.fingers);
        state["motion"] = json!(self.arm.motion());
        state
    }

    fn situation(&self) -> Value {
        json!({"gripper": self.arm.gripper(), "cube": self.arm.cube(), "target": self.target})
    }

    fn solve(&self, solve: &mut Solve<'_>) -> Vec<Call> {
        let calls = match solve.strategy {
            "diagonal" => solve::diagonal(self).map(|(_, calls)| calls),
            "padded" => solve::padded(self, solve.length, solve.rng),
            _ => solve::greedy(self).map(|(_, calls)| calls),
        };
        calls.unwrap_or_default()
    }

    fn near_misses(&self) -> Vec<NearMissCalls> {
        solve::near_misses(self)
    }

    fn secrets(&self) -> Vec<String> {
        let mut secrets: Vec<String> = self.target.iter().map(|metres| format!("{metres}")).collect();
        secrets.retain(|text| text.len() >= 5);
        secrets.push(json!(self.target).to_string());
        secrets
    }
}

pub(super) fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    length([0, 1, 2].map(|axis| a[axis] - b[axis]))
}

impl Moves {
    /// A move along the world's axes, the first of which is the robot's front. The left picture's viewer looks against the robot.
    fn in_world(self, pull: Pull) -> [f64; 3] {
        match (self, pull) {
            // Subtracting from zero leaves no negative zero behind.
            (Self::Steps, [right, away, up]) => [0.0 - away, right, up],
            (Self::Published, along) => along,
        }
    }
}

/// The move along the world's axes.
pub(super) fn from_world([front, left, up]: Direction) -> Direction {
    [left, -front, up]
}

pub(super) fn move_call(pull: Pull) -> Call {
    // Whole numbers are written without a decimal point, as people write them.
    let shortest = |number: f64| if number.fract() == 0.0 { json!(number as i64) } else { json!(number) };
    Call::new("move", json!(pull.map(shortest)))
}

pub(super) fn gripper_call(closed: bool) -> Call {
    Call::new("gripper", i64::from(closed))
}
