//! One state of a model, as it moves.

use crate::ffi::{InData, List, Number, RawData};
use crate::{Model, MujocoError, offsets};
use std::sync::Arc;

/// The state of a simulated model. A copy goes on exactly as the original would.
pub struct Simulation(RawData);

impl Simulation {
    /// The model's own initial state.
    pub fn new(model: &Model) -> Result<Self, MujocoError> {
        RawData::new(model.0.clone()).map(Self)
    }

    /// An independent simulation in the same state.
    pub fn try_clone(&self) -> Result<Self, MujocoError> {
        let mut copy = RawData::new(self.0.model().clone())?;
        copy.copy_from(&self.0);
        Ok(Self(copy))
    }

    pub fn model(&self) -> Model {
        Model(Arc::clone(self.0.model()))
    }

    /// Back to the model's initial state.
    pub fn reset(&mut self) {
        self.0.reset();
    }

    /// Derives everything from positions and velocities without letting time pass.
    pub fn forward(&mut self) {
        self.0.forward();
    }

    /// Lets time pass: so many steps of the model's own length.
    pub fn step(&mut self, steps: usize) {
        for _ in 0..steps {
            self.0.step();
        }
    }

    /// Everything that the next step or [`Simulation::forward`] depends on, into a list that is reused: set into another simulation of
    /// the model, either goes on the same to the last bit. What was derived from it, such as the places of bodies, is not part of it.
    pub fn write_state(&self, state: &mut Vec<f64>) {
        self.0.state(state);
    }

    /// Takes over what [`Simulation::write_state`] gave. Gives back whether it has the right length, without which nothing happens.
    #[must_use]
    pub fn set_state(&mut self, state: &[f64]) -> bool {
        self.0.set_state(state)
    }

    pub fn set_time(&mut self, seconds: f64) {
        *self.0.time_mut() = seconds;
    }

    pub fn time(&self) -> f64 {
        self.0.time()
    }

    pub fn positions(&self) -> &[f64] {
        self.0.list(&offsets::QPOS)
    }

    pub fn positions_mut(&mut self) -> &mut [f64] {
        self.0.list_mut(&offsets::QPOS)
    }

    pub fn velocities(&self) -> &[f64] {
        self.0.list(&offsets::QVEL)
    }

    pub fn velocities_mut(&mut self) -> &mut [f64] {
        self.0.list_mut(&offsets::QVEL)
    }

    pub fn controls_mut(&mut self) -> &mut [f64] {
        self.0.list_mut(&offsets::CTRL)
    }

    /// Moves a mocap body: metres, and a quaternion that need not have length one.
    pub fn set_mocap(&mut self, mocap: usize, position: [f64; 3], quaternion: [f64; 4]) {
        self.0.list_mut(&offsets::MOCAP_POSITION)[3 * mocap..][..3].copy_from_slice(&position);
        self.0.list_mut(&offsets::MOCAP_QUATERNION)[4 * mocap..][..4].copy_from_slice(&quaternion);
    }

    pub fn body_position(&self, body: usize) -> [f64; 3] {
        self.row(&offsets::BODY_POSITION, body)
    }

    pub fn body_quaternion(&self, body: usize) -> [f64; 4] {
        self.row(&offsets::BODY_QUATERNION, body)
    }

    pub fn site_position(&self, site: usize) -> [f64; 3] {
        self.row(&offsets::SITE_POSITION, site)
    }

    pub fn geom_position(&self, geom: usize) -> [f64; 3] {
        self.row(&offsets::GEOM_POSITION, geom)
    }

    /// A geom's axes in the world, row by row: it turns the geom's coordinates into the world's.
    pub fn geom_matrix(&self, geom: usize) -> [f64; 9] {
        self.row(&offsets::GEOM_MATRIX, geom)
    }

    pub fn camera_position(&self, camera: usize) -> [f64; 3] {
        self.row(&offsets::CAMERA_POSITION, camera)
    }

    /// A camera's axes in the world, row by row: right, up, and backwards from what it sees.
    pub fn camera_matrix(&self, camera: usize) -> [f64; 9] {
        self.row(&offsets::CAMERA_MATRIX, camera)
    }

    fn row<T: Number + Default, const N: usize>(&self, list: &List<InData, T>, index: usize) -> [T; N] {
        let mut row = [T::default(); N];
        row.copy_from_slice(&self.0.list(list)[N * index..][..N]);
        row
    }
}
