//! A folder of runs in the browser.
//!
//! A [`Library`] finds the runs below a folder and reads what the pages ask for: first the index of a run, which is quick, then its
//! logs, in the background. [`Viewer`] answers the pages' requests over HTTP; [`protocol`] has the types that go between them. The
//! pages are in `web/view`.

mod compare;
mod library;
pub mod protocol;
mod query;
mod run;
mod search;
mod server;
mod trial;

pub use library::{Library, LibraryError};
pub use server::Viewer;
