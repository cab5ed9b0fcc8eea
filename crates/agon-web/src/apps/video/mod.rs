//! The Video Editor: timelines of clips, sounds and texts, compared by what is seen and heard when.

mod app;
mod effect;
mod hand;
mod marking;
mod media;
mod model;
mod outcome;
mod project;
mod state;
mod steps;
#[cfg(test)]
mod tests;

pub use app::VideoEditor;
