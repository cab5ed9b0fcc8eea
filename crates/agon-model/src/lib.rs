//! Model APIs: one form of request and reply for all of them, and a client that survives bad days.
//!
//! A [`Request`] is written in the form of a [`Family`] and sent to an endpoint. What a model answers, however foolish,
//! is a [`Reply`]; what its service does wrong is an error, and never becomes a score. A trial's record keeps each call as a
//! [`CallRecord`].

mod abilities;
mod api;
mod cache;
mod client;
mod endpoint;
mod error;
mod gate;
mod key;
mod price;
mod record;
mod recorded;
mod reply;
mod request;
mod secrets;
mod sent;
mod sse;
mod transport;

pub use abilities::{Abilities, Fit};
pub use api::{Family, Thoughts};
pub use cache::{Cache, CacheKey};
pub use client::{Client, Exchange, Model, Patience};
pub use endpoint::{Auth, Endpoint, PROVIDERS, Provider};
pub use error::{ModelError, SetupError};
pub use key::ApiKey;
pub use price::{Price, Prices};
pub use record::{CALL_NOTE, CallOutcome, CallRecord, LastRequests, RequestChange};
pub use recorded::RecordedCalls;
pub use reply::{Reply, Stop, Tokens};
pub use request::{Message, Options, Part, Picture, Repeats, Request, Role, Tool, ToolCall};
pub use secrets::{secret_in_settings, secret_in_url};
pub use sent::sent_body;

#[cfg(test)]
mod tests {
    use crate::Picture;

    /// A picture of a few bytes: codecs do not look inside.
    pub(crate) fn picture() -> Picture {
        let image = agon_core::Image::rgb8(1, 1, vec![1, 2, 3]);
        Picture { hash: image.hash(), media: "image/png".into(), bytes: vec![0x89, b'P', b'N', b'G'].into() }
    }
}
