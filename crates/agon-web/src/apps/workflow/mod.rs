//! The Workflow Builder: graphs of nodes, compared by what they mean.

mod app;
mod catalogue;
mod expression;
mod geometry;
mod graph;
mod hand;
mod marking;
mod matching;
mod settings;
mod state;
mod steps;
#[cfg(test)]
mod tests;

pub use app::WorkflowBuilder;
