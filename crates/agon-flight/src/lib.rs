//! Days of air traffic and questions about them, for the Flight Analyser.
//!
//! A [`Day`] is generated from a seed ([`generate`]) or read from a table of the OpenSky Network ([`opensky`]); [`encode`] gives the file that the page reads.
//! The crate's README.md describes that file and defines every word that questions use.

mod airports;
mod codec;
mod countries;
mod day;
mod generate;
mod geo;
pub mod opensky;
pub mod questions;
mod registers;

pub use airports::{Airport, airport, airports};
pub use codec::{decode, encode};
pub use countries::{Countries, Country, countries};
pub use day::{Day, FIRST_MINUTE_OF_DAY, Flight, MINUTES, Run, Sample, clock};
pub use generate::generate;
pub use geo::{EARTH_RADIUS_KM, Place};
