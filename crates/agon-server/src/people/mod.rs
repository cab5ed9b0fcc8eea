//! People as agents of a run: each participant has an access code, and sits the trials of one agent's label one after the other.
//!
//! [`People`] holds who there is and how far each has come; [`Participant`] is the maker of the agents of one; [`PeopleServer`] serves
//! the participants' page (`web/play`) and the operator's (`web/operator`).

mod agent;
mod codes;
mod operator;
mod participants;
mod server;

pub use agent::Participant;
pub use participants::{People, PeopleSettings};
pub use server::{PeopleError, PeopleServer};
