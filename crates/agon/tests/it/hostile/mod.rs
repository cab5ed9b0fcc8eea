//! Attacks on the record and on the score, each of which once worked.

mod agent;
mod forgery;
mod verify;
