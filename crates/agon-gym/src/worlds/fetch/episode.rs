//! One episode: the arm, what it was last told, and where the target is.

use super::arm::{Arm, REACH_M};
use super::generate::length;
use super::params::Rules;
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

/// A move as an agent names it: to the right in the left picture, away from its viewer, up.
pub(super) type Direction = [i64; 3];

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

    pub(super) fn move_by(&mut self, direction: Direction) -> Effect {
        let (before, towards) = (self.arm.gripper(), in_world(direction));
        self.act(towards);
        let after = self.arm.gripper();
        let short =
            (0..3).any(|axis| towards[axis] * (after[axis] - before[axis]) < 0.5 * self.rules.step_m * towards[axis].abs());
        Effect::Executed(match (direction == [0; 3], short) {
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
        let mut functions = vec![Function::new(
            "move",
            "Move the gripper by one step along any of three axes at once.",
            vec![
                unit("x", "1 to the right, -1 to the left in the left picture, 0 neither"),
                unit("y", "1 away from the viewer of the left picture, -1 towards the viewer, 0 neither"),
                unit("z", "1 up, -1 down, 0 neither"),
            ],
        )];
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
        let steps = "Every move is a fixed step whose length you are not told; what is in the way stops the gripper.";
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
        let mut examples = vec![
            ("one step right and up".to_owned(), move_call([1, 0, 1])),
            ("one step towards the viewer".to_owned(), move_call([0, -1, 0])),
            ("one step left, away and down".to_owned(), move_call([-1, 1, -1])),
            ("wait".to_owned(), move_call([0, 0, 0])),
        ];
        if self.picks() {
            examples.push(("open the gripper".to_owned(), gripper_call(false)));
            examples.push(("close the gripper".to_owned(), gripper_call(true)));
        }
        examples
    }

    fn apply(&mut self, function: &str, args: &Args) -> Effect {
        match function {
            "gripper" => self.set_fingers(args.integer(0) == 1),
            _ => self.move_by([args.integer(0), args.integer(1), args.integer(2)]),
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
        state.unwrap_or_default()
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

/// The left picture's viewer looks against the robot, whose front is the world's first axis.
fn in_world([right, away, up]: Direction) -> [f64; 3] {
    [-away as f64, right as f64, up as f64]
}

/// The move along the world's axes.
pub(super) fn from_world([front, left, up]: Direction) -> Direction {
    [left, -front, up]
}

pub(super) fn move_call(direction: Direction) -> Call {
    Call::new("move", json!(direction))
}

pub(super) fn gripper_call(closed: bool) -> Call {
    Call::new("gripper", i64::from(closed))
}
