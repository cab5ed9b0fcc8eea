//! A person sits a task in a page. The [`PlaySession`] is the agent; the [`PlayServer`] serves its page.
//!
//! The page asks for what is newer than it knows (`shown`, `picture`) and sends what is done on it (`act`), as JSON;
//! [`protocol`] has the types, from which the page's own are generated.

pub mod protocol;
mod server;
mod session;

pub use server::{PlayError, PlayServer};
pub use session::PlaySession;
