//! Containers over the Docker API: an engine behind a unix socket (Podman's or Docker's), its images, and commands that run in one.
//!
//! An [`Engine`] (by an [`EngineChoice`], the one that the user has) answers what it is and which images it has. A [`Container`] runs
//! commands one after the other: it is started for each, and ends with it, so that nothing of a command is left when the next one
//! comes. It sees the image, which it cannot change, and the folders of the machine that are mounted into it; [`make_part`] makes one
//! of bounded size. It is removed when it is closed or dropped, and by `agon clean` where its owner was killed.

mod build;
mod client;
mod container;
mod engine;
mod part;
mod settings;

pub use client::EngineError;
pub use container::Container;
pub use engine::{Engine, EngineChoice, Image};
pub use part::{Part, make_part};
pub use settings::{Access, ContainerSettings, Mount, RunAs};
