//! The robot's arm as gymnasium-robotics steers it: a mocap body pulls the gripper, twenty physics steps a control step.

use super::robot::{Robot, Task};
use agon_mujoco::{MujocoError, Simulation};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// How far a control step may pull the gripper along an axis, in metres.
pub(super) const REACH_M: f64 = 0.05;

/// Physics steps in a control step.
pub(super) const SUBSTEPS: usize = 20;

/// Added to the gripper's orientation when it is pulled: fingers down. MuJoCo brings the sum to length one.
pub(super) const FINGERS_DOWN: [f64; 4] = [1.0, 0.0, 1.0, 0.0];

/// No number of a robot in motion is as large.
const WILDEST: f64 = 1e7;

/// One simulated robot, with its table and, for picking, a cube.
pub(super) struct Arm {
    pub(super) simulation: Simulation,
    pub(super) robot: Arc<Robot>,
    motion: Motion,
}

/// What the simulation is made from again, places of bodies included: these belong to the moment before the last step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Motion {
    /// The physics before what came last.
    before: Vec<f64>,
    last: Last,
}

/// What the physics did last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Last {
    /// Derived everything without letting time pass.
    Forward,
    /// Let one physics step pass.
    Step,
}

impl Arm {
    /// The robot as an episode begins, with the cube at a place on the table.
    pub(super) fn new(robot: Arc<Robot>, cube: Option<&[f64]>) -> Result<Self, MujocoError> {
        let mut simulation = Simulation::new(&robot.model)?;
        simulation.set_time(robot.settled.time);
        simulation.positions_mut().copy_from_slice(&robot.settled.positions);
        simulation.velocities_mut().copy_from_slice(&robot.settled.velocities);
        if let (Some(at), Some(cube)) = (robot.cube_at, cube) {
            // Its middle on the table, or its height as well.
            simulation.positions_mut()[at..at + cube.len()].copy_from_slice(cube);
        }
        let mut arm = Self { simulation, robot, motion: Motion { before: Vec::new(), last: Last::Forward } };
        arm.do_last(Last::Forward);
        Ok(arm)
    }

    /// The robot as [`Arm::motion`] kept it; `None` where that is not of this robot.
    pub(super) fn moving(robot: Arc<Robot>, motion: &Motion) -> Result<Option<Self>, MujocoError> {
        let simulation = Simulation::new(&robot.model)?;
        let mut arm = Self { simulation, robot, motion: Motion { before: Vec::new(), last: motion.last } };
        // Wilder numbers than these are no motion of this robot, and physics would not stay calm.
        let is_calm = motion.before.iter().all(|number| number.is_finite() && number.abs() < WILDEST);
        if !is_calm || !arm.simulation.set_state(&motion.before) {
            return Ok(None);
        }
        arm.do_last(motion.last);
        Ok(Some(arm))
    }

    pub(super) fn try_clone(&self) -> Result<Self, MujocoError> {
        let (robot, motion) = (Arc::clone(&self.robot), self.motion.clone());
        Ok(Self { simulation: self.simulation.try_clone()?, robot, motion })
    }

    /// Enough to set the same simulation again.
    pub(super) fn motion(&self) -> &Motion {
        &self.motion
    }

    fn do_last(&mut self, last: Last) {
        self.simulation.write_state(&mut self.motion.before);
        self.motion.last = last;
        match last {
            Last::Forward => self.simulation.forward(),
            Last::Step => self.simulation.step(1),
        }
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
        simulation.step(SUBSTEPS - 1);
        self.do_last(Last::Step);
        if self.robot.task == Task::Reach {
            // Fingers have nothing to do here and are kept shut.
            for at in self.robot.fingers_at {
                self.simulation.positions_mut()[at] = 0.0;
            }
            self.do_last(Last::Forward);
        }
    }
}
