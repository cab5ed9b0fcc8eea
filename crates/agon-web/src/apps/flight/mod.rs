//! The Flight Analyser: a day of air traffic on a map. What is asked and how it is marked comes from `agon-flight`.

mod app;
mod hand;

pub use agon_flight::table;
pub use app::FlightAnalyser;
