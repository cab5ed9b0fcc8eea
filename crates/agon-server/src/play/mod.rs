//! A person sits a task in a page. The [`PlaySession`] is the agent; the [`PlayServer`] serves its page.
//!
//! Page and server talk over one WebSocket (`talk.rs`): the page is told what to show and sends what is done on it, as JSON;
//! [`protocol`] has the types, from which the page's own are generated.

pub mod protocol;
mod quality;
mod server;
mod session;
pub(crate) mod talk;

pub use quality::Quality;
pub(crate) use server::{PAGE, POLICY};
pub use server::{PlayError, PlayServer};
pub use session::PlaySession;
