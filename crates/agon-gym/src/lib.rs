//! The visual gym: in-process worlds that are synchronous, deterministic and drawn in software.
//!
//! A world is two traits: a [`Kind`] (its name, its parameters, how an episode is set and marked) and a [`Puzzle`] (one
//! episode's state: apply a function, draw it, solve it). An [`Episode`] wraps a puzzle in what all worlds share: reading
//! actions, checking arguments, feedback, switches, `stop`. [`GymSuite`] offers the worlds with the presets of
//! `suites/gym/tasks.toml` to the runner. To add a world, read `docs/new-world.md`.
//!
//! ```
//! use agon_gym::{Episode, Switches, kind};
//! let maze = kind("maze-2d").expect("a world of this name");
//! let mut episode = Episode::new(maze.start(&serde_json::Map::new(), 7).expect("defaults are valid"), Switches::default());
//! let reaction = episode.act(&agon_core::Call::new("move", 0).into());
//! ```

mod data;
mod draw;
mod episode;
mod hosted;
mod initial;
mod kind;
mod oracle;
mod solid;
mod starts;
mod suite;
mod survey;
mod worlds;

pub use data::{AnnotationSurvey, ClipSurvey, LeftOut, data_warnings};
pub use draw::{Canvas, Color, Label};
pub use episode::{Episode, Feedback, Form, Reaction, Switches};
pub use kind::{Effect, Kind, NearMissCalls, ParamError, Puzzle, Solve, read_params};
pub use starts::{Certainty, Starts};
pub use suite::{GymSuite, SuiteFileError, mark};
pub use survey::{FolderSurvey, WorldStarts, survey};
pub use worlds::{kind, kinds};
