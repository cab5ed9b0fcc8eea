//! MuJoCo at run time: the physics library is loaded when it is there, and nothing else suffers when it is not.
//!
//! [`Mujoco::open`] loads the library of exactly one version from a folder; a [`Model`] is compiled from an XML file and
//! shared; a [`Simulation`] is one state of it that can be stepped, copied and looked at. Nothing of MuJoCo is built or
//! linked: the worlds that need it say so where it is missing, and `scripts/install-fetch` brings it.
//!
//! The safe types stand on `ffi.rs`, the only file with unsafe code. It reads MuJoCo's structs at the offsets of
//! `offsets.rs`, which belong to one version; any other version is refused.

mod ffi;
#[forbid(unsafe_code)]
mod model;
#[forbid(unsafe_code)]
mod offsets;
#[forbid(unsafe_code)]
mod place;
#[forbid(unsafe_code)]
mod simulation;

pub use ffi::Mujoco;
pub use model::{Geom, Mesh, Model, Shape};
pub use place::{FOLDER_VARIABLE, LIBRARY_FILE, VERSION, folder};
pub use simulation::Simulation;

use std::path::PathBuf;

/// Why there is no physics.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MujocoError {
    #[error("{} cannot be loaded: {problem}", file.display())]
    Library { file: PathBuf, problem: String },
    #[error("MuJoCo {VERSION} is needed, this is {found}")]
    Version { found: String },
    #[error("the model {} cannot be read: {problem}", file.display())]
    Model { file: PathBuf, problem: String },
    #[error("the model has no {kind} named {name:?}")]
    NoSuch { kind: &'static str, name: String },
    #[error("MuJoCo has no memory for another simulation")]
    Memory,
}
