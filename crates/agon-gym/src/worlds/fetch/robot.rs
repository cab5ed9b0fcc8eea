//! The Fetch robot: where its library and model are, and its state once it has settled. Made once a process.

use super::arm::{FINGERS_DOWN, SUBSTEPS};
use super::looks::Looks;
use agon_core::Need;
use agon_mujoco::{LIBRARY_FILE, Model, Mujoco, MujocoError, Simulation, VERSION, folder};
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

/// What is asked of the robot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Task {
    Reach,
    PickAndPlace,
}

/// What all episodes of a task share.
pub(super) struct Robot {
    pub(super) task: Task,
    pub(super) model: Model,
    /// Sites, bodies and places among the positions, by number.
    pub(super) grip: usize,
    pub(super) cube: Option<usize>,
    pub(super) cube_at: Option<usize>,
    pub(super) hand: usize,
    pub(super) mocap: usize,
    pub(super) fingers_at: [usize; 2],
    /// The fingers in the order of their motors.
    pub(super) driven_at: [usize; 2],
    pub(super) settled: Settled,
    pub(super) looks: Looks,
}

/// The state in which episodes begin.
pub(super) struct Settled {
    pub(super) time: f64,
    pub(super) positions: Vec<f64>,
    pub(super) velocities: Vec<f64>,
    /// Where targets are drawn around.
    pub(super) gripper: [f64; 3],
    /// How high the middle of the cube lies on the table.
    pub(super) cube_height: f64,
}

/// Where the robot's base stands, and where a cube waits while the robot takes up its posture.
const BASE: [(&str, f64); 3] = [("robot0:slide0", 0.4049), ("robot0:slide1", 0.48), ("robot0:slide2", 0.0)];
const BASE_WITH_CUBE: [(&str, f64); 3] = [("robot0:slide0", 0.405), ("robot0:slide1", 0.48), ("robot0:slide2", 0.0)];
const WAITING_CUBE: [f64; 7] = [1.25, 0.53, 0.4, 1.0, 0.0, 0.0, 0.0];

/// From where the gripper is in the model's own posture to where episodes begin.
const TO_THE_TABLE: [f64; 3] = [-0.498, 0.005, -0.431 + 0.2];

/// Control steps until the robot has settled there.
const SETTLING: usize = 10;

const REMEDY: &str = "run scripts/install-fetch, which fetches the physics library and the robot's model";

static MUJOCO: LazyLock<Result<(Mujoco, PathBuf), String>> = LazyLock::new(|| {
    let folder = folder().ok_or("there is no home folder, and AGON_MUJOCO is not set")?;
    let library = folder.join("lib").join(LIBRARY_FILE);
    if !library.is_file() {
        return Err(format!("{} is not there", library.display()));
    }
    Ok((Mujoco::open(&library).map_err(|error| error.to_string())?, folder))
});
static REACH: LazyLock<Result<Arc<Robot>, String>> = LazyLock::new(|| Robot::load(Task::Reach));
static PICK_AND_PLACE: LazyLock<Result<Arc<Robot>, String>> = LazyLock::new(|| Robot::load(Task::PickAndPlace));

/// What the two worlds need of the machine.
pub(super) fn need() -> Need {
    let found = MUJOCO.as_ref().ok().map(|(_, folder)| format!("MuJoCo {VERSION} in {}", folder.display()));
    Need { name: "MuJoCo and the Fetch model".into(), found, remedy: REMEDY.into(), tasks: Vec::new() }
}

/// The robot for a task, or a sentence that says what is missing and what to do.
pub(super) fn robot(task: Task) -> Result<Arc<Robot>, String> {
    let robot = match task {
        Task::Reach => &REACH,
        Task::PickAndPlace => &PICK_AND_PLACE,
    };
    robot.as_ref().map(Arc::clone).map_err(|problem| format!("the robot's physics is missing ({problem}): {REMEDY}"))
}

impl Robot {
    fn load(task: Task) -> Result<Arc<Self>, String> {
        let (mujoco, folder) = MUJOCO.as_ref().map_err(String::clone)?;
        let file = match task {
            Task::Reach => "reach.xml",
            Task::PickAndPlace => "pick_and_place.xml",
        };
        let model = Model::load(mujoco, &folder.join("model/fetch").join(file)).map_err(|error| error.to_string())?;
        Self::settle(task, model).map(Arc::new).map_err(|error| error.to_string())
    }

    /// Brings the robot into the posture in which episodes begin, exactly as gymnasium-robotics does.
    fn settle(task: Task, model: Model) -> Result<Self, MujocoError> {
        let grip = model.site("robot0:grip")?;
        let (mocap, hand) = model.mocap_weld()?;
        let right = model.joint_at("robot0:r_gripper_finger_joint")?;
        let left = model.joint_at("robot0:l_gripper_finger_joint")?;
        let picks = task == Task::PickAndPlace;
        let cube = picks.then(|| model.site("object0")).transpose()?;
        let cube_at = picks.then(|| model.joint_at("object0:joint")).transpose()?;

        let mut simulation = Simulation::new(&model)?;
        for (joint, value) in if picks { BASE_WITH_CUBE } else { BASE } {
            simulation.positions_mut()[model.joint_at(joint)?] = value;
        }
        if let Some(at) = cube_at {
            simulation.positions_mut()[at..at + 7].copy_from_slice(&WAITING_CUBE);
        }
        // Twice, as there: the solver starts from what it found before, and the last digits show it.
        simulation.forward();
        simulation.forward();
        let from = simulation.site_position(grip);
        simulation.set_mocap(mocap, [0, 1, 2].map(|axis| TO_THE_TABLE[axis] + from[axis]), FINGERS_DOWN);
        simulation.step(SETTLING * SUBSTEPS);
        let settled = Settled {
            time: simulation.time(),
            positions: simulation.positions().to_vec(),
            velocities: simulation.velocities().to_vec(),
            gripper: simulation.site_position(grip),
            cube_height: cube.map_or(0.0, |site| simulation.site_position(site)[2]),
        };
        let looks = Looks::new(&model)?;
        let driven_at = [left, right];
        Ok(Self { task, model, grip, cube, cube_at, hand, mocap, fingers_at: [right, left], driven_at, settled, looks })
    }
}
