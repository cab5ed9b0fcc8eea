//! The 3D Modeller: scenes of solids, compared by what stands where and how it looks.

mod app;
mod hand;
mod marking;
mod pose;
mod scene;
mod state;
mod steps;
#[cfg(test)]
mod tests;
mod view;

pub use app::Modeller;
