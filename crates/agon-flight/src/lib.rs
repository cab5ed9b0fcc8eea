//! Days of air traffic and questions about them, for the Flight Analyser.
//!
//! A [`Day`] is generated from a seed ([`generate()`]) or read from a table of the OpenSky Network ([`opensky`]); [`encode`] gives the file that the page reads.
//! [`questions::pose`] draws a question with its answer from a seed.
//!
//! ```
//! let question = agon_flight::questions::pose("landings", 7, agon_flight::day)?;
//! let right = agon_flight::questions::answer(&question.fields);
//! assert!(agon_flight::questions::mark(&question.fields, &right).iter().all(|mark| mark.passed));
//! # Ok::<(), agon_flight::questions::PoseError>(())
//! ```
//!
//! The crate's README.md describes that file and defines every word that questions use.

mod airports;
mod codec;
mod countries;
mod day;
mod days;
mod generate;
mod geo;
pub mod opensky;
pub mod questions;
mod registers;

pub use airports::{Airport, airport, airports};
pub use codec::{decode, encode};
pub use countries::{Countries, Country, countries};
pub use day::{Day, FIRST_MINUTE_OF_DAY, Flight, MINUTES, Run, Sample, clock};
pub use days::{day, file, table};
pub use generate::generate;
pub use geo::{EARTH_RADIUS_KM, Place};
