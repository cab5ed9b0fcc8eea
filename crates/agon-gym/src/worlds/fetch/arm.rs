//! The robot's arm as gymnasium-robotics steers it: a mocap body pulls the gripper, twenty physics steps a control step.

use super::robot::{Robot, Task};
use agon_mujoco::{MujocoError, Simulation};
use std::sync::Arc;

/// How far a control step may pull the gripper along an axis, in metres.
pub(super) const REACH_M: f64 = 0.05;

/// Physics steps in a control step.
pub(super) const SUBSTEPS: usize = 20;

/// Added to the gripper's orientation when it is pulled: fingers down. MuJoCo brings the sum to length one.
pub(super) const FINGERS_DOWN: [f64; 4] = [1.0, 0.0, 1.0, 0.0];

/// One simulated robot, with its table and, for picking, a cube.
pub(super) struct Arm {
    pub(super) simulation: Simulation,
    pub(super) robot: Arc<Robot>,
}

impl Arm {
    /// The robot as an episode begins, with the cube at a place on the table.
    pub(super) fn new(robot: Arc<Robot>, cube: Option<[f64; 2]>) -> Result<Self, MujocoError> {
        let mut simulation = Simulation::new(&robot.model)?;
        simulation.set_time(robot.settled.time);
        simulation.positions_mut().copy_from_slice(&robot.settled.positions);
        simulation.velocities_mut().copy_from_slice(&robot.settled.velocities);
        if let (Some(at), Some(cube)) = (robot.cube_at, cube) {
            simulation.positions_mut()[at..at + 2].copy_from_slice(&cube);
        }
        simulation.forward();
        Ok(Self { simulation, robot })
    }

    pub(super) fn try_clone(&self) -> Result<Self, MujocoError> {
        Ok(Self { simulation: self.simulation.try_clone()?, robot: Arc::clone(&self.robot) })
    }

    /// The point between the fingertips, in metres.
    pub(super) fn gripper(&self) -> [f64; 3] {
        self.simulation.site_position(self.robot.grip)
    }

    /// The middle of the cube.
    pub(super) fn cube(&self) -> Option<[f64; 3]> {
        self.robot.cube.map(|site| self.simulation.site_position(site))
    }

    /// How far each finger is open, in metres.
    pub(super) fn fingers(&self) -> [f64; 2] {
        self.robot.fingers_at.map(|at| self.simulation.positions()[at])
    }

    /// One control step: a pull along each axis and a pull at the fingers, each from -1 to 1.
    pub(super) fn control(&mut self, pull: [f64; 3], fingers: f64) {
        let (robot, simulation) = (&self.robot, &mut self.simulation);
        let targets = robot.driven_at.map(|at| simulation.positions()[at] + fingers.clamp(-1.0, 1.0));
        for (control, target) in simulation.controls_mut().iter_mut().zip(targets) {
            *control = target;
        }
        let (mut position, mut turned) = (simulation.body_position(robot.hand), simulation.body_quaternion(robot.hand));
        for axis in 0..3 {
            position[axis] += pull[axis].clamp(-1.0, 1.0) * REACH_M;
        }
        for (part, more) in turned.iter_mut().zip(FINGERS_DOWN) {
            *part += more;
        }
        simulation.set_mocap(robot.mocap, position, turned);
        simulation.step(SUBSTEPS);
        if robot.task == Task::Reach {
            // Fingers have nothing to do here and are kept shut.
            for at in robot.fingers_at {
                simulation.positions_mut()[at] = 0.0;
            }
            simulation.forward();
        }
    }
}
