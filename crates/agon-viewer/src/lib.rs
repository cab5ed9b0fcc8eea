//! A folder of runs in the browser.
//!
//! A [`Library`] finds the runs below a folder and reads what the pages ask for: first the index of a run, which is quick, then its
//! logs, in the background. [`Viewer`] answers the pages' requests over HTTP; [`protocol`] has the types that go between them. The
//! pages are in `web/view`. What happens in a run that is going on is told over sockets (`live`); [`export`] writes a trial as a file.

mod access;
mod calls;
mod compare;
mod differences;
pub mod export;
mod facts;
mod follow;
mod library;
mod live;
mod metadata;
mod modes;
mod notes;
mod people;
pub mod protocol;
mod query;
mod routes;
mod run;
mod search;
mod server;
mod shelf;
mod thumbs;
mod trial;

pub use access::ViewOptions;
pub use agon_report::facts::Catalogue;
pub use library::{Library, LibraryError};
pub use people::PeopleCommand;
pub use server::{Viewer, ViewerError};
